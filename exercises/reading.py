"""Reads what a learner wrote as a number, an array, a shape or a text, or says in a sentence why it is none."""

import copy

import numpy as np


class Unanswered(Exception):
    """There is no answer yet."""


class Unreadable(Exception):
    """An answer of the wrong kind; its arguments are the sentence in English and in Korean."""


def array(answer):
    """`answer` as an array of finite real numbers."""
    if isinstance(answer, str):
        raise Unreadable("This is text. Write numbers, without quotation marks.",
                         "답이 글자입니다. 따옴표 없이 숫자로 적어 주세요.")
    if callable(answer):
        raise Unreadable("This is a function. Numbers are asked for: what it returns.",
                         "답이 함수입니다. 함수가 돌려주는 숫자를 적어 주세요.")
    try:
        found = np.asarray(answer)
        if found.dtype.kind == "O" and any(entry is None for entry in found.flat):
            raise Unreadable("An entry is still None.", "아직 None인 칸이 있습니다.")
        if found.dtype.kind in "bcmMSUV":
            raise TypeError
        found = found.astype(np.float64)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        kind = type(answer).__name__
        raise Unreadable(f"Real numbers are asked for; this is a {kind} that cannot be read as such.",
                         f"실수로 적어 주세요. 지금 답({kind})은 실수로 읽을 수 없습니다.") from None
    if not found.size:
        raise Unreadable("There is no number in it.", "숫자가 하나도 없습니다.")
    if not np.isfinite(found).all():
        raise Unreadable("It holds NaN or infinity, which are no results here. Was something divided by 0?",
                         "NaN이나 무한대가 들어 있습니다. 0으로 나눈 곳이 있나요?")
    return found


def array_of_shape(answer, expected):
    """`answer` as an array of the shape `expected`; axes of length 1 in front may be left out or added."""
    found = array(answer)
    if found.size == np.prod(expected):
        inner = [tuple(shape)[next((i for i, size in enumerate(shape) if size != 1), len(shape)):]
                 for shape in (found.shape, expected)]
        if inner[0] == inner[1]:
            return found.reshape(expected)
    if expected == ():
        raise Unreadable(f"One number is asked for; the answer has shape {found.shape}.",
                         f"숫자 하나를 적어 주세요. 지금 답의 shape는 {found.shape}입니다.")
    raise Unreadable(f"The answer must have shape {expected}; it has {found.shape}.",
                     f"답의 shape는 {expected}여야 하는데 지금은 {found.shape}입니다.")


def number(answer):
    """`answer` as a float."""
    return float(array_of_shape(answer, ()))


def shape(answer):
    """`answer` as a shape: a tuple of whole numbers of at least 1."""
    found = array(answer)
    if found.ndim != 1 or not ((found >= 1) & (found == np.round(found))).all():
        raise Unreadable("A shape is a tuple of whole numbers, such as (5, 4): one for each axis.",
                         "shape는 (5, 4)처럼 축마다 길이를 적은 튜플입니다.")
    return tuple(int(size) for size in found)


def name_of(found, values, tolerance):
    """The first name in `values` (name to number or array) whose value is `found` within `tolerance`, or "other"."""
    for name, value in values.items():
        if np.shape(value) == np.shape(found) and np.abs(np.subtract(found, value)).max() <= tolerance:
            return name
    return "other"


def text(answer):
    """`answer` as a text without spaces around it."""
    if not isinstance(answer, str):
        raise Unreadable("Text is asked for: write it in quotation marks.", "답은 글자입니다. 따옴표 안에 적어 주세요.")
    if not answer.strip():
        raise Unanswered
    return answer.strip()


def letter_of_four(answer):
    """The letter of a choice from a to d, in any case, with or without brackets around it."""
    letter = text(answer).strip("\"'().").lower()
    if letter not in ("a", "b", "c", "d"):
        raise Unreadable("One of the letters a, b, c, d is asked for.", "a, b, c, d 가운데 하나를 적어 주세요.")
    return letter


def result_of(function, *arguments):
    """What a learner's function returns for `arguments`, of which it gets copies."""
    if not callable(function):
        raise Unreadable("A function is asked for: fill in the lines after def.",
                         "답은 함수입니다. def 아래의 줄을 채워 주세요.")
    try:
        result = function(*copy.deepcopy(arguments))
    except Exception as problem:  # whatever a learner's lines may raise
        kind = type(problem).__name__
        raise Unreadable(f"The function ended in an error ({kind}: {problem}).",
                         f"함수를 실행하다가 오류가 났습니다({kind}: {problem}).") from None
    if result is None:
        raise Unanswered
    return result
