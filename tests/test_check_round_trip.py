"""`check_round_trip`: models that come back, and models that do not. One fresh process loads them all."""

import re

import keras
import numpy as np
import pytest
from keras import layers

from keras_attention import AddPosition, LowRankDense, MultiHeadSelfAttention, TransformerBlock, check_round_trip
from keras_attention.inspection.round_trip import round_trips

T, D = 5, 8
X = np.random.default_rng(5).normal(size=(3, T, D)).astype("float32")
IDS = np.array([[1, 2, 0, 0, 0], [3, 4, 5, 6, 7]], "int32")

# Layers as somebody keeps them in a file, and imports where the model is opened.
OWN_LAYERS = '''
import keras


@keras.saving.register_keras_serializable(package="own")
class Scale(keras.layers.Layer):
    """Right: takes **kwargs, and its configuration holds every argument."""

    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


@keras.saving.register_keras_serializable(package="own")
class NoKwargs(keras.layers.Layer):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def call(self, x):
        return x * self.factor


@keras.saving.register_keras_serializable(package="own")
class Forgetful(keras.layers.Layer):
    def __init__(self, factor=1.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor

    def get_config(self):
        return super().get_config()


@keras.saving.register_keras_serializable(package="own")
class Once(keras.layers.Layer):
    """Its second life is another one: what loading makes cannot be called."""

    def __init__(self, loaded=False, **kwargs):
        super().__init__(**kwargs)
        self.loaded = loaded

    def call(self, x):
        if self.loaded:
            raise RuntimeError("worn out")
        return x

    def compute_output_spec(self, x):
        return keras.KerasTensor(x.shape, dtype=x.dtype)

    def get_config(self):
        return {**super().get_config(), "loaded": True}


@keras.saving.register_keras_serializable(package="own")
class NotANumber(Forgetful):
    def call(self, x):
        return x * (1.0 if self.factor == 2.0 else float("nan"))
'''


class Unregistered(layers.Layer):
    def call(self, x):
        return x + 1


class Refuses(layers.Layer):
    def call(self, x):
        return x

    def get_config(self):
        raise NotImplementedError("no configuration")


class Subclassed(keras.Model):
    def __init__(self):
        super().__init__()
        self.block = TransformerBlock(2, 12)

    def call(self, x):
        return self.block(x)


def _everything():
    """Layers of the package and Keras', masks, two inputs, two outputs."""
    ids, real = keras.Input((None,), dtype="int32", name="ids"), keras.Input((None,), dtype="bool", name="real")
    hidden = AddPosition(T)(layers.Embedding(9, D, mask_zero=True)(ids))
    hidden = TransformerBlock(2, 12, dropout=0.2)(hidden, mask=real, use_causal_mask=True)
    hidden = layers.MultiHeadAttention(2, 4)(hidden, hidden)
    return keras.Model({"ids": ids, "real": real}, {"y": LowRankDense(3, 2)(hidden), "hidden": hidden})


def _of(*some_layers):
    return keras.Sequential([keras.Input((T, D)), *some_layers])


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Name of a case -> what the check says."""
    keras.utils.set_random_seed(5)
    folder = tmp_path_factory.mktemp("own")
    (folder / "own_layers.py").write_text(OWN_LAYERS, encoding="utf-8")
    registered = dict(keras.saving.get_custom_objects())
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        import own_layers

        trained = _of(MultiHeadSelfAttention(2), layers.GlobalAveragePooling1D(), layers.Dense(1))
        trained.compile("adam", "mse")
        trained.fit(X, np.ones(3), verbose=0)
        cases = {
            "everything": (_everything(), {"ids": IDS, "real": IDS != 0}),
            "trained": (trained, X),
            "own": (_of(own_layers.Scale(2.0)), X),
            "large": (_of(own_layers.Scale(1e4), layers.Dense(3)), X),
            "no kwargs": (_of(own_layers.NoKwargs(2.0)), X),
            "forgetful": (_of(own_layers.Forgetful(2.0)), X),
            "once": (_of(own_layers.Once()), X),
            "nan": (_of(own_layers.NotANumber(2.0)), X),
            "unregistered": (_of(Unregistered()), X),
            "refuses": (_of(Refuses()), X),
            "subclassed": (Subclassed(), X),
        }
        found = round_trips(list(cases.values()), "import keras_attention, own_layers")
    keras.saving.get_custom_objects().clear()
    keras.saving.get_custom_objects().update(registered)
    return dict(zip(cases, found, strict=True))


@pytest.mark.parametrize("name", ["everything", "trained", "own", "large"])
def test_what_comes_back(reports, name):
    report = reports[name]
    assert report.is_same and report.problem == ""
    assert str(report) == "Comes back the same: saved and loaded in a fresh process, the model gives the same answers."


@pytest.mark.parametrize(
    "name, told",
    [
        ("no kwargs", r"Cannot be loaded in a fresh process: TypeError: .*unexpected keyword argument 'trainable'"),
        ("unregistered", "Cannot be loaded in a fresh process: TypeError: Could not locate class 'Unregistered'"),
        ("subclassed", "Cannot be loaded in a fresh process: TypeError: Could not locate class 'Subclassed'"),
        ("refuses", "Cannot be saved: NotImplementedError: no configuration"),
        ("once", "Loads, but cannot be called: RuntimeError: .*worn out"),
    ],
)
def test_an_error_on_the_way_is_told(reports, name, told):
    report = reports[name]
    assert not report.is_same and np.isnan(report.largest_change)
    assert re.match(told, str(report)), str(report)
    assert len(str(report)) < 350 and "\n" not in str(report)


def test_what_comes_back_different(reports):
    report = reports["forgetful"]
    assert not report.is_same and report.largest_change == pytest.approx(np.abs(X).max(), rel=1e-5)  # 2 x against x
    said = f"the model changes its answers by up to {report.largest_change:.2g}."
    assert str(report) == f"Comes back different: saved and loaded in a fresh process, {said}"
    assert reports["nan"].largest_change == np.inf and not reports["nan"].is_same


def test_what_cannot_be_checked(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="`model` must be a Keras model; received MultiHeadSelfAttention"):
        check_round_trip(MultiHeadSelfAttention(2), X)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="`setup` ended in an error: ModuleNotFoundError: .*no_such_module"):
        check_round_trip(_of(layers.Dense(3)), X, setup="import no_such_module")
    with pytest.raises(ValueError, match="`setup` ended in an error: SystemExit: 0"):
        check_round_trip(_of(layers.Dense(3)), X, setup="raise SystemExit(0)")
    with pytest.raises(RuntimeError, match="ended with exit status 3"):
        check_round_trip(_of(layers.Dense(3)), X, setup="import os; os._exit(3)")
    assert list(tmp_path.iterdir()) == []
