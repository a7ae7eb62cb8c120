"""`compare_with_by_hand`: right layers agree, and every slip shows where it is."""

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import (
    AddPosition,
    MultiHeadSelfAttention,
    TransformerBlock,
    adapt_model,
    build_language_model,
    build_transformer,
    by_hand,
    compare_with_by_hand,
)
from keras_attention.tasks import AssociativeRecall

N, T, D = 3, 5, 8
X = np.random.default_rng(5).normal(size=(N, T, D)).astype("float32")
IDS = np.array([[1, 2, 0, 0, 0], [3, 4, 5, 6, 7], [2, 2, 2, 0, 0]], "int32")


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)


def _functional(attention=None):
    """Tokens with padding through layers of three kinds, under masks of every kind."""
    inputs = keras.Input((None,), dtype="int32")
    hidden = AddPosition(T)(layers.Embedding(9, D, mask_zero=True, embeddings_initializer="random_normal")(inputs))
    hidden = TransformerBlock(2, 12, dropout=0.3, name="causal")(hidden, use_causal_mask=True)
    hidden = (attention or MultiHeadSelfAttention(4, name="own"))(hidden)
    hidden = layers.MultiHeadAttention(2, 3, name="theirs")(hidden, hidden, use_causal_mask=True)
    return keras.Model(inputs, TransformerBlock(2, 12, normalize_first=True, activation="gelu", name="last")(hidden))


class Subclassed(keras.Model):
    def __init__(self):
        super().__init__(name="mine")
        self.blocks = [TransformerBlock(2, 12, name="first"), TransformerBlock(4, 12, name="second")]

    def call(self, x):
        for block in [*self.blocks, self.blocks[0]]:
            x = block(x, attention_mask=np.tri(T, dtype=bool))
        return x


def test_functional_and_loaded_models_agree(tmp_path):
    model = _functional()
    report = compare_with_by_hand(model, IDS)
    assert report.is_equal and report.largest_difference < 1e-5
    paths = ["causal/attention", "causal", "own", "theirs", "last/attention", "last"]
    assert [row.path for row in report.rows] == paths
    assert str(report).startswith("By hand and by layer agree: largest difference ") and "own, theirs" in str(report)
    model.save(tmp_path / "model.keras")
    loaded = compare_with_by_hand(keras.saving.load_model(tmp_path / "model.keras"), IDS)
    assert loaded.is_equal and [row.path for row in loaded.rows] == paths


def test_sequential_subclassed_and_task_models_agree():
    sequential = keras.Sequential([TransformerBlock(2, 12, name="one"), MultiHeadSelfAttention(2, name="two")])
    assert [row.path for row in compare_with_by_hand(sequential, X).rows] == ["one/attention", "one", "two"]
    report = compare_with_by_hand(Subclassed(), X)
    assert report.is_equal and len(report.rows) == 6 and report.rows[-1].path == "first#2"
    task = AssociativeRecall()
    assert compare_with_by_hand(build_transformer(task, 16, 4, 2), task.sample(5, seed=0)[0]).is_equal


@pytest.mark.parametrize(
    "make",
    [
        lambda: MultiHeadSelfAttention(2),
        lambda: TransformerBlock(2, 12),
        lambda: layers.MultiHeadAttention(2, 4),
        lambda: layers.MultiHeadAttention(2, D, use_bias=False),
    ],
)
def test_a_single_layer(make):
    report = compare_with_by_hand(make(), X)
    assert report.is_equal and len(report.rows) in (1, 2)


class MergedWithoutTranspose(MultiHeadSelfAttention):
    """(B, H, T, K) reshaped straight to (B, T, D)."""

    def call(self, inputs, return_attention_scores=False, **kwargs):
        x, weights = super().call(inputs, return_attention_scores=True, **kwargs)
        _, length, width = ops.shape(inputs)
        value = self._split_heads(self.value_dense(inputs), length)  # (B, S, H, K)
        mixed = ops.einsum("bhts,bshk->bhtk", weights, value)  # (B, H, T, K)
        x = self.output_dense(ops.reshape(mixed, (-1, length, width)))
        return (x, weights) if return_attention_scores else x


