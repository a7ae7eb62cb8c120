"""The answer keys are what the exercises give, and hold what a teacher needs."""

import re
import sys
from pathlib import Path

import build_answer_key
import pytest
from building.answer_key import CHANGE, asked_changes, changes_file
from building.exercise import read_exercise
from building.script import ExerciseCell, ScriptError, TextCell, read_script
from exercise_files import modules

sys.path.append(str(Path(__file__).parents[1] / "colab"))
from korean_terms import rejected_words  # noqa: E402

SOURCES = build_answer_key.sources()


def test_committed_keys_are_what_the_exercises_give(capsys):
    assert build_answer_key.main(["--check"]) == 0, capsys.readouterr().out


def test_a_key_that_differs_is_noticed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(build_answer_key, "LESSONS", tmp_path / "lessons")
    assert build_answer_key.main(["--check"]) == 1
    assert "lessons/en/answer-key.md is not what the exercises give" in capsys.readouterr().out
    assert build_answer_key.main([]) == 0 and build_answer_key.main(["--check"]) == 0
    build_answer_key.key_path("ko").write_text("# ", encoding="utf-8")
    assert build_answer_key.main(["--check"]) == 1


def test_every_exercise_stands_in_one_notebook():
    placed = [cell.name for path in SOURCES for cell in read_script(path) if isinstance(cell, ExerciseCell)]
    assert sorted(placed) == sorted(modules())


@pytest.mark.parametrize("name", modules())
def test_an_exercise_has_all_its_texts(name):
    exercise = read_exercise(name)
    module = modules()[name]
    for section in ("question", "read-up", "solution", "grading"):
        english, korean = exercise.texts[section].values()
        assert english and korean and rejected_words(korean) == []
        assert sorted(set(re.findall(r"\d+\.\d+", english))) == sorted(set(re.findall(r"\d+\.\d+", korean))), section
        plain = [end for end in re.findall(r"(\S+다)[.!](?=\s|$)", korean) if not end.endswith("니다")]
        assert not plain
    assert exercise.texts["question"]["en"].startswith("### ") and exercise.texts["question"]["ko"].startswith("### ")
    points = [[int(found) for found in re.findall(pattern, exercise.texts["grading"][language])]
              for language, pattern in (("en", r"(?m)^\* (\d+) point"), ("ko", r"(?m)^\* (\d+)점"))]
    assert points[0] == points[1] != []
    for answer in exercise.answers:
        assert hasattr(module, f"answer_{answer.name}")
        if answer.slips:
            slips = {slip: (*texts.idea.values(), *texts.hint.values()) for slip, texts in answer.slips.items()}
            assert slips == {slip: tuple(texts[place] for place in (0, 1, 2, 3)) for slip, texts in
                             getattr(module, f"{answer.name.upper()}_SLIPS").items()}
            assert [slip for _, slip in answer.wrong] == [
                slip for _, slip in getattr(module, f"{answer.name.upper()}_WRONG")]


@pytest.mark.parametrize("path", [path for path in SOURCES if path.stem.startswith("code")], ids=lambda path: path.stem)
def test_every_thing_to_change_is_answered(path):
    answered = {cell.slug: cell.texts for cell in read_script(changes_file(path))}
    assert list(answered) == list(asked_changes(path, "en")) == list(asked_changes(path, "ko"))
    text = path.read_text(encoding="utf-8")
    assert all(text.count(mark) == len(answered) for mark in CHANGE.values())
    for english, korean in (texts.values() for texts in answered.values()):
        assert sorted(set(re.findall(r"\d+\.\d+", english))) == sorted(set(re.findall(r"\d+\.\d+", korean)))
        assert rejected_words(korean) == [] and len(english) > 40


def sections_of(number):
    """The numbers of the sections of the notebook Code `number`."""
    (path,) = [path for path in SOURCES if path.stem.startswith(f"code{number}_")]
    texts = [cell.texts["en"] for cell in read_script(path) if isinstance(cell, TextCell)]
    return set(re.findall(r"(?m)^## (\d+) ", "\n".join(texts)))


@pytest.mark.parametrize("name", modules())
def test_sections_to_read_up_exist(name):
    english, korean = (text.split("Code ")[1:] for text in read_exercise(name).texts["read-up"].values())
    assert english
    for part, translated in zip(english, korean, strict=True):
        named = set(re.findall(r"\d+", " ".join(re.findall(r"sections? ([\d, and]+)", part))))
        assert part[0] == translated[0] and named == set(re.findall(r"(\d+)절", translated))
        assert not named or named <= sections_of(part[0])


def test_an_exercise_that_is_not_in_the_format(tmp_path, monkeypatch):
    monkeypatch.setattr("building.exercise.ROOT", tmp_path)
    (tmp_path / "lesson").mkdir()
    with pytest.raises(ScriptError, match="There is no exercise lesson/one"):
        read_exercise("lesson/one")
    path = tmp_path / "lesson" / "one.py"
    path.write_text("# %% answer\n# T\nanswer_one = None\n", encoding="utf-8")
    with pytest.raises(ScriptError, match="must have the cells question, read-up"):
        read_exercise("lesson/one")
    texts = "".join(f"# %% [markdown] {slug}\n# --- en\n# T\n# --- ko\n# T\n" for slug in ("question", "read-up"))
    rest = "".join(f"# %% [markdown] {slug}\n# --- en\n# T\n# --- ko\n# T\n" for slug in ("solution", "grading"))
    code = "# %% answer\n# T\nanswer_one = None\n# %% check\n# T\njudge_one = None\n"
    path.write_text(texts + code + rest + "# %% answers\n# T\nONE_RIGHT = []\n", encoding="utf-8")
    with pytest.raises(ScriptError, match="defines no ONE_SLIPS"):
        read_exercise("lesson/one")
