"""`explain_cost` against what Keras counts, against the products it really computes, and against real weights."""

import math

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import (
    AddPosition,
    AddSinusoidalPosition,
    AssociativeRecall,
    LowRankDense,
    MultiHeadSelfAttention,
    TransformerBlock,
    attention_weights,
    build_gru,
    build_transformer,
)
from keras_attention.inspection import explain_cost

T, D = 5, 8
KINDS = {
    "dense": lambda: layers.Dense(3),
    "dense without bias": lambda: layers.Dense(3, use_bias=False),
    "low rank": lambda: LowRankDense(7, 2),
    "low rank without bias": lambda: LowRankDense(7, 2, use_bias=False),
    "normalization": lambda: layers.LayerNormalization(),
    "normalization, scale alone": lambda: layers.LayerNormalization(center=False),
    "position": lambda: AddPosition(),
    "position of 9": lambda: AddPosition(9),
    "sinusoidal": lambda: AddSinusoidalPosition(),
    "attention": lambda: MultiHeadSelfAttention(2),
    "attention without bias": lambda: MultiHeadSelfAttention(4, use_bias=False),
    "block": lambda: TransformerBlock(2, 12),
    "pre-norm block": lambda: TransformerBlock(4, 6, normalize_first=True),
    "attention with updates": lambda: MultiHeadSelfAttention(2, lora_rank=3),
    "block with updates": lambda: TransformerBlock(2, 12, lora_rank=2),
    "lstm": lambda: layers.LSTM(6, unroll=True),
    "lstm without bias": lambda: layers.LSTM(6, use_bias=False, unroll=True),
    "gru": lambda: layers.GRU(6, unroll=True),
    "gru of the paper": lambda: layers.GRU(6, reset_after=False, unroll=True),
    "recurrent": lambda: layers.SimpleRNN(6, unroll=True),
    "mean": lambda: layers.GlobalAveragePooling1D(),
}
# Of two inputs, (B, 5, 8) and (B, 7, 6).
CROSS = {
    "keras": lambda: layers.MultiHeadAttention(2, 4),
    "keras without bias": lambda: layers.MultiHeadAttention(2, 4, use_bias=False),
    "keras, narrow values": lambda: layers.MultiHeadAttention(2, 4, value_dim=3),
    "grouped": lambda: layers.GroupQueryAttention(2, 4, 2),
}


def one_row(layer):
    (row,) = explain_cost(layer).rows
    return row


@pytest.fixture
def counted(monkeypatch):
    """A function (call) -> the multiply-adds of all matrix products Keras computes in it."""
    source = pytest.importorskip("keras.src.ops")
    found = []

    def matmul(a, b):
        found.append(math.prod(a.shape) * b.shape[-1])
        return original_matmul(a, b)

    def einsum(equation, *operands, **kwargs):
        letters = "".join(equation.split("->")[0].split(","))
        sizes = dict(zip(letters, (size for operand in operands for size in operand.shape), strict=True))
        found.append(math.prod(sizes.values()))
        return original_einsum(equation, *operands, **kwargs)

    original_matmul, original_einsum = ops.matmul, ops.einsum
    for module in (ops, source):
        monkeypatch.setattr(module, "matmul", matmul)
        monkeypatch.setattr(module, "einsum", einsum)

    def count(call):
        found.clear()
        call()
        return sum(found)

    return count


@pytest.mark.parametrize("kind", KINDS)
def test_a_layer_costs_what_keras_counts_and_computes(kind, counted):
    layer, x = KINDS[kind](), ops.ones((1, T, D))
    layer(x)
    row = one_row(layer)
    assert row.predicted == row.parameters == layer.count_params()
    assert row.multiply_adds == counted(lambda: layer(x))
    assert (row.kind, row.path, row.warning) == (type(layer).__name__, layer.name, "")


