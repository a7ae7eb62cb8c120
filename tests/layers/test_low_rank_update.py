"""A dense layer with a low-rank update: its start, its training, and what it becomes."""

import json

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import LowRankUpdate, add_low_rank_update
from keras_attention.cost import low_rank_parameters

X = np.random.default_rng(0).normal(size=(5, 3, 6)).astype("float32")


def dense(**arguments):
    layer = keras.layers.Dense(4, **{"bias_initializer": "random_normal", **arguments})
    layer.build((None, 6))
    return layer


def moved(layer):
    """The update as far from 0 as training would bring it."""
    layer.b.assign(np.random.default_rng(1).normal(size=layer.b.shape))
    return layer


@pytest.mark.parametrize("arguments", [{}, {"use_bias": False}, {"activation": "tanh"}], ids=str)
class TestAnswers:
    def test_unchanged_at_first(self, arguments):
        plain = dense(**arguments)
        before = ops.convert_to_numpy(plain(X))
        layer = add_low_rank_update(plain, rank=2)
        np.testing.assert_allclose(ops.convert_to_numpy(layer(X)), before, atol=1e-6)
        assert layer.name == plain.name

    def test_the_formula(self, arguments):
        layer = moved(add_low_rank_update(dense(**arguments), rank=2))
        w, a, b = (ops.convert_to_numpy(part) for part in (layer.dense.kernel, layer.a, layer.b))
        expected = X @ (w + a @ b)
        if layer.bias is not None:
            expected = expected + ops.convert_to_numpy(layer.bias)
        if "activation" in arguments:
            expected = np.tanh(expected)
        np.testing.assert_allclose(ops.convert_to_numpy(layer(X)), expected, atol=1e-5)
        np.testing.assert_allclose(ops.convert_to_numpy(layer.kernel), w + a @ b, atol=1e-6)

    def test_merged(self, arguments):
        layer = moved(add_low_rank_update(dense(**arguments), rank=2))
        merged = layer.merged()
        assert type(merged) is keras.layers.Dense and merged.name == layer.name
        assert len(merged.trainable_weights) == len(merged.weights) == len(layer.dense.weights)
        np.testing.assert_allclose(ops.convert_to_numpy(merged(X)), ops.convert_to_numpy(layer(X)), atol=1e-5)


def test_the_same_as_the_update_keras_has():
    plain = dense()
    theirs = keras.layers.Dense(4, lora_rank=2)
    theirs.build((None, 6))
    ours = moved(add_low_rank_update(plain, rank=2))
    theirs._kernel.assign(plain.kernel)
    theirs.bias.assign(plain.bias)
    theirs.lora_kernel_a.assign(ours.a)
    theirs.lora_kernel_b.assign(ours.b)
    np.testing.assert_allclose(ops.convert_to_numpy(ours(X)), ops.convert_to_numpy(theirs(X)), atol=1e-5)


def test_only_the_update_is_trained():
    layer = add_low_rank_update(dense(), rank=2)
    model = keras.Sequential([keras.Input((3, 6)), layer])
    model.trainable = True  # all of the model: what is frozen in the layer stays frozen
    frozen = [ops.convert_to_numpy(weight) for weight in layer.dense.weights]
    sizes = [int(np.prod(weight.shape)) for weight in layer.trainable_weights]
    assert sum(sizes) == low_rank_parameters(6, 4, rank=2) == 2 * (6 + 4)
    model.compile("adam", "mse", jit_compile=False)
    model.fit(X, np.ones((5, 3, 4)), epochs=2, verbose=0)
    for weight, before in zip(layer.dense.weights, frozen, strict=True):
        np.testing.assert_array_equal(ops.convert_to_numpy(weight), before)
    assert np.abs(ops.convert_to_numpy(layer.b)).min() > 0
    layer.trainable = False
    assert not layer.trainable_weights


def test_saved_and_loaded(tmp_path):
    layer = moved(add_low_rank_update(dense(activation="relu"), rank=2))
    model = keras.Sequential([keras.Input((3, 6)), layer])
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")
    np.testing.assert_array_equal(ops.convert_to_numpy(loaded(X)), ops.convert_to_numpy(model(X)))
    again = loaded.layers[0]
    assert (type(again), again.rank, len(again.trainable_weights)) == (LowRankUpdate, 2, 2)
    assert json.dumps(again.get_config()) == json.dumps(layer.get_config())


def test_a_layer_that_is_not_built_yet():
    layer = add_low_rank_update(keras.layers.Dense(4), rank=2)
    with pytest.raises(ValueError, match="no weights yet"):
        layer.merged()
    inputs = keras.Input((None, 6))
    assert layer(inputs).shape == (None, None, 4) and len(layer.trainable_weights) == 2


@pytest.mark.parametrize("rank", [0, 5, "two"])
def test_a_layer_that_is_refused_is_not_frozen(rank):
    for layer in (dense(), keras.layers.Dense(4)):
        with pytest.raises(ValueError, match="`rank`"):
            add_low_rank_update(layer, rank)
        assert layer.trainable
    wide = keras.layers.Dense(9)
    wide.build((None, 3))
    with pytest.raises(ValueError, match=r"width of the inputs \(3\); received 4"):
        add_low_rank_update(wide, 4)
    assert wide.trainable


def test_inputs_of_another_width_than_the_dense_layer():
    with pytest.raises(ValueError, match=r"expected axis -1 of input shape to have value 6.*\(5, 5\)"):
        add_low_rank_update(dense(), 2)(X[:, 0, :5])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: add_low_rank_update(keras.layers.Dropout(0.1), 2), "`dense_layer` must be a keras.layers.Dense; .*Dr"),
        (lambda: add_low_rank_update(dense(), 0), "`rank` must be a positive integer"),
        (lambda: add_low_rank_update(dense(), 5), r"at most `units` \(4\); received 5"),
        (lambda: add_low_rank_update(keras.layers.Dense(9), 7)(X), r"width of the inputs \(6\); received 7"),
        (lambda: add_low_rank_update(keras.layers.Dense(4, lora_rank=2), 2), "was built with `lora_rank`"),
    ],
)
def test_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make()
