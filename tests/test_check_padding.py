"""`check_padding`: models that look at padding, and models that do not."""

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import AddPosition, MultiHeadSelfAttention, TransformerBlock, check_padding

T, D = 6, 8
IDS = np.array([[1, 2, 0, 0, 0, 0], [3, 4, 5, 6, 7, 8], [2, 2, 2, 0, 0, 0], [1, 0, 2, 0, 0, 0]], "int32")
LENGTHS = [2, 6, 3, 3]  # the 0 inside the last row is no padding at its end
RIGHT = "Padding ignored: 3 padded rows give the same answers without their padding."


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)


def _model(end=lambda x: x, lose=False, **block):
    """Embedding, position, two blocks; where `lose` is set, an operator loses the mask of Keras."""
    inputs = keras.Input((None,), dtype="int32")
    hidden = AddPosition(T)(layers.Embedding(9, D, mask_zero=True, embeddings_initializer="random_normal")(inputs))
    hidden = hidden * 1 if lose else hidden
    for _ in range(2):
        hidden = TransformerBlock(2, 12)(hidden, **block)
    return keras.Model(inputs, end(hidden))


def _pooled(hidden):
    return layers.GlobalAveragePooling1D()(hidden)


def by_loop(model, ids, lengths):
    """The largest change of an answer of each row, one row at a time."""
    changes = []
    for row, length in zip(ids, lengths, strict=True):
        whole, bare = (ops.convert_to_numpy(model(ids))[0] for ids in (row[None], row[None, :length]))
        changes.append(float(np.abs(whole[: len(bare)] - bare).max()))
    return changes


@pytest.mark.parametrize("end", [layers.Dense(3), _pooled], ids=["every step", "pooled"])
def test_models_are_told_apart(end):
    report = check_padding(_model(end), IDS)
    assert report.is_ignored and report.num_rows == 3 and report.largest_change < 1e-5 and str(report) == RIGHT
    assert (report.row, report.length, report.padded_length) == (None, None, None)
    model = _model(end, lose=True)
    report = check_padding(model, IDS)
    changes = by_loop(model, IDS, LENGTHS)
    worst = int(np.argmax(changes))
    assert not report.is_ignored and (report.row, report.length, report.padded_length) == (worst, LENGTHS[worst], T)
    assert report.largest_change == pytest.approx(changes[worst], rel=1e-3)
    assert str(report).startswith(f"Padding looked at: row {worst}, {LENGTHS[worst]} steps padded to 6, changes its ")
    assert f"by up to {changes[worst]:.2g} when" in str(report)


def test_causal_attention_never_sees_what_comes_behind():
    assert check_padding(_model(lose=True, use_causal_mask=True), IDS).is_ignored
    assert not check_padding(_model(_pooled, lose=True, use_causal_mask=True), IDS).is_ignored


def test_keras_own_attention_and_loaded_models(tmp_path):
    for lose in (False, True):
        inputs = keras.Input((None,), dtype="int32")
        hidden = layers.Embedding(9, D, mask_zero=True, embeddings_initializer="random_normal")(inputs)
        hidden = hidden + 1 if lose else layers.Identity()(hidden)
        attended = layers.MultiHeadAttention(2, 4)(hidden, hidden)
        model = keras.Model(inputs, attended)
        # The 0 inside the last row is masked, and Keras lets a masked query look at everything, padding included.
        assert check_padding(model, IDS[:3]).is_ignored != lose
        model.save(tmp_path / "model.keras")
        assert check_padding(keras.saving.load_model(tmp_path / "model.keras"), IDS[:3]).is_ignored != lose


class Subclassed(keras.Model):
    """Takes numbers and a mask as a dict; gives a dict, the weights of attention among its entries."""

    def __init__(self, use_mask):
        super().__init__()
        self.attention = MultiHeadSelfAttention(2)
        self.use_mask = use_mask

    def call(self, inputs):
        real = inputs["real"]
        x, weights = self.attention(
            inputs["values"], mask=real if self.use_mask else None, return_attention_scores=True
        )
        real = ops.cast(real, x.dtype)[:, :, None]
        return {"steps": x, "mean": ops.sum(x * real, axis=1) / ops.sum(real, axis=1), "weights": weights}


def test_several_inputs_and_outputs():
    values = np.random.default_rng(0).normal(size=(4, T, D)).astype("float32")
    inputs = {"values": values, "real": np.arange(T) < np.array(LENGTHS)[:, None]}
    assert str(check_padding(Subclassed(True), inputs, lengths=LENGTHS)) == RIGHT
    assert not check_padding(Subclassed(False), inputs, lengths=LENGTHS).is_ignored
    with pytest.raises(ValueError, match="`lengths` must say how many steps of every row are real"):
        check_padding(Subclassed(True), inputs)


