"""Attention weights out of any trained model, as arrays."""

from collections import Counter

import keras
import numpy as np

from keras_attention.arguments import check_positive_int
from keras_attention.inspection.checks import check_model
from keras_attention.keras_private import layers_by_path
from keras_attention.layers import MultiHeadSelfAttention

ATTENTION_LAYERS = (
    MultiHeadSelfAttention,
    keras.layers.MultiHeadAttention,
    keras.layers.GroupQueryAttention,
    keras.layers.Attention,  # and AdditiveAttention, its subclass: one head
)


def attention_weights(model, inputs, batch_size=128):
    """Returns the attention weights of every attention layer of a model, for the given inputs.

    The model is called as it is, without dropout; it is neither rebuilt nor changed, and its outputs stay the same.

    Args:
        model: a functional, Sequential or subclassed Keras model (or a layer) that holds attention layers of this
            package or Keras' own.
        inputs: what the model takes: an array of shape (N, ...), or a list, tuple or dict of such arrays.
        batch_size: int, how many samples go through the model at once.

    Returns:
        Dict from layer path (the names on the way from the model to the layer, joined by "/") to a NumPy array of shape
        (N, H, T, S) of at least float32, in the order of the calls. A layer that is called twice appears as `path` and
        `path#2`.

    Raises:
        ValueError: the model has no attention layer (the layers seen are named), runs them where their weights cannot
            be read (inside a compiled function), or `inputs` is empty.

    Example:
        >>> model = build_transformer(FirstStepRecall(10))
        >>> {path: w.shape for path, w in attention_weights(model, np.ones((3, 10, 1))).items()}
        {'block_1/attention': (3, 2, 10, 10)}

    Reference:
        Vaswani et al. (2017), figures 3 to 5. What weights do not show: Jain & Wallace (2019), Attention is not
        explanation.
    """
    check_model(model)
    batch_size = check_positive_int(batch_size, "batch_size")
    num_samples = _num_samples(inputs)
    if num_samples == 0:
        raise ValueError("`inputs` must hold at least one sample; received an empty array")
    model(_rows(inputs, 0, 1), training=False)  # builds what is not built yet
    every = layers_by_path(model)
    layers = {layer: path for layer, path in every.items() if isinstance(layer, ATTENTION_LAYERS)}
    if not layers:
        seen = {type(layer).__name__ for layer in every}
        raise ValueError(
            f"`model` must hold attention layers ({', '.join(kind.__name__ for kind in ATTENTION_LAYERS)}); "
            f"received one with the layers {', '.join(sorted(seen))}"
        )
    parts = {}  # path -> list of (b, H, T, S)
    for start in range(0, num_samples, batch_size):
        for path, weights in _weights_of_batch(model, layers, _rows(inputs, start, start + batch_size)).items():
            parts.setdefault(path, []).append(weights)
    if not parts:
        raise ValueError(
            "`model` must call its attention layers as plain Python, where their weights can be read; it called none "
            f"of {', '.join(layers.values())}. Are they unused, or inside a function compiled earlier?"
        )
    return {path: np.concatenate(weights) for path, weights in parts.items()}


def _weights_of_batch(model, layers, batch):
    """One eager call of the model in which each attention layer also hands its weights over."""
    found, calls = {}, Counter()

    def shadow(layer, name):
        original = layer.call

        def call(*args, return_attention_scores=False, **kwargs):
            outputs, weights = original(*args, return_attention_scores=True, **kwargs)
            calls[name] += 1
            path = name if calls[name] == 1 else f"{name}#{calls[name]}"
            weights = _values(weights, path)  # (b, H, T, S), or (b, T, S) for the layers of one head
            found[path] = weights[:, None] if weights.ndim == 3 else weights
            return (outputs, weights) if return_attention_scores else outputs

        layer.call = call

    try:
        for layer, name in layers.items():
            shadow(layer, name)
        model(batch, training=False)
    finally:
        for layer in layers:
            layer.__dict__.pop("call", None)
    return found


def _values(weights, path):
    try:
        weights = keras.ops.convert_to_numpy(weights)
    except Exception as error:  # every backend refuses a traced tensor with an error class of its own
        raise ValueError(
            f"`model` must call its attention layers as plain Python, where their weights can be read; {path} runs "
            "inside a compiled or vectorized function"
        ) from error
    return weights.astype(np.promote_types(weights.dtype, np.float32))  # means of 16-bit weights would be rough


def _num_samples(inputs):
    arrays = keras.tree.flatten(inputs)
    for array in arrays:
        if not getattr(array, "shape", ()):
            raise ValueError(
                "`inputs` must be an array of shape (N, ...), or a list, tuple or dict of such arrays; received "
                f"{type(array).__name__} in the place of an array"
            )
    sizes = {len(array) for array in arrays}
    if len(sizes) != 1:
        raise ValueError(f"`inputs` must hold arrays with the same number of samples; received {sorted(sizes)}")
    return sizes.pop()


def _rows(inputs, start, stop):
    return keras.tree.map_structure(lambda array: keras.ops.convert_to_tensor(array[start:stop]), inputs)
