"""Writes the notebooks: one percent script in, an English and a Korean notebook out.

    python colab/build.py [NAME ...]            colab/NAME.ipynb and colab/ko/NAME.ipynb; outputs stay with their code
    python colab/build.py --execute [NAME ...]  the same, and runs both in an empty folder without the package
    python colab/build.py --check [NAME ...]    writes nothing; fails where a notebook is not what its source gives

Format of colab/source/NAME.py
------------------------------
What stands before the first `# %%` belongs to no cell. The script is Python: with the package installed it runs, and
ruff checks it.

Text cell: a header, and the text once in each language, every line a comment::

    # %% [markdown] library-question
    # --- en
    # ## 1 The library
    # --- ko
    # ## 1 도서관에서 책 찾기

`library-question` is the slug: the cell's id in the notebook, unique in the script (lower case, digits, hyphens).
In a text, `{cell:SLUG}` becomes the number of that code cell, so that texts can say "cell 4".

Code cell: a header, a comment that is the cell's title, and code, the same in both languages::

    # %% library-data
    # The library: three books and three notes
    from keras_attention.examples import BOOK_K, BOOK_V

After the slug may stand `parameters` (the cell that tests set small values behind: it gets the tag "parameters") and
`form` (Colab folds the code away under its title: for code that nobody has to read).

Exercise: `# %% [exercise] LESSON/NAME` and nothing else. Three cells of exercises/LESSON/NAME.py come in its place: the
question with where to read up, the cell to answer in, and the check, folded away. Their slugs are NAME with hyphens,
and the same with `-answer` and `-check`. The format of an exercise is described in exercises/__init__.py.

Scene: `# %% [scene] NAME` and nothing else. Three cells of `keras_attention.scenes` come in its place: what is asked
and what to try; the picture, folded away, as a finished Vega-Lite specification that `show_scene` draws; what to
notice, where the picture breaks down, and the teacher's question. Their slugs are NAME with `-scene`, NAME itself, and
NAME with `-means`. In the saved outputs a still picture stands for the scene.

The builder adds two things to a code cell. Its title gets its number: `# Cell 3: The library: ...`. And where it uses
names that earlier cells define, its second line says which cells must have run, in an error that is a sentence: after
a restart of the runtime a learner is not left alone with a NameError.

Imports from the package, or from colab/source/common*.py (pieces that several notebooks show), become the definitions
themselves, in the order in which they are imported:

* Functions and classes, decorators included, as they stand in the package, with shorter docstrings: of every
  docstring the first paragraph and the sections Args, Call arguments and Returns stay.
* Constants with the comment above them; in examples.py, `_constant([...])` reads `np.array([...])`,
  `_constants(a_b=[...])` reads `{"a b": np.array([...])}`, and `_constant` of anything else reads that. `_text("FILE")`
  reads what stands in the file beside the module.

What a definition uses is not brought along: import it too, in this cell or an earlier one.

Languages: one code line of a script is `LANGUAGE = "en"`; in the Korean notebook it is `LANGUAGE = "ko"`, the only line
that differs, the words of a scene apart. Sentences that a cell prints are given in both languages and chosen by
LANGUAGE when the cell runs.
"""

import argparse
import sys
from pathlib import Path

from building.execution import NotebookFailed, execute
from building.notebook import build, read_if_there, to_text, with_outputs_of
from building.pictures import with_pictures
from building.script import ScriptError

HERE = Path(__file__).resolve().parent
FOLDERS = {"en": HERE, "ko": HERE / "ko"}


def source_names():
    """The notebooks there are sources of, in order."""
    return sorted(path.stem for path in (HERE / "source").glob("*.py") if not path.stem.startswith("common"))


def notebook_path(name, language):
    return FOLDERS[language] / f"{name}.ipynb"


def built(name, language):
    """The notebook of a source, with the committed outputs where they are still those of its code."""
    notebook = build(HERE / "source" / f"{name}.py", language)
    return with_outputs_of(read_if_there(notebook_path(name, language)), notebook)


def problem_with(name, language):
    """What is wrong with a committed notebook, as a sentence, or None."""
    path = notebook_path(name, language)
    shown = path.relative_to(HERE.parent).as_posix()
    if not path.exists():
        return f"{shown} does not exist."
    notebook = built(name, language)
    if path.read_bytes() != to_text(notebook).encode("utf-8"):
        return f"{shown} is not what its source gives."
    if any(cell.cell_type == "code" and cell.execution_count is None for cell in notebook.cells):
        return f"{shown} has no outputs."
    return None


def write(name, language, run):
    path = notebook_path(name, language)
    notebook = built(name, language)
    if run:
        notebook = with_pictures(execute(notebook))
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(to_text(notebook).encode("utf-8"))
    print(f"{path.relative_to(HERE.parent).as_posix()} written")


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the notebooks from colab/source.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="which notebooks; all of them if none is named")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--execute", action="store_true", help="run the notebooks and keep their outputs")
    what.add_argument("--check", action="store_true", help="write nothing, fail where a notebook is out of date")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(source_names()))
    if unknown:
        parser.error(f"no source for {', '.join(unknown)}; there is {', '.join(source_names())}")
    editions = [(name, language) for name in options.names or source_names() for language in FOLDERS]
    if options.check:
        problems = [problem for edition in editions if (problem := problem_with(*edition))]
        print("\n".join(problems) if problems else f"{len(editions)} notebooks are what their sources give.")
        if problems:
            print("Run: python colab/build.py --execute NAME")
        return 1 if problems else 0
    try:
        for edition in editions:
            write(*edition, run=options.execute)
    except (NotebookFailed, ScriptError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
