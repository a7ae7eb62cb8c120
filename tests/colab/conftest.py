# ruff: noqa: E402
"""Runs the tests for each notebook, and runs notebooks for the tests."""

import contextlib
import functools
import io
import sys

import keras
import numpy as np
import pytest
from notebook_files import COLAB, EDITIONS, SMALL, SOURCES, read

sys.path.insert(0, str(COLAB))  # where build.py finds its parts

from building.execution import execute, with_code_after


def pytest_generate_tests(metafunc):
    if {"name", "language"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("name", "language"), EDITIONS)
    elif "name" in metafunc.fixturenames:
        metafunc.parametrize("name", SOURCES)


@pytest.fixture
def notebook(name, language):
    """A committed notebook; the test runs for each."""
    return read(name, language)


@pytest.fixture(scope="session")
def executed():
    """A function (name, language) -> the notebook after a run in an empty folder with small settings."""

    @functools.cache
    def run(name, language):
        return execute(with_code_after(read(name, language), SMALL[name]), timeout=300)

    return run


@pytest.fixture
def run_here(monkeypatch):
    """A function that runs cells of a committed notebook in this process: quick, and errors are as they are.

    (name, slugs=None, after={}, edits={}) -> (the names they define, what they printed). `slugs` are the cells to run,
    all of them by default; `after` maps a slug to code to run after that cell, `edits` to a pair: what a learner
    replaces in the cell, and by what. After the test the layers of the package are the registered ones again: those
    of a notebook have their names, so that a model saved in Colab loads here. NumPy prints as before, too.
    """
    monkeypatch.setenv("MPLBACKEND", "agg")
    registered = dict(keras.saving.get_custom_objects())

    def run(name, slugs=None, after=None, edits=None):
        defined, printed = {}, io.StringIO()
        with contextlib.redirect_stdout(printed):
            for cell in read(name, "en").cells:
                if cell.cell_type == "code" and (slugs is None or cell.id in slugs):
                    old, new = (edits or {}).get(cell.id, ("", ""))
                    assert old in cell.source
                    exec(compile(cell.source.replace(old, new) if old else cell.source, cell.id, "exec"), defined)
                    exec(compile((after or {}).get(cell.id, ""), f"after {cell.id}", "exec"), defined)
        return defined, printed.getvalue()

    with np.printoptions():  # a notebook sets its own
        yield run
    keras.saving.get_custom_objects().clear()
    keras.saving.get_custom_objects().update(registered)
