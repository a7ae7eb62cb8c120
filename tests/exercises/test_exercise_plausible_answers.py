"""Wrong answers thought of without the checks in view: none passes, and nearly all meet the idea behind them."""

from exercise_files import judged_answers
from plausible_answers import ANSWERS

from exercises.checking import feedback
from exercises.reading import Unanswered, Unreadable


def named(answer, judge):
    try:
        return judge(answer)
    except (Unanswered, Unreadable):
        return None


def test_every_answer_that_is_judged_has_some():
    assert set(ANSWERS) == {judged.name for judged in judged_answers()}
    assert all(len(answers) >= 6 for answers in ANSWERS.values())


def test_none_passes(judged, spoken):
    for answer, idea, _ in ANSWERS[judged.name]:
        assert not feedback(answer, judged.judge, judged.slips).startswith(("right", "맞았")), idea


def test_nine_in_ten_meet_their_idea_or_an_honest_no():
    missed = [
        (judged.name, idea)
        for judged in judged_answers()
        for answer, idea, slip in ANSWERS[judged.name]
        if named(answer, judged.judge) != slip
    ]
    assert len(missed) <= 0.1 * sum(map(len, ANSWERS.values())), missed


def test_most_are_named():
    """The honest "not this" is for what nobody thought of; two in three are named."""
    slips = [slip for answers in ANSWERS.values() for _, _, slip in answers]
    assert sum(slip != "other" for slip in slips) >= 0.6 * len(slips)
