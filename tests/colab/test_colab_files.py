"""The rules for a notebook file that opens in Colab and runs with nothing beside it."""

import ast
import base64
import re
import sys

import pytest
from notebook_files import COLAB, EDITIONS, FOLDED, code_cells, notebook_path, read, text_cells

FIRST_CELL = {
    "en": ("Goal", "You need to know", "Run time and hardware", "At the end you should see", "File > Upload notebook"),
    "ko": ("학습 목표", "미리 알아 둘 것", "실행 시간과 환경", "끝까지 실행하면", "File > Upload notebook"),
}
PREINSTALLED = {"IPython", "altair", "keras", "matplotlib", "numpy", "tensorflow", "jax"}
NOT_IN_CODE = ("google.colab", "tf.keras", "http:", "https:", "pip install", "safe_mode")


def test_every_notebook_has_a_source():
    assert sorted(COLAB.rglob("*.ipynb")) == sorted(notebook_path(*edition) for edition in EDITIONS)


def test_file(name, language):
    data = notebook_path(name, language).read_bytes()
    text = data.decode("utf-8")
    assert name.isascii() and len(data) < 1_000_000
    assert not text.startswith("\ufeff") and "\r" not in text and text.endswith("}\n")


def test_format_and_metadata(notebook, name):
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata == {
        "colab": {"name": f"{name}.ipynb", "provenance": [], "toc_visible": True},
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    for cell in notebook.cells:
        assert re.fullmatch(r"[a-z0-9-]{1,64}", cell.id)
        assert cell.metadata in ({}, FOLDED, {"tags": ["parameters"]})


def test_outputs_are_those_of_one_quiet_run(notebook):
    assert [cell.execution_count for cell in code_cells(notebook)] == list(range(1, len(code_cells(notebook)) + 1))
    for cell in code_cells(notebook):
        for output in cell.outputs:
            assert output.output_type in ("stream", "display_data")
            assert output.get("name", "stdout") == "stdout"
            text = output.get("text", "")
            assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\x1b]", text)
            assert not re.search(r"/(tmp|home|work|root|usr|content)/", text)
            text.encode("cp949")


def test_pictures_are_small_and_described(notebook, language):
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if output.output_type == "display_data":
                assert len(base64.b64decode(output.data["image/png"])) < 100_000
                alt = output.metadata["image/png"]["alt"]
                assert len(alt) > 20 and bool(re.search("[가-힣]", alt)) == (language == "ko")


def test_first_cell_says_what_to_expect(notebook, language):
    first = notebook.cells[0]
    assert first.cell_type == "markdown" and first.source.startswith("# ")
    assert "colab-badge.svg" in first.source
    for expected in FIRST_CELL[language]:
        assert expected in first.source


def test_second_cell_imports_and_prints_versions(notebook):
    second = notebook.cells[1]
    random = any("random" in cell.source for cell in code_cells(notebook))
    assert second.cell_type == "code" and ("SEED = " in second.source or not random)
    for package in ("NumPy", "matplotlib"):
        if package.lower() in second.source:
            assert re.search(rf"{package} \d+\.\d+\.\d+", second.outputs[0].text)


def test_code_needs_nothing_beside_it(notebook):
    for cell in code_cells(notebook):
        assert not [word for word in NOT_IN_CODE if word in cell.source], cell.id
        assert not re.search(r"(?m)^\s*[!%]", cell.source), cell.id
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
                root = module.split(".")[0]
                assert root in PREINSTALLED or root in sys.stdlib_module_names, module


def test_figures_can_be_read(notebook):
    code = "\n".join(cell.source for cell in code_cells(notebook))
    sizes = [float(size) for size in re.findall(r"font(?:_?size|\.size\")[=:] ?([\d.]+)", code)]
    assert min(sizes, default=11) >= 11 and bool(sizes) == ("matplotlib" in code)
    assert set(re.findall(r'cmap="(\w+)"', code)) <= {"viridis", "cividis"}


@pytest.mark.parametrize("kind", ["en", "ko"])
def test_cells_named_in_texts_exist(kind):
    pattern = {"en": r"[Cc]ells? (\d+)", "ko": r"(\d+)번 셀"}[kind]
    for name, language in EDITIONS:
        if language == kind:
            notebook = read(name, language)
            numbers = re.findall(pattern, "\n".join(cell.source for cell in text_cells(notebook)))
            assert numbers and max(map(int, numbers)) <= len(code_cells(notebook))
