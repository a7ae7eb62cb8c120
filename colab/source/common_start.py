"""How a notebook starts: its language, Keras without noise, versions; copied into notebooks by `build.py`."""

import importlib.util
import operator
import os
import platform
import sys

import matplotlib
import numpy as np

LANGUAGE = "en"  # every notebook has its own

TESTED = ((3, 13), (3, 15))  # the oldest and the newest Keras this notebook was run with


def pick(english, korean):
    """The sentence in the language of this notebook."""
    return korean if LANGUAGE == "ko" else english


def start_keras():
    """Imports Keras and starts its backend, without the notices that TensorFlow writes on the way."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if "KERAS_BACKEND" not in os.environ and importlib.util.find_spec("tensorflow") is None:
        os.environ["KERAS_BACKEND"] = "jax"  # a TPU runtime of Colab has no TensorFlow
    terminal, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        import keras

        keras.ops.zeros(())
        if keras.backend.backend() == "tensorflow":
            import tensorflow as tf

            tf.function(lambda: tf.zeros(()), jit_compile=True, autograph=False)()
    finally:
        os.dup2(terminal, 2)
        os.close(terminal)
        os.close(nowhere)
    return keras


def version_note(version):
    """A sentence where this Keras is older or newer than those the notebook was run with."""
    if TESTED[0] <= tuple(map(int, version.split(".")[:2])) <= TESTED[1]:
        return ""
    oldest, newest = (".".join(map(str, tested)) for tested in TESTED)
    return pick(f"This is Keras {version}; the notebook was run with {oldest} to {newest}. It goes on all the same: "
                "numbers may differ a little, and if a cell ends in an error, the version is the first suspect.",
                f"지금 케라스 버전은 {version}이고, 이 노트북은 {oldest}부터 {newest}까지 실행해 보았습니다. "
                "그대로 진행합니다. 숫자가 조금 다를 수 있고, 오류가 나면 먼저 버전을 의심해 보세요.")


def show_versions(keras):
    """Prints the versions in use, and the sentence on a Keras the notebook was not run with."""
    backend = keras.backend.backend()
    print("Python", platform.python_version(), "| NumPy", np.__version__, "| matplotlib", matplotlib.__version__,
          "| Keras", keras.__version__, "on", backend, sys.modules[backend].__version__)
    if version_note(keras.__version__):
        print(version_note(keras.__version__))


def whole_numbers(name, values, smallest):
    """`values` as a tuple of whole numbers of at least `smallest`, each once."""
    try:
        numbers = tuple(dict.fromkeys(operator.index(value) for value in values))
    except TypeError:
        numbers = ()
    if not numbers or min(numbers) < smallest:
        raise ValueError(f"{name} must be a tuple of whole numbers of at least {smallest}, such as (10, 20) or (10,); "
                         f"received {values!r}.")
    return numbers
