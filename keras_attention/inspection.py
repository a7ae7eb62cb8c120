"""Looks inside trained models: attention weights as arrays, and checks a learner can run."""

from collections import Counter
from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.arguments import check_positive_int
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
    _check_model(model)
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


@dataclass(frozen=True)
class CausalityReport:
    """What `check_causal` found. `changed_step` and `moved_step` are `None` where nothing moved."""

    is_causal: bool
    changed_step: int | None
    moved_step: int | None
    largest_change: float

    def __str__(self):
        if self.is_causal:
            return "Causal: changing later steps moved no earlier output."
        return (
            f"Not causal: changing the steps from {self.changed_step} on moved the output at step {self.moved_step} "
            f"by up to {self.largest_change:.2g}."
        )


def check_causal(model, inputs, tolerance=1e-5):
    """Checks that no output depends on a later step: changes the later steps and looks at the earlier outputs.

    Args:
        model: a Keras model or layer whose output keeps the steps of its input: (B, T, ...) to (B, T, ...).
        inputs: array of shape (B, T) of token ids, or (B, T, D) of numbers. Token ids are exchanged for other ids that
            occur in `inputs`, numbers are moved by about one standard deviation, each by another amount.
        tolerance: float, how much an output may move by rounding.

    Returns:
        A `CausalityReport`: whether the model is causal, and the first earlier output that moved. Its text is one
        sentence.

    Raises:
        ValueError: the inputs have fewer than two steps, hold a single token id, or the output has no such steps.

    Example:
        >>> layer = TransformerBlock(num_heads=2, intermediate_dim=16)
        >>> print(check_causal(layer, np.random.default_rng(0).normal(size=(1, 4, 8))))
        Not causal: changing the steps from 1 on moved the output at step 0 by up to 0.6.
    """
    _check_model(model)
    inputs = np.asarray(inputs)
    if inputs.ndim < 2 or inputs.shape[1] < 2:
        raise ValueError(f"`inputs` must have shape (B, T) or (B, T, D) with T >= 2; received shape {inputs.shape}")
    changed = _changed(inputs)
    before = _output(model, inputs)  # (B, T, ...)
    length = inputs.shape[1]
    if before.ndim < 2 or before.shape[1] != length:
        raise ValueError(
            f"`model` must give an output for every step, shape (B, {length}, ...); it gave shape {before.shape}"
        )
    for step in range(1, length):
        mixed = np.concatenate([inputs[:, :step], changed[:, step:]], axis=1)  # (B, T, ...)
        moved = np.abs(_output(model, mixed)[:, :step] - before[:, :step])  # (B, step, ...)
        moved = moved.max(axis=tuple(axis for axis in range(moved.ndim) if axis != 1))  # (step,)
        if not (moved <= tolerance).all():  # a NaN counts as moved
            first = int(np.argmax(~(moved <= tolerance)))
            return CausalityReport(False, step, first, float(moved[first]))
    return CausalityReport(True, None, None, 0.0)


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


def _check_model(model):
    if not isinstance(model, keras.Layer):
        raise ValueError(f"`model` must be a Keras model or layer; received {type(model).__name__}")


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


def _output(model, inputs):
    outputs = model(keras.ops.convert_to_tensor(inputs), training=False)
    return keras.ops.convert_to_numpy(keras.tree.flatten(outputs)[0]).astype("float64")  # booleans and ids differ too


def _changed(inputs):
    """Inputs of the same shape and kind that differ at every step."""
    if np.issubdtype(inputs.dtype, np.floating):
        # Random amounts: a normalization in the model would cancel a common one. The seed is one that nobody draws
        # inputs with: a change that is a multiple of the inputs would be cancelled too.
        change = np.random.default_rng(20_170_612).uniform(-2, 2, size=inputs.shape)
        return (inputs + (inputs.std() or 1.0) * change).astype(inputs.dtype)
    ids = np.unique(inputs)
    if ids.size < 2:
        raise ValueError(f"`inputs` must hold at least two different token ids; received only {ids.tolist()}")
    return ids[(np.searchsorted(ids, inputs) + 1) % ids.size].astype(inputs.dtype)
