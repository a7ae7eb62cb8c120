"""The tables of colab/README.md are about the notebooks there are."""

import re

import pytest
from korean_terms import rejected_words
from notebook_files import COLAB, EDITIONS, code_cells, read, text_cells

from keras_attention import cli

README = (COLAB / "README.md").read_text(encoding="utf-8")
ENGLISH, KOREAN = README.split("\n## 한국어\n")
PART = {"en": ENGLISH, "ko": KOREAN}


def rows(text):
    """The rows of all tables in a text, as lists of entries."""
    return [[entry.strip() for entry in line.strip("|").split("|")] for line in re.findall(r"(?m)^\|.*\|$", text)]


def test_every_notebook_has_a_row(name, language):
    title = text_cells(read(name, language))[0].source.split("\n")[0].removeprefix("# ")
    (row,) = [row for row in rows(PART[language]) if row[0] == title]
    targets = [re.search(r"\((.*)\)", entry)[1] for entry in row[1:3]]
    assert targets == [f"{name}.ipynb", f"ko/{name}.ipynb"]
    assert all(row)


def test_every_section_is_on_the_path_and_every_cell_in_a_section(name, language):
    """Section, cells, exercise, minutes, in the order of the notebook; the minutes add up to those of the notebook."""
    notebook = read(name, language)
    sections, before, number, minutes = {}, [], 0, 0  # `before`: cells above the first section belong to it
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for heading in re.findall(r"(?m)^## (\d.*)$", cell.source):
                sections[heading] = [] if sections else before
        else:
            number += 1
            (list(sections.values())[-1] if sections else before).append(number)
    for heading, cells in sections.items():
        (row,) = [row for row in rows(PART[language]) if row[0] == heading]
        first, last = re.search(r"^(\d+)(?:(?:-|, )(\d+))?$", row[1]).groups()
        assert [int(first), int(last or first)] == [cells[0], cells[-1]], heading
        assert row[2]
        minutes += int(row[3])
    assert number == len(code_cells(notebook))
    title = text_cells(notebook)[0].source.split("\n")[0].removeprefix("# ")
    assert [int(row[4]) for row in rows(PART[language]) if row[0] == title] == [minutes]


@pytest.mark.parametrize("path", re.findall(r"\]\((?!http|#)([^)]*)\)", README))
def test_links_lead_somewhere(path):
    assert (COLAB / path).exists()


def test_nothing_in_the_tables_but_notebooks_there_are():
    notebooks = {target for row in rows(README) for target in re.findall(r"\((\S*\.ipynb)\)", " ".join(row))}
    assert notebooks == {("ko/" if language == "ko" else "") + f"{name}.ipynb" for name, language in EDITIONS}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_web_page_is_written_as_it_says(language, tmp_path, monkeypatch):
    ((folder, command),) = re.findall(r"(?m)^mkdir (.*)\npython -m keras_attention (scenes .*)$", PART[language])
    named = re.findall(r"`(docs/[^`]+\.html)`", PART[language])
    monkeypatch.chdir(tmp_path)
    (tmp_path / folder).mkdir()
    assert cli.main([*command.split(), "--only", "cost"]) == 0  # one scene is quicker; files and links are the same
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")) == sorted(set(named))
    for path, other in (named[:2], named[1::-1]):
        assert f'href="{other.removeprefix("docs/")}"' in (tmp_path / path).read_text(encoding="utf-8")
        assert 'id="cost"' in (tmp_path / path).read_text(encoding="utf-8")


def test_korean_terms():
    assert rejected_words(KOREAN) == []
