"""Symbolic calls: structure, shapes, unknown lengths, and weights asked for while a model is built."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition, MultiHeadSelfAttention, TransformerBlock

D, H = 8, 2


def random_inputs(*shape):
    return np.random.default_rng(0).normal(size=shape).astype("float32")


@pytest.mark.parametrize("batch_shape", [(None, None, D), (None, 5, D), (3, None, D), (3, 5, D)])
@pytest.mark.parametrize("dtype", ["float32", "mixed_bfloat16"])
def test_structure_shapes_and_dtypes_of_a_symbolic_call(make, batch_shape, dtype):
    batch, length, _ = batch_shape
    inputs = keras.Input(batch_shape=batch_shape)
    outputs = make(H, dtype=dtype)(inputs)
    assert isinstance(outputs, keras.KerasTensor) and outputs.shape == batch_shape
    outputs, weights = make(H, dtype=dtype)(inputs, return_attention_scores=True)
    assert outputs.shape == batch_shape
    assert weights.shape == (batch, H, length, length)
    compute = dtype.removeprefix("mixed_")
    assert outputs.dtype == weights.dtype == compute
    real_outputs, real_weights = make(H, dtype=dtype)(random_inputs(3, 5, D), return_attention_scores=True)
    assert keras.backend.standardize_dtype(real_outputs.dtype) == compute
    assert keras.backend.standardize_dtype(real_weights.dtype) == compute


@pytest.mark.parametrize("layer", [MultiHeadSelfAttention(H), TransformerBlock(H, 12), AddPosition(9),
                                   AddSinusoidalPosition()])  # fmt: skip
def test_compute_output_shape(layer):
    assert layer.compute_output_shape((None, 5, D)) == (None, 5, D)


def test_weights_asked_for_in_a_functional_model(make, compiled, tmp_path):
    layer, inputs = make(H), keras.Input((None, D))
    outputs, weights = layer(inputs, use_causal_mask=True, return_attention_scores=True)
    model = compiled(keras.Model(inputs, {"outputs": outputs, "weights": weights, "first": weights[..., 0]}))
    for length in (1, 4, 7):
        x = random_inputs(3, length, D)
        expected, expected_weights = layer(x, use_causal_mask=True, return_attention_scores=True)
        result = model.predict(x, verbose=0)
        np.testing.assert_allclose(result["outputs"], ops.convert_to_numpy(expected), atol=1e-5)
        np.testing.assert_allclose(result["weights"], ops.convert_to_numpy(expected_weights), atol=1e-5)
        assert result["first"].shape == (3, H, length)
    model.save(tmp_path / "model.keras")
    again = keras.saving.load_model(tmp_path / "model.keras")(x)
    np.testing.assert_allclose(ops.convert_to_numpy(again["weights"]), result["weights"], atol=1e-6)


def test_unknown_length_builds_trains_and_predicts(compiled):
    inputs = keras.Input((None, 3))
    x = AddSinusoidalPosition()(AddPosition(12)(keras.layers.Dense(D)(inputs)))
    x = MultiHeadSelfAttention(H, dropout=0.1)(x, use_causal_mask=True)
    x = TransformerBlock(H, 12, dropout=0.1)(x, use_causal_mask=True)
    x = TransformerBlock(H, 12, normalize_first=True)(x)
    model = keras.Model(inputs, keras.layers.Dense(1)(keras.layers.GlobalAveragePooling1D()(x)))
    compiled(model, keras.optimizers.Adam(0.01))
    before = [ops.convert_to_numpy(weight).copy() for weight in model.trainable_weights]
    for length in (4, 9):
        x = random_inputs(16, length, 3)
        model.fit(x, x[:, 0, :1], batch_size=8, epochs=1, verbose=0)
    for weight, old in zip(model.trainable_weights, before, strict=True):
        if not weight.path.endswith("key/bias"):
            assert np.abs(ops.convert_to_numpy(weight) - old).max() > 1e-4, weight.path
    x = random_inputs(2, 7, 3)
    np.testing.assert_allclose(model.predict(x, verbose=0), ops.convert_to_numpy(model(x)), atol=1e-5)


def test_gradients_reach_every_weight(make, value_and_gradients):
    layer = make(H)
    layer.build((None, None, D))
    x = random_inputs(2, 5, D)
    factor = ops.convert_to_tensor(random_inputs(2, 5, D) + 0.5)
    _, _, gradients = value_and_gradients(lambda x: ops.sum(layer(x) * factor), layer.trainable_weights, x)
    for weight, gradient in zip(layer.trainable_weights, gradients, strict=True):
        if not weight.path.endswith("key/bias"):  # a shift of all keys shifts all scores of a row: no effect
            assert np.abs(gradient).max() > 1e-4, weight.path
