"""Which backend Keras uses, known without importing it: a command that only starts other processes need not wait."""

import json
import os
import sys
from pathlib import Path


def backend_name():
    """The backend that Keras uses, or will use once it is imported.

    Returns:
        The name, as `keras.config.backend()` gives it.

    Reference:
        Keras' guide "Configuring your backend": the variable KERAS_BACKEND, then the entry "backend" in keras.json in
        the folder KERAS_HOME or ~/.keras, then "tensorflow".
    """
    if "keras" in sys.modules:
        return sys.modules["keras"].config.backend()
    return os.environ.get("KERAS_BACKEND") or _configured() or "tensorflow"


def _configured():
    home = os.environ.get("KERAS_HOME") or Path.home() / ".keras"
    try:
        configuration = json.loads(Path(home, "keras.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # no such file, or not one that Keras reads
        return None
    return configuration.get("backend") if isinstance(configuration, dict) else None
