"""Runs a test for each answer that the exercises judge."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "colab")]  # where the exercises are, and the parts of the builder

from exercise_files import judged_answers  # noqa: E402


def pytest_generate_tests(metafunc):
    if "judged" in metafunc.fixturenames:
        found = judged_answers()
        metafunc.parametrize("judged", found, ids=[answer.name for answer in found])


@pytest.fixture(params=["en", "ko"])
def spoken(request, monkeypatch):
    """The language in which checks speak; the test runs for each."""
    monkeypatch.setattr("exercises.checking.LANGUAGE", request.param)
    return request.param
