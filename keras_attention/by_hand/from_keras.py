"""Keras' own multi-head attention as a NumPy function, through the formulas and nothing else."""

import numpy as np

from keras_attention.by_hand.checks import boolean_mask, real_array
from keras_attention.by_hand.formulas import attention, causal_mask, merge_heads, project, split_heads


def from_keras_attention(layer):
    """A built `keras.layers.MultiHeadAttention` as a NumPy function of the same answer (inference: no dropout).

    Keras keeps the heads on an axis of their own, kernels (D, H, K) and (H, K, D); laid side by side they are the
    matrices of the formulas.

    Args:
        layer: A built `keras.layers.MultiHeadAttention` over one axis, on any backend.

    Returns:
        Function f(query, value=None, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
        use_causal_mask=False) with query (B, T, D), value and key (B, S, ...), query_mask (B, T), value_mask and
        key_mask (B, S), attention_mask (T, S), (B, T, S) or (B, H, T, S), joined by "and". Without a value it is
        self-attention. It returns the output (B, T, D) and the weights (B, H, T, S); a query that may look nowhere
        has weights 0, where Keras gives it one of two answers.

    Raises:
        ValueError: `layer` is of another kind, not built, or gates, narrows or spreads its attention in a way that the
            formulas do not.

    Example:
        >>> import keras
        >>> x, layer = np.ones((1, 3, 4), "float32"), keras.layers.MultiHeadAttention(num_heads=2, key_dim=2)
        >>> layer(x, x).shape == from_keras_attention(layer)(x)[0].shape
        True
    """
    if "MultiHeadAttention" not in {kind.__name__ for kind in type(layer).__mro__}:
        raise ValueError(f"layer must be a keras.layers.MultiHeadAttention; received {type(layer).__name__}.")
    if not layer.built:
        raise ValueError(f"layer {layer.name!r} has no weights yet: call it once on data, or build it.")
    config, arrays = layer.get_config(), layer.get_weights()
    number = 8 if config["use_bias"] else 4
    if config.get("use_gate") or config.get("sliding_window") or len(arrays) != number or arrays[0].ndim != 3:
        raise ValueError(f"layer {layer.name!r} must attend over one axis, without a gate or a window of its own.")
    num_heads, step = config["num_heads"], number // 4
    four = [arrays[start : start + step] for start in range(0, number, step)]  # [kernel] or [kernel, bias]
    query_weights, key_weights, value_weights = ([_side_by_side(array) for array in pair] for pair in four[:3])
    kernel, *bias = four[3]
    output_weights = [kernel.reshape(-1, kernel.shape[-1]), *bias]  # (H K, D), (D,)

    def function(query, value=None, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
                 use_causal_mask=False):
        query = real_array("query", query, axes="(B, T, D)")
        value = query if value is None else real_array("value", value, axes="(B, S, D)")
        key = value if key is None else real_array("key", key, axes="(B, S, D)")
        q = split_heads(project(query, query_weights, "query"), num_heads)  # (B, H, T, K)
        k = split_heads(project(key, key_weights, "key"), num_heads)  # (B, H, S, K)
        v = split_heads(project(value, value_weights, "value"), num_heads)  # (B, H, S, V)
        batch, _, length, _ = q.shape
        keys = k.shape[2]
        looks = causal_mask(max(length, keys))[:length, :keys] if use_causal_mask else np.ones((length, keys), bool)
        if attention_mask is not None:
            square = (length, keys)
            pairs = boolean_mask("attention_mask", attention_mask, square, (batch, *square), (*q.shape[:2], *square))
            looks = looks & (pairs[:, np.newaxis] if pairs.ndim == 3 else pairs)  # (B or 1, H or 1, T, S)
        for name, mask in (("value_mask", value_mask), ("key_mask", key_mask)):
            if mask is not None:
                looks = looks & boolean_mask(name, mask, (batch, keys))[:, np.newaxis, np.newaxis]  # (B, H or 1, T, S)
        if query_mask is not None:
            looks = looks & boolean_mask("query_mask", query_mask, (batch, length))[:, np.newaxis, :, np.newaxis]
        mixed, weights = attention(q, k, v, looks)  # (B, H, T, V), (B, H, T, S)
        return project(merge_heads(mixed), output_weights, "output"), weights

    return function


def _side_by_side(array):
    """(D, H, K) -> (D, H K), or (H, K) -> (H K,)."""
    return array.reshape(*array.shape[:-2], -1)
