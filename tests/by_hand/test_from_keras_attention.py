"""Keras' own attention layer and its NumPy function give the same outputs and weights."""

import doctest
import importlib

import keras
import numpy as np
import pytest

from keras_attention.by_hand import from_keras_attention

B, T, S, D = 3, 5, 4, 8
REAL = np.arange(S) < np.array([[4], [2], [1]])  # (B, S)


@pytest.fixture
def sequences(rng):
    keras.utils.set_random_seed(0)
    return [rng.normal(size=(B, length, width)).astype("float32") for length, width in ((T, D), (S, 6), (S, 7))]


MASKS = [
    {},
    {"key_mask": REAL, "use_causal_mask": True},
    {"attention_mask": np.random.default_rng(1).random((T, S)) < np.maximum(0.5, np.eye(T, S, k=-1) + np.eye(T, S))},
    {"attention_mask": np.random.default_rng(3).random((B, T, S)) < 0.9, "value_mask": REAL, "use_causal_mask": True},
]
SIZES = [
    {"num_heads": 2, "key_dim": 4, "bias_initializer": "random_normal"},
    {"num_heads": 4, "key_dim": 3, "value_dim": 5, "output_shape": 6, "use_bias": False, "dropout": 0.3},
]


def assert_same(layer, *sequences, **masks):
    expected = layer(*sequences, return_attention_scores=True, **masks)
    found = from_keras_attention(layer)(*sequences, **masks)
    looks = found[1].any(axis=(1, 3))  # (B, T): where a query may look nowhere, Keras gives one of two answers
    assert looks.sum() > looks.size / 2
    for one, other in zip(found, map(keras.ops.convert_to_numpy, expected), strict=True):
        assert one.shape == other.shape
        if one.ndim == 4:
            one, other = one.swapaxes(1, 2), other.swapaxes(1, 2)  # (B, T, H, S)
        np.testing.assert_allclose(one[looks], other[looks], atol=1e-5)


@pytest.mark.parametrize("sizes", SIZES)
def test_same_numbers(sizes, sequences):
    x, value, key = sequences
    layer = keras.layers.MultiHeadAttention(**sizes)
    layer(x, value, key)
    for masks in MASKS:
        assert_same(layer, x, value, key, **masks)
    layer = keras.layers.MultiHeadAttention(**sizes)
    layer(x, x)
    padding = np.arange(T) < np.array([[5], [2], [4]])  # (B, T)
    for masks in ({}, {"use_causal_mask": True}, {"query_mask": padding, "value_mask": padding}):
        assert_same(layer, x, x, **masks)
    np.testing.assert_array_equal(from_keras_attention(layer)(x)[0], from_keras_attention(layer)(x, x, x)[0])


def test_weights_are_copied(sequences):
    layer = keras.layers.MultiHeadAttention(2, 4)
    layer(sequences[0], sequences[0])
    function = from_keras_attention(layer)
    before = function(sequences[0])[0]
    layer.set_weights([0 * weight for weight in layer.get_weights()])
    np.testing.assert_array_equal(function(sequences[0])[0], before)


@pytest.mark.parametrize(
    "layer, shape, told",
    [
        (keras.layers.Dense(3), (B, T, D), "must be a keras.layers.MultiHeadAttention; received Dense"),
        (keras.layers.MultiHeadAttention(2, 4, name="new"), None, "'new' has no weights yet"),
        (keras.layers.MultiHeadAttention(2, 4, attention_axes=(1, 2), name="wide"), (B, 2, T, D), None),
    ],
)
def test_layers_that_are_no_such_formula(layer, shape, told):
    if shape:
        layer.build(shape) if told else layer.build(shape, shape)
    if told:
        with pytest.raises(ValueError, match=told):
            from_keras_attention(layer)
    else:  # the weights are those of any other; what does not fit is the input
        with pytest.raises(ValueError, match=r"query must have shape \(B, T, D\)"):
            from_keras_attention(layer)(np.ones(shape))


@pytest.mark.parametrize(
    "arguments, told",
    [
        ({"value": np.ones((B, S, 5))}, "value must have a kernel of shape|key must have a kernel of shape"),
        ({"value_mask": REAL[:2]}, r"value_mask must have shape \(3, 5\)"),
        ({"attention_mask": np.ones((2, T, T), bool)}, r"attention_mask must have shape \(5, 5\) or \(3, 5, 5\)"),
        ({"attention_mask": np.zeros((T, T)) - 1e9}, "attention_mask must be boolean"),
    ],
)
def test_wrong_arguments(arguments, told, sequences):
    layer = keras.layers.MultiHeadAttention(2, 4)
    layer(sequences[0], sequences[0])
    with pytest.raises(ValueError, match=told):
        from_keras_attention(layer)(sequences[0], **arguments)


def test_example_of_the_docstring():
    result = doctest.testmod(importlib.import_module("keras_attention.by_hand.from_keras"))
    assert result.attempted == 3 and result.failed == 0
