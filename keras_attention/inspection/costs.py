"""A cost account of a whole model."""

import math

import keras

from keras_attention.arguments import check_positive_int
from keras_attention.inspection.checks import check_model
from keras_attention.inspection.cost_report import CostReport
from keras_attention.inspection.cost_rules import has_rule, predicted_cost
from keras_attention.inspection.layer_cost import LayerCost
from keras_attention.keras_private import inner_layers, layers_by_path


def explain_cost(model, length=None):
    """Says what every layer of a model costs: parameters by formula and as Keras counts them, multiply-adds, bytes.

    Formulas are known for `Dense`, `Embedding`, `LayerNormalization`, `SimpleRNN`, `GRU`, `LSTM`, Keras' own
    `MultiHeadAttention` and `GroupQueryAttention`, and the layers of this package. Another layer is one row without a
    prediction or, where it holds layers itself, their rows. A transformer block is one row; input layers are none.

    Args:
        model: a Keras model or layer that is built.
        length: int, the sequence length to count with where the model takes any length.

    Returns:
        A `CostReport`: `rows`, a `LayerCost` for each layer, with a warning where the heads of an attention layer
        are together wider or narrower than its input (`key_dim` set to the width of the input, for instance). A layer
        that is called several times is counted once. Printed, it is a table.

    Raises:
        ValueError: `model` is none, or is not built yet; `length` is not a positive integer.

    Example:
        >>> report = explain_cost(build_transformer(AssociativeRecall(), 48, 4, 2, 96))
        >>> [row.predicted for row in report.rows], report.parameters
        ([816, 576, 18960, 18960, 833], 40145)

    Reference:
        Vaswani et al. (2017), section 4 and table 1. What is counted: `keras_attention.cost`.
    """
    check_model(model)
    length = None if length is None else check_positive_int(length, "length")
    return CostReport(tuple(_rows(model, layers_by_path(model), set(), length)))


def _rows(layer, paths, seen, length):
    """Yields the rows of a layer and of what is inside it."""
    if layer in seen or isinstance(layer, keras.layers.InputLayer):
        return
    seen.add(layer)
    path, kind = paths[layer], type(layer).__name__
    if not layer.built:
        raise ValueError(
            f"`model` must be built before its cost can be counted: call it once, or give it an `Input`; {path} "
            f"({kind}) is not built yet"
        )
    if has_rule(layer):
        yield LayerCost(path, kind, layer.count_params(), **predicted_cost(layer, length))
        return
    inside = inner_layers(layer)
    # What a wrapper does with the layer inside it (how often it calls it, for instance) is known to the wrapper alone.
    if not inside or isinstance(layer, keras.layers.Wrapper):
        yield LayerCost(path, kind, layer.count_params())
        return
    own = _own_parameters(layer, inside)
    if own:
        yield LayerCost(path, kind, own)
    for each in inside:
        yield from _rows(each, paths, seen, length)


def _own_parameters(layer, inside):
    """Parameters that a layer holds beside those of the layers inside it."""
    held = {id(weight) for each in inside for weight in each.weights}
    return sum(math.prod(weight.shape) for weight in layer.weights if id(weight) not in held)
