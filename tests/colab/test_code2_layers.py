"""Code 2: the layers a learner reads are those of the package, in short."""

import keras
import numpy as np
import pytest
from keras import ops
from notebook_files import read

import keras_attention
from keras_attention.models import build_lstm, build_transformer
from keras_attention.tasks import FirstStepRecall

NAME = "code2_transformer_against_lstm"
ARGUMENTS = {"AddPosition": (), "MultiHeadSelfAttention": (2,), "TransformerBlock": (2, 6)}
X = np.random.default_rng(0).normal(size=(3, 5, 8)).astype("float32")  # (B, T, D)
# True where a query may look; every query may look at itself.
MASKS = {
    "none": None,
    "(T, S)": np.tri(5, dtype=bool),
    "(B, H, T, S)": np.random.default_rng(1).random((3, 2, 5, 5)) < np.maximum(0.5, np.eye(5)),
}


@pytest.fixture
def taught(run_here):
    """The names of the notebook's first cells."""
    return run_here(NAME, ["setup", "checks", "layers", "parameters", "task", "models"])[0]


def pair(taught, name):
    """The layer of the notebook and that of the package, with the same random weights."""
    layers = taught[name](*ARGUMENTS[name]), getattr(keras_attention, name)(*ARGUMENTS[name])
    for layer in layers:
        layer.build(X.shape)
    assert [w.shape for w in layers[0].weights] == [w.shape for w in layers[1].weights]
    rng = np.random.default_rng(2)
    weights = [rng.normal(size=w.shape).astype("float32") for w in layers[0].weights]
    for layer in layers:
        layer.set_weights(weights)
    return layers


def assert_equal(one, other):
    np.testing.assert_allclose(ops.convert_to_numpy(one), ops.convert_to_numpy(other), rtol=0, atol=1e-5)


def test_they_are_short_enough_to_read():
    (cell,) = [cell for cell in read(NAME, "en").cells if cell.id == "layers"]
    assert len(cell.source.splitlines()) <= 120


def test_positions_equal_those_of_the_package(taught):
    ours, theirs = pair(taught, "AddPosition")
    assert_equal(ours(X), theirs(X))


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("kind", ["MultiHeadSelfAttention", "TransformerBlock"])
def test_outputs_and_weights_equal_those_of_the_package(taught, kind, mask):
    ours, theirs = pair(taught, kind)
    for one, other in zip(
        ours(X, attention_mask=mask, return_attention_scores=True),
        theirs(X, attention_mask=mask, return_attention_scores=True),
        strict=True,
    ):
        assert_equal(one, other)
    assert_equal(ours(X, attention_mask=mask), ours(X, attention_mask=mask, return_attention_scores=True)[0])


@pytest.mark.parametrize("kind", ["MultiHeadSelfAttention", "TransformerBlock"])
def test_a_call_leaves_nothing_on_the_layer(taught, kind):
    layer, _ = pair(taught, kind)
    before = set(vars(layer))
    layer(X, return_attention_scores=True)
    assert set(vars(layer)) == before


def test_heads_that_do_not_divide_the_width(taught):
    with pytest.raises(ValueError, match="`num_heads` must divide the width of the input, 8; received 3"):
        taught["MultiHeadSelfAttention"](3)(X)


def test_the_models_are_those_of_the_package(taught):
    sequences, _ = FirstStepRecall(10).sample(20, seed=0)
    for build, ours in ((build_transformer, taught["build_transformer"](10)), (build_lstm, taught["build_lstm"](10))):
        theirs = build(FirstStepRecall(10))
        ours.set_weights(theirs.get_weights())
        assert_equal(ours(sequences), theirs(sequences))


def test_a_saved_model_loads_here_and_in_the_package(taught, tmp_path):
    model = taught["build_transformer"](10)
    sequences, _ = FirstStepRecall(10).sample(20, seed=0)
    expected = model(sequences)
    model.save(tmp_path / "model.keras")
    model.save_weights(tmp_path / "model.weights.h5")
    again = keras.saving.load_model(tmp_path / "model.keras")
    assert type(again.get_layer("block")) is taught["TransformerBlock"]
    assert_equal(again(sequences), expected)

    for name in ARGUMENTS:
        keras.saving.get_custom_objects()[f"keras_attention>{name}"] = getattr(keras_attention, name)
    in_package = keras.saving.load_model(tmp_path / "model.keras")
    assert type(in_package.get_layer("block")) is keras_attention.TransformerBlock
    assert_equal(in_package(sequences), expected)
    fresh = build_transformer(FirstStepRecall(10))
    fresh.load_weights(tmp_path / "model.weights.h5")
    assert_equal(fresh(sequences), expected)
