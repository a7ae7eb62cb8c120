"""Plausible wrong answers that no exercise lists: none is passed as right, and each gets a sentence."""

import numpy as np
from exercise_files import judged_answers

from exercises.checking import feedback

# Right answers to these are a whole region; what lies outside of it is tried by hand below.
REGIONS = {"lesson_3_8/no_positions/accuracies", "bonus_4/fifty_fifty/query"}
OUTSIDE = {
    "lesson_3_8/no_positions/accuracies": [
        [0.623], 0.623, [0.7, 0.71, 0.72], [0.9, 0.92, 0.91], [0.55, 0.56, 0.54], [0.62, 0.61, 0.99], [0, 0, 0],
        [1, 1, 1], [0.5, 0.5, 0.5], [0.62, 0.61, -0.6], [0.62, 0.61, 0.31], [99, 98, 99],
    ],
    "bonus_4/fifty_fifty/query": [
        [1, 1], [0.5, 0.5], [0.5, 0.5, 0], [10, 10], [1, 0], [0, 1], [-1, 1], [-4, 4], [-4, 0], [0, -4], [-4, -8],
        [-8, -4], [-0.1, -0.1], [-1.5, -1.5], [100, 100], [5, 5], [4, 4.1], [-4, -5], [0.45, 0.45], -4, [[-4], [-4]],
    ],
}


def of_number(x):
    yield from (2 * x, x / 2, -x, x + 1, x - 1, 10 * x, x / 10, x * x, abs(x) ** 0.5, 1.1 * x, 0.9 * x, x * x * x,
                1000 * x, [x, 2 * x], [x, x, x], str(x))
    if x:
        yield 1 / x


def of_array(x):
    x = np.asarray(x)
    yield from (2 * x, x / 2, -x, x + 1, 0.9 * x, 1.1 * x, x * x, 0 * x, 0 * x + 1, x[::-1], x.T, np.roll(x, 1),
                np.cumsum(x), x[:1], x[1:], x[:-1], np.append(x, x[-1]), np.append(x, 1), x.sum(), x.mean(), x.max(),
                np.full(x.shape, x.mean()), np.eye(x.size), str(x.tolist()))


def of_text(x):
    if len(x) == 1:
        yield from (letter for letter in "abcdefghijstxyz" if letter != x)
        yield from (x * 2, x + x.swapcase(), f"not {x}", ord(x), [x, x])
        return
    inputs, output = x.replace(" ", "").split("->")
    first, second = inputs.split(",")
    for other in (output[::-1], output[:-1], output[1:], output[1:] + output[0], "", output + "z", first, second):
        yield f"{inputs}->{other}"
    yield from (inputs, f"{second},{first}->{output}", f"{first[::-1]},{second}->{output}",
                f"{first},{second[::-1]}->{output}", output, "->")


def of_function(f):
    def changed(change):
        def function(*arguments):
            result = f(*arguments)
            if isinstance(result, tuple):
                return tuple(change(np.asarray(one)) for one in result)
            return change(np.asarray(result))

        return function

    for change in (
        lambda y: 1.01 * y, lambda y: 2 * y, lambda y: y + 1, lambda y: -1 * y, lambda y: 0 * y, lambda y: "y",
        lambda y: y[..., :1], lambda y: y[..., ::-1], lambda y: np.roll(y, 1), lambda y: y.sum(axis=-1),
        lambda y: np.sort(y, axis=None), lambda y: np.concatenate([y, y], axis=-1), lambda y: y.ravel()[:3],
    ):
        yield changed(change)
    yield from (lambda *arguments: arguments[0], lambda *arguments: arguments, lambda: 1, lambda *_: 0,
                lambda *arguments: f(*arguments)[:1] if isinstance(f(*arguments), tuple) else (f(*arguments),) * 2)


def further(right):
    """Wrong answers made from a right one."""
    if callable(right):
        return of_function(right)
    if isinstance(right, str):
        return of_text(right.strip(" ()`").lower())
    return of_number(float(right)) if np.ndim(right) == 0 else of_array(right)


def is_same(answer, right):
    """Whether an answer only is a right one in another form."""
    try:
        answer, right = np.asarray(answer, float).ravel(), np.asarray(right, float).ravel()
    except (TypeError, ValueError):
        return False
    return answer.shape == right.shape and np.allclose(answer, right, rtol=0.06)


def test_no_plausible_wrong_answer_is_passed_as_right(judged, spoken):
    if judged.name in REGIONS:
        answers = OUTSIDE[judged.name]
    else:
        answers = [answer for answer in further(judged.right[0]) if not any(is_same(answer, r) for r in judged.right)]
    for answer in answers:
        said = feedback(answer, judged.judge, judged.slips)
        assert said not in ("right.", "맞았습니다."), answer
        assert len(said) > 10


def test_there_are_many():
    assert sum(1 for judged in judged_answers() if judged.name not in REGIONS for _ in further(judged.right[0])) > 500
