"""`check_causal`: leaks it must name, and models it must not suspect."""

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import AddPosition, TransformerBlock, check_causal

N, T, D = 7, 5, 8
X = np.random.default_rng(5).normal(size=(N, T, D)).astype("float32")
IDS = np.array([[1, 2, 0, 0, 0], [3, 4, 5, 6, 7], [2, 2, 2, 0, 0]], "int32")


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)



def _causal(make=lambda: TransformerBlock(2, 12)):
    inputs = keras.Input((None, D))
    return keras.Model(inputs, make()(make()(inputs, use_causal_mask=True), use_causal_mask=True))


@pytest.mark.parametrize("normalize_first", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "bool"])
def test_models_are_told_apart(normalize_first, dtype):
    x = (X > 0).astype(dtype) if dtype in ("bool", "int32") else X.astype(dtype)

    def make():
        return TransformerBlock(2, 12, normalize_first=normalize_first)

    report = check_causal(_causal(make), x)
    assert report.is_causal and (report.changed_step, report.moved_step, report.largest_change) == (None, None, 0.0)
    assert str(report) == "Causal: changing later steps moved no earlier output."
    report = check_causal(make(), x)
    assert not report.is_causal and (report.changed_step, report.moved_step) == (1, 0) and report.largest_change > 1e-3
    assert str(report).startswith("Not causal: changing the steps from 1 on moved the output at step 0 by up to ")


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("scale", [1e-3, 1, 1e3])
def test_a_normalization_hides_no_leak(seed, scale):
    """A change by the same amount everywhere, or by a multiple of the inputs, is cancelled by a pre-norm block."""
    x = np.random.default_rng(seed).normal(scale=scale, size=(1, T, D)).astype("float32")
    report = check_causal(TransformerBlock(2, 12, normalize_first=True), x)
    assert not report.is_causal and report.largest_change > 1e-3


class Leak(layers.Layer):
    """Output t is the running sum up to t; one step also reads one later step."""

    def __init__(self, reader, source):
        super().__init__()
        self.reader, self.source = reader, source

    def call(self, x):
        leaked = ops.one_hot(self.reader, x.shape[1])[None, :, None] * x[:, self.source : self.source + 1]
        return ops.cumsum(x, axis=1) + ops.cast(leaked, x.dtype)


@pytest.mark.parametrize("reader, source", [(0, 1), (0, 4), (2, 3), (3, 4), (1, 3)])
def test_a_leak_at_one_step_is_named(reader, source):
    report = check_causal(Leak(reader, source), X)
    assert not report.is_causal and report.moved_step == reader
    assert reader < report.changed_step <= source
    assert f"steps from {report.changed_step} on moved the output at step {reader}" in str(report)


def test_reading_the_present_and_the_past_is_no_leak():
    assert check_causal(Leak(4, 0), X).is_causal and check_causal(Leak(3, 3), X).is_causal
    assert check_causal(layers.LSTM(3, return_sequences=True), X).is_causal
    assert not check_causal(layers.Bidirectional(layers.LSTM(3, return_sequences=True)), X).is_causal


def _language_model(use_causal_mask):
    inputs = keras.Input((None,), dtype="int32")
    hidden = AddPosition(T)(layers.Embedding(9, D, mask_zero=True)(inputs))
    hidden = TransformerBlock(2, 12)(hidden, use_causal_mask=use_causal_mask)
    return keras.Model(inputs, layers.Dense(9)(hidden))


@pytest.mark.parametrize("ids", [IDS, IDS[:1], IDS[1:2], IDS[:, ::-1], IDS.astype("int64"), IDS.tolist()])
def test_token_models_with_padding(ids):
    assert check_causal(_language_model(True), ids).is_causal
    assert not check_causal(_language_model(False), ids).is_causal


def test_outputs_of_other_kinds():
    inputs = keras.Input((T, D))
    hidden = TransformerBlock(2, 12)(inputs)
    for outputs in (hidden > 0, ops.argmax(hidden, axis=-1), [hidden, hidden], {"y": hidden}):
        assert not check_causal(keras.Model(inputs, outputs), X).is_causal
    assert not check_causal(TransformerBlock(2, 12, dtype="mixed_bfloat16"), X).is_causal


def test_an_output_that_becomes_nan_has_moved():
    class Fragile(layers.Layer):
        def call(self, x):
            last = x[:, -1:]
            return ops.where(ops.equal(last, float(X[0, -1, 0])), x, float("nan"))

    report = check_causal(Fragile(), np.full((1, T, 1), X[0, -1, 0]))
    assert not report.is_causal and np.isnan(report.largest_change)


def test_rounding_is_tolerated_and_no_more():
    class Small(layers.Layer):
        def call(self, x):
            return x + 1e-4 * ops.tanh(x[:, -1:])

    assert not check_causal(Small(), X).is_causal
    assert check_causal(Small(), X, tolerance=1e-2).is_causal


def test_inputs_stay_as_they_were():
    x = X.copy()
    check_causal(TransformerBlock(2, 12), x)
    np.testing.assert_array_equal(x, X)


def test_what_is_no_model():
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer; received function"):
        check_causal(lambda x, training: x, X)


@pytest.mark.parametrize(
    "inputs, told",
    [
        (X[:, :1], r"T >= 2; received shape \(7, 1, 8\)"),
        (X[:, 0, 0], r"received shape \(7,\)"),
        ({"values": X}, r"received shape \(\)"),
        (np.full((2, T), 3), r"two different token ids; received only \[3\]"),
    ],
)
def test_inputs_that_cannot_be_checked(inputs, told):
    with pytest.raises(ValueError, match=told):
        check_causal(_causal(), inputs)


def test_outputs_without_steps():
    for pooled in (layers.GlobalAveragePooling1D(), layers.Flatten(), layers.LSTM(3), layers.ZeroPadding1D(1)):
        with pytest.raises(ValueError, match=rf"output for every step, shape \(B, {T}, ...\); it gave shape"):
            check_causal(pooled, X)
