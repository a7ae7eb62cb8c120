"""A model with low-rank updates in its attention layers, and the plain model it becomes afterwards."""

import copy

import keras

from keras_attention.arguments import check_positive_int
from keras_attention.keras_private import layers_by_path
from keras_attention.layers import LowRankUpdate, MultiHeadSelfAttention, TransformerBlock

ATTENTION_LAYERS = {keras.saving.get_registered_name(layer) for layer in (MultiHeadSelfAttention, TransformerBlock)}


def adapt_model(model, rank):
    """Gives a copy of a model low-rank updates to train, in place of its weights.

    In every attention layer the query and the value projection get an update (see `add_low_rank_update`); everything
    else is frozen. Before training the copy answers as the model does. It is saved and loaded like any other model.

    Args:
        model: a functional or Sequential model with layers `TransformerBlock` or `MultiHeadSelfAttention`, of
            `build_language_model` for instance. It stays as it is.
        rank: int, of the updates.

    Returns:
        A new model with copies of the weights, compiled if `model` is: with the same loss, and the same optimizer from
        its start.

    Raises:
        ValueError: the model has no such layer, or has updates already; `rank` does not fit.

    Example:
        >>> model = build_language_model(vocabulary_size=50, context_length=64)
        >>> adapted = adapt_model(model, rank=4)
        >>> sum(weight.numpy().size for weight in adapted.trainable_weights), model.count_params()
        (8192, 814386)

    Reference:
        Hu et al. (2021), LoRA: low-rank adaptation of large language models, section 4.2. arXiv:2106.09685
    """
    rank = check_positive_int(rank, "rank")
    if _updates(model):
        raise ValueError("`model` has low-rank updates already; `merge_adapted_model` makes a plain model of it")
    adapted = _rebuilt(model, trainable=False, attention={"trainable": True, "lora_rank": rank})
    for old, new in zip(model.weights, _own_weights(adapted), strict=True):
        new.assign(keras.ops.convert_to_numpy(old))  # a copy: on JAX `fit` uses up the arrays of a model
    return adapted


def merge_adapted_model(model):
    """Returns a plain model with the answers of one with low-rank updates, which are added to the kernels.

    Args:
        model: a model of `adapt_model`, usually after training. It stays as it is.

    Returns:
        A new model as the one that was adapted, everything trainable; compiled if `model` is.

    Raises:
        ValueError: the model has no low-rank updates.
    """
    merged_kernels = {id(update.dense.kernel): update.kernel for update in _updates(model)}
    if not merged_kernels:
        raise ValueError("`model` has no low-rank updates in its attention layers: there is nothing to merge")
    merged = _rebuilt(model, trainable=True, attention={"trainable": True, "lora_rank": None})
    for old, new in zip(_own_weights(model), merged.weights, strict=True):
        new.assign(keras.ops.convert_to_numpy(merged_kernels.get(id(old), old)))
    return merged


def _rebuilt(model, trainable, attention):
    """A new model of the same architecture, with other settings of its layers."""
    config = copy.deepcopy(model.get_config())
    changed = 0
    for layer in config["layers"]:
        if "trainable" in layer["config"]:
            layer["config"]["trainable"] = trainable
        if layer.get("registered_name") in ATTENTION_LAYERS:
            layer["config"] |= attention
            changed += 1
    if not changed:
        seen = ", ".join(sorted({type(layer).__name__ for layer in model.layers}))
        raise ValueError(
            f"`model` must hold layers TransformerBlock or MultiHeadSelfAttention; received one with {seen}"
        )
    rebuilt = type(model).from_config(config)
    if model.compiled:
        rebuilt.compile_from_config(model.get_compile_config())
    return rebuilt


def _updates(model):
    """The updates in the attention layers of a model."""
    if not isinstance(model, (keras.Sequential, keras.Model)) or "layers" not in model.get_config():
        raise ValueError(f"`model` must be a functional or Sequential Keras model; received {type(model).__name__}")
    attention = [layer for layer in layers_by_path(model) if isinstance(layer, MultiHeadSelfAttention)]
    projections = [projection for layer in attention for projection in (layer.query_dense, layer.value_dense)]
    return [projection for projection in projections if isinstance(projection, LowRankUpdate)]


def _own_weights(model):
    """The weights that the model has without its updates, in the same order."""
    added = {id(weight) for update in _updates(model) for weight in (update.a, update.b)}
    return [weight for weight in model.weights if id(weight) not in added]
