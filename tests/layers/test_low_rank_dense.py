"""`LowRankDense` is the dense layer of the kernel U V, computed without ever making that kernel."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import LowRankDense, cost

WIDTH, UNITS, RANK = 6, 5, 2


def numpy(tensor):
    return ops.convert_to_numpy(ops.cast(tensor, "float32"))


def random(*shape):
    return np.random.default_rng(3).normal(size=shape).astype("float32")


@pytest.fixture
def twins():
    """A layer with a bias of its own, and Keras' dense layer with the kernel U V."""
    layer, dense = LowRankDense(UNITS, RANK), keras.layers.Dense(UNITS)
    layer.build((None, WIDTH))
    dense.build((None, WIDTH))
    layer.bias.assign(random(UNITS))
    dense.set_weights([numpy(layer.u) @ numpy(layer.v), numpy(layer.bias)])
    return layer, dense


@pytest.mark.parametrize("shape", [(3, WIDTH), (2, 4, WIDTH), (2, 3, 4, WIDTH)])
def test_answers_of_the_dense_layer_and_by_hand(twins, shape):
    layer, dense = twins
    x = random(*shape)
    outputs = numpy(layer(x))
    np.testing.assert_allclose(outputs, numpy(dense(x)), atol=1e-5)
    u, v, bias = map(numpy, layer.weights)
    np.testing.assert_allclose(outputs, np.einsum("...i,ir,rj->...j", x, u, v) + bias, atol=1e-5)
    assert layer.compute_output_shape(shape) == outputs.shape


def test_gradients_are_those_of_the_dense_layer_by_the_chain_rule(twins, value_and_gradients):
    layer, dense = twins
    x, probe = random(4, WIDTH), ops.convert_to_tensor(random(4, UNITS))
    value, (by_x,), (by_u, by_v, by_bias) = value_and_gradients(
        lambda x: ops.sum(layer(x) * probe), layer.trainable_variables, x
    )
    expected, (dense_by_x,), (by_kernel, dense_by_bias) = value_and_gradients(
        lambda x: ops.sum(dense(x) * probe), dense.trainable_variables, x
    )
    assert value == pytest.approx(expected, abs=1e-4)
    u, v = numpy(layer.u), numpy(layer.v)
    pairs = [(by_x, dense_by_x), (by_bias, dense_by_bias), (by_u, by_kernel @ v.T), (by_v, u.T @ by_kernel)]
    for found, wanted in pairs:
        np.testing.assert_allclose(found, wanted, atol=1e-5)


def test_only_the_two_thin_products_are_computed(monkeypatch):
    layer = LowRankDense(UNITS, RANK)
    layer.build((None, None, WIDTH))
    products, matmul = [], ops.matmul
    monkeypatch.setattr(ops, "matmul", lambda a, b: products.append((a.shape, b.shape)) or matmul(a, b))
    layer(ops.ones((3, 4, WIDTH)))
    multiply_adds = sum(int(np.prod(left)) * right[-1] for left, right in products)
    assert multiply_adds == cost.low_rank_multiply_adds(WIDTH, UNITS, RANK, batch=3, length=4)
    assert multiply_adds < cost.dense_multiply_adds(WIDTH, UNITS, batch=3, length=4)


@pytest.mark.parametrize("rank", [1, 2, 5])
@pytest.mark.parametrize("use_bias", [True, False])
def test_parameters(rank, use_bias):
    layer = LowRankDense(UNITS, rank, use_bias=use_bias)
    layer.build((None, WIDTH))
    assert layer.count_params() == cost.low_rank_parameters(WIDTH, UNITS, rank, use_bias)


@pytest.mark.parametrize("rank", [1, 3, UNITS])
def test_the_best_low_rank_kernel_leaves_the_singular_values_that_are_cut(rank):
    """Eckart and Young: what is missing has the norm of the singular values left out, and at full rank nothing is."""
    kernel = random(WIDTH, UNITS)
    u, s, v = np.linalg.svd(kernel, full_matrices=False)
    layer = LowRankDense(UNITS, rank, use_bias=False)
    layer.build((None, WIDTH))
    layer.set_weights([u[:, :rank] * s[:rank], v[:rank]])
    missing = kernel - numpy(layer(np.eye(WIDTH, dtype="float32")))
    assert np.linalg.norm(missing) == pytest.approx(np.linalg.norm(s[rank:]), abs=1e-5)


@pytest.mark.parametrize(("width", "units", "rank"), [(400, 400, 1), (400, 400, 40), (100, 900, 20), (900, 100, 20)])
def test_the_product_starts_with_the_variance_of_a_glorot_kernel(width, units, rank):
    layer = LowRankDense(units, rank)
    layer.build((None, width))
    u, v, bias = map(numpy, layer.weights)
    assert (u @ v).var() * (width + units) / 2 == pytest.approx(1, rel=0.2)
    assert not bias.any()


def test_padding_goes_on_and_the_length_may_be_unknown():
    ids = keras.Input((None,), dtype="int32")
    x = keras.layers.Embedding(9, WIDTH, mask_zero=True, embeddings_initializer="random_normal")(ids)
    x = LowRankDense(UNITS, RANK)(x)
    assert x.shape == (None, None, UNITS)
    model = keras.Model(ids, keras.layers.GlobalAveragePooling1D()(x))
    padded = numpy(model(np.array([[3, 1, 0, 0], [2, 5, 8, 7]])))
    np.testing.assert_allclose(padded[:1], numpy(model(np.array([[3, 1]]))), atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "mixed_float16", "mixed_bfloat16"])
def test_16_bits_are_close_to_32(twins, dtype):
    exact, _ = twins
    layer = LowRankDense(UNITS, RANK, dtype=dtype)
    layer.build((None, WIDTH))
    for weight, other in zip(exact.weights, layer.weights, strict=True):
        other.assign(ops.cast(weight.value, other.dtype))
    x = random(3, WIDTH)
    outputs = layer(x)
    compute, storage = dtype.removeprefix("mixed_"), "float32" if dtype.startswith("mixed") else dtype
    assert keras.backend.standardize_dtype(outputs.dtype) == compute
    assert {keras.backend.standardize_dtype(weight.dtype) for weight in layer.weights} == {storage}
    np.testing.assert_allclose(numpy(outputs), numpy(exact(x)), atol={"float16": 1e-2, "bfloat16": 8e-2}[compute])


@pytest.mark.parametrize(
    "arguments, told",
    [
        ({"units": 0, "rank": 1}, "`units` must be a positive integer; received 0"),
        ({"units": 4, "rank": 0}, "`rank` must be a positive integer; received 0"),
        ({"units": 4, "rank": 1.5}, "`rank` must be a positive integer; received 1.5"),
        ({"units": 4, "rank": True}, "`rank` must be a positive integer; received True"),
        ({"units": 4, "rank": 5}, r"`rank` must be at most `units` \(4\); received 5"),
    ],
)
def test_wrong_arguments(arguments, told):
    with pytest.raises(ValueError, match=told):
        LowRankDense(**arguments)


def test_inputs_narrower_than_the_rank_or_of_unknown_width():
    layer = LowRankDense(8, rank=5)
    with pytest.raises(ValueError, match=r"`rank` must be at most the width of the inputs \(4\); received 5"):
        layer(ops.ones((2, 3, 4)))
    for shape in [(None, None), (8,)]:
        with pytest.raises(ValueError, match="`inputs` of LowRankDense must have shape"):
            layer.build(shape)


def test_inputs_of_another_width_than_it_was_built_with(twins):
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 6"):
        twins[0](ops.ones((2, WIDTH + 1)))
