"""A padding mask is never lost: through stacks, beside an `attention_mask`, after saving; padded equals unpadded."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition, MultiHeadSelfAttention, TransformerBlock, causal_mask

LENGTHS = [6, 3, 1]
T, D, H = max(LENGTHS), 8, 2
IDS = np.array([[5, 3, 9, 1, 2, 8], [4, 7, 2, 0, 0, 0], [6, 0, 0, 0, 0, 0]])
REAL = IDS != 0  # (B, T)


def numpy_of(tensor):
    return ops.convert_to_numpy(tensor)


def stack(kind, ids, layers, attention_mask=None):
    """Ids -> embedding -> position -> three layers -> (all steps, mean of the real steps)."""
    embedding, position, *attentions = layers
    x = position(embedding(ids))
    for attention in attentions:
        if kind == "attention_mask":
            x = attention(x, attention_mask=attention_mask)
        elif kind == "weights":
            x, _ = attention(x, use_causal_mask=True, return_attention_scores=True)
        else:
            x = attention(x)
    return x, keras.layers.GlobalAveragePooling1D()(x)


def new_layers(make, position):
    layers = [keras.layers.Embedding(10, D, mask_zero=True, embeddings_initializer="random_normal"), position]
    return layers + [make(H) for _ in range(3)]


def assert_padded_equals_unpadded(call):
    """`call(ids)` gives every step (B, T, D) and the mean (B, D); each sample alone, unpadded, must give the same."""
    steps, means = map(numpy_of, call(IDS))
    for sample, length in enumerate(LENGTHS):
        alone, mean = map(numpy_of, call(IDS[sample : sample + 1, :length]))
        np.testing.assert_allclose(steps[sample, :length], alone[0], atol=1e-5)
        np.testing.assert_allclose(means[sample], mean[0], atol=1e-5)


@pytest.mark.parametrize("kind", ["plain", "attention_mask", "weights"])
class TestPaddedEqualsUnpadded:
    @pytest.mark.parametrize("position", [AddPosition(T), AddSinusoidalPosition()], ids=["learned", "sinusoidal"])
    def test_eager(self, make, position, kind):
        layers = new_layers(make, position)
        assert_padded_equals_unpadded(
            lambda ids: stack(kind, ops.convert_to_tensor(ids), layers, np.tri(ids.shape[1], dtype=bool))
        )

    def test_functional(self, make, compiled, kind):
        layers, ids = new_layers(make, AddPosition(T)), keras.Input((None,), dtype="int32")
        pairs = keras.Input((None, None), dtype="bool")
        model = keras.Model([ids, pairs] if kind == "attention_mask" else ids, stack(kind, ids, layers, pairs))

        def inputs(ids):
            batch, length = ids.shape
            causal = np.broadcast_to(np.tri(length, dtype=bool), (batch, length, length))
            return [ids, causal] if kind == "attention_mask" else ids

        assert_padded_equals_unpadded(lambda ids: model(inputs(ids)))
        for one, other in zip(compiled(model).predict(inputs(IDS), verbose=0), model(inputs(IDS)), strict=True):
            np.testing.assert_allclose(one, numpy_of(other), atol=1e-5)


@pytest.mark.parametrize("how", ["attached", "given"])
def test_nobody_looks_at_padding_in_any_block_of_a_stack(make, how):
    embedding, *layers = new_layers(make, keras.layers.Identity())
    x = embedding(IDS)
    given = {} if how == "attached" else {"mask": REAL}
    if how == "given":
        x = ops.convert_to_tensor(numpy_of(x))  # nothing attached; the argument of the first layer goes on
    for layer in layers[1:]:
        x, weights = layer(x, use_causal_mask=True, return_attention_scores=True, **given)
        given = {}
        weights = numpy_of(weights)
        for sample, length in enumerate(LENGTHS):
            np.testing.assert_array_equal(weights[sample, ..., length:], 0)
            np.testing.assert_allclose(weights[sample, ..., :length].sum(-1), 1, atol=1e-5)


def test_attention_mask_and_attached_padding_combine_and_the_padding_goes_on(make):
    embedding = keras.layers.Embedding(10, D, mask_zero=True)
    layer = make(H)
    embedded = embedding(IDS)
    plain = ops.convert_to_tensor(numpy_of(embedded))  # the same numbers, no mask attached
    pairs = np.random.default_rng(0).random((len(IDS), T, T)) > 0.3
    outputs, weights = layer(embedded, attention_mask=pairs, return_attention_scores=True)
    expected, expected_weights = layer(plain, mask=REAL, attention_mask=pairs, return_attention_scores=True)
    np.testing.assert_array_equal(numpy_of(weights), numpy_of(expected_weights))
    np.testing.assert_array_equal(numpy_of(outputs), numpy_of(expected))
    np.testing.assert_array_equal(numpy_of(weights)[~(pairs & REAL[:, None])[:, None].repeat(H, 1)], 0)
    pooled = numpy_of(keras.layers.GlobalAveragePooling1D()(outputs))
    rows = [numpy_of(outputs)[sample, :length].mean(0) for sample, length in enumerate(LENGTHS)]
    np.testing.assert_allclose(pooled, rows, atol=1e-5)


def test_a_mask_given_by_hand_comes_before_the_attached_one(make):
    embedding, layer = keras.layers.Embedding(10, D, mask_zero=True), make(H)
    other = np.array([[False] + [True] * (T - 1)] * len(IDS))
    _, weights = layer(embedding(IDS), mask=other, return_attention_scores=True)
    np.testing.assert_array_equal((numpy_of(weights) > 0).all((1, 2)), other)


def test_the_mask_survives_saving(make, tmp_path):
    ids = keras.Input((None,), dtype="int32")
    x = keras.layers.Embedding(10, D, mask_zero=True)(ids)
    x = make(H)(x, attention_mask=causal_mask(T))
    x = make(H)(x)
    model = keras.Model(ids, [x, keras.layers.GlobalAveragePooling1D()(x)])
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    for before, after in zip(model(IDS), loaded(IDS), strict=True):
        np.testing.assert_allclose(numpy_of(after), numpy_of(before), atol=1e-6)
    changed = numpy_of(loaded.layers[1].embeddings).copy()
    changed[0] += 10  # the vector of padding
    loaded.layers[1].embeddings.assign(changed)
    for before, after in zip(model(IDS), loaded(IDS), strict=True):
        before, after = numpy_of(before), numpy_of(after)
        real = REAL if before.ndim == 3 else slice(None)
        np.testing.assert_allclose(after[real], before[real], atol=1e-6)


def test_a_mask_that_is_an_input_survives_saving(make, compiled, tmp_path):
    x, mask = keras.Input((None, D)), keras.Input((None,), dtype="bool")
    model = keras.Model([x, mask], make(H)(x, mask=mask, use_causal_mask=True))
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    values = np.random.default_rng(0).normal(size=(3, T, D)).astype("float32")
    expected = numpy_of(model([values, REAL]))
    np.testing.assert_allclose(compiled(loaded).predict([values, REAL], verbose=0), expected, atol=1e-6)
    assert np.abs(numpy_of(loaded([values, np.ones_like(REAL)])) - expected).max() > 1e-3


def test_inside_a_sequential_model(make, compiled):
    blocks = [make(H) for _ in range(3)]
    model = keras.Sequential(
        [keras.layers.Embedding(10, D, mask_zero=True), AddPosition(T), *blocks, keras.layers.GlobalAveragePooling1D()]
    )
    means = compiled(model).predict(IDS, verbose=0)
    for sample, length in enumerate(LENGTHS):
        alone = numpy_of(model(IDS[sample : sample + 1, :length]))
        np.testing.assert_allclose(means[sample], alone[0], atol=1e-5)


def test_inside_a_subclassed_model_that_is_trained(compiled):
    class Classifier(keras.Model):
        def __init__(self):
            super().__init__()
            self.embedding = keras.layers.Embedding(10, D, mask_zero=True)
            self.attention = MultiHeadSelfAttention(H)
            self.block = TransformerBlock(H, 12)
            self.pool = keras.layers.GlobalAveragePooling1D()
            self.head = keras.layers.Dense(1)

        def call(self, ids):
            x = self.attention(self.embedding(ids), use_causal_mask=True)
            return self.head(self.pool(self.block(x, use_causal_mask=True)))

    model = compiled(Classifier())
    model.fit(IDS, np.ones((len(IDS), 1)), epochs=1, verbose=0)
    means = model.predict(IDS, verbose=0)
    for sample, length in enumerate(LENGTHS):
        alone = numpy_of(model(IDS[sample : sample + 1, :length]))
        np.testing.assert_allclose(means[sample], alone[0], atol=1e-5)
