"""Attention in NumPy, every step in the open; the layers of this package give the same numbers.

Letters in shape comments: B batch, T query positions, S key positions, D width, H heads, K = D / H width of a head.
In every mask True means "may look". Everything is computed in float64.

Reference: Vaswani et al. (2017), "Attention Is All You Need", sections 3.2 and 3.5.
"""

import math
import numbers

import numpy as np

from keras_attention.by_hand.checks import boolean_mask, mask_by_head, positive_integer, real_array


def softmax(x, axis=-1):
    """Shares that sum to 1 along `axis`, the larger the entry the larger its share.

    Args:
        x: Array of scores. An entry of minus infinity gets the share 0, and a row of nothing else stays all 0.
        axis: The axis along which the shares are dealt out; for attention the key positions, the last one.

    Returns:
        Array of the shape of `x`.
    """
    x = real_array("x", x, min_axes=1)
    if not isinstance(axis, (int, np.integer)) or not -x.ndim <= axis < x.ndim or x.shape[axis] == 0:
        raise ValueError(f"axis must name an axis of x that is not empty; received {axis!r} for shape {x.shape}.")
    largest = x.max(axis=axis, keepdims=True)
    largest = np.where(largest == -np.inf, 0.0, largest)
    e = np.exp(x - largest)  # no entry above exp(0), so nothing overflows
    total = e.sum(axis=axis, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total != 0)


def scores(query, key):
    """How well each query matches each key: their dot products, the einsum "bhtd,bhsd->bhts".

    Args:
        query: (..., T, K), for instance (B, H, T, K).
        key: (..., S, K), with the same axes in front.

    Returns:
        (..., T, S), not yet divided by sqrt(K).
    """
    query, key = real_array("query", query, min_axes=2), real_array("key", key, min_axes=2)
    if key.shape[-1] != query.shape[-1]:
        raise ValueError(f"key must have the width of query, {query.shape[-1]}; received key of shape {key.shape} "
                         f"and query of shape {query.shape}.")
    if key.shape[:-2] != query.shape[:-2]:
        raise ValueError(f"key must have the leading axes of query, {query.shape[:-2]}; received key of shape "
                         f"{key.shape} and query of shape {query.shape}.")
    if 0 in (key.shape[-1], key.shape[-2]):
        raise ValueError(f"key must hold at least one key of width 1 or more; received shape {key.shape}.")
    return np.einsum("...td,...sd->...ts", query, key)


def attention(query, key, value, mask=None):
    """Scaled dot-product attention: softmax(query key^T / sqrt(K)) value.

    Args:
        query: (..., T, K), what each position looks for.
        key: (..., S, K), what each position offers to be found by.
        value: (..., S, V), what each position hands over.
        mask: None, or (T, S) or (..., T, S), True where the query may look.

    Returns:
        Output (..., T, V) and weights (..., T, S). A row of weights sums to 1; a query that may look nowhere has
        weights 0 and output 0.

    Example:
        >>> output, weights = attention([[4, -2]], [[1, 0], [0, 1], [1, 1]], [[10, 0], [0, 10], [5, 5]])
        >>> print(weights.round(3), output.round(2))
        [[0.795 0.011 0.193]] [[8.92 1.08]]

    Reference:
        Vaswani et al. (2017), section 3.2.1.
    """
    z = scores(query, key) / math.sqrt(np.shape(query)[-1])  # (..., T, S)
    value = real_array("value", value, min_axes=2)
    if value.shape[:-1] != np.shape(key)[:-1]:
        raise ValueError(f"value must have a row for each key, {np.shape(key)[:-1]} and its width; "
                         f"received shape {value.shape}.")
    if mask is not None:
        z = np.where(boolean_mask("mask", mask, z.shape[-2:], z.shape), z, -np.inf)
    weights = softmax(z)  # (..., T, S), over the key positions
    return weights @ value, weights


def self_attention(x, w_query, w_key, w_value, mask=None):
    """Attention of a sequence to itself: query, key and value are three projections of the same x.

    Args:
        x: (..., T, D).
        w_query, w_key: (D, K).
        w_value: (D, V).
        mask: None, or (T, T) or (..., T, T), True where the query may look.

    Returns:
        Output (..., T, V) and weights (..., T, T).
    """
    x = real_array("x", x, min_axes=2)
    named = {"w_query": w_query, "w_key": w_key, "w_value": w_value}
    query, key, value = (project(x, [w], name) for name, w in named.items())  # (..., T, K), (..., T, K), (..., T, V)
    return attention(query, key, value, mask)


def dense(x, w, c):
    """A dense layer with its weight stored as (out, in): y_bj = x_bi w_ji + c_j, the einsum "bi,ji->bj".

    Keras stores the transpose, (in, out): give `kernel.T` to compare.

    Args:
        x: (..., I), for instance (B, I).
        w: (J, I).
        c: (J,).

    Returns:
        (..., J).
    """
    x, w, c = real_array("x", x, min_axes=1), real_array("w", w, axes="(out, in)"), real_array("c", c, axes="(out,)")
    if w.shape[1] != x.shape[-1]:
        raise ValueError(f"w must have shape (out, {x.shape[-1]}) for x of shape {x.shape}; received {w.shape}.")
    if c.shape[0] != w.shape[0]:
        raise ValueError(f"c must have shape ({w.shape[0]},) for w of shape {w.shape}; received {c.shape}.")
    return np.einsum("...i,ji->...j", x, w) + c


