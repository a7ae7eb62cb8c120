"""A trained layer and its NumPy function give the same outputs and weights."""

import doctest
import importlib

import keras
import numpy as np
import pytest

from keras_attention import MultiHeadSelfAttention, TransformerBlock
from keras_attention.by_hand import from_layer

BATCH, LENGTH, WIDTH = 3, 5, 8


@pytest.fixture
def x(rng):
    return rng.normal(size=(BATCH, LENGTH, WIDTH)).astype("float32")


def trained(layer, x):
    """`layer` after a few gradient steps, so that no weight stands at its start."""
    keras.utils.set_random_seed(0)
    inputs = keras.Input(x.shape[1:])
    model = keras.Model(inputs, layer(inputs))
    model.compile(keras.optimizers.Adam(0.05), "mse")
    model.fit(x, np.roll(x, 1, axis=1), batch_size=1, epochs=3, verbose=0)
    return layer


def assert_same(layer, x, **arguments):
    expected = layer(x, return_attention_scores=True, **arguments)
    found = from_layer(layer)(x, return_attention_scores=True, **arguments)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, keras.ops.convert_to_numpy(other), atol=1e-5)
    np.testing.assert_array_equal(from_layer(layer)(x, **arguments), found[0])


def some_masks(num_heads):
    rng = np.random.default_rng(1)
    padding = np.arange(LENGTH) < np.array([[5], [2], [0]])  # (B, S), the last row has nothing to look at
    square = rng.random((LENGTH, LENGTH)) < 0.6
    batch = rng.random((BATCH, LENGTH, LENGTH)) < 0.6
    heads = rng.random((BATCH, num_heads, LENGTH, LENGTH)) < 0.6
    return [
        {},
        {"use_causal_mask": True},
        {"mask": padding},
        {"attention_mask": square},
        {"attention_mask": batch},
        {"attention_mask": batch[:1]},
        {"attention_mask": heads},
        {"attention_mask": heads[:, :1].astype("int32")},
        {"mask": padding, "attention_mask": heads, "use_causal_mask": True},
    ]


@pytest.mark.parametrize("num_heads", [1, 2, 4])
@pytest.mark.parametrize("use_bias", [True, False])
def test_attention_layer(num_heads, use_bias, x):
    layer = trained(MultiHeadSelfAttention(num_heads, dropout=0.3, use_bias=use_bias), x)
    for arguments in some_masks(num_heads):
        assert_same(layer, x, **arguments)


@pytest.mark.parametrize("normalize_first", [False, True])
@pytest.mark.parametrize("num_heads", [1, 4])
def test_block(num_heads, normalize_first, x):
    block = TransformerBlock(num_heads, 12, dropout=0.1, normalize_first=normalize_first, layer_norm_epsilon=1e-3)
    trained(block, x)
    for arguments in some_masks(num_heads):
        assert_same(block, x, **arguments)


@pytest.mark.parametrize("activation", ["relu", "gelu", "tanh", "sigmoid", "silu", "swish", "linear", None])
def test_activations(activation, x):
    block = TransformerBlock(2, 12, activation=activation)
    block(x)
    assert_same(block, x)


@pytest.mark.parametrize("dtype", ["mixed_float16", "mixed_bfloat16", "bfloat16"])
def test_reduced_precision_is_near(dtype, x):
    for layer in (MultiHeadSelfAttention(2, dtype=dtype), TransformerBlock(2, 12, dtype=dtype)):
        expected = keras.ops.convert_to_numpy(keras.ops.cast(layer(x), "float32"))
        found = from_layer(layer)(x)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, expected, atol=0.06)


def test_the_function_keeps_the_weights_it_was_made_from(x):
    layer = MultiHeadSelfAttention(2)
    before = keras.ops.convert_to_numpy(layer(x))
    function = from_layer(layer)
    layer.set_weights([2 * weight for weight in layer.get_weights()])
    np.testing.assert_allclose(function(x), before, atol=1e-5)


def test_example_of_the_docstring():
    result = doctest.testmod(importlib.import_module("keras_attention.by_hand.layers"))
    assert result.attempted == 3 and not result.failed


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: keras.layers.Dense(4), "layer must be .*Dense"),
        (lambda: keras.layers.MultiHeadAttention(2, 4), "layer must be .*MultiHeadAttention"),
        (lambda: MultiHeadSelfAttention(2, name="mine"), "layer 'mine' has no weights"),
        (lambda: TransformerBlock(2, 8, name="mine"), "layer 'mine' has no weights"),
    ],
)
def test_wrong_layers_are_named(make, words):
    with pytest.raises(ValueError, match=words):
        from_layer(make())


@pytest.mark.parametrize("activation", ["relu6", lambda x: x, keras.layers.ReLU(max_value=1.0)])
def test_unknown_activations_are_named(activation, x):
    block = TransformerBlock(2, 8, activation=activation)
    block(x)
    with pytest.raises(ValueError, match="activations linear, relu, gelu, tanh, sigmoid, silu; received"):
        from_layer(block)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"mask": np.ones((BATCH, 4), bool)}, r"^mask must have shape \(3, 5\).*\(3, 4\)"),
        ({"mask": np.ones((1, LENGTH), bool)}, r"^mask must have shape \(3, 5\).*\(1, 5\)"),
        ({"attention_mask": np.ones((BATCH, LENGTH), bool)}, r"^attention_mask must .*\(3, 5\)\."),
        ({"attention_mask": np.ones((BATCH, 3, LENGTH, LENGTH), bool)}, r"^attention_mask must .*\(3, 3, 5, 5\)\."),
        ({"attention_mask": np.where(np.eye(LENGTH), 0, -1e9)}, "^attention_mask must be boolean"),
    ],
)
def test_wrong_masks_are_named(arguments, words, x):
    layer = MultiHeadSelfAttention(2)
    layer(x)
    with pytest.raises(ValueError, match=words):
        from_layer(layer)(x, **arguments)


def test_wrong_inputs_are_named(x):
    layer = MultiHeadSelfAttention(2)
    layer(x)
    with pytest.raises(ValueError, match=r"inputs must have shape \(B, T, D\); received shape \(5, 8\)"):
        from_layer(layer)(x[0])
    with pytest.raises(ValueError, match=r"query .*\(6, out\)"):
        from_layer(layer)(x[..., :6])
