"""The formula of each kind of layer: from its arguments and the shape it was built with to what it costs.

A rule is a function (layer, shapes, length) that returns the fields of a `LayerCost`, or `None` where the formula does
not hold for these arguments. `shapes` are the shapes the layer was built with, `length` the sequence length to count
with where a shape leaves it open.
"""

import math

import keras

from keras_attention import cost
from keras_attention.layers import (
    AddPosition,
    AddSinusoidalPosition,
    LowRankDense,
    MultiHeadSelfAttention,
    TransformerBlock,
)

GATES = {keras.layers.SimpleRNN: 1, keras.layers.GRU: 3, keras.layers.LSTM: 4}
NOTHING = {"predicted": 0, "multiply_adds": 0, "weights_bytes": 0}
FREE = {  # no parameters and no matrix products
    AddSinusoidalPosition,
    keras.layers.Activation,
    keras.layers.Add,
    keras.layers.Dropout,
    keras.layers.Flatten,
    keras.layers.GlobalAveragePooling1D,
    keras.layers.GlobalMaxPooling1D,
    keras.layers.Masking,
    keras.layers.ReLU,
    keras.layers.Reshape,
    keras.layers.Softmax,
}
NUMBER_BYTES = {"float16": 2, "bfloat16": 2, "float64": 8}  # 4 for all others


def has_rule(layer):
    """Whether there is a formula for this kind of layer."""
    return type(layer) in FREE or type(layer) in RULES  # a subclass may do something else


def predicted_cost(layer, length):
    """What a layer with a rule costs, as a dict of fields of `LayerCost`; empty where the formula does not hold."""
    if type(layer) in FREE:
        return NOTHING
    built = layer.get_build_config()
    if not built:
        return {}
    shapes = built.get("shapes_dict") or {"input_shape": built["input_shape"]}
    return RULES[type(layer)](layer, shapes, length) or {}


def _dense(layer, shapes, length):
    width = shapes["input_shape"][-1]
    predicted = cost.dense_parameters(width, layer.units, layer.use_bias)
    return _products(predicted, cost.dense_multiply_adds(width, layer.units), shapes["input_shape"], length)


def _low_rank_dense(layer, shapes, length):
    sizes = (shapes["input_shape"][-1], layer.units, layer.rank)
    predicted = cost.low_rank_parameters(*sizes, use_bias=layer.use_bias)
    return _products(predicted, cost.low_rank_multiply_adds(*sizes), shapes["input_shape"], length)


def _embedding(layer, shapes, length):
    return NOTHING | dict(predicted=layer.input_dim * layer.output_dim)


def _add_position(layer, shapes, length):
    _, built_length, width = shapes["input_shape"]
    return NOTHING | dict(predicted=(layer.max_length or built_length) * width)


