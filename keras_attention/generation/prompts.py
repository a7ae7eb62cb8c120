"""Checks what `generate` is given, and lays prompts of different length into one array."""

import numpy as np


def as_prompts(prompt, vocabulary_size):
    """Returns a list of one-dimensional arrays of token ids, and whether `prompt` was a single sequence.

    Raises:
        ValueError: it is no sequence, or no list of sequences, of integers from 0 to `vocabulary_size` - 1, each with
            at least one.
    """
    is_sequence = hasattr(prompt, "__getitem__") and not isinstance(prompt, (str, bytes, dict))
    if not is_sequence or getattr(prompt, "shape", None) == ():
        raise ValueError(
            f"`prompt` must be a sequence of token ids, or a list of such sequences, not a text; received {prompt!r}"
        )
    if len(prompt) == 0:
        raise ValueError("`prompt` must hold at least one token, for the model to go on from; received an empty prompt")
    single = np.ndim(prompt[0]) == 0
    rows = [_token_ids(row, vocabulary_size) for row in ([prompt] if single else prompt)]
    return rows, single


def laid_out(rows, context_length):
    """Lays prompts into an array that has a column for each step of the context and one for the token to be read next.

    A prompt that is too long loses its oldest tokens as it would if the model had written it: half a context at a time.

    Returns:
        tokens: integers of shape (B, C + 1), each prompt at the left.
        lengths: integers of shape (B,).
    """
    half = dropped_at_once(context_length)
    rows = [row[half * max(0, -((context_length - len(row)) // half)) :] for row in rows]
    tokens = np.zeros((len(rows), context_length + 1), "int32")
    for place, row in zip(tokens, rows, strict=True):
        place[: len(row)] = row
    return tokens, np.array([len(row) for row in rows], "int32")


def dropped_at_once(context_length):
    """How many of the oldest tokens are dropped when the context is full: half of it."""
    return max(1, context_length // 2)


def _token_ids(row, vocabulary_size):
    try:
        ids = np.asarray(row)
    except ValueError:  # sequences within a sequence, or a tensor without values
        ids = None
    if ids is None or ids.ndim != 1 or ids.size == 0 or not np.issubdtype(ids.dtype, np.integer):
        what = "an empty sequence" if ids is not None and ids.size == 0 else f"{row!r}"
        raise ValueError(f"`prompt` must hold sequences of integers, each with at least one token; received {what}")
    if ids.min() < 0 or ids.max() >= vocabulary_size:
        strange = ids.min() if ids.min() < 0 else ids.max()
        raise ValueError(
            f"`prompt` must hold token ids from 0 to {vocabulary_size - 1}, which the model knows; received {strange}"
        )
    return ids.astype("int32")
