"""A built Keras layer of this package as a NumPy function, through the formulas and nothing else."""

import math

import numpy as np

from keras_attention.by_hand.checks import boolean_mask, mask_by_head, real_array
from keras_attention.by_hand.formulas import causal_mask, multi_head_attention, project


def layer_norm(x, gamma, beta, epsilon):
    """Each position's slots shifted to mean 0 and scaled to variance 1, then times gamma plus beta: x (..., D)."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + epsilon) * gamma + beta


def _sigmoid(x):
    return 0.5 * (1.0 + np.tanh(0.5 * x))  # the same function, and exp cannot overflow


ACTIVATIONS = {
    "linear": lambda x: x,
    "relu": lambda x: np.maximum(x, 0.0),
    "gelu": lambda x: 0.5 * x * (1.0 + np.vectorize(math.erf, otypes=[float])(x / math.sqrt(2.0))),
    "tanh": np.tanh,
    "sigmoid": _sigmoid,
    "silu": lambda x: x * _sigmoid(x),
}


def from_layer(layer):
    """A built layer of this package as a NumPy function of the same answer (inference: no dropout).

    The weights are copied when `from_layer` is called; training the layer further does not change the function.

    Args:
        layer: A built `MultiHeadSelfAttention` or `TransformerBlock`, on any backend.

    Returns:
        Function f(inputs, mask=None, attention_mask=None, use_causal_mask=False, return_attention_scores=False) with
        inputs (B, T, D), mask (B, T) and attention_mask (T, T), (B, T, T) or (B, H, T, T), joined by "and". It
        returns the output (B, T, D), and the weights (B, H, T, T) too where asked.

    Raises:
        ValueError: `layer` is of another kind, not built, or uses an activation that is not listed here.

    Example:
        >>> from keras_attention import MultiHeadSelfAttention
        >>> x, layer = np.ones((1, 3, 4), "float32"), MultiHeadSelfAttention(num_heads=2)
        >>> layer(x).shape == from_layer(layer)(x).shape
        True
    """
    kinds = {kind.__name__ for kind in type(layer).__mro__} & {"MultiHeadSelfAttention", "TransformerBlock"}
    if not kinds:
        raise ValueError("layer must be a MultiHeadSelfAttention or a TransformerBlock of this package; "
                         f"received {type(layer).__name__}.")
    if not layer.built:
        raise ValueError(f"layer {layer.name!r} has no weights yet: call it once on data, or build it.")
    is_block = "TransformerBlock" in kinds
    num_heads = layer.attention.num_heads if is_block else layer.num_heads
    compute = _block(layer) if is_block else _attention(layer)

    def function(inputs, mask=None, attention_mask=None, use_causal_mask=False, return_attention_scores=False):
        x = real_array("inputs", inputs, axes="(B, T, D)")
        batch, length, _ = x.shape
        looks = causal_mask(length) if use_causal_mask else np.ones((length, length), bool)  # (T, T)
        if attention_mask is not None:
            looks = looks & mask_by_head("attention_mask", attention_mask, (batch, num_heads, length))
        if mask is not None:
            looks = looks & boolean_mask("mask", mask, (batch, length))[:, np.newaxis, np.newaxis]  # (B, 1, 1, T)
        output, weights = compute(x, looks)
        return (output, weights) if return_attention_scores else output

    return function


def _attention(layer):
    """(x, mask) -> (output, weights) of a MultiHeadSelfAttention."""
    four = [getattr(layer, f"{name}_dense") for name in ("query", "key", "value", "output")]
    four = [dense.merged() if hasattr(dense, "merged") else dense for dense in four]  # with its low-rank update
    four, num_heads = [dense.get_weights() for dense in four], layer.num_heads
    return lambda x, mask: multi_head_attention(x, *four, num_heads, mask)


def _block(layer):
    """(x, mask) -> (output, weights) of a TransformerBlock."""
    name, module = (getattr(layer.activation, part, "") or "" for part in ("__name__", "__module__"))
    if name not in ACTIVATIONS or not module.startswith("keras."):
        raise ValueError(f"layer must use one of the Keras activations {', '.join(ACTIVATIONS)}; "
                         f"received {layer.activation!r}.")
    activation, attend, norm_first = ACTIVATIONS[name], _attention(layer.attention), layer.normalize_first
    norms = [
        (*(real_array(norm.name, weight) for weight in norm.get_weights()), norm.epsilon)
        for norm in (layer.attention_norm, layer.feedforward_norm)
    ]  # gamma (D,), beta (D,), epsilon
    wide, narrow = layer.intermediate_dense.get_weights(), layer.output_dense.get_weights()

    def compute(x, mask):  # x (B, T, D)
        h = layer_norm(x, *norms[0]) if norm_first else x
        mixed, weights = attend(h, mask)  # (B, T, D), (B, H, T, T)
        x = x + mixed if norm_first else layer_norm(x + mixed, *norms[0])
        h = layer_norm(x, *norms[1]) if norm_first else x
        h = project(activation(project(h, wide, "intermediate_dense")), narrow, "output_dense")
        return (x + h if norm_first else layer_norm(x + h, *norms[1])), weights

    return compute