class NotDivided(MultiHeadSelfAttention):
    """Scores that are not divided by sqrt(K)."""

    def call(self, inputs, **kwargs):
        kernel = self.query_dense.kernel
        before = ops.copy(kernel)
        kernel.assign(before * (inputs.shape[-1] // self.num_heads) ** 0.5)
        try:
            return super().call(inputs, **kwargs)
        finally:
            kernel.assign(before)


class OtherOutput(MultiHeadSelfAttention):
    def call(self, inputs, return_attention_scores=False, **kwargs):
        x, weights = super().call(inputs, return_attention_scores=True, **kwargs)
        x = ops.concatenate([x[:, :-1], x[:, -1:] + self.shift], axis=1)  # the last step alone
        return (x, weights) if return_attention_scores else x


@pytest.mark.parametrize("kind, weights_agree", [(MergedWithoutTranspose, True), (NotDivided, False)])
def test_a_slip_is_named_with_the_place_to_look_at(kind, weights_agree):
    layer = kind(2, name="slip", bias_initializer="random_normal")
    report = compare_with_by_hand(layer, X)
    (row,) = report.rows
    expected, weights = by_hand.from_layer(layer)(X, return_attention_scores=True)
    found, found_weights = (ops.convert_to_numpy(part) for part in layer(X, return_attention_scores=True))
    assert not report.is_equal and row.path == "slip"
    assert row.output_difference == pytest.approx(np.abs(found - expected).max(), abs=1e-6)
    assert row.weights_difference == pytest.approx(np.abs(found_weights - weights).max(), abs=1e-6)
    assert (row.weights_difference < 1e-5) == weights_agree
    assert str(report).startswith(f"By hand and by layer differ: slip, outputs by up to {row.output_difference:.2g}")
    assert ("weights agree: look at what comes after the softmax" in str(report)) == weights_agree


def test_only_the_wrong_layer_of_a_model_is_named():
    report = compare_with_by_hand(_functional(MergedWithoutTranspose(4, name="own")), X[:, :, 0] > 0)
    wrong = [row.path for row in report.rows if not row.is_equal]
    assert wrong == ["own"] and "theirs" not in str(report)


def test_rounding_is_tolerated_and_no_more():
    layer = OtherOutput(2, name="shifted")
    for shift, is_equal in ((1e-6, True), (1e-3, False)):
        layer.shift = shift
        assert compare_with_by_hand(layer, X).is_equal == is_equal
    assert compare_with_by_hand(layer, X, tolerance=1e-2).is_equal
    layer.shift = float("nan")
    assert not compare_with_by_hand(layer, X).is_equal


def test_what_counts_as_rounding_grows_with_the_outputs():
    layer = MultiHeadSelfAttention(2)
    layer.build(X.shape)
    layer.value_dense.kernel.assign(layer.value_dense.kernel * 1e4)
    report = compare_with_by_hand(layer, X)
    assert report.is_equal and report.largest_difference > 1e-5


@pytest.mark.parametrize("kind, sizes", [(TransformerBlock, (2, 12)), (layers.MultiHeadAttention, (2, 4))])
def test_layers_of_16_bits(kind, sizes):
    report = compare_with_by_hand(kind(*sizes, dtype="mixed_bfloat16"), X, tolerance=5e-2)
    assert report.is_equal and report.largest_difference > 1e-5


def test_the_model_stays_as_it_was():
    model, ids = _functional(), IDS.copy()
    before = model.predict(ids, verbose=0)
    attributes = [set(vars(layer)) for layer in model._flatten_layers()]
    compare_with_by_hand(model, ids)
    assert [set(vars(layer)) for layer in model._flatten_layers()] == attributes
    np.testing.assert_array_equal(model.predict(ids, verbose=0), before)
    np.testing.assert_array_equal(ids, IDS)


def test_low_rank_updates_are_part_of_the_kernels():
    model = adapt_model(build_language_model(7, 5, width=8, num_heads=2, num_blocks=2), rank=2)
    generator = np.random.default_rng(3)
    for weight in model.trainable_weights:
        weight.assign(generator.normal(size=weight.shape))
    tokens = generator.integers(0, 7, (2, 5))
    report = compare_with_by_hand(model, tokens)
    assert report.is_equal and len(report.rows) == 4
    update = model.get_layer("block_2").attention.query_dense
    original = update.call
    update.call = lambda inputs: original(inputs) + 0.5
    assert [row.path for row in compare_with_by_hand(model, tokens).rows if not row.is_equal][0] == "block_2/attention"


def test_where_nothing_may_be_looked_at_nothing_is_compared():
    class Blind(keras.Model):
        def __init__(self):
            super().__init__()
            self.attention = MultiHeadSelfAttention(2, name="attention")

        def call(self, x):
            return self.attention(x, mask=ops.zeros(x.shape[:2], "bool"))

    with pytest.raises(ValueError, match="something to look at; in attention none may look at anything"):
        compare_with_by_hand(Blind(), X)


def test_what_cannot_be_compared():
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer"):
        compare_with_by_hand(None, X)
    with pytest.raises(ValueError, match=r"MultiHeadAttention\); received one with the layers Dense"):
        compare_with_by_hand(layers.Dense(3), X)
    with pytest.raises(ValueError, match="must use one of the Keras activations"):
        compare_with_by_hand(TransformerBlock(2, 12, activation="elu"), X)
