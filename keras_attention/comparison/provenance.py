"""Where a result was made: versions and hardware."""

import importlib.metadata
import os
import platform
import sys
from pathlib import Path

import keras
import numpy as np

import keras_attention


def versions():
    """Name to version of what a result depends on."""
    backend = keras.config.backend()
    return {
        "python": platform.python_version(),
        "keras_attention": keras_attention.__version__,
        "keras": keras.__version__,
        "backend": f"{backend} {_installed_version(backend)}",
        "numpy": np.__version__,
    }


def hardware():
    """Name to description of this machine."""
    return {"processor": _processor_name(), "cores": os.cpu_count() or 1, "system": platform.system()}


def _installed_version(distribution):
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:  # a build under another name, such as tensorflow-cpu
        return getattr(sys.modules.get(distribution), "__version__", "unknown")


def _processor_name():
    """The processor's name; `platform.processor` knows none on Linux."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"