@pytest.mark.parametrize("kind", CROSS)
def test_attention_between_two_sequences(kind, counted):
    layer, query, value = CROSS[kind](), ops.ones((1, T, D)), ops.ones((1, 7, 6))
    _, weights = layer(query, value, return_attention_scores=True)
    row = one_row(layer)
    assert row.predicted == row.parameters == layer.count_params()
    assert row.multiply_adds == counted(lambda: layer(query, value, return_attention_scores=True))
    assert row.weights_bytes == ops.convert_to_numpy(weights).nbytes
    assert row.warning == ""


def test_bytes_of_the_weights_are_those_of_the_weights():
    task = AssociativeRecall()
    model = build_transformer(task, 48, 4, 2, 96)
    rows = {row.path: row for row in explain_cost(model).rows}
    for path, weights in attention_weights(model, task.sample(1, seed=0)[0]).items():
        assert rows[path.removesuffix("/attention")].weights_bytes == weights.nbytes
    assert one_row(built(MultiHeadSelfAttention(2, dtype="mixed_float16"))).weights_bytes == 2 * 2 * T * T


def test_the_models_of_the_course():
    transformer = explain_cost(build_transformer(AssociativeRecall(), 48, 4, 2, 96))
    assert [row.predicted for row in transformer.rows] == [816, 576, 18_960, 18_960, 833]
    assert transformer.parameters == 40_145
    gru = explain_cost(build_gru(AssociativeRecall(), units=96, width=48))
    assert sum(row.predicted for row in gru.rows) == gru.parameters == 44_513


def built(layer):
    layer.build((None, T, D))
    return layer


@keras.saving.register_keras_serializable(package="keras_attention_tests")
class Scaled(layers.Layer):
    """A layer of an unknown kind, with a weight of its own and known layers inside."""

    def build(self, input_shape):
        self.factor = self.add_weight(shape=(input_shape[-1],))
        self.inner = layers.Dense(4, name="inner")
        self.inner.build(input_shape)
        self.again = MultiHeadSelfAttention(2, name="again")
        self.again.build((*input_shape[:-1], 4))
        self.built = True

    def call(self, x):
        return self.again(self.inner(x * self.factor))


def everything(length):
    ids = keras.Input((length,), dtype="int32")
    x = AddPosition(30)(layers.Embedding(20, D, mask_zero=True)(ids))
    x = TransformerBlock(2, 12, name="block")(x)
    nested = keras.Sequential([keras.Input((length, D)), MultiHeadSelfAttention(2, name="one")], name="nested")
    x = layers.MultiHeadAttention(2, 4, name="theirs")(nested(x), x)
    shared = layers.Dense(D, name="shared")
    x = Scaled(name="own")(layers.BatchNormalization(name="norm")(shared(shared(x))))
    x = layers.Bidirectional(layers.GRU(3, return_sequences=True, name="gru"), name="both")(x)
    x = layers.TimeDistributed(layers.Dense(2), name="each")(x)
    return keras.Model(ids, layers.Dense(2, name="last")(layers.GlobalAveragePooling1D(name="mean")(x)))


@pytest.fixture(scope="module")
def model():
    return everything(None)


def test_every_layer_is_in_one_row_and_all_parameters_are_counted_once(model):
    report = explain_cost(model)
    rows = {row.path: row for row in report.rows}
    assert len(rows) == len(report.rows)
    assert report.parameters == model.count_params()
    not_predicted = {"norm": 4 * D, "own": D, "each": (6 + 1) * 2}
    assert {path: row.parameters for path, row in rows.items() if row.predicted is None} == not_predicted
    assert all(row.predicted == row.parameters for row in report.rows if row.predicted is not None)
    for path in ("nested/one", "own/inner", "own/again", "both/forward_gru", "both/backward_gru", "shared", "block"):
        assert path in rows
    assert not any(path.startswith("block/") or path.startswith("theirs/") for path in rows)


