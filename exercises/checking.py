"""Says what a learner should hear about an answer, in the language of the notebook."""

from exercises.reading import Unanswered, Unreadable, text

LANGUAGE = "en"
SEED = 0  # for the random numbers on which checks try an answer


def pick(english, korean):
    """The sentence in the language of this notebook."""
    return korean if LANGUAGE == "ko" else english


def not_yet():
    """What an answer cell nobody filled in gets to hear."""
    return pick("not answered yet.", "아직 답하지 않았습니다.")


def feedback(answer, judge, slips):
    """Right, or the idea behind the answer and a hint, or why it cannot be read."""
    if answer is None:
        return not_yet()
    try:
        found = judge(answer)
    except Unanswered:
        return not_yet()
    except Unreadable as problem:
        return pick(*problem.args)
    if found == "right":
        return pick("right.", "맞았습니다.")
    idea, idea_korean, hint, hint_korean = slips[found]
    return pick(f"not yet. {idea} {hint}", f"다시 해 보세요. {idea_korean} {hint_korean}")


def reading_points(answer, points):
    """Questions to read one's own text again with: a list to compare with, no verdict."""
    if answer is None:
        return not_yet()
    try:
        text(answer)
    except Unanswered:
        return not_yet()
    except Unreadable as problem:
        return pick(*problem.args)
    questions = "".join(f"\n  - {pick(*point)}" for point in points)
    return pick("no verdict. Read your text again with these questions:",
                "채점은 하지 않습니다. 아래 질문에 비추어 다시 읽어 보세요.") + questions


def check(name, answer, judge, slips):
    """Prints the feedback on an answer."""
    print(f"{name}: {feedback(answer, judge, slips)}")


def look_for(name, answer, points):
    """Prints what to look for in a text of one's own."""
    print(f"{name}: {reading_points(answer, points)}")