def low_rank_dense(x, u, v, c):
    """A dense layer whose weight is the product u v of two thin matrices, which is never multiplied out.

    First x and v, "bi,ri->br", then u, "br,jr->bj": R (I + J) multiply-adds for every x in place of I J.

    Args:
        x: (..., I).
        u: (J, R).
        v: (R, I).
        c: (J,).

    Returns:
        (..., J), the same as `dense(x, u @ v, c)`.
    """
    x, c = real_array("x", x, min_axes=1), real_array("c", c, axes="(out,)")
    u, v = real_array("u", u, axes="(out, rank)"), real_array("v", v, axes="(rank, in)")
    if v.shape[1] != x.shape[-1]:
        raise ValueError(f"v must have shape (rank, {x.shape[-1]}) for x of shape {x.shape}; received {v.shape}.")
    if u.shape[1] != v.shape[0]:
        raise ValueError(f"u must have shape (out, {v.shape[0]}) for v of shape {v.shape}; received {u.shape}.")
    if c.shape[0] != u.shape[0]:
        raise ValueError(f"c must have shape ({u.shape[0]},) for u of shape {u.shape}; received {c.shape}.")
    narrow = np.einsum("...i,ri->...r", x, v)  # (..., R)
    return np.einsum("...r,jr->...j", narrow, u) + c


def project(x, weights, name):
    """x (..., D) times a Keras kernel (D, E), plus the bias (E,) if there is one; `weights` is [kernel] or both."""
    if len(weights) not in (1, 2):
        raise ValueError(f"{name} must be [kernel] or [kernel, bias]; received {len(weights)} arrays.")
    kernel = real_array(name, weights[0], axes="(in, out)")  # (D, E)
    if kernel.shape[0] != x.shape[-1]:
        raise ValueError(f"{name} must have a kernel of shape ({x.shape[-1]}, out) for an input of shape {x.shape}; "
                         f"received {kernel.shape}.")
    y = x @ kernel  # (..., E)
    if len(weights) == 2:
        bias = real_array(name, weights[1], axes="(out,)")
        if bias.shape != kernel.shape[1:]:
            raise ValueError(f"{name} must have a bias of shape {kernel.shape[1:]}; received {bias.shape}.")
        y = y + bias
    return y


def split_heads(x, num_heads):
    """Cuts the width into heads: (B, T, D) -> (B, T, H, K) -> (B, H, T, K).

    The transpose is needed: reshaping straight to (B, H, T, K) would hand a head whole tokens, not its slots of
    every token.
    """
    x, num_heads = real_array("x", x, axes="(B, T, D)"), positive_integer("num_heads", num_heads)
    batch, length, width = x.shape
    if width % num_heads:
        raise ValueError(f"num_heads must divide the width of x, {width}; received {num_heads}.")
    return x.reshape(batch, length, num_heads, width // num_heads).transpose(0, 2, 1, 3)


def merge_heads(x):
    """Puts the heads side by side again: (B, H, T, K) -> (B, T, H, K) -> (B, T, D)."""
    x = real_array("x", x, axes="(B, H, T, K)")
    batch, heads, length, width = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, length, heads * width)


def multi_head_attention(x, query, key, value, output, num_heads, mask=None):
    """Self-attention with several heads, each on its own K = D / H slots.

    Args:
        x: (B, T, D).
        query, key, value, output: The four dense layers, each [kernel] or [kernel, bias] with kernel (D, D) stored
            as (in, out) and bias (D,): what Keras' `get_weights()` returns.
        num_heads: H, a divisor of D.
        mask: None, or (T, T), (B, T, T) or (B, H, T, T), True where the query may look; B and H may be 1.

    Returns:
        Output (B, T, D) and weights (B, H, T, T). Where a query may look nowhere its output is the output bias.

    Reference:
        Vaswani et al. (2017), section 3.2.2.
    """
    x = real_array("x", x, axes="(B, T, D)")
    q = split_heads(project(x, query, "query"), num_heads)  # (B, H, T, K)
    k = split_heads(project(x, key, "key"), num_heads)  # (B, H, S, K), S = T
    v = split_heads(project(x, value, "value"), num_heads)  # (B, H, S, K)
    if mask is not None:
        mask = mask_by_head("mask", mask, q.shape[:3])
    mixed, weights = attention(q, k, v, mask)  # (B, H, T, K), (B, H, T, S)
    return project(merge_heads(mixed), output, "output"), weights  # (B, T, D), (B, H, T, S)


def causal_mask(length):
    """Who may look at whom when the future is hidden: (T, T) booleans, True on and below the diagonal."""
    length = positive_integer("length", length)
    return np.tri(length, dtype=bool)


def sinusoidal_encoding(length, width, max_wavelength=10_000):
    """Positions as sine and cosine: slot 2i holds sin(t / m^(2i/D)), slot 2i+1 the cosine of the same angle.

    Args:
        length: T, number of positions.
        width: D; where it is odd, the last slot is a sine without its cosine.
        max_wavelength: m, the slowest slot turns once in about 2 pi m positions.

    Returns:
        (T, D).

    Reference:
        Vaswani et al. (2017), section 3.5.
    """
    length, width = positive_integer("length", length), positive_integer("width", width)
    if not isinstance(max_wavelength, numbers.Real) or not 0 < max_wavelength < np.inf:
        raise ValueError(f"max_wavelength must be a positive number; received {max_wavelength!r}.")
    rate = np.power(float(max_wavelength), -2.0 * (np.arange(width) // 2) / width)  # (D,)
    angle = np.arange(length)[:, np.newaxis] * rate  # (T, D)
    return np.where(np.arange(width) % 2 == 0, np.sin(angle), np.cos(angle))
