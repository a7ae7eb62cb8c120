"""Trained layers equal attention computed by hand in NumPy, outputs and weights, to 1e-5."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, MultiHeadSelfAttention, TransformerBlock
from keras_attention.by_hand import from_layer

B, T, D, H = 3, 6, 8, 2

rng = np.random.default_rng(3)
PADDING = np.arange(T) < np.array([[6], [4], [1]])
MASKS = {
    "none": {},
    "causal": {"use_causal_mask": True},
    "padding": {"mask": PADDING},
    "nothing to see": {"mask": np.arange(T) < np.array([[6], [0], [1]])},
    "pairs": {"attention_mask": rng.random((T, T)) > 0.3},
    "pairs by sample": {"attention_mask": rng.random((B, T, T)) > 0.3},
    "pairs by head": {"attention_mask": rng.random((B, H, T, T)) > 0.3, "use_causal_mask": True},
    "all at once": {"mask": PADDING, "attention_mask": rng.random((B, T, T)) > 0.5, "use_causal_mask": True},
}


@pytest.fixture(scope="module")
def trained():
    """The attention layers of one model after a few epochs on "is the first number positive?"."""
    keras.utils.set_random_seed(0)
    inputs = keras.Input((T, 1))
    x = AddPosition()(keras.layers.Dense(D)(inputs))
    x = MultiHeadSelfAttention(H)(x)
    x = TransformerBlock(H, 12)(x)
    x = TransformerBlock(H, 12, activation="gelu", normalize_first=True, layer_norm_epsilon=1e-3)(x)
    outputs = keras.layers.Dense(1, activation="sigmoid")(keras.layers.GlobalAveragePooling1D()(x))
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.Adam(0.01), "binary_crossentropy", jit_compile=keras.backend.backend() == "jax")
    signal = np.random.default_rng(0).choice([-1.0, 1.0], (256, T, 1)).astype("float32")
    losses = model.fit(signal, (signal[:, 0] > 0).astype("float32"), epochs=6, verbose=0).history["loss"]
    assert losses[-1] < 0.9 * losses[0]
    layers = [layer for layer in model.layers if isinstance(layer, (MultiHeadSelfAttention, TransformerBlock))]
    assert len(layers) == 3
    return layers


@pytest.mark.parametrize("name", MASKS)
def test_trained_layers_equal_numpy(trained, name):
    for layer in trained:
        x = np.random.default_rng(1).normal(size=(B, T, D)).astype("float32")
        outputs, weights = layer(x, return_attention_scores=True, **MASKS[name])
        by_hand, weights_by_hand = from_layer(layer)(x, return_attention_scores=True, **MASKS[name])
        np.testing.assert_allclose(ops.convert_to_numpy(outputs), by_hand, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(ops.convert_to_numpy(weights), weights_by_hand, rtol=1e-5, atol=1e-5)
        alone = ops.convert_to_numpy(layer(x, **MASKS[name]))
        np.testing.assert_allclose(alone, by_hand, rtol=1e-5, atol=1e-5)
