"""Public bug reports A12 to A15: models that do not load, or load without their weights, and scores of trained ones."""

import inspect
import json
import zipfile

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import (
    AddPosition,
    AddSinusoidalPosition,
    MultiHeadSelfAttention,
    TransformerBlock,
    attention_weights,
    causal_mask,
)

T, D = 4, 8
IDS = np.array([[1, 2, 3, 0], [4, 5, 6, 7]], "int32")

# Every layer with no argument at its default, and an input shape to build it with.
LAYERS = [
    lambda: AddPosition(6, initializer="glorot_normal", name="p", dtype="mixed_bfloat16", trainable=False),
    lambda: AddSinusoidalPosition(100, name="s", dtype="float64", trainable=False),
    lambda: MultiHeadSelfAttention(
        4, 0.25, False, keras.initializers.RandomNormal(stddev=0.3, seed=3), keras.initializers.Constant(0.5),
        lora_rank=2, name="m", dtype="mixed_float16", trainable=False,
    ),
    lambda: TransformerBlock(2, 5, 0.25, "gelu", True, 1e-3, 3, name="b", dtype="mixed_float16", trainable=False),
]  # fmt: skip
BASE_KEYS = {"name", "trainable", "dtype"}


def _every_layer():
    """A functional model that holds each layer, a padding mask, constant masks, and weights among its outputs."""
    inputs = keras.Input((T,), dtype="int32")
    hidden = keras.layers.Embedding(9, D, mask_zero=True)(inputs)
    hidden = AddSinusoidalPosition()(AddPosition()(hidden))
    hidden = MultiHeadSelfAttention(4, 0.1, use_bias=False)(hidden, attention_mask=causal_mask(T))
    hidden = TransformerBlock(2, 12, 0.1)(hidden, use_causal_mask=True)
    hidden, weights = TransformerBlock(2, 12, activation="gelu", normalize_first=True)(
        hidden, attention_mask=np.tri(T, k=1).astype("int32"), return_attention_scores=True
    )
    return keras.Model(inputs, [hidden, weights])


