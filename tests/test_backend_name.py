"""The backend's name without Keras is the name Keras gives."""

import json
import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest

from keras_attention.backend_name import backend_name

ROOT = Path(__file__).resolve().parent.parent
HERE = keras.config.backend()  # installed for certain
ASK = "import sys; from keras_attention.backend_name import backend_name; before = backend_name()\n"
COMPARE = "assert 'keras' not in sys.modules; import keras; print(before, keras.config.backend())"
HEAD = "import sys; sys.argv = ['-m']\n"  # the package is then imported as by a command, without Keras


def test_name_in_this_process():
    assert backend_name() == keras.config.backend()


@pytest.mark.parametrize(
    ("variable", "file", "expected"),
    [("", HERE, HERE), (HERE, "no-such-backend", HERE)],
    ids=["file", "variable before file"],
)
def test_name_before_keras_is_imported(tmp_path, variable, file, expected):
    if file:
        (tmp_path / "keras.json").write_text(json.dumps({"backend": file}), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", HEAD + ASK + COMPARE], capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
        env={**os.environ, "KERAS_BACKEND": variable, "KERAS_HOME": str(tmp_path)},
    )
    assert done.stdout.split() == [expected, expected], done.stderr


@pytest.mark.parametrize("text", ["", "{", "[]", "{}"])
def test_a_file_keras_cannot_use_means_the_default(tmp_path, text):
    (tmp_path / "keras.json").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", HEAD + ASK + "print(before)"], capture_output=True, text=True, encoding="utf-8",
        cwd=ROOT, env={**os.environ, "KERAS_BACKEND": "", "KERAS_HOME": str(tmp_path)},
    )
    assert done.stdout.split() == ["tensorflow"], done.stderr
