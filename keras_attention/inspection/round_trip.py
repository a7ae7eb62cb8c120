"""Whether a model comes back from its file as it was."""

import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import keras
import numpy as np

# What the fresh process runs: for every model in the folder, load it, call it, write what it answers.
READER = """
import json, pickle, sys
from pathlib import Path


def read(folder):
    setup = (folder / "setup.py").read_text(encoding="utf-8")
    try:
        exec(compile(setup, "setup", "exec"), globals())
    except (Exception, SystemExit) as error:
        (folder / "setup.json").write_text(json.dumps(f"{type(error).__name__}: {error}"), encoding="utf-8")
        return
    import keras

    for path in sorted(folder.glob("*.keras")):
        stage = "load"
        try:
            model = keras.saving.load_model(path)
            stage = "call"
            inputs = pickle.loads(path.with_suffix(".inputs").read_bytes())
            outputs = model(keras.tree.map_structure(keras.ops.convert_to_tensor, inputs), training=False)
            answers = [keras.ops.convert_to_numpy(output) for output in keras.tree.flatten(outputs)]
            path.with_suffix(".answers").write_bytes(pickle.dumps(answers))
        except Exception as error:
            said = [stage, type(error).__name__, str(error)]
            path.with_suffix(".json").write_text(json.dumps(said), encoding="utf-8")


read(Path(sys.argv[1]))
"""
STAGES = {
    "save": "Cannot be saved",
    "load": "Cannot be loaded in a fresh process",
    "call": "Loads, but cannot be called",
}


@dataclass(frozen=True)
class RoundTripReport:
    """What `check_round_trip` found; its text says right, or what is wrong.

    Attributes:
        is_same: bool, whether the loaded model gives the same answers.
        problem: str, where saving, loading or calling ended in an error: which of them, and the error; otherwise "".
        largest_change: float, the largest change of an answer; NaN where there is none to compare.
    """

    is_same: bool
    problem: str
    largest_change: float

    def __str__(self):
        if self.is_same:
            return "Comes back the same: saved and loaded in a fresh process, the model gives the same answers."
        return self.problem or (
            f"Comes back different: saved and loaded in a fresh process, the model changes its answers by up to "
            f"{self.largest_change:.2g}."
        )


def check_round_trip(model, inputs, setup="import keras_attention", tolerance=1e-5):
    """Checks that a model can be saved: saves it, loads it in a fresh Python process, and compares the answers.

    A fresh process is what a model meets on the next day: it knows the layers that are registered by what it imports,
    and nothing that was defined while the model was made. It runs on the CPU. Loading is Keras' default, in safe mode.

    Args:
        model: a Keras model. To check a layer, put it into one: `keras.Sequential([layer])`.
        inputs: what the model takes: an array of shape (B, ...), or a list, tuple or dict of such arrays.
        setup: str, Python code that whoever opens the file runs first: imports that register layers of your own, for
            instance. It finds the modules that this process finds.
        tolerance: float, how much an answer may move by rounding; it counts from the largest answer where that is
            above 1. Answers of a GPU and a CPU differ more.

    Returns:
        A `RoundTripReport`. Its text is one sentence.

    Raises:
        ValueError: `model` is no Keras model, or `setup` ends in an error.

    Example:
        >>> model = build_transformer(FirstStepRecall(6))
        >>> print(check_round_trip(model, FirstStepRecall(6).sample(3, seed=0)[0]))
        Comes back the same: saved and loaded in a fresh process, the model gives the same answers.

    Reference:
        A model that trained and did not come back: https://github.com/keras-team/keras-io/issues/1884
    """
    return round_trips([(model, inputs)], setup, tolerance)[0]


def round_trips(pairs, setup, tolerance=1e-5):
    """A `RoundTripReport` for every (model, inputs); all models are loaded in the same fresh process."""
    for model, _ in pairs:
        if not isinstance(model, keras.Model):
            raise ValueError(f"`model` must be a Keras model; received {type(model).__name__}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        paths = [Path(folder, f"{number:04}.keras") for number in range(len(pairs))]
        expected = [_save(path, *pair) for path, pair in zip(paths, pairs, strict=True)]
        _read_in_fresh_process(folder, setup)
        return [_report(path, answers, tolerance) for path, answers in zip(paths, expected, strict=True)]


def _save(path, model, inputs):
    """Writes a model and inputs for it, and returns its answers; where it cannot be saved, the error is written."""
    inputs = keras.tree.map_structure(lambda array: keras.ops.convert_to_tensor(array), inputs)
    outputs = model(inputs, training=False)  # builds what is not built yet
    arrays = keras.tree.map_structure(keras.ops.convert_to_numpy, inputs)
    path.with_suffix(".inputs").write_bytes(pickle.dumps(arrays))
    try:
        model.save(path)
    except Exception as error:  # whatever a layer's own `get_config` may raise
        said = ["save", type(error).__name__, str(error)]
        path.with_suffix(".json").write_text(json.dumps(said), encoding="utf-8")
        path.unlink(missing_ok=True)
    return [keras.ops.convert_to_numpy(output) for output in keras.tree.flatten(outputs)]


def _read_in_fresh_process(folder, setup):
    environment = os.environ | {
        "KERAS_BACKEND": keras.backend.backend(),
        "PYTHONPATH": os.pathsep.join(entry or os.getcwd() for entry in sys.path),
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": "-1",  # this process may hold the whole memory of an accelerator
        "JAX_PLATFORMS": "cpu",
    }
    Path(folder, "setup.py").write_text(setup, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", READER, folder], env=environment, capture_output=True, check=False)
    problem = Path(folder, "setup.json")
    if problem.exists():
        raise ValueError(f"`setup` ended in an error: {json.loads(problem.read_text(encoding='utf-8'))}")
    if done.returncode:
        said = done.stderr.decode("utf-8", errors="replace").strip()[-500:]
        raise RuntimeError(f"The fresh process ended with exit status {done.returncode}: {said}")


def _report(path, expected, tolerance):
    problem = path.with_suffix(".json")
    if problem.exists():
        stage, kind, text = json.loads(problem.read_text(encoding="utf-8"))
        return RoundTripReport(False, f"{STAGES[stage]}: {kind}: {_gist(text)}", float("nan"))
    answers = pickle.loads(path.with_suffix(".answers").read_bytes())
    change, is_same = 0.0, len(answers) == len(expected)
    for one, other in zip(expected, answers, strict=False):
        moved = np.abs(one.astype("float64") - other) if one.shape == other.shape else np.array(np.inf)
        change = max(change, float(np.nan_to_num(moved.max(initial=0), nan=np.inf)))
        is_same &= change <= tolerance * max(1, np.abs(one.astype("float64")).max(initial=0))
    return RoundTripReport(bool(is_same), "", change)


def _gist(text):
    """The line of an error of Keras that says what is wrong: it stands behind a heading or a whole configuration."""
    text = re.sub(r"\x1b\[\d+m", "", text)  # bold type on a console
    text = re.sub(r"^Exception encountered when calling .*\s+", "", text)
    text = text.rsplit("Exception encountered: ", 1)[-1].split("Full object config")[0].strip()
    line = text.split("\n")[0]
    return line if len(line) <= 250 else f"{line[:250]}..."
