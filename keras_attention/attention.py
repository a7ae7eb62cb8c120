"""The one attention function: softmax(Q K^T / sqrt(K)) V on keras.ops, for every layer of this package."""

import keras
from keras import ops


def scaled_dot_product_attention(query, key, value, mask=None, dropout=None):
    """Mixes the values, each query by its own weights.

    The weights are exp(score - largest score), divided by their sum. The sum is divided out after the values are
    mixed: the same number, one pass less over the (T, S) table, and a backward pass without a sum over it. A caller
    that does not use the weights does not pay for them once the program is compiled.

    Args:
        query: tensor of shape (B, T, H, K).
        key: tensor of shape (B, S, H, K).
        value: tensor of shape (B, S, H, K).
        mask: boolean tensor that broadcasts to (B, H, T, S), True where a query may look; or `None`.
        dropout: a callable applied to the weights on their way to the values, or `None`.

    Returns:
        output: tensor of shape (B, T, H, K), in the dtype of `value`.
        weights: tensor of shape (B, H, T, S), before dropout. Rows sum to 1; the row of a query that may look at
            nothing is all 0, and so is its output, with finite gradients.

    Reference:
        Vaswani et al. (2017), section 3.2.1, equation 1.
    """
    dtype = keras.backend.standardize_dtype(value.dtype)
    half = dtype in ("float16", "bfloat16")
    query = query * (query.shape[-1] ** -0.5)  # (B, T, H, K)
    # Query first: with the key first, XLA would transpose the whole (T, S) table afterwards.
    scores = ops.einsum("bthk,bshk->bhts", query, key)  # (B, H, T, S)
    if half:  # exponentials and sums of a long row need more digits than 16 bits have
        scores = ops.cast(scores, "float32")
    if mask is not None:
        scores = ops.where(mask, scores, -3e38)  # a float32 number; adding -1e9 instead would not fit float16
    largest = ops.stop_gradient(ops.max(scores, axis=-1, keepdims=True))  # (B, H, T, 1)
    shares = ops.exp(scores - largest)  # (B, H, T, S)
    if mask is not None:
        shares = ops.where(mask, shares, 0.0)
    total = ops.sum(shares, axis=-1, keepdims=True)  # (B, H, T, 1)
    if mask is not None:
        total = ops.where(total > 0, total, 1.0)  # nothing to look at: 0 / 1, not 0 / 0
    factor = 1.0 / total  # (B, H, T, 1)
    weights = ops.cast(shares * factor, dtype)  # (B, H, T, S)
    # In 16 bits the weights are mixed as they are: a sum of undivided shares could leave the range of float16.
    mixing, factor = (weights, 1.0) if half else (shares, factor)
    mixing = mixing if dropout is None else dropout(mixing)
    output = ops.einsum("bhts,bshk->bhtk", mixing, value) * factor  # (B, H, T, K)
    return ops.transpose(output, (0, 2, 1, 3)), weights  # (B, T, H, K), (B, H, T, S)
