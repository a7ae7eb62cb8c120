"""Both editions are one notebook, and the Korean one is Korean."""

import re

from building.script import TextCell, read_script
from korean_terms import rejected_words
from notebook_files import COLAB, read, text_cells

HANGUL = re.compile("[가-힣]")


def prose(text):
    """A text without what stays as it is in both languages: code, formulas, links, what stands in brackets."""
    text = re.sub(r"\$\$.*?\$\$|`[^`]*`|!?\[[^\]]*\]\([^)]*\)|https?:\S+", " ", text, flags=re.DOTALL)
    return re.sub(r"\([^)]*\)", " ", text)


def without_scene(code):
    """Lines of code, without the specification of a scene, which holds words."""
    return re.sub(r"(?s)r'''\n.*?\n'''", "", code).split("\n")


def test_same_cells_same_code_but_one_line(name):
    english, korean = read(name, "en"), read(name, "ko")
    assert [(c.id, c.cell_type, c.metadata) for c in english.cells] == [
        (c.id, c.cell_type, c.metadata) for c in korean.cells
    ]
    lines = [
        (a, b)
        for one, other in zip(english.cells, korean.cells, strict=True)
        if one.cell_type == "code"
        for a, b in zip(without_scene(one.source), without_scene(other.source), strict=True)
        if a != b
    ]
    assert lines == [('LANGUAGE = "en"', 'LANGUAGE = "ko"')]


def test_same_headings_and_same_figures_in_both_texts(name):
    for one, other in zip(text_cells(read(name, "en")), text_cells(read(name, "ko")), strict=True):
        assert re.findall(r"(?m)^#+ \d*", one.source) == re.findall(r"(?m)^#+ \d*", other.source), one.id
        figures = [sorted(set(re.findall(r"\d+\.\d+", cell.source))) for cell in (one, other)]
        assert figures[0] == figures[1], one.id


def test_both_texts_name_the_same_cells(name):
    for cell in read_script(COLAB / "source" / f"{name}.py"):
        if isinstance(cell, TextCell):
            english, korean = (set(re.findall(r"\{cell:([^}]+)\}", text)) for text in cell.texts.values())
            assert english == korean, cell.slug


def test_korean_text_cells_are_korean(name):
    for cell in text_cells(read(name, "ko")):
        letters = re.findall(r"[^\W\d_]", prose(cell.source))
        hangul = [letter for letter in letters if HANGUL.match(letter)]
        assert len(hangul) > 0.6 * len(letters), cell.id
    assert not any(HANGUL.search(cell.source) for cell in text_cells(read(name, "en")))


def test_korean_terms_and_register(name):
    notebook = read(name, "ko")
    for cell in notebook.cells:
        assert rejected_words(cell.source) == [], cell.id
    for cell in text_cells(notebook):
        plain = [end for end in re.findall(r"(\S+다)[.!](?=\s|$)", cell.source) if not end.endswith("니다")]
        assert not plain, cell.id


def test_a_printed_sentence_follows_the_language(name):
    def printed(language):
        return "".join(o.get("text", "") for c in read(name, language).cells for o in c.get("outputs", []))

    assert HANGUL.search(printed("ko")) and not HANGUL.search(printed("en"))
