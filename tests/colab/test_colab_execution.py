"""Every notebook runs as a learner runs it, and nothing else counts as a run."""

import nbformat
import pytest
from building.execution import NotebookFailed, execute, with_code_after
from nbformat.v4 import new_code_cell, new_notebook
from notebook_files import SMALL, SOURCES, code_cells


def test_every_notebook_has_small_settings():
    assert sorted(SMALL) == SOURCES


def test_every_notebook_runs_to_its_end(executed, name, language):
    assert all(cell.execution_count for cell in code_cells(executed(name, language)))


def ran(*codes):
    cells = [new_code_cell(code, id=f"cell-{number}") for number, code in enumerate(codes)]
    return execute(new_notebook(cells=cells))


def test_the_package_and_this_folder_are_out_of_reach(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(SMALL))
    monkeypatch.setenv("MPLBACKEND", "agg")
    look = "import os\nprint(os.listdir(), 'PYTHONPATH' in os.environ, os.environ.get('MPLBACKEND') == 'agg')"
    importing = "try:\n    import keras_attention\nexcept ImportError:\n    print('not there')"
    notebook = ran(look, importing)
    assert [cell.outputs[0].text for cell in notebook.cells] == ["[] False False\n", "not there\n"]


def test_errors_and_stderr_fail():
    with pytest.raises(NotebookFailed, match="ZeroDivisionError"):
        ran("1 / 0")
    with pytest.raises(NotebookFailed, match="cell-0 wrote to stderr"):
        ran("import sys\nprint('noise', file=sys.stderr)")


def test_code_after_a_cell_or_after_the_parameters():
    cells = [new_code_cell("a = 1", id="one", metadata={"tags": ["parameters"]}), new_code_cell("b = 2", id="two")]
    notebook = nbformat.from_dict(new_notebook(cells=cells))
    small = with_code_after(notebook, {"parameters": "a = 0", "two": "b = 0"})
    assert [cell.source for cell in small.cells] == ["a = 1", "a = 0", "b = 2", "b = 0"]
    assert len(notebook.cells) == 2
    with pytest.raises(ValueError, match="three must be one cell; the notebook has 0"):
        with_code_after(notebook, {"three": ""})
