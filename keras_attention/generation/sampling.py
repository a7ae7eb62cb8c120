"""From logits to the next token."""

from keras import ops


def choose_token(logits, chance, temperature, top_k=None):
    """Chooses a token for every row: each with the share softmax(logits / temperature), or the likeliest one.

    The shares are laid end to end from 0 to 1, and `chance` points at one of them: the same numbers lead to the same
    tokens on every backend, and one number a token is enough, however many tokens there are.

    Args:
        logits: tensor of shape (B, V).
        chance: tensor of shape (B,), numbers in [0, 1).
        temperature: scalar tensor; 0 takes the likeliest token.
        top_k: int, only the `top_k` likeliest tokens can be chosen; `None`: all.

    Returns:
        Integers of shape (B,).

    Reference:
        Top-k: Fan et al. (2018), Hierarchical neural story generation, section 5.2.
    """
    logits = ops.cast(logits, "float32")
    size = logits.shape[-1]
    if top_k is not None and top_k < size:
        logits, tokens = ops.top_k(logits, top_k)  # (B, k), (B, k), the likeliest first
    else:
        tokens = ops.broadcast_to(ops.arange(size, dtype="int32"), ops.shape(logits))  # (B, V)
    likeliest = ops.argmax(logits, axis=-1)  # (B,)
    scaled = (logits - ops.max(logits, axis=-1, keepdims=True)) / ops.maximum(temperature, 1e-6)  # (B, k)
    ends = ops.cumsum(ops.exp(scaled), axis=-1)  # (B, k), where each share ends
    pointed = chance[:, None] * ends[:, -1:]  # (B, 1)
    drawn = ops.sum(ops.cast(ends <= pointed, "int32"), axis=-1)  # (B,)
    drawn = ops.minimum(drawn, ops.shape(ends)[-1] - 1)  # rounding may lead past the last end
    place = ops.where(temperature > 0, drawn, ops.cast(likeliest, "int32"))  # (B,)
    return ops.cast(ops.take_along_axis(tokens, place[:, None], axis=-1)[:, 0], "int32")  # (B,)
