"""What no exercise asks for gets a sentence in the language of the notebook, never an error and never "right"."""

import datetime
import re
from fractions import Fraction

import numpy as np
import pytest

from exercises.checking import feedback
from exercises.reading import Unanswered, Unreadable, array_of_shape, name_of, number, result_of, shape, text

HANGUL = re.compile("[가-힣]")


class Hostile:
    def __array__(self, *_args, **_kwargs):
        raise RuntimeError("no array")


ODD = {
    "text": "four, I think",
    "an empty text": " ",
    "nan": float("nan"),
    "infinite": [float("inf"), 1.0, 2.0],
    "true": True,
    "complex": 1 + 2j,
    "nothing in it": [],
    "half filled": [0.2, None, 0.4],
    "ragged": [[1, 2], [3]],
    "dict": {"a": 1},
    "set": {1, 2},
    "bytes": b"4",
    "type": int,
    "module": np,
    "date": datetime.date(2026, 1, 1),
    "hostile": Hostile(),
    "too many axes": np.full((2, 3, 4, 5, 6), 0.5),
    "too long": np.linspace(-3, 3, 1000),
    "beyond float": 10**400,
    "negative": -7.123,
    "lambda": lambda *_: 1 / 0,
    "lambda of rows that grow": lambda *_: [[True], [True, True]],
    "lambda of text": lambda *_: "no",
    "lambda of a number": lambda *_: -7.123,
}


def test_odd_answers_get_a_sentence(judged, spoken):
    for name, answer in ODD.items():
        said = feedback(answer, judged.judge, judged.slips)
        assert said not in ("right.", "맞았습니다."), name
        assert bool(HANGUL.search(said)) == (spoken == "ko") and said[-1] in ".?)" and len(said) > 10, (name, said)


def test_no_answer_yet(judged, spoken):
    expected = "not answered yet." if spoken == "en" else "아직 답하지 않았습니다."
    assert feedback(None, judged.judge, judged.slips) == expected
    if any(callable(right) for right in judged.right):
        assert feedback(lambda *_: None, judged.judge, judged.slips) == expected


def test_numbers_in_any_form():
    for same in (3, 3.0, [3], [[3.0]], np.array(3), np.float32(3), np.int64(3), Fraction(3), (3,)):
        assert number(same) == 3.0
    assert array_of_shape([[1, 2]], (2,)).shape == (2,) and array_of_shape([1, 2], (1, 2)).shape == (1, 2)
    for wrong, expected in ((np.ones((2, 1)), (2,)), (np.ones((2, 3)), (3, 2)), ([1, 2, 3], (2,)), ([1, 2], ())):
        with pytest.raises(Unreadable):
            array_of_shape(wrong, expected)


def test_shapes_and_texts():
    assert shape((2, 3)) == shape([2, 3.0]) == shape(np.array([2, 3])) == (2, 3)
    for wrong in (5, (2, 0), (2, -1), (2, 1.5), [[2, 3]], "(2, 3)"):
        with pytest.raises(Unreadable):
            shape(wrong)
    assert text(" b ") == "b"
    with pytest.raises(Unanswered):
        text("")
    with pytest.raises(Unreadable):
        text(5)


def test_a_function_gets_copies_and_its_errors_become_sentences():
    kept = np.zeros(2)

    def spoils(x):
        x += 1
        return x

    assert result_of(spoils, kept).tolist() == [1, 1] and not kept.any()
    with pytest.raises(Unreadable, match="ZeroDivisionError"):
        result_of(lambda: 1 / 0)
    with pytest.raises(Unanswered):
        result_of(lambda: None)
    with pytest.raises(Unreadable):
        result_of(5)


def test_the_first_name_within_the_tolerance():
    values = {"one": 1, "pair": np.array([1, 2]), "two": 2}
    assert name_of(1.04, values, 0.05) == "one" and name_of(2, values, 0) == "two"
    assert name_of(np.array([1, 2]), values, 0) == "pair" and name_of(3, values, 0.5) == "other"