class Subclassed(keras.Model):
    """Blocks in a list and in a dict, one of them used twice."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.embedding = keras.layers.Embedding(9, D, mask_zero=True)
        self.position = AddPosition(T)
        self.blocks = [TransformerBlock(2, 12) for _ in range(3)]
        self.more = {"pre": TransformerBlock(2, 12, normalize_first=True), "attention": MultiHeadSelfAttention(2)}

    def call(self, ids):
        hidden = self.position(self.embedding(ids))
        for block in [*self.blocks, self.blocks[0], self.more["pre"]]:
            hidden = block(hidden)
        return self.more["attention"](hidden)


def _fill(model, seed=0):
    """Gives every weight numbers that no initializer gives, so that one left out shows."""
    rng = np.random.default_rng(seed)
    for weight in model.weights:
        weight.assign(rng.uniform(0.1, 0.5, size=weight.shape))


def _answers(model):
    return [ops.convert_to_numpy(array) for array in keras.tree.flatten(model(IDS, training=False))]


LOADS = """
import sys
import numpy as np
import keras_attention
import keras
model = keras.saving.load_model(sys.argv[1])
np.savez(sys.argv[2], *[keras.ops.convert_to_numpy(array) for array in keras.tree.flatten(model(np.load(sys.argv[3])))])
"""


def test_A12_a_saved_model_loads_in_a_fresh_process_that_only_imports_the_package(tmp_path, fresh_python):
    model = _every_layer()
    _fill(model)
    model.save(tmp_path / "model.keras")
    np.save(tmp_path / "ids.npy", IDS)
    done = fresh_python("-c", LOADS, tmp_path / "model.keras", tmp_path / "answers.npz", tmp_path / "ids.npy")
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "answers.npz") as answers:
        for one, other in zip(answers.values(), _answers(model), strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("make", LAYERS)
def test_A12_the_config_of_a_layer_brings_back_the_layer(make):
    layer = make()
    config = json.loads(json.dumps(layer.get_config()))  # JSON is what a .keras file holds
    again = type(layer).from_config(config)
    assert again.get_config() == layer.get_config()
    restored = keras.saving.deserialize_keras_object(keras.saving.serialize_keras_object(layer))
    assert type(restored) is type(layer) and restored.get_config() == layer.get_config()
    assert keras.saving.get_registered_name(type(layer)) == f"keras_attention>{type(layer).__name__}"
    for one in (again, restored):
        assert one.name == layer.name and one.dtype_policy.name == layer.dtype_policy.name and not one.trainable
    arguments = set(inspect.signature(type(layer).__init__).parameters) - {"self", "kwargs"}
    assert arguments <= set(config)  # nothing is forgotten
    defaults = {name: p.default for name, p in inspect.signature(type(layer).__init__).parameters.items()}
    for name in arguments:
        assert config[name] != defaults[name], f"the test leaves {name} at its default"


@pytest.mark.parametrize("make", [_every_layer, Subclassed])
def test_A13_every_variable_comes_back_and_answers_are_bit_equal(make, tmp_path):
    model = make()
    model(IDS)
    _fill(model)
    custom = {"Subclassed": Subclassed} if make is Subclassed else None  # the test's own class, not the package's
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras", custom_objects=custom)
    rebuilt = make()
    rebuilt(IDS)
    model.save_weights(tmp_path / "model.weights.h5")
    rebuilt.load_weights(tmp_path / "model.weights.h5")
    for other in (loaded, rebuilt):
        for one, two in zip(_answers(model), _answers(other), strict=True):
            np.testing.assert_array_equal(one, two)
        for one, two in zip(model.weights, other.weights, strict=True):
            np.testing.assert_array_equal(ops.convert_to_numpy(one), ops.convert_to_numpy(two), err_msg=one.path)


@pytest.mark.parametrize("make", LAYERS)
def test_A13_all_sublayers_and_variables_exist_once_a_layer_is_built(make):
    called, built = make(), make()
    called(np.zeros((2, T, D), "float32"))
    built.build((None, T, D))
    assert [weight.path for weight in built.weights] == [weight.path for weight in called.weights]


def _objects_of(package, node):
    if isinstance(node, dict):
        if str(node.get("registered_name") or "").startswith(package):
            yield node
        for value in node.values():
            yield from _objects_of(package, value)
    elif isinstance(node, list):
        for value in node:
            yield from _objects_of(package, value)


def test_A14_a_saved_file_holds_no_setting_that_another_keras_may_not_know(tmp_path):
    model = _every_layer()
    model.save(tmp_path / "model.keras")
    with zipfile.ZipFile(tmp_path / "model.keras") as file:
        saved = list(_objects_of("keras_attention>", json.loads(file.read("config.json"))))
    assert len(saved) == 5
    for node in saved:
        kind = {kind.__name__: kind for kind in (AddPosition, AddSinusoidalPosition, MultiHeadSelfAttention,
                                                 TransformerBlock)}[node["class_name"]]  # fmt: skip
        arguments = set(inspect.signature(kind.__init__).parameters) - {"self", "kwargs"}
        assert set(node["config"]) == arguments | BASE_KEYS
        assert not any(isinstance(node["config"][name], dict) for name in arguments)  # names and numbers only


def test_A15_scores_of_a_loaded_model_on_new_data_without_training_it_again(tmp_path):
    inputs = keras.Input((T,), dtype="int32")
    hidden = keras.layers.Embedding(9, D, mask_zero=True)(inputs)
    hidden = TransformerBlock(2, 12, dropout=0.5)(AddPosition()(hidden), use_causal_mask=True)
    model = keras.Model(inputs, keras.layers.GlobalAveragePooling1D()(hidden))
    model.compile("sgd", "mse", jit_compile=False)
    model.fit(IDS, np.ones((2, D), "float32"), verbose=0)
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras")

    new = np.array([[5, 1, 0, 0], [2, 2, 8, 1], [3, 0, 0, 0]], "int32")
    before = loaded.predict(new, verbose=0)
    (weights,) = attention_weights(loaded, new).values()
    assert weights.shape == (3, 2, T, T)
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
    assert (np.where((new == 0)[:, None, None], weights, 0) == 0).all()
    assert (weights[..., ~np.tri(T, dtype=bool)] == 0).all()
    np.testing.assert_array_equal(loaded.predict(new, verbose=0), before)
    for one, other in zip(attention_weights(model, new).values(), [weights], strict=True):
        np.testing.assert_array_equal(one, other)


def test_A15_scores_are_taken_before_dropout():
    x = np.random.default_rng(0).normal(size=(2, T, D)).astype("float32")
    layer = MultiHeadSelfAttention(2, dropout=0.5)
    outputs, quiet = layer(x, return_attention_scores=True)
    noisy_outputs, noisy = layer(x, return_attention_scores=True, training=True)
    np.testing.assert_array_equal(ops.convert_to_numpy(noisy), ops.convert_to_numpy(quiet))
    assert np.abs(ops.convert_to_numpy(noisy_outputs) - ops.convert_to_numpy(outputs)).max() > 1e-3  # dropout is on
    np.testing.assert_allclose(ops.convert_to_numpy(noisy).sum(-1), 1, atol=1e-5)


def test_A15_asking_for_scores_in_the_constructor_is_an_error():
    for kind, sizes in ((MultiHeadSelfAttention, (2,)), (TransformerBlock, (2, 4))):
        with pytest.raises((TypeError, ValueError), match="return_attention_scores"):
            kind(*sizes, return_attention_scores=True)