def test_an_open_length_is_said_and_can_be_given(model):
    predicted = [row for row in explain_cost(model).rows if row.predicted is not None]
    open_rows = {row.path for row in predicted if row.multiply_adds is None}
    assert {"block", "nested/one", "theirs", "shared", "own/again", "both/forward_gru"} <= open_rows
    assert "last" not in open_rows
    fixed = {row.path: row for row in explain_cost(everything(T)).rows}
    for row in explain_cost(model, length=T).rows:
        if row.predicted is not None and "embedding" not in row.path and "position" not in row.path:
            assert row == fixed[row.path]
            assert row.multiply_adds is not None and row.weights_bytes is not None


def test_a_loaded_model_costs_the_same(model, tmp_path):
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    assert explain_cost(loaded, length=9) == explain_cost(model, length=9)


def test_heads_that_are_together_wider_than_the_input():
    right, slip, odd, grouped = (
        layers.MultiHeadAttention(2, 4),
        layers.MultiHeadAttention(2, D, name="slip"),
        layers.MultiHeadAttention(3, 2),
        layers.GroupQueryAttention(D, 4, 2),
    )
    x = ops.ones((1, T, D))
    for layer in (right, slip, odd, grouped):
        layer(x, x)
    assert one_row(right).warning == ""
    assert one_row(slip).warning == (
        "2 heads of width 8 are 16 wide together, and the input is 8 wide. Is key_dim=4 meant? "
        f"That would be 4 d^2 + 4 d = {right.count_params()} parameters and not {slip.count_params()}."
    )
    assert one_row(odd).warning == "3 heads of width 2 are 6 wide together, and the input is 8 wide."
    assert "Is head_dim=2 meant?" in one_row(grouped).warning
    assert f"slip: {one_row(slip).warning}" in str(explain_cost(slip))


def test_attention_that_no_formula_covers_stays_one_row():
    layer = layers.MultiHeadAttention(2, 4, output_shape=3)
    layer(ops.ones((1, T, D)), ops.ones((1, T, D)))
    row = one_row(layer)
    assert row.predicted is row.multiply_adds is row.weights_bytes is None
    assert row.parameters == layer.count_params()


def test_a_count_that_differs_is_told():
    dense = built(layers.Dense(4, name="adapted"))
    dense.enable_lora(1)
    assert "adapted: the formula gives 36 parameters, Keras counts 48." in str(explain_cost(dense))


def test_the_text_is_a_table_that_any_console_can_print(model):
    text = str(explain_cost(model))
    assert text.isascii()
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(line) for line in table}) == 1
    assert len(table) == len(explain_cost(model).rows) + 3  # heading, rule, total
    heading, total = ([cell.strip() for cell in line.split("|")[1:-1]] for line in (table[0], table[-1]))
    assert heading == ["layer", "kind", "parameters", "predicted", "multiply-adds", "n^2 weights, bytes"]
    assert total == ["total", "", f"{model.count_params():,}", "", "?", "?"]
    assert '"?": the model takes sequences of any length' in text
    assert "not predicted" in text and "multiply-adds are unknown too" in text
    course = explain_cost(build_transformer(AssociativeRecall(), 48, 4, 2, 96))
    assert "| total           |                  |     40,145 |    40,145 |" in str(course)
    assert "?" not in str(course) and "not predicted" not in str(course)


def test_models_that_are_not_built_and_other_things():
    with pytest.raises(ValueError, match="`model` must be built before its cost can be counted.* is not built yet"):
        explain_cost(keras.Sequential([layers.Dense(2, name="first")]))

    class Lazy(keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = layers.Dense(2, name="inner")
            self.built = True

        def call(self, x):
            return self.inner(x)

    with pytest.raises(ValueError, match=r"inner \(Dense\) is not built yet"):
        explain_cost(Lazy())
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer; received ndarray"):
        explain_cost(np.ones(3))
    with pytest.raises(ValueError, match="`length` must be a positive integer; received 0"):
        explain_cost(built(layers.Dense(2)), length=0)