def _layer_normalization(layer, shapes, length):
    if list(layer.axis) not in ([-1], [len(shapes["input_shape"]) - 1]):
        return None
    numbers = cost.layer_norm_parameters(shapes["input_shape"][-1])
    return NOTHING | dict(predicted=numbers * (layer.center + layer.scale) // 2)


def _recurrent(layer, shapes, length):
    gates, width, units = GATES[type(layer)], shapes["input_shape"][-1], layer.units
    kernels = cost.dense_parameters(width + units, units, use_bias=False)
    # Keras' GRU adds a bias to what comes in and another to what is remembered (`reset_after`).
    biases = (2 if getattr(layer, "reset_after", False) else 1) * units if layer.use_bias else 0
    return _products(gates * (kernels + biases), gates * kernels, shapes["input_shape"], length)


def _self_attention(layer, shapes, length):
    _, steps, width = shapes["input_shape"]
    steps = steps or length
    updates = _update_parameters(layer, width)
    return dict(
        predicted=cost.attention_parameters(width, layer.use_bias) + updates,
        multiply_adds=steps and cost.attention_multiply_adds(width, batch=1, length=steps) + steps * updates,
        weights_bytes=_weights_bytes(layer, layer.num_heads, steps, steps),
    )


def _transformer_block(layer, shapes, length):
    _, steps, width = shapes["input_shape"]
    steps = steps or length
    sizes = (width, layer.intermediate_dim)
    updates = _update_parameters(layer, width)
    return dict(
        predicted=cost.block_parameters(*sizes).total + updates,
        multiply_adds=steps and cost.block_multiply_adds(*sizes, batch=1, length=steps) + steps * updates,
        weights_bytes=_weights_bytes(layer, layer.num_heads, steps, steps),
    )


def _update_parameters(layer, width):
    """The numbers in the low-rank updates of query and value: as many multiply-adds at every position."""
    return 0 if layer.lora_rank is None else 2 * cost.low_rank_parameters(width, width, layer.lora_rank)


def _keras_attention(layer, shapes, length):
    config = layer.get_config()
    unusual = config["output_shape"] is not None or config.get("use_gate")
    if unusual or len(shapes["query_shape"]) != 3 or tuple(config["attention_axes"]) != (1,):
        return None
    heads, key_dim, value_dim = layer.num_heads, layer.key_dim, layer.value_dim
    widths = (heads * key_dim, heads * key_dim, heads * value_dim)
    fields = _projected_attention(layer, shapes, length, heads, widths, key_dim, value_dim)
    width = shapes["query_shape"][-1]
    if heads * key_dim == width:
        return fields
    warning = _other_width(heads, key_dim, width, "key_dim")
    if width % heads == 0:
        usual, formula = cost.attention_parameters(width, layer.use_bias), "4 d^2 + 4 d" if layer.use_bias else "4 d^2"
        warning += f" That would be {formula} = {usual:,} parameters and not {fields['predicted']:,}."
    return fields | dict(warning=warning)


def _grouped_query_attention(layer, shapes, length):
    if layer.get_config().get("use_gate"):
        return None
    heads, head_dim = layer.num_query_heads, layer.head_dim
    widths = (heads * head_dim, layer.num_key_value_heads * head_dim, layer.num_key_value_heads * head_dim)
    fields = _projected_attention(layer, shapes, length, heads, widths, head_dim, head_dim)
    width = shapes["query_shape"][-1]
    if heads * head_dim == width:
        return fields
    return fields | dict(warning=_other_width(heads, head_dim, width, "head_dim"))


def _projected_attention(layer, shapes, length, heads, projected, key_dim, value_dim):
    """Fields of an attention layer whose projections to query, key and value have the widths `projected`."""
    query_shape, value_shape = shapes["query_shape"], shapes["value_shape"]
    key_shape = shapes.get("key_shape") or value_shape
    widths, (queries, keys) = (query_shape[-1], key_shape[-1], value_shape[-1]), (query_shape[1], value_shape[1])
    queries, keys = queries or length, keys or length
    pairs = list(zip(widths, projected, strict=True))  # (from, to) of query, key and value
    result = (heads * value_dim, widths[0])
    predicted = sum(cost.dense_parameters(*pair, layer.use_bias) for pair in (*pairs, result))
    multiply_adds = None
    if queries and keys:
        at_queries = cost.dense_multiply_adds(*pairs[0]) + cost.dense_multiply_adds(*result)
        at_keys = cost.dense_multiply_adds(*pairs[1]) + cost.dense_multiply_adds(*pairs[2])
        scores_and_mixing = heads * queries * keys * (key_dim + value_dim)
        multiply_adds = queries * at_queries + keys * at_keys + scores_and_mixing
    weights_bytes = _weights_bytes(layer, heads, queries, keys)
    return dict(predicted=predicted, multiply_adds=multiply_adds, weights_bytes=weights_bytes)


def _other_width(heads, head_width, width, argument):
    text = f"{heads} heads of width {head_width} are {heads * head_width} wide together, and the input is {width} wide."
    return text if width % heads else f"{text} Is {argument}={width // heads} meant?"


def _products(predicted, multiply_adds, shape, length):
    """Fields of a layer that does the same products at every position between the first axis and the last."""
    positions = tuple(shape[1:-1])
    if positions == (None,):
        positions = (length,)
    products = None if None in positions else multiply_adds * math.prod(positions)
    return dict(predicted=predicted, multiply_adds=products, weights_bytes=0)


def _weights_bytes(layer, heads, queries, keys):
    if not queries or not keys:
        return None
    return heads * queries * keys * NUMBER_BYTES.get(layer.compute_dtype, 4)


RULES = {
    keras.layers.Dense: _dense,
    LowRankDense: _low_rank_dense,
    keras.layers.Embedding: _embedding,
    AddPosition: _add_position,
    keras.layers.LayerNormalization: _layer_normalization,
    MultiHeadSelfAttention: _self_attention,
    TransformerBlock: _transformer_block,
    keras.layers.MultiHeadAttention: _keras_attention,
    keras.layers.GroupQueryAttention: _grouped_query_attention,
    **dict.fromkeys(GATES, _recurrent),
}
