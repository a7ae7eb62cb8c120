"""Cells and records made by hand."""

import pytest

from keras_attention.comparison.grid import make_grid
from keras_attention.comparison.record import CellRecord, CellResult

VERSIONS = {"python": "3.11.7", "keras_attention": "0.1.0", "keras": "3.15.1", "backend": "tensorflow 2.21.0"}
HARDWARE = {"processor": "A Processor", "cores": 2, "system": "Linux"}


def _grid(task="first-step-recall", **options):
    arguments = dict.fromkeys(("models", "lengths", "seeds", "epochs", "samples"))
    return make_grid(task, **(arguments | {"quick": False, "backend": "tensorflow"} | options))


def _record(settings, accuracy=1.0, **result):
    if settings.task == "associative-recall":
        result = {"listed_share": 0.9, "uncommon_accuracy": 0.25} | result
    elif settings.model.startswith("transformer"):
        result = {"first_step_attention": 0.25, "first_step_attention_by_head": (0.2, 0.3)} | result
    curve = (0.5,) * settings.epochs
    defaults = {"parameters": 1169, "compile_seconds": 1.5, "train_seconds": 2.25, "loss": curve, "accuracy": curve}
    return CellRecord(settings, CellResult(test_accuracy=accuracy, **(defaults | result)), VERSIONS, HARDWARE)


@pytest.fixture(scope="session")
def grid():
    """`make_grid` with the course's settings for whatever is not given."""
    return _grid


@pytest.fixture(scope="session")
def make_record():
    """A function (settings, accuracy, ...) -> a finished cell."""
    return _record
