"""The loop that writes: read, choose a token, put it behind the others, read on. On keras.ops, for every backend.

Letters: B batch, C context length, N room for new tokens, V vocabulary.
"""

from keras import ops

from keras_attention.generation.prompts import dropped_at_once
from keras_attention.generation.sampling import choose_token


def write(reader, tokens, lengths, chances, count, temperature, top_k, context_length):
    """Writes `count` tokens behind each prompt.

    As long as there is room, each new token is read beside the cache. When the context of any row is full, this row
    drops the oldest half, and every row is read again: positions are those of the tokens that are left.

    Args:
        reader: how the model reads, a `CachedReader` or a `PlainReader`.
        tokens: integers of shape (B, C + 1), the prompts, each at the left.
        lengths: integers of shape (B,), their lengths.
        chances: numbers in [0, 1) of shape (N, B), one for each token to be chosen.
        count: scalar, how many tokens to write, at most N.
        temperature: scalar.
        top_k: int or `None`.
        context_length: int, C.

    Returns:
        Integers of shape (N, B); the first `count` rows are the tokens written.
    """
    half = dropped_at_once(context_length)
    columns = ops.arange(context_length + 1, dtype="int32")[None, :]  # (1, C + 1)
    steps = ops.arange(chances.shape[0], dtype="int32")[:, None]  # (N, 1)

    def append(logits, done, tokens, lengths, written):
        chance = ops.take(chances, done, axis=0)  # (B,)
        token = choose_token(logits, chance, temperature, top_k)  # (B,)
        tokens = ops.where(columns == lengths[:, None], token[:, None], tokens)  # (B, C + 1)
        written = ops.where(steps == done, token[None, :], written)  # (N, B)
        return done + 1, tokens, lengths + 1, written

    def has_more(done, *_):
        return done < count

    def has_room(done, tokens, lengths, *_):
        return ops.logical_and(done < count, ops.all(lengths <= context_length))

    def read_on(done, tokens, lengths, written, *state):
        last = ops.take_along_axis(tokens, lengths[:, None] - 1, axis=1)  # (B, 1)
        logits, state = reader.read_one(last, lengths, state)
        return (*append(logits, done, tokens, lengths, written), *state)

    def read_all(done, tokens, lengths, written):
        full = lengths > context_length  # (B,)
        moved = ops.concatenate([tokens[:, half:], tokens[:, :half]], axis=1)  # (B, C + 1)
        tokens = ops.where(full[:, None], moved, tokens)
        lengths = ops.where(full, lengths - half, lengths)
        logits, state = reader.read_all(tokens[:, :context_length], lengths)
        progress = append(logits, done, tokens, lengths, written)
        if state:
            progress = ops.while_loop(has_room, read_on, (*progress, *state))
        return tuple(progress[:4])

    done, written = ops.zeros((), "int32"), ops.zeros(chances.shape, "int32")
    return ops.while_loop(has_more, read_all, (done, tokens, lengths, written))[3]


class CachedReader:
    """Reads all tokens once, then each new one beside a key-value cache."""

    def __init__(self, parts):
        self.parts = parts

    def read_all(self, tokens, lengths):
        """Tokens (B, C) to logits (B, V) behind the last real one of each row, and the state for `read_one`."""
        caches = self.parts.empty_caches(tokens.shape[0])
        x, caches = self.parts.read(tokens, caches)  # (B, C, D)
        last = ops.take_along_axis(x, lengths[:, None, None] - 1, axis=1)  # (B, 1, D)
        return self.parts.logits(last)[:, 0], _flat(caches)

    def read_one(self, token, lengths, state):
        """One more token (B, 1), the last of `lengths`, to logits (B, V) and the new state."""
        pairs = zip(state[::2], state[1::2], strict=True)
        caches = [{"key": key, "value": value, "position": lengths - 1} for key, value in pairs]
        x, caches = self.parts.read(token, caches)  # (B, 1, D)
        return self.parts.logits(x)[:, 0], _flat(caches)


class PlainReader:
    """Calls the model as it is, on everything, for every token: no cache, no state."""

    def __init__(self, model):
        self.model = model

    def read_all(self, tokens, lengths):
        """Tokens (B, C) to logits (B, V) behind the last real one of each row."""
        logits = self.model(tokens, training=False)  # (B, C, V)
        return ops.take_along_axis(logits, lengths[:, None, None] - 1, axis=1)[:, 0], ()


def _flat(caches):
    return tuple(cache[name] for cache in caches for name in ("key", "value"))  # positions are the lengths
