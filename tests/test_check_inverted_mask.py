"""`check_inverted_mask`: the share of weight on forbidden positions, against a loop over all of them."""

import itertools

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import (
    AddPosition,
    MultiHeadSelfAttention,
    TransformerBlock,
    attention_weights,
    causal_mask,
    check_inverted_mask,
    padding_mask,
)

N, T, D, H = 4, 5, 8, 2
X = np.random.default_rng(5).normal(size=(N, T, D)).astype("float32")
IDS = np.array([[1, 2, 0, 0, 0], [3, 4, 5, 6, 7], [2, 2, 2, 0, 0], [8, 1, 3, 2, 0]], "int32")
REAL = IDS != 0
CAUSAL = np.tri(T, dtype=bool)


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)


def _functional(**arguments):
    inputs = keras.Input((T, D))
    hidden = TransformerBlock(H, 12, name="first")(inputs, **arguments)
    return keras.Model(inputs, MultiHeadSelfAttention(H, name="second")(hidden, **arguments))


class Subclassed(keras.Model):
    def __init__(self, **arguments):
        super().__init__()
        self.blocks = [TransformerBlock(H, 12, name="first"), TransformerBlock(H, 12, name="second")]
        self.arguments = arguments

    def call(self, x):
        for block in self.blocks:
            x = block(x, **self.arguments)
        return x


def _keras(**arguments):
    inputs = keras.Input((T, D))
    hidden = layers.MultiHeadAttention(H, 4, name="first")(inputs, inputs, **arguments)
    return keras.Model(inputs, layers.MultiHeadAttention(H, 4, name="second")(hidden, hidden, **arguments))


BUILD = {"functional": _functional, "subclassed": Subclassed, "Keras' own": _keras}


def by_loop(weights, allowed, real):
    """Share on forbidden positions and its value without a mask; `allowed` is a function (n, h, t, s)."""
    on_forbidden = total = forbidden = places = 0.0
    for n, h, t in itertools.product(*(range(size) for size in weights.shape[:3])):
        may = [bool(allowed(n, h, t, s)) for s in range(weights.shape[3])]
        if real[n, t] and any(may) and not all(may):
            total += weights[n, h, t].sum()
            on_forbidden += sum(weights[n, h, t, s] for s, ok in enumerate(may) if not ok)
            forbidden += may.count(False)
            places += len(may)
    return on_forbidden / total, forbidden / places


@pytest.mark.parametrize("kind", BUILD)
def test_right_inverted_and_none(kind):
    build = BUILD[kind]
    report = check_inverted_mask(build(use_causal_mask=True), X, use_causal_mask=True)
    assert report.is_respected and not report.is_inverted and set(report.shares.values()) == {0}
    paths = list(report.shares)
    assert str(report) == f"Mask respected: no weight on forbidden positions ({', '.join(paths)})."
    report = check_inverted_mask(build(attention_mask=~CAUSAL), X, use_causal_mask=True)
    assert report.is_inverted and not report.is_respected
    for path in paths:
        assert report.shares[path] == pytest.approx(1, abs=1e-6)
        assert f"Mask inverted: {path} puts 1.000 of its weight on forbidden positions" in str(report)
    report = check_inverted_mask(build(), X, attention_mask=CAUSAL)
    assert not report.is_respected and not report.is_inverted
    for path, weights in attention_weights(build(), X).items():
        assert report.unmasked[path] == pytest.approx((4 + 3 + 2 + 1) / 20)
        assert weights.shape == (N, H, T, T)
        said = f"Mask not respected: {path} puts {report.shares[path]:.3f} of its weight on forbidden positions; with"
        assert said in str(report)


def test_shares_equal_those_of_a_loop():
    rng = np.random.default_rng(1)
    model = _functional()
    found = attention_weights(model, X)
    for shape in [(T, T), (N, T, T), (1, H, T, T)]:
        pairs = rng.random(shape) < 0.6
        every = np.broadcast_to(pairs if pairs.ndim == 4 else pairs.reshape(-1, 1, T, T), (N, H, T, T))
        for mask, causal in itertools.product([None, REAL], [False, True]):
            real = REAL if mask is not None else np.ones((N, T), bool)

            def allowed(n, h, t, s, every=every, mask=mask, causal=causal):
                return every[n, h, t, s] and (mask is None or mask[n, s]) and (not causal or s <= t)

            report = check_inverted_mask(model, X, mask=mask, attention_mask=pairs, use_causal_mask=causal)
            for path, weights in found.items():
                expected, unmasked = by_loop(weights, allowed, real)
                assert report.shares[path] == pytest.approx(expected, abs=1e-6)
                assert report.unmasked[path] == pytest.approx(unmasked)


@pytest.mark.parametrize("own", [True, False])
def test_padding_counts_for_real_queries_only(own):
    inputs = keras.Input((None,), dtype="int32")
    hidden = layers.Embedding(9, D, mask_zero=True)(inputs)
    masked = AddPosition(T)(hidden) if own else hidden
    attention = MultiHeadSelfAttention(H) if own else layers.MultiHeadAttention(H, 4)
    model = keras.Model(inputs, attention(masked) if own else attention(masked, masked))
    assert check_inverted_mask(model, IDS, mask=REAL).is_respected
    assert check_inverted_mask(model, IDS, mask=padding_mask([2, 5, 3, 4], T)).is_respected
    lost = hidden * 1  # Keras attaches no mask to what an operator gives
    unmasked = keras.Model(inputs, attention(lost) if own else attention(lost, lost))
    (path,) = attention_weights(unmasked, IDS)
    report = check_inverted_mask(unmasked, IDS, mask=REAL)
    expected, without = by_loop(attention_weights(unmasked, IDS)[path], lambda n, h, t, s: REAL[n, s], REAL)
    assert report.shares[path] == pytest.approx(expected, abs=1e-6) and report.unmasked[path] == pytest.approx(without)


