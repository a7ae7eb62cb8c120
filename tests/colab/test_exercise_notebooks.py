"""The exercise notebooks: untouched they say so, filled in they say right, and a slip is named before the learner."""

import sys

import pytest
from building.exercise import read_exercise
from building.script import ExerciseCell, read_script
from notebook_files import COLAB, FOLDED, SOURCES, printed_by, read

sys.path.append(str(COLAB.parent))

NAMES = [name for name in SOURCES if name.startswith("exercises_")]


def exercises_of(lesson):
    """{name of an exercise: the exercise} in the notebook of a lesson."""
    cells = read_script(COLAB / "source" / f"{lesson}.py")
    return {cell.name: read_exercise(cell.name) for cell in cells if isinstance(cell, ExerciseCell)}


def filled_in(lesson, which):
    """Code after each answer cell: every answer a right one, or the last wrong one, as tests list them."""
    after = {}
    for name, exercise in exercises_of(lesson).items():
        lines = [f"import exercises.{name.replace('/', '.')} as source"]
        for answer in exercise.answers:
            listed = f"source.{answer.name.upper()}_{which}"
            value = '"Because."' if answer.points else f"{listed}[0]" if which == "RIGHT" else f"{listed}[-1][0]"
            lines.append(f"answer_{answer.name} = {value}")
        after[exercise.answer_cell.slug] = "\n".join(lines)
    return after


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("lesson", NAMES)
def test_untouched_every_check_says_that_there_is_no_answer(lesson, language):
    said = {"en": "not answered yet.", "ko": "아직 답하지 않았습니다."}[language]
    for exercise in exercises_of(lesson).values():
        printed = printed_by(read(lesson, language), exercise.check_cell.slug)
        assert printed == "".join(f"answer_{answer.name}: {said}\n" for answer in exercise.answers)


@pytest.mark.parametrize("lesson", NAMES)
def test_right_answers_are_right_in_the_notebook(run_here, lesson):
    _, printed = run_here(lesson, after=filled_in(lesson, "RIGHT"))
    for exercise in exercises_of(lesson).values():
        for answer in exercise.answers:
            assert f"answer_{answer.name}: {'no verdict.' if answer.points else 'right.'}" in printed


@pytest.mark.parametrize("lesson", NAMES)
def test_wrong_answers_are_named_in_the_notebook(run_here, lesson):
    _, printed = run_here(lesson, after=filled_in(lesson, "WRONG"))
    for exercise in exercises_of(lesson).values():
        for answer in exercise.answers:
            if answer.slips:
                slip = answer.slips[answer.wrong[-1][1]]
                assert f"answer_{answer.name}: not yet. {slip.idea['en']} {slip.hint['en']}\n" in printed


@pytest.mark.parametrize("lesson", NAMES)
def test_checks_are_folded_away(lesson):
    cells = {cell.id: cell for cell in read(lesson, "en").cells}
    for exercise in exercises_of(lesson).values():
        assert cells[exercise.check_cell.slug].metadata == FOLDED
        assert cells[exercise.answer_cell.slug].metadata == {}
        assert "**Read up:**" in cells[exercise.slug].source
