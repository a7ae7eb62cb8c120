"""Layers against the formulas by hand."""

import inspect
from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.by_hand.from_keras import from_keras_attention
from keras_attention.by_hand.layers import from_layer
from keras_attention.inspection.checks import check_model
from keras_attention.inspection.layer_comparison import LayerComparison
from keras_attention.keras_private import layers_by_path
from keras_attention.layers import MultiHeadSelfAttention, TransformerBlock

BY_HAND = {  # kind of layer to the function that makes it one of NumPy
    MultiHeadSelfAttention: from_layer,
    TransformerBlock: from_layer,
    keras.layers.MultiHeadAttention: from_keras_attention,
}


@dataclass(frozen=True)
class HandComparison:
    """What `compare_with_by_hand` found: `rows`, a `LayerComparison` for every call; its text says right or wrong."""

    rows: tuple
    tolerance: float

    @property
    def is_equal(self):
        """Whether every layer gives the numbers of the formulas."""
        return all(row.is_equal for row in self.rows)

    @property
    def largest_difference(self):
        """The largest difference of outputs and weights."""
        return max(max(row.output_difference, row.weights_difference) for row in self.rows)

    def __str__(self):
        if self.is_equal:
            paths = ", ".join(row.path for row in self.rows)
            return f"By hand and by layer agree: largest difference {self.largest_difference:.1e} ({paths})."
        return " ".join(self._sentence(row) for row in self.rows if not row.is_equal)

    def _sentence(self, row):
        text = f"By hand and by layer differ: {row.path}, outputs by up to {row.output_difference:.2g}"
        if row.weights_difference <= self.tolerance:
            return f"{text}, although the attention weights agree: look at what comes after the softmax."
        return f"{text}, attention weights by up to {row.weights_difference:.2g}."


def compare_with_by_hand(model, inputs, tolerance=1e-5):
    """Compares the attention layers of a model with the same formulas in NumPy, on what reaches them in the model.

    Every call of `MultiHeadSelfAttention`, `TransformerBlock` and `keras.layers.MultiHeadAttention` is watched, also
    those of their subclasses: what went in, masks included, goes through `keras_attention.by_hand` with the weights of
    the layer. Queries that may look at nothing are left out: Keras' own layer gives them one of two answers.

    Args:
        model: a Keras model that holds such layers, or one of them. It is called without dropout and stays as it was.
        inputs: what the model takes: an array of shape (B, ...), or a list, tuple or dict of such arrays.
        tolerance: float, the difference that counts as rounding; of outputs it counts from the largest one where that
            is above 1. Use about 1e-2 for 16-bit layers and on a GPU.

    Returns:
        A `HandComparison`. Its text is a sentence for each call that differs, or one that says right.

    Raises:
        ValueError: the model calls no such layer, or calls one in a compiled function or where nothing may be looked
            at, or a layer does what the formulas do not (see `by_hand.from_layer` and `by_hand.from_keras_attention`).

    Example:
        >>> layer = MultiHeadSelfAttention(num_heads=2, name="attention")
        >>> report = compare_with_by_hand(layer, np.random.default_rng(0).normal(size=(2, 5, 8)))
        >>> report.is_equal, report.largest_difference < 1e-6
        (True, True)

    Reference:
        Vaswani et al. (2017), section 3.2. Why a model may train well although its heads are merged wrongly:
        https://github.com/jsbaan/transformer-from-scratch/pull/6
    """
    check_model(model)
    rows = tuple(_compared(*call, tolerance) for call in _recorded_calls(model, inputs))
    if not rows:
        seen = {type(layer).__name__ for layer in layers_by_path(model)}
        raise ValueError(
            f"`model` must call layers that can be computed by hand ({', '.join(kind.__name__ for kind in BY_HAND)}); "
            f"received one with the layers {', '.join(sorted(seen))}"
        )
    return HandComparison(rows, tolerance)


def _compared(path, layer, args, kwargs, output, tolerance):
    kind = next(kind for kind in BY_HAND if isinstance(layer, kind))
    by_hand = BY_HAND[kind](layer)
    known = inspect.signature(by_hand).parameters
    _, *names = inspect.signature(kind.call).parameters  # without self
    arguments = dict(zip(names, args, strict=False)) | kwargs
    given = {name: _numpy(value) for name, value in arguments.items() if name in known and value is not None}
    if "return_attention_scores" in known:
        given["return_attention_scores"] = True
    expected, expected_weights = by_hand(**given)  # (B, T, D), (B, H, T, S)
    _, weights = layer.call(*args, **{**kwargs, "return_attention_scores": True})
    looks = expected_weights.any(axis=(1, 3))  # (B, T)
    if not looks.any():
        raise ValueError(f"`inputs` must leave a query something to look at; in {path} none may look at anything")
    off = np.abs(_numpy(output) - expected)[looks].max(initial=0)
    weights_off = np.abs(_numpy(weights) - expected_weights).swapaxes(1, 2)[looks].max(initial=0)
    scale = max(1.0, np.abs(expected).max(initial=0))
    is_equal = off <= tolerance * scale and weights_off <= tolerance  # a NaN is not
    return LayerComparison(path, float(off), float(weights_off), bool(is_equal))


def _recorded_calls(model, inputs):
    """Calls the model, and returns (path, layer, args, kwargs, output) of every call that is to be compared."""
    tensors = keras.tree.map_structure(keras.ops.convert_to_tensor, inputs)
    arguments = (tensors, tensors) if isinstance(model, keras.layers.MultiHeadAttention) else (tensors,)
    model(*arguments, training=False)  # builds what is not built yet
    layers = {layer: path for layer, path in layers_by_path(model).items() if isinstance(layer, tuple(BY_HAND))}
    calls, times = [], {}

    def watch(layer, path):
        original = layer.call

        def call(*args, **kwargs):
            output = original(*args, **kwargs)
            times[path] = times.get(path, 0) + 1
            name = path if times[path] == 1 else f"{path}#{times[path]}"
            calls.append((name, layer, args, kwargs, output[0] if isinstance(output, tuple) else output))
            return output

        layer.call = call

    try:
        for layer, path in layers.items():
            watch(layer, path)
        model(*arguments, training=False)
    finally:
        for layer in layers:
            layer.__dict__.pop("call", None)
    return calls


def _numpy(value):
    if not hasattr(value, "dtype"):
        return value
    try:
        array = keras.ops.convert_to_numpy(value)
    except Exception as error:  # every backend refuses a traced tensor with an error class of its own
        raise ValueError(
            "`model` must call its attention layers as plain Python, where their numbers can be read; one runs inside "
            "a compiled or vectorized function"
        ) from error
    return array if array.dtype == bool else array.astype("float64")
