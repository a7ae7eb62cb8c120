"""Public bug reports A9 to A11: sequences longer than the table, indices out of range, 16-bit sums."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition, MultiHeadSelfAttention, TransformerBlock

D = 4


def zeros(length):
    return np.zeros((2, length, D), "float32")


def numpy(tensor):
    return ops.convert_to_numpy(tensor)


def _model(max_length):
    inputs = keras.Input((None, D))
    return keras.Model(inputs, AddPosition(max_length)(inputs))


@pytest.mark.parametrize("length", [1, 3, 4])
def test_A9_up_to_the_length_of_the_table_its_first_rows_are_added(length):
    layer = AddPosition(4)
    rows = numpy(layer(zeros(length)))[0]
    np.testing.assert_array_equal(rows, numpy(layer.table)[:length])
    model = _model(4)
    np.testing.assert_array_equal(model.predict(zeros(length), verbose=0)[1], numpy(model.layers[-1].table)[:length])


@pytest.mark.parametrize("max_length, length", [(4, 5), (1, 5), (1, 2), (4, 100)])
def test_A9_a_longer_sequence_is_an_error_that_names_both_lengths_and_the_argument(max_length, length):
    told = rf"table of {max_length} positions.*length {length}.*max_length={length}"
    with pytest.raises(ValueError, match=told):
        AddPosition(max_length)(zeros(length))
    with pytest.raises(ValueError, match=told):
        AddPosition(max_length)(keras.Input((length, D)))
    built = AddPosition(max_length)
    built(zeros(1))
    with pytest.raises(ValueError, match=told):
        built(zeros(length))
    with pytest.raises(ValueError, match=told):
        _model(max_length)(zeros(length))


@pytest.mark.parametrize("max_length, length", [(4, 5), (1, 5), (1, 2)])
@pytest.mark.parametrize("jit_compile", [False, True])
def test_A9_a_longer_sequence_never_gets_a_value_from_a_compiled_model(max_length, length, jit_compile):
    model = _model(max_length)
    model.compile("sgd", "mse", jit_compile=jit_compile and keras.backend.backend() != "torch")
    with pytest.raises(Exception, match=str(length)):  # each backend has an error of its own where sizes are unknown
        model.predict(zeros(length), verbose=0)
    if keras.backend.backend() == "tensorflow":
        import tensorflow as tf

        any_length = tf.TensorSpec((None, None, D))
        program = tf.function(lambda x: model(x), input_signature=[any_length], jit_compile=jit_compile)
        assert program(tf.zeros((2, max_length, D))).shape == (2, max_length, D)
        with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
            program(tf.zeros((2, length, D)))


def test_A9_an_unknown_length_without_max_length_is_an_error():
    with pytest.raises(ValueError, match="needs `max_length`"):
        AddPosition()(keras.Input((None, D)))
    layer = AddPosition()
    assert layer(zeros(3)).shape == (2, 3, D) and layer.table.shape == (3, D)
    assert layer(zeros(2)).shape == (2, 2, D)
    with pytest.raises(ValueError, match="table of 3 positions"):
        layer(zeros(4))


def test_A9_sinusoidal_positions_have_no_longest_sequence():
    layer = AddSinusoidalPosition()
    np.testing.assert_allclose(numpy(layer(zeros(500)))[:, :3], numpy(layer(zeros(3))), atol=1e-6)


def test_A10_no_index_reaches_the_table():
    """Rows are taken in order from row 0; the numbers of the input are no positions."""
    layer = AddPosition(4)
    for values in (np.full((1, 4, D), -1.0), np.full((1, 4, D), 4.0), np.full((1, 4, D), -1, "int32")):
        np.testing.assert_allclose(numpy(layer(values)), values + numpy(layer.table), atol=1e-6)


SIXTEEN = ["mixed_float16", "mixed_bfloat16", "float16", "bfloat16"]
LAYERS = {
    "AddPosition": AddPosition,
    "AddSinusoidalPosition": AddSinusoidalPosition,
    "MultiHeadSelfAttention": lambda **kwargs: MultiHeadSelfAttention(2, **kwargs),
    "TransformerBlock": lambda **kwargs: TransformerBlock(2, 8, **kwargs),
    "TransformerBlock, pre-norm": lambda **kwargs: TransformerBlock(2, 8, normalize_first=True, **kwargs),
}


@pytest.fixture
def global_policy():
    yield keras.config.set_dtype_policy
    keras.config.set_dtype_policy("float32")


def _assert_precision(layer, policy, dtype):
    policy = keras.DTypePolicy(policy)
    x = np.random.default_rng(0).integers(-2, 3, size=(2, 3, D)).astype(dtype)
    outputs = layer(x)
    assert keras.backend.standardize_dtype(outputs.dtype) == policy.compute_dtype
    assert {keras.backend.standardize_dtype(v.dtype) for v in layer.trainable_variables} <= {policy.variable_dtype}
    for part in layer._flatten_layers():
        assert part.dtype_policy.name == policy.name, part.name
    symbolic = layer(keras.Input((3, D), dtype=dtype))
    assert keras.backend.standardize_dtype(symbolic.dtype) == policy.compute_dtype


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("policy", ["mixed_float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("dtype", ["float16", "float64", "int32"])
def test_A11_every_layer_answers_in_its_own_precision(name, policy, dtype):
    if policy == "float64" and keras.backend.backend() == "jax":
        pytest.skip("JAX has no float64 unless asked")
    _assert_precision(LAYERS[name](dtype=policy), policy, dtype)


@pytest.mark.parametrize("name", LAYERS)
def test_A11_a_global_policy_and_one_of_the_layer(name, global_policy):
    global_policy("mixed_float16")
    _assert_precision(LAYERS[name](), "mixed_float16", "float32")
    _assert_precision(LAYERS[name](dtype="float32"), "float32", "float16")
    inputs = keras.Input((3, D))
    model = keras.Model(inputs, LAYERS[name]()(AddPosition()(inputs)))
    assert model.predict(zeros(3), verbose=0).dtype == "float16"
    global_policy("float32")
    _assert_precision(LAYERS[name](dtype="mixed_bfloat16"), "mixed_bfloat16", "float32")


@pytest.mark.parametrize("policy", SIXTEEN)
def test_A11_neighbouring_positions_stay_different(policy):
    """Positions are computed in at least float32: in 16 bits, late positions would round to the same angles."""
    length = 3000
    code = numpy(ops.cast(AddSinusoidalPosition(dtype=policy)(np.zeros((1, length, 8))), "float32"))[0]
    expected = numpy(AddSinusoidalPosition(dtype="float32")(np.zeros((1, length, 8))))[0]
    np.testing.assert_allclose(code, expected, atol=5e-3)
    assert np.abs(np.diff(code, axis=0)).max(axis=1).min() > 0.1
