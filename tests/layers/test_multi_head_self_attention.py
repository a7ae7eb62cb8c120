"""What belongs to `MultiHeadSelfAttention` alone: its size, its start, and the effect of its dropout."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import MultiHeadSelfAttention


@pytest.mark.parametrize("num_heads", [1, 8, 16])
def test_the_course_size_has_1050624_parameters_however_many_heads(num_heads):
    layer = MultiHeadSelfAttention(num_heads)
    layer.build((None, None, 512))
    assert layer.count_params() == 1_050_624
    assert len(layer.trainable_weights) == 8


@pytest.mark.parametrize(("width", "num_heads"), [(1, 1), (6, 3), (48, 4)])
def test_four_projections_from_d_to_d(width, num_heads):
    layer = MultiHeadSelfAttention(num_heads)
    layer.build((None, None, width))
    assert layer.count_params() == 4 * width**2 + 4 * width
    without_bias = MultiHeadSelfAttention(num_heads, use_bias=False)
    without_bias.build((None, None, width))
    assert without_bias.count_params() == 4 * width**2
    names = [weight.path.split("/")[-2:] for weight in layer.weights]
    assert names == [[name, kind] for name in ("query", "key", "value", "output") for kind in ("kernel", "bias")]


def test_the_initializers_reach_every_projection():
    layer = MultiHeadSelfAttention(
        2, kernel_initializer=keras.initializers.Constant(0.25), bias_initializer=keras.initializers.Constant(-1.0)
    )
    layer.build((None, None, 4))
    for weight in layer.weights:
        expected = 0.25 if weight.path.endswith("kernel") else -1.0
        np.testing.assert_array_equal(ops.convert_to_numpy(weight), np.full(weight.shape, expected))


def test_a_plain_function_is_an_initializer_too():
    layer = MultiHeadSelfAttention(2, kernel_initializer=lambda shape, dtype=None: ops.ones(shape, dtype))
    layer.build((None, None, 4))
    assert all((ops.convert_to_numpy(weight) == 1).all() for weight in layer.weights if weight.path.endswith("kernel"))


def test_the_four_kernels_start_different():
    layer = MultiHeadSelfAttention(2)
    layer.build((None, None, 8))
    kernels = [ops.convert_to_numpy(weight) for weight in layer.weights if weight.path.endswith("kernel")]
    for i, kernel in enumerate(kernels):
        assert all(np.abs(kernel - other).max() > 0.1 for other in kernels[:i])


def test_identity_projections_give_the_plain_formula():
    width = 4
    layer = MultiHeadSelfAttention(1, kernel_initializer="identity")
    x = np.random.default_rng(0).normal(size=(1, 3, width)).astype("float32")
    outputs, weights = layer(x, return_attention_scores=True)
    scores = np.exp(x @ x.transpose(0, 2, 1) / np.sqrt(width))
    expected = scores / scores.sum(-1, keepdims=True)
    np.testing.assert_allclose(ops.convert_to_numpy(weights)[:, 0], expected, atol=1e-6)
    np.testing.assert_allclose(ops.convert_to_numpy(outputs), expected @ x, atol=1e-5)


def test_dropout_is_right_on_average_and_drops_whole_weights():
    """Values of 1 and an identity at the end show the share of the weights that was kept, each doubled."""
    layer = MultiHeadSelfAttention(1, dropout=0.5)
    layer.build((None, None, 1))
    for weight, value in zip(layer.weights, [0, 0, 0, 0, 0, 1, 1, 0], strict=True):
        weight.assign(np.full(weight.shape, value, "float32"))
    x, steps = np.zeros((500, 4, 1), "float32"), 4
    outputs = ops.convert_to_numpy(layer(x, training=True))
    kept = outputs * steps / 2  # of four equal weights of 1/4, each kept one counts 2 * 1/4
    np.testing.assert_allclose(kept, np.round(kept), atol=1e-5)
    assert set(np.round(kept).astype(int).ravel()) == {0, 1, 2, 3, 4}
    assert abs(outputs.mean() - 1) < 5 * 0.5 / np.sqrt(500 * 4)  # five standard errors
    np.testing.assert_allclose(ops.convert_to_numpy(layer(x)), 1, atol=1e-6)
