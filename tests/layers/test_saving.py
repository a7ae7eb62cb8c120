"""Configurations come back whole; a `.keras` file opens in a fresh process with only `import keras_attention`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import (
    AddPosition,
    AddSinusoidalPosition,
    LowRankDense,
    MultiHeadSelfAttention,
    TransformerBlock,
)

ROOT = Path(__file__).resolve().parents[2]


@keras.saving.register_keras_serializable(package="keras_attention_tests")
class Ramp(keras.initializers.Initializer):
    """Numbers 0, step, 2 * step, ..."""

    def __init__(self, step):
        self.step = step

    def __call__(self, shape, dtype=None):
        return ops.cast(ops.reshape(ops.arange(int(np.prod(shape))), shape), dtype) * self.step

    def get_config(self):
        return {"step": self.step}


@keras.saving.register_keras_serializable(package="keras_attention_tests")
def doubled(x):
    return 2 * x


ARGUMENTS = [
    (AddPosition, {}, {"max_length": 6, "initializer": Ramp(0.1)}),
    (AddSinusoidalPosition, {}, {"max_wavelength": 500.0}),
    (LowRankDense, {"units": 6, "rank": 2}, {"units": 7, "rank": 3, "use_bias": False}),
    (MultiHeadSelfAttention, {"num_heads": 2}, {
        "num_heads": 4, "dropout": 0.25, "use_bias": False, "kernel_initializer": Ramp(0.01),
        "bias_initializer": keras.initializers.RandomUniform(-0.5, 0.5, seed=3), "lora_rank": 2,
    }),
    (TransformerBlock, {"num_heads": 2, "intermediate_dim": 5}, {
        "num_heads": 4, "intermediate_dim": 7, "dropout": 0.25, "activation": doubled, "normalize_first": True,
        "layer_norm_epsilon": 1e-3, "lora_rank": 3,
    }),
]  # fmt: skip
POLICIES = ["float32", "float16", "mixed_bfloat16", keras.DTypePolicy("mixed_float16")]


def came_back(layer):
    """The layer, through the text a `.keras` file holds."""
    return keras.saving.deserialize_keras_object(json.loads(json.dumps(keras.saving.serialize_keras_object(layer))))


@pytest.mark.parametrize(("layer_class", "needed", "arguments"), ARGUMENTS)
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: getattr(policy, "name", policy))
def test_every_argument_comes_back(layer_class, needed, arguments, policy):
    for changed in ({}, arguments, *({name: value} for name, value in arguments.items())):
        layer = layer_class(**{**needed, **changed}, name="own_name", dtype=policy, trainable=False)
        again = came_back(layer)
        assert type(again) is layer_class
        assert json.dumps(again.get_config()) == json.dumps(layer.get_config())
        assert (again.name, again.dtype_policy, again.trainable) == ("own_name", layer.dtype_policy, False)
        for name, value in changed.items():
            kept = getattr(again, name)
            if hasattr(value, "get_config"):
                assert type(kept) is type(value) and kept.get_config() == value.get_config()
            else:
                assert kept == value
    assert set(layer.get_config()) - set(keras.layers.Layer().get_config()) == set(arguments)


def test_what_comes_back_starts_and_computes_alike():
    layer = MultiHeadSelfAttention(2, kernel_initializer=Ramp(0.01), bias_initializer=Ramp(-0.1))
    x = np.random.default_rng(0).normal(size=(2, 3, 4)).astype("float32")
    np.testing.assert_array_equal(ops.convert_to_numpy(came_back(layer)(x)), ops.convert_to_numpy(layer(x)))
    table = AddPosition(max_length=3, initializer=Ramp(0.5))
    np.testing.assert_array_equal(ops.convert_to_numpy(came_back(table)(x)), ops.convert_to_numpy(table(x)))


def model_with_everything():
    """Ids and pair mask in; the learned table takes its length from the input."""
    ids = keras.Input((6,), dtype="int32", name="ids")
    pairs = keras.Input((6, 6), dtype="bool", name="pairs")
    x = AddPosition()(keras.layers.Embedding(10, 8, mask_zero=True)(ids))
    x = LowRankDense(8, rank=3)(AddSinusoidalPosition(max_wavelength=100)(x))
    x, weights = MultiHeadSelfAttention(2, bias_initializer="random_normal")(
        x, attention_mask=pairs, return_attention_scores=True
    )
    x = TransformerBlock(4, 12, activation="gelu", dropout=0.2)(x, attention_mask=pairs)
    x = TransformerBlock(2, 12, normalize_first=True, dtype="mixed_bfloat16")(x, use_causal_mask=True)
    return keras.Model([ids, pairs], [x, weights, keras.layers.GlobalAveragePooling1D(dtype="float32")(x)])


def unknown_length():
    """A Sequential model without sizes in its layers' arguments other than those they need."""
    return keras.Sequential(
        [keras.Input((None, 8)), AddPosition(9), TransformerBlock(2, 12), MultiHeadSelfAttention(4, use_bias=False)]
    )


FRESH = """
import sys
import numpy as np
import keras_attention
import keras

for name in ("everything", "unknown"):
    given = np.load(name + ".npz")
    model = keras.saving.load_model(name + ".keras")
    inputs = [given[key] for key in given if key.startswith("input")]
    results = model.predict(inputs if len(inputs) > 1 else inputs[0], verbose=0)
    for i, result in enumerate(results if isinstance(results, list) else [results]):
        np.testing.assert_allclose(np.asarray(result, "float32"), given[f"output{i}"], atol=1e-6)
    print(name, "as before")
"""


def test_a_fresh_process_with_only_the_package_imported(tmp_path):
    rng = np.random.default_rng(0)
    ids = np.array([[4, 2, 7, 1, 9, 3], [5, 1, 2, 0, 0, 0]])
    cases = {
        "everything": (model_with_everything(), [ids, rng.random((2, 6, 6)) > 0.3]),
        "unknown": (unknown_length(), [rng.normal(size=(2, 5, 8)).astype("float32")]),
    }
    for name, (model, inputs) in cases.items():
        for weight in model.trainable_weights:  # as far from the start as training would bring them
            weight.assign(rng.normal(0, 0.5, weight.shape).astype("float32"))
        results = model.predict(inputs if len(inputs) > 1 else inputs[0], verbose=0)
        results = results if isinstance(results, list) else [results]
        arrays = {f"input{i}": array for i, array in enumerate(inputs)}
        arrays |= {f"output{i}": np.asarray(result, "float32") for i, result in enumerate(results)}
        np.savez(tmp_path / f"{name}.npz", **arrays)
        model.save(tmp_path / f"{name}.keras")

    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KERAS_BACKEND": keras.backend.backend()}
    done = subprocess.run(
        [sys.executable, "-c", FRESH], cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == ["everything as before", "unknown as before"]


def test_weights_alone_come_back(make, tmp_path):
    layer, other = make(2), make(2)
    inputs = keras.Input((None, 8))
    model, twin = (keras.Model(inputs, each(inputs)) for each in (layer, other))
    x = np.random.default_rng(0).normal(size=(2, 4, 8)).astype("float32")
    before = ops.convert_to_numpy(model(x))
    assert np.abs(ops.convert_to_numpy(twin(x)) - before).max() > 1e-3
    model.save_weights(tmp_path / "model.weights.h5")
    twin.load_weights(tmp_path / "model.weights.h5")
    np.testing.assert_array_equal(ops.convert_to_numpy(twin(x)), before)
