"""Assembles a notebook, and turns it into text that is the same for the same input."""

import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from building.definitions import with_definitions
from building.exercise import with_exercises
from building.names import with_guards
from building.scene import with_scenes
from building.script import LANGUAGES, CodeCell, ScriptError, read_script

LANGUAGE_LINE = 'LANGUAGE = "{}"'
_CELL_NUMBER = re.compile(r"\{cell:([a-z0-9-]+)\}")


def build(path, language):
    """The notebook of a script in one language, without outputs."""
    cells = with_scenes(with_exercises(read_script(path)), language)
    code_cells = [cell for cell in cells if isinstance(cell, CodeCell)]
    try:
        codes = [with_definitions(cell.code) for cell in code_cells]
        guards = with_guards(codes)
    except (ValueError, SyntaxError) as problem:
        raise ScriptError(f"{path.name}: {problem}.") from None
    numbers = {cell.slug: number for number, cell in enumerate(code_cells, start=1)}
    built = {}
    for cell, code, guard in zip(code_cells, codes, guards, strict=True):
        title = f"# {'@title ' if 'form' in cell.options else ''}Cell {numbers[cell.slug]}: {cell.title}"
        gap = "\n\n" if guard and code.startswith(("def ", "class ", "@")) else ""
        built[cell.slug] = "\n".join(line for line in (title, guard, gap + code) if line is not None)
    default = LANGUAGE_LINE.format(LANGUAGES[0])
    if sum(code.split("\n").count(default) for code in built.values()) != 1:
        raise ScriptError(f"{path.name}: exactly one line must be {default}.")
    built = {slug: re.sub(f"(?m)^{default}$", LANGUAGE_LINE.format(language), code) for slug, code in built.items()}

    notebook = new_notebook(metadata=_metadata(path.stem))
    for cell in cells:
        if isinstance(cell, CodeCell):
            notebook.cells.append(new_code_cell(built[cell.slug], id=cell.slug, metadata=_cell_metadata(cell.options)))
        else:
            text = _CELL_NUMBER.sub(lambda found: _number(path, numbers, found[1]), cell.texts[language])
            notebook.cells.append(new_markdown_cell(text, id=cell.slug))
    return notebook


def with_outputs_of(old, notebook):
    """`notebook` with the outputs of `old` where both have the same code, otherwise with none."""
    if old is None or _codes(old) != _codes(notebook):
        return notebook
    runs = {cell.id: cell for cell in old.cells if cell.cell_type == "code"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = runs[cell.id].outputs, runs[cell.id].execution_count
    return notebook


def read_if_there(path):
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4) if path.exists() else None


def to_text(notebook):
    """The notebook as it stands in its file: sorted keys, one-space indent, a line break at the end."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def _codes(notebook):
    return [(cell.get("id"), cell.source) for cell in notebook.cells if cell.cell_type == "code"]


def _number(path, numbers, slug):
    if slug not in numbers:
        raise ScriptError(f"{path.name}: a text names the code cell {slug}, which does not exist.")
    return str(numbers[slug])


def _metadata(name):
    return {
        "colab": {"name": f"{name}.ipynb", "provenance": [], "toc_visible": True},
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def _cell_metadata(options):
    metadata = {}
    if "form" in options:
        metadata["cellView"] = "form"  # folded in Colab
        metadata["jupyter"] = {"source_hidden": True}  # and in JupyterLab
    if "parameters" in options:
        metadata["tags"] = ["parameters"]
    return metadata
