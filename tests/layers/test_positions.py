"""`AddPosition` and `AddSinusoidalPosition`: what is added, and what happens where the table ends."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition


def formula(length, width, max_wavelength=10_000):
    """Vaswani et al. (2017), section 3.5, entry by entry in 64 bits."""
    code = np.empty((length, width))
    for position in range(length):
        for slot in range(width):
            angle = position / max_wavelength ** (2 * (slot // 2) / width)
            code[position, slot] = np.sin(angle) if slot % 2 == 0 else np.cos(angle)
    return code


def ramp(*shape):
    return np.arange(np.prod(shape), dtype="float32").reshape(shape) / 10


def model_of_unknown_length(layer, width=2, jit_compile=False):
    inputs = keras.Input((None, width))
    model = keras.Model(inputs, layer(inputs))
    model.compile(jit_compile=jit_compile or keras.backend.backend() == "jax")
    return model


def error_of_the_graph():
    """What a sequence longer than the table raises where its length becomes known only in a running graph."""
    if keras.backend.backend() != "tensorflow":
        return ValueError
    import tensorflow as tf

    return tf.errors.InvalidArgumentError


@pytest.mark.parametrize(("max_length", "length"), [(1, 1), (4, 1), (4, 3), (4, 4)])
def test_row_t_is_added_at_position_t(max_length, length):
    layer, x = AddPosition(max_length), ramp(2, length, 3)
    outputs = ops.convert_to_numpy(layer(x))
    table = ops.convert_to_numpy(layer.table)
    assert table.shape == (max_length, 3) and np.abs(table).min() > 0
    np.testing.assert_allclose(outputs, x + table[:length], atol=1e-6)
    model = model_of_unknown_length(layer, 3)
    np.testing.assert_allclose(model.predict(x, verbose=0), x + table[:length], atol=1e-6)


@pytest.mark.parametrize(("max_length", "length"), [(1, 2), (1, 5), (4, 5), (4, 40)])
class TestLongerThanTheTable:
    def test_eager(self, max_length, length):
        layer = AddPosition(max_length)
        layer(ramp(1, max_length, 2))
        with pytest.raises(ValueError, match=rf"{max_length} positions.*length {length};.*max_length={length}"):
            layer(ramp(1, length, 2))

    def test_on_the_first_call(self, max_length, length):
        with pytest.raises(ValueError, match=f"max_length={length}"):
            AddPosition(max_length)(ramp(1, length, 2))

    def test_symbolic(self, max_length, length):
        with pytest.raises(ValueError, match=f"max_length={length}"):
            AddPosition(max_length)(keras.Input((length, 2)))

    @pytest.mark.parametrize("jit_compile", [False, True])
    def test_a_graph_of_unknown_length_never_gives_a_value(self, max_length, length, jit_compile):
        if jit_compile and keras.backend.backend() == "torch":
            pytest.skip("torch runs eagerly here")
        model = model_of_unknown_length(AddPosition(max_length), jit_compile=jit_compile)
        model.predict(ramp(1, max_length, 2), verbose=0)
        with pytest.raises(error_of_the_graph()):
            model.predict(ramp(1, length, 2), verbose=0)

    def test_a_functional_model_called_eagerly(self, max_length, length):
        with pytest.raises(ValueError, match=f"max_length={length}"):
            model_of_unknown_length(AddPosition(max_length))(ramp(1, length, 2))


def test_the_table_takes_its_length_from_the_first_input():
    layer = AddPosition()
    layer(ramp(1, 6, 2))
    assert layer.table.shape == (6, 2)
    assert layer(ramp(1, 4, 2)).shape == (1, 4, 2)
    with pytest.raises(ValueError, match="max_length=7"):
        layer(ramp(1, 7, 2))


def test_an_unknown_length_needs_max_length():
    with pytest.raises(ValueError, match="max_length.*unknown"):
        AddPosition()(keras.Input((None, 4)))


@pytest.mark.parametrize("max_length", [0, -1, 2.0, "4", True])
def test_max_length_must_be_a_positive_integer(max_length):
    with pytest.raises(ValueError, match="max_length"):
        AddPosition(max_length)


@pytest.mark.parametrize("max_wavelength", [0, -1, "100", True, None, float("nan"), float("inf")])
def test_max_wavelength_must_be_a_positive_number(max_wavelength):
    with pytest.raises(ValueError, match="max_wavelength"):
        AddSinusoidalPosition(max_wavelength)


@pytest.mark.parametrize("layer", [AddPosition(4), AddSinusoidalPosition()])
@pytest.mark.parametrize("shape", [(2, 4), (2, 3, 4, 5)])
def test_inputs_of_another_rank(layer, shape):
    with pytest.raises(ValueError, match="inputs"):
        layer(np.zeros(shape, "float32"))


@pytest.mark.parametrize(("length", "width", "max_wavelength"), [
    (1, 4, 10_000), (7, 1, 10_000), (50, 8, 10_000), (50, 9, 10_000), (12, 6, 100.0), (5, 16, 2)
])  # fmt: skip
def test_sinusoidal_equals_the_closed_formula(length, width, max_wavelength):
    x, layer = ramp(2, length, width), AddSinusoidalPosition(max_wavelength)
    expected = x + formula(length, width, max_wavelength)
    np.testing.assert_allclose(ops.convert_to_numpy(layer(x)), expected, rtol=1e-6, atol=1e-5)
    model = model_of_unknown_length(layer, width)
    np.testing.assert_allclose(model.predict(x, verbose=0), expected, rtol=1e-6, atol=1e-5)
    assert layer.weights == []


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "mixed_float16", "mixed_bfloat16"])
def test_sinusoidal_knows_neighbouring_positions_apart_in_16_bits(dtype):
    """In bfloat16 the numbers 256 and 257 are the same; the positions must not be."""
    layer = AddSinusoidalPosition(dtype=dtype)
    outputs = layer(np.zeros((1, 600, 9), "float32"))
    assert keras.backend.standardize_dtype(outputs.dtype) == dtype.removeprefix("mixed_")
    outputs = ops.convert_to_numpy(ops.cast(outputs, "float32"))[0]
    np.testing.assert_allclose(outputs, formula(600, 9), atol=2**-8)
    assert (np.abs(np.diff(outputs, axis=0)).max(-1) > 0.1).all()


def test_sinusoidal_sum_is_made_in_32_bits():
    """The exact sum, rounded once: rounding the code before the sum would give another number in many places."""
    layer = AddSinusoidalPosition(dtype="float16")
    x = np.full((1, 40, 6), 2.0, "float16")
    expected = (x.astype("float64") + formula(40, 6)).astype("float16")
    outputs = ops.convert_to_numpy(layer(x))
    assert (outputs == expected).mean() > 0.99  # a sum on the edge between two numbers may fall either way


@pytest.mark.parametrize("dtype", ["mixed_float16", "mixed_bfloat16"])
def test_the_learned_table_stays_in_32_bits(dtype):
    """Rows that differ by less than a 16-bit number shows are still different where the sum is small."""
    layer = AddPosition(2, dtype=dtype)
    layer.build((None, 2, 1))
    layer.table.assign([[1.0], [1.0001]])
    x = np.full((1, 2, 1), -1.0, "float32")
    outputs = ops.convert_to_numpy(ops.cast(layer(x), "float32"))
    assert keras.backend.standardize_dtype(layer.table.dtype) == "float32"
    np.testing.assert_allclose(outputs[0, :, 0], [0, 1e-4], atol=2e-6)


@pytest.mark.parametrize("layer", [AddPosition(5), AddSinusoidalPosition()])
def test_the_padding_mask_goes_on(layer):
    embedded = keras.layers.Embedding(10, 4, mask_zero=True)(np.array([[1, 2, 0], [3, 0, 0]]))
    pooled = keras.layers.GlobalAveragePooling1D()(layer(embedded))
    rows = [ops.convert_to_numpy(layer(embedded))[i, :n].mean(0) for i, n in enumerate([2, 1])]
    np.testing.assert_allclose(ops.convert_to_numpy(pooled), rows, atol=1e-5)


def test_inputs_stay_as_they_were():
    for layer in (AddPosition(5), AddSinusoidalPosition()):
        x = ramp(2, 5, 4)
        tensor = ops.convert_to_tensor(x.copy())
        layer(tensor)
        np.testing.assert_array_equal(ops.convert_to_numpy(tensor), x)
