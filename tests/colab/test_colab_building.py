"""The notebooks are what their sources give, and the rules of `build.py` hold."""

import inspect

import build
import numpy as np
import pytest
from building.definitions import with_definitions
from building.names import needed_names, with_guards
from building.notebook import to_text
from building.script import ScriptError, read_script

from keras_attention.by_hand import checks, formulas
from keras_attention.texts import letters

HEAD = "# %% [markdown] title\n# --- en\n# # Title\n# --- ko\n# # 제목\n"
SETUP = '# %% setup\n# Setup\nLANGUAGE = "en"\n'


def test_committed_notebooks_are_what_their_sources_give():
    assert build.main(["--check"]) == 0


def test_same_input_same_bytes(name, language):
    assert to_text(build.built(name, language)) == to_text(build.built(name, language))


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A function text -> a project whose only notebook is code0, from this script."""
    (tmp_path / "source").mkdir()
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(build, "FOLDERS", {"en": tmp_path, "ko": tmp_path / "ko"})

    def write(text):
        (tmp_path / "source" / "code0.py").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_outputs_stay_until_code_changes(project, capsys):
    folder = project(HEAD + SETUP)
    assert build.main(["--check"]) == 1 and "code0.ipynb does not exist" in capsys.readouterr().out
    assert build.main([]) == 0
    assert build.main(["--check"]) == 1 and "code0.ipynb has no outputs" in capsys.readouterr().out
    assert build.main(["--execute"]) == 0 and build.main(["--check"]) == 0
    project((HEAD + SETUP).replace("# # Title", "# # Another title"))
    assert build.main(["--check"]) == 1 and "is not what its source gives" in capsys.readouterr().out
    assert build.main([]) == 0 and build.main(["--check"]) == 0
    project(HEAD + SETUP + "print(1)\n")
    build.main([])
    assert build.main(["--check"]) == 1 and "has no outputs" in capsys.readouterr().out
    assert '"LANGUAGE = \\"ko\\"' in (folder / "ko" / "code0.ipynb").read_text(encoding="utf-8")


def test_unknown_name(capsys):
    with pytest.raises(SystemExit):
        build.main(["code9"])
    assert "no source for code9; there is code1_attention_by_hand" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("# %% Title\n", "line 1: is not a cell header"),
        (HEAD + HEAD, "line 6: uses the slug title again"),
        ("# %% cell fold\n# T\na = 1\n", "option other than parameters, form: fold"),
        ("# %% [markdown] title\n# --- en\n# Text\n", "needs a text in en and ko"),
        ("# %% [markdown] title\n# --- en\n# Text\n# --- ko\nText\n", "line 5: is a line of a text cell"),
        ("# %% [markdown] title\n# Text\n", "line 2: stands before"),
        ("# %% cell\na = 1\n", "needs a comment as its title"),
        (HEAD + "# %% cell\n# T\na = 1\n", 'exactly one line must be LANGUAGE = "en"'),
        (HEAD + SETUP + "# %% cell\n# T\nprint(b)\n", "Cell 2 uses b, which no earlier cell defines"),
        (HEAD + SETUP + "# %% cell\n# T\nfrom keras_attention.masks import nothing\n", "masks.py defines no nothing"),
        (HEAD.replace("# # T", "# {cell:nowhere} # T") + SETUP, "names the code cell nowhere"),
    ],
)
def test_a_script_that_is_not_in_the_format(project, capsys, script, message):
    project(script)
    assert build.main([]) == 1
    assert message in capsys.readouterr().err


def test_numbers_of_cells_in_texts(project):
    folder = project(HEAD.replace("# # Title", "# # Title, cell {cell:setup}") + SETUP)
    build.main([])
    assert "# Title, cell 1" in (folder / "code0.ipynb").read_text(encoding="utf-8")


def test_a_definition_is_the_one_of_the_package_but_for_its_docstring():
    code = with_definitions("from keras_attention.by_hand.formulas import attention\n\nprint(attention)")
    taken, rest = code.split("\n\n\n")
    assert rest == "print(attention)"
    original = inspect.getsource(formulas.attention).rstrip("\n")
    assert taken.splitlines()[0] == original.splitlines()[0]
    body = "    z = scores("
    assert taken[taken.index(body) :] == original[original.index(body) :]
    assert "Args:" in taken and "Returns:" in taken and "Example:" not in taken and "Reference:" not in taken
    one_line = with_definitions("from keras_attention.by_hand.checks import positive_integer")
    assert one_line == inspect.getsource(checks.positive_integer).rstrip("\n")


def test_a_class_with_its_decorator_and_short_docstrings():
    code = with_definitions("from keras_attention.layers.add_position import AddPosition")
    assert code.startswith("@keras.saving.register_keras_serializable")
    assert "Call arguments:" in code and "Masking:" not in code and "Raises:" not in code
    compile(code, "cell", "exec")


def test_constants():
    code = with_definitions("from keras_attention.examples import BOOK_NAMES, BOOK_K, QUERIES, HEADS_KEY, HEADS_OUTPUT")
    assert code.startswith("# The library:") and '"curious about both": np.array(' in code and "_constant" not in code
    names = {"np": np}
    exec(code, names)
    assert names["BOOK_K"].flags.writeable and names["HEADS_OUTPUT"].shape == (4, 4)


def test_a_text_from_a_file_stands_there_as_it_is():
    names = {}
    code = with_definitions("from keras_attention.texts.letters import ENGLISH_LETTERS, KOREAN_LETTERS")
    exec(code, names)
    assert (names["ENGLISH_LETTERS"], names["KOREAN_LETTERS"]) == (letters.ENGLISH_LETTERS, letters.KOREAN_LETTERS)
    assert letters.KOREAN_LETTERS in code and code.startswith("# Letters, notes and small stories")


def test_renaming_is_refused():
    with pytest.raises(ValueError, match="cannot be named s"):
        with_definitions("from keras_attention.by_hand.formulas import softmax as s")


def test_names_a_cell_needs():
    code = "def f(x):\n    y = x + a\n    return [y + b for y in z(y)]\n"
    code += "c = f(d)\nprint(len(c), e[0])\nfor i in g:\n    i.h = 1\n"
    assert needed_names(code) == {"a", "b", "d", "e", "g", "z"}


def test_guards_name_all_cells_that_must_have_run():
    guards = with_guards(["a = 1", "b = a", "c = a", "print(b)", "print(c, b)"])
    assert guards == [
        None,
        'assert "a" in globals(), "First run cell 1."',
        'assert "a" in globals(), "First run cell 1."',
        'assert "b" in globals(), "First run cells 1, 2."',
        'assert {"b", "c"} <= set(globals()), "First run cells 1-3."',
    ]


def test_text_before_the_first_header_belongs_to_no_cell(tmp_path):
    path = tmp_path / "code0.py"
    path.write_text('"""A script."""\n\n' + HEAD, encoding="utf-8")
    (cell,) = read_script(path)
    assert cell.texts == {"en": "# Title", "ko": "# 제목"}
    path.write_text("# %% bad header here", encoding="utf-8")
    with pytest.raises(ScriptError):
        read_script(path)
