"""float16, bfloat16, mixed policies and float64: dtypes, finite numbers, and results close to those of float32."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition, MultiHeadSelfAttention, TransformerBlock

D, H, T = 8, 2, 6
HALF = ["float16", "bfloat16", "mixed_float16", "mixed_bfloat16"]
TOLERANCE = {"float16": 1e-2, "bfloat16": 6e-2}


def random_inputs(*shape, scale=1.0):
    return (scale * np.random.default_rng(0).normal(size=shape)).astype("float32")


def numpy_of(tensor):
    return ops.convert_to_numpy(ops.cast(tensor, "float32"))


def dtype_of(tensor):
    return keras.backend.standardize_dtype(tensor.dtype)


def twins(make, dtype):
    """A layer in float32 and one in another policy with the same weights."""
    exact, half = make(H), make(H, dtype=dtype)
    exact.build((None, T, D))
    half.build((None, T, D))
    for weight, other in zip(exact.weights, half.weights, strict=True):
        other.assign(ops.cast(weight.value, other.dtype))
    return exact, half


MASKS = [{}, {"use_causal_mask": True}, {"mask": np.arange(T) < np.array([[6], [2]])},
         {"attention_mask": np.arange(T)[:, None] > np.arange(T)}]  # fmt: skip  # the last: query 0 sees nothing


@pytest.mark.parametrize("masks", MASKS, ids=lambda masks: "".join(masks) or "none")
@pytest.mark.parametrize("dtype", HALF)
def test_close_to_float32(make, dtype, masks):
    exact, half = twins(make, dtype)
    x = random_inputs(2, T, D)
    expected, expected_weights = exact(x, return_attention_scores=True, **masks)
    compute, storage = dtype.removeprefix("mixed_"), "float32" if dtype.startswith("mixed") else dtype
    for inputs in (x, ops.cast(x, compute)):
        outputs, weights = half(inputs, return_attention_scores=True, **masks)
        assert dtype_of(outputs) == dtype_of(weights) == compute == dtype_of(half(inputs, **masks))
        np.testing.assert_allclose(numpy_of(outputs), numpy_of(expected), atol=3 * TOLERANCE[compute])
        np.testing.assert_allclose(numpy_of(weights), numpy_of(expected_weights), atol=TOLERANCE[compute])
    assert {dtype_of(weight) for weight in half.weights} == {storage}


@pytest.mark.parametrize("dtype", HALF)
def test_scores_of_plus_and_minus_twenty_with_masks_stay_finite(dtype, value_and_gradients):
    layer = MultiHeadSelfAttention(1, dtype=dtype, kernel_initializer="identity")
    layer.build((None, None, D))
    x = random_inputs(2, T, D)
    x *= np.sqrt(20 * np.sqrt(D) / np.abs(x @ x.transpose(0, 2, 1)).max())  # the largest score is 20
    pairs = np.ones((2, T, T), bool)
    pairs[1, 3] = False
    masks = dict(mask=np.arange(T) < np.array([[6], [4]]), attention_mask=pairs)
    outputs, weights = map(numpy_of, layer(x, return_attention_scores=True, **masks))
    assert np.isfinite(outputs).all()
    np.testing.assert_array_equal(weights[1, :, 3], 0)
    np.testing.assert_array_equal(outputs[1, 3], 0)  # the output bias
    sums = weights.sum(-1)
    sums[1, :, 3] += 1
    np.testing.assert_allclose(sums, 1, atol=TOLERANCE[dtype.removeprefix("mixed_")])
    _, by_inputs, by_weights = value_and_gradients(
        lambda x: ops.sum(ops.cast(layer(x, **masks), "float32")), layer.trainable_weights, x
    )
    assert all(np.isfinite(gradient.astype("float32")).all() for gradient in by_inputs + by_weights)


@pytest.mark.parametrize("dtype", HALF)
def test_a_long_row_of_equal_weights_sums_to_one(dtype):
    """3,000 exponentials added up in 16 bits would stop growing at 256 (bfloat16) or 2,048 (float16)."""
    length = 3000
    layer = MultiHeadSelfAttention(1, dtype=dtype)
    _, weights = layer(np.zeros((1, length, 2), "float32"), return_attention_scores=True)
    row = numpy_of(weights)[0, 0, 0]
    np.testing.assert_allclose(row, 1 / length, rtol=1e-2)


@pytest.mark.parametrize("use_causal_mask", [False, True])
@pytest.mark.parametrize("dtype", HALF)
def test_the_softmax_is_that_of_32_bits(dtype, use_causal_mask):
    """The scores here are exact in 16 bits, so the weights are wrong by their own rounding alone."""
    layer = MultiHeadSelfAttention(1, kernel_initializer="identity", dtype=dtype)
    x = np.random.default_rng(0).integers(-15, 16, (1, 40, 1)) / 8
    _, weights = layer(x.astype("float32"), use_causal_mask=use_causal_mask, return_attention_scores=True)
    shares = np.exp(x @ x.transpose(0, 2, 1)) * (np.tri(40) if use_causal_mask else 1)
    expected = shares / shares.sum(-1, keepdims=True)
    rounding = {"float16": 2.0**-11, "bfloat16": 2.0**-8}[dtype.removeprefix("mixed_")]
    np.testing.assert_allclose(numpy_of(weights)[:, 0], expected, rtol=1.1 * rounding, atol=2**-24)


@pytest.mark.parametrize("dtype", ["mixed_float16", "mixed_bfloat16"])
def test_a_mixed_model_trains(compiled, dtype):
    inputs = keras.Input((None, 3))
    x = keras.layers.Dense(D, dtype=dtype)(inputs)
    x = AddSinusoidalPosition(dtype=dtype)(AddPosition(T, dtype=dtype)(x))
    x = MultiHeadSelfAttention(H, dropout=0.1, dtype=dtype)(x, use_causal_mask=True)
    x = TransformerBlock(H, 12, dropout=0.1, dtype=dtype)(x)
    model = keras.Model(inputs, keras.layers.Dense(1, dtype="float32")(keras.layers.GlobalAveragePooling1D()(x)))
    x = random_inputs(16, T, 3)
    history = compiled(model).fit(x, x[:, 0, :1], epochs=2, verbose=0)
    assert np.isfinite(history.history["loss"]).all()
    assert all(np.isfinite(ops.convert_to_numpy(weight)).all() for weight in model.weights)


def test_the_global_policy_reaches_everything(make):
    keras.config.set_dtype_policy("mixed_bfloat16")
    try:
        layer = make(H)
        outputs = AddSinusoidalPosition()(AddPosition(T)(layer(random_inputs(1, T, D))))
    finally:
        keras.config.set_dtype_policy("float32")
    assert dtype_of(outputs) == "bfloat16"
    assert {sublayer.compute_dtype for sublayer in layer._flatten_layers()} == {"bfloat16"}


def test_float64(make, double_precision):
    layer = make(H, dtype="float64")
    outputs, weights = layer(random_inputs(2, T, D).astype("float64"), return_attention_scores=True)
    assert dtype_of(outputs) == dtype_of(weights) == "float64"
    assert {dtype_of(weight) for weight in layer.weights} == {"float64"}
    # Keras multiplies matrices in float32 on other backends, whatever comes in.
    digits = 1e-14 if keras.backend.backend() == "tensorflow" else 1e-6
    np.testing.assert_allclose(ops.convert_to_numpy(weights).sum(-1), 1, atol=digits)
    exact = make(H)
    exact.build((None, T, D))
    for weight, other in zip(exact.weights, layer.weights, strict=True):
        weight.assign(ops.cast(other.value, "float32"))
    np.testing.assert_allclose(numpy_of(outputs), numpy_of(exact(random_inputs(2, T, D))), atol=1e-5)


@pytest.mark.parametrize("position", [AddPosition, AddSinusoidalPosition])
def test_positions_in_float64(position, double_precision):
    layer = position(dtype="float64")
    outputs = layer(np.zeros((1, 50, 7)))
    assert dtype_of(outputs) == "float64"
    if position is AddSinusoidalPosition:
        angles = np.arange(50)[:, None] / 10_000 ** ((np.arange(7) // 2 * 2) / 7)
        expected = np.where(np.arange(7) % 2, np.cos(angles), np.sin(angles))
        digits = 1e-6 if keras.backend.backend() == "jax" else 1e-12  # Keras' functions on JAX stay in float32
        np.testing.assert_allclose(ops.convert_to_numpy(outputs)[0], expected, atol=digits)