def test_only_the_layer_that_is_wrong_is_named():
    inputs = keras.Input((T, D))
    hidden = MultiHeadSelfAttention(H, name="right")(inputs, use_causal_mask=True)
    hidden = MultiHeadSelfAttention(H, name="wrong")(hidden, attention_mask=~CAUSAL)
    model = keras.Model(inputs, hidden)
    report = check_inverted_mask(model, X, use_causal_mask=True)
    assert report.shares == {"right": 0, "wrong": pytest.approx(1)} and "right" not in str(report)
    assert check_inverted_mask(model, X, use_causal_mask=True, tolerance=1).is_respected


def test_a_layer_that_looks_at_nothing():
    model = _functional(attention_mask=np.zeros((T, T), bool))
    report = check_inverted_mask(model, X, use_causal_mask=True)
    assert not report.is_respected and not report.is_inverted and all(map(np.isnan, report.shares.values()))
    assert "Nothing looked at: second gives weight 0 to everything" in str(report)


def test_a_loaded_model_and_masks_of_every_kind(tmp_path):
    _functional(attention_mask=causal_mask(T)).save(tmp_path / "model.keras")
    model = keras.saving.load_model(tmp_path / "model.keras")
    for mask in (causal_mask(T), CAUSAL, CAUSAL.astype("float32"), CAUSAL.tolist(), CAUSAL[None, None].astype("int64")):
        assert check_inverted_mask(model, X, attention_mask=mask, batch_size=3).is_respected


def test_layers_whose_keys_are_another_sequence():
    queries, keys = keras.Input((T, D)), keras.Input((3, D))
    hidden = layers.MultiHeadAttention(H, 4, name="self")(queries, queries, use_causal_mask=True)
    hidden = layers.MultiHeadAttention(H, 4, name="cross")(hidden, keys)
    model, data = keras.Model([queries, keys], hidden), [X, X[:, :3]]
    assert check_inverted_mask(model, data, use_causal_mask=True).shares == {"self": 0}
    real = np.arange(3) < np.array([1, 2, 3, 1])[:, None]
    weights = attention_weights(model, data)["cross"]
    expected, _ = by_loop(weights, lambda n, h, t, s: real[n, s], np.ones((N, T), bool))
    assert check_inverted_mask(model, data, mask=real).shares == {"cross": pytest.approx(expected, abs=1e-6)}


def test_inputs_and_layers_stay_as_they_were():
    x, pairs, model = X.copy(), CAUSAL.copy(), _functional()
    before = ops.convert_to_numpy(model(x))
    check_inverted_mask(model, x, attention_mask=pairs)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(pairs, CAUSAL)
    np.testing.assert_array_equal(ops.convert_to_numpy(model(x)), before)


@pytest.mark.parametrize(
    "arguments, told",
    [
        ({}, "Say who may look at whom"),
        ({"attention_mask": np.where(CAUSAL, 0.0, -1e9)}, "`attention_mask` must be boolean"),
        ({"mask": REAL * 2}, "`mask` must be boolean"),
        ({"attention_mask": CAUSAL[:3, :3]}, r"first.* \(4, 2, 5, 5\).*received `attention_mask` \(3, 3\)"),
        ({"mask": REAL[:, :3]}, r"received `mask` \(4, 3\)"),
        ({"mask": REAL[:2]}, r"`mask` must have shape \(4, 5\)"),
        ({"attention_mask": np.ones((3, T, T), bool)}, r"`attention_mask` must have shape \(5, 5\) or \(4, 5, 5\)"),
        ({"attention_mask": np.ones((T, T), bool)}, "must forbid something"),
        ({"attention_mask": np.zeros((T, T), bool)}, "must forbid something"),
    ],
)
def test_masks_that_cannot_be_checked(arguments, told):
    with pytest.raises(ValueError, match=told):
        check_inverted_mask(_functional(), X, **arguments)


def test_weights_that_are_no_numbers():
    with pytest.raises(ValueError, match="attention weights that are numbers; first.* gives NaN"):
        check_inverted_mask(_functional(), np.full_like(X, np.nan), use_causal_mask=True)


def test_a_causal_mask_needs_as_many_keys_as_queries():
    queries, keys = keras.Input((T, D)), keras.Input((3, D))
    model = keras.Model([queries, keys], layers.MultiHeadAttention(H, 4, name="cross")(queries, keys))
    with pytest.raises(ValueError, match="received `use_causal_mask=True`, which needs T = S"):
        check_inverted_mask(model, [X, X[:, :3]], use_causal_mask=True)


def test_what_has_no_attention():
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer"):
        check_inverted_mask(None, X, use_causal_mask=True)
    with pytest.raises(ValueError, match="must hold attention layers"):
        check_inverted_mask(layers.Dense(3), X, use_causal_mask=True)