def test_inputs_that_have_no_steps_are_not_cut():
    ids, topic = keras.Input((None,), dtype="int32"), keras.Input((3,))
    pooled = _pooled(layers.Embedding(9, D, mask_zero=True)(ids))
    model = keras.Model([ids, topic], layers.Concatenate()([pooled, topic]))
    assert check_padding(model, [IDS, np.ones((4, 3), "float32")], lengths=np.array(LENGTHS)).is_ignored


def test_numbers_that_are_padded_with_a_number():
    x = np.random.default_rng(0).normal(size=(2, T, D)).astype("float32")
    x[0, 4:] = -1
    x[1, 2, :3] = x[1, 5, :3] = -1  # not all of the step
    model = keras.Sequential([layers.Masking(-1), MultiHeadSelfAttention(2)])
    report = check_padding(model, x, padding=-1)
    assert report.is_ignored and report.num_rows == 1
    assert check_padding(MultiHeadSelfAttention(2), x, padding=-1).length == 4


def test_rounding_is_tolerated_and_no_more():
    class Small(layers.Layer):
        def call(self, ids):
            ids = ops.cast(ids, "float32")
            return ids + 1e-4 * ops.cast(ops.shape(ids)[1], "float32")

    assert not check_padding(Small(), IDS).is_ignored
    assert check_padding(Small(), IDS, tolerance=1e-2).is_ignored


def test_what_counts_as_rounding_grows_with_the_answers():
    class Large(layers.Layer):
        slip = 0.0

        def call(self, ids):
            steps = ops.cast(ops.shape(ids)[1], "float32")
            return 5000.0 * ops.cast(ids, "float32") + (0.001 + self.slip) * steps

    layer = Large()
    report = check_padding(layer, IDS)  # of 0.004 in 10,000 and more
    assert report.is_ignored and 1e-3 < report.largest_change < 1e-2
    layer.slip = 1.0
    report = check_padding(layer, IDS)
    assert not report.is_ignored and report.largest_change == pytest.approx(4.004, abs=0.01)


def test_an_answer_that_becomes_nan_has_changed():
    class Fragile(layers.Layer):
        def call(self, ids):
            return ops.cast(ids, "float32") * (1.0 if ids.shape[1] == T else float("nan"))

    report = check_padding(Fragile(), IDS)
    assert not report.is_ignored and report.largest_change == np.inf


def test_inputs_stay_as_they_were_and_may_be_lists():
    ids = IDS.copy()
    assert check_padding(_model(), ids).is_ignored
    np.testing.assert_array_equal(ids, IDS)
    assert check_padding(_model(), IDS.tolist()).is_ignored


@pytest.mark.parametrize(
    "inputs, arguments, told",
    [
        (IDS[1:2], {}, "of 6 steps the rows have 6 real ones"),
        (np.zeros((2, T), "int32"), {}, "of 6 steps the rows have 0 real ones"),
        (IDS, {"padding": 9}, "of 6 steps the rows have 6 real ones"),
        ([], {}, r"must have shape \(B, T\) or \(B, T, D\), with the same B everywhere; received \(0,\)"),
        (IDS[0], {}, r"must have shape \(B, T\) or \(B, T, D\), with the same B everywhere; received \(6,\)"),
        ([IDS, IDS[:2]], {"lengths": LENGTHS}, r"received \(4, 6\), \(2, 6\)"),
        (IDS, {"lengths": [2, 7, 3, 3]}, r"4 whole numbers from 0 to 6, one a row; received \[2, 7, 3, 3\]"),
        (IDS, {"lengths": [2, 6]}, r"received \[2, 6\]"),
        (IDS, {"lengths": [2.5, 6, 3, 3]}, r"received \[2.5"),
    ],
)
def test_inputs_that_cannot_be_checked(inputs, arguments, told):
    with pytest.raises(ValueError, match=told):
        check_padding(_model(), inputs, **arguments)


def test_models_that_cannot_be_checked():
    inputs = keras.Input((T,), dtype="int32")
    fixed = keras.Model(inputs, layers.Dense(3)(layers.Flatten()(layers.Embedding(9, D)(inputs))))
    with pytest.raises(ValueError, match="`model` must take rows of any length; it takes 6 steps, and not 2: "):
        check_padding(fixed, IDS)

    class Doubles(layers.Layer):
        def call(self, ids):
            return ops.concatenate([ids, ids], axis=1)

    with pytest.raises(ValueError, match=r"for 6 steps it gave shape \(1, 12\), for 2 shape \(1, 4\)"):
        check_padding(Doubles(), IDS)
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer; received function"):
        check_padding(lambda ids, training: ids, IDS)
