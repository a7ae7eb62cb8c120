"""The glossary: one word for one idea, every link leads somewhere, and every term in use has a row."""

import importlib
import inspect
import json
import re
import sys

import keras
import pytest
from glossary_table import ROOT, TEXT, english_pattern, first_place, korean_pattern, rows
from glossary_terms import OTHER_WORDS, PAIRS

import keras_attention

sys.path.insert(0, str(ROOT / "tests" / "colab"))

from korean_terms import rejected_words  # noqa: E402

ROWS = rows()
LATIN = {"Adam", "GRU", "LSTM", "LoRA", "`einsum`", "`reshape`", "post-norm", "pre-norm", "shape"}
NOT_TERMS = {"run before", "book a", "chrono"}  # also written in brackets


def _notebook_text(path, kinds=("markdown",)):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] in kinds)


def _texts(language):
    """File -> text of all lessons, scenes and notebooks. The texts of the scenes stand in their code."""
    folder = ROOT / "colab" / ("ko" if language == "ko" else "")
    texts = {path: _notebook_text(path) for path in sorted(folder.glob("*.ipynb"))}
    others = [*(ROOT / "lessons" / language).glob("*.md"), *(ROOT / "keras_attention" / "scenes").rglob("*.py")]
    return texts | {path: path.read_text(encoding="utf-8") for path in sorted(others)}


ENGLISH, KOREAN = _texts("en"), _texts("ko")


def _where(pattern, texts):
    return [path.name for path, text in texts.items() if pattern.search(re.sub(r"\s+", " ", text))]


def test_one_table_sorted_one_word_for_one_idea():
    assert len(ROWS) > 120 and len(re.findall(r"(?m)^\|(?:---\|)+$", TEXT)) == 1
    words = [row.english.casefold() for row in ROWS]
    assert words == sorted(words) and len(set(words)) == len(words)
    korean = [row.korean_word for row in ROWS]
    assert len(set(korean)) == len(korean)
    assert {row.korean for row in ROWS if not re.search("[가-힣]", row.korean)} == LATIN


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.english)
def test_meanings_are_one_sentence_in_each_language(row):
    assert re.fullmatch(r"[A-Z][^가-힣]*\.", row.meaning) and not re.search(r"\.\s", row.meaning)
    assert re.fullmatch(r".*[가-힣].*니다\.", row.meaning_korean) and not re.search(r"[.?!]\s", row.meaning_korean)
    assert rejected_words(row.korean + row.meaning_korean) == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.english)
def test_it_first_appears_where_the_table_says(row):
    first = first_place(row, ROWS)
    if first:
        assert row.place == first
    targets = re.findall(r"\]\(([^)]*)\)", row.place)
    assert targets
    for target in targets:
        path, _, anchor = target.partition("#")
        text = (ROOT / path).read_text(encoding="utf-8")
        headings = [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in _headings(text)]
        assert not anchor or anchor in headings, target


def _headings(text):
    return re.findall(r"(?m)^#+ (.*)$", text)


@pytest.mark.parametrize("row", [row for row in ROWS if row.names], ids=lambda row: row.english)
def test_names_exist(row):
    for name in re.findall(r"`([^`]+)`", row.names):
        *path, last = name.split(".")
        root = keras if path[:1] == ["keras"] else keras_attention
        found = root
        for part in path[1:] if root is keras else path:
            missing = root is keras_attention and not hasattr(found, part)
            found = importlib.import_module(f"{found.__name__}.{part}") if missing else getattr(found, part)
        in_training = root is keras_attention and not hasattr(found, last)
        assert hasattr(importlib.import_module("keras_attention.training") if in_training else found, last), name


def test_every_public_class_has_a_row():
    named = set(re.findall(r"[\w.]+", " ".join(row.names for row in ROWS)))
    ours = {name for name in keras_attention.__all__ if inspect.isclass(getattr(keras_attention, name))}
    assert ours <= named
    code = "\n".join(_notebook_text(path, ("markdown", "code")) for path in ENGLISH if path.suffix == ".ipynb")
    used = {f"keras.{kind}.{name}" for kind, name in re.findall(r"\b(layers|optimizers|losses)\.([A-Z]\w*)", code)}
    assert used - {"keras.layers.Input", "keras.layers.InputSpec"} <= named


@pytest.mark.parametrize(("english", "korean"), PAIRS, ids=[english for english, _ in PAIRS])
def test_every_technical_term_in_use_has_a_row(english, korean):
    used = _where(english_pattern(english), ENGLISH)
    used += _where(korean_pattern(korean), KOREAN) if korean != "-" else []
    row = next((row for row in ROWS if row.word.lower() == english.lower()), None)
    assert row or not used, used
    assert not row or korean == "-" or row.korean_word.startswith(korean)


@pytest.mark.parametrize("path", KOREAN, ids=lambda path: path.name)
def test_a_korean_text_uses_the_words_of_the_table(path):
    """Where a text gives the English word in brackets, Korean(English), both are those of a row."""
    words = {row.word.lower(): row.korean_word for row in ROWS}
    text = re.sub(r"\s+", " ", KOREAN[path])
    for before, english in re.findall(r"([가-힣·A-Za-z -]*[가-힣])\(([A-Za-z][A-Za-z -]+)\)", text):
        if english.lower() not in NOT_TERMS:
            assert english.lower() in words, f"{before}({english})"
            assert before.endswith(words[english.lower()]), f"{before}({english})"
    for word, others in OTHER_WORDS.items():
        assert not [other for other in others if other in text], word
