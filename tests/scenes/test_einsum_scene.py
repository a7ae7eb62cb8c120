"""Scene 10, einsum: NumPy gives the shapes, and a loop over every index counts the multiply-adds."""

import itertools
import math

import numpy as np
import pytest

from keras_attention.scenes.registry import find

EQUATIONS = ("bhtd,bhsd->bhts", "bhts,bhsd->bhtd", "bi,ji->bj", "bti,ji->btj", "ts,sd")
LENGTHS, WIDTHS, HEADS, BATCH = (64, 128, 192, 256), (256, 512, 768), (1, 8), 8


def _shapes(equation, length, width, heads):
    """Shapes of the two arrays that the layers of a transformer put into `equation`."""
    of_head = width // heads
    return {
        "bhtd,bhsd->bhts": [(BATCH, heads, length, of_head)] * 2,
        "bhts,bhsd->bhtd": [(BATCH, heads, length, length), (BATCH, heads, length, of_head)],
        "bi,ji->bj": [(BATCH, width), (4 * width, width)],
        "bti,ji->btj": [(BATCH, length, width), (4 * width, width)],
        "ts,sd": [(length, length), (length, width)],
    }[equation]


def _result(equation, shapes):
    """Shape of the result by NumPy, without computing it: arrays that repeat one number, and a summed axis of it."""
    inputs = equation.split("->")[0].split(",")
    summed = set(inputs[0]) & set(inputs[1]) - set(equation.partition("->")[2] or "td")
    short = [
        tuple(1 if letter in summed else size for letter, size in zip(letters, shape, strict=True))
        for letters, shape in zip(inputs, shapes, strict=True)
    ]
    return np.einsum(equation, *(np.broadcast_to(np.int8(1), shape) for shape in short)).shape


def _said(shape):
    return f"({', '.join(f'{size:,}' for size in shape)})"


@pytest.mark.parametrize("equation", EQUATIONS)
def test_shapes_are_those_of_numpy(equation):
    scene, place = find("einsum"), EQUATIONS.index(equation)
    assert scene.controls[0].options[place].en.startswith(f"{equation} ")
    settings = itertools.product((LENGTHS[0], LENGTHS[-1]), (WIDTHS[0],), enumerate(HEADS))
    for length, width, (choice, heads) in settings:
        shapes = _shapes(equation, length, width, heads)
        result = _result(equation, shapes)
        shown = scene.shown(place, length, width, choice)
        assert [row[2] for row in shown.rows] == [_said(shape) for shape in (*shapes, result)]


@pytest.mark.parametrize("equation", EQUATIONS)
def test_multiply_adds_are_the_entries_of_the_result_times_the_summed_axis(equation):
    scene, place = find("einsum"), EQUATIONS.index(equation)
    summed = equation.split(",")[0][-1]  # in each of these strings the last axis of the first array
    for length, width, (choice, heads) in itertools.product(LENGTHS, WIDTHS, enumerate(HEADS)):
        shown = scene.shown(place, length, width, choice)
        result = [int(size.replace(",", "")) for size in shown.rows[2][2].strip("()").split(", ")]
        count = math.prod(result) * _shapes(equation, length, width, heads)[0][-1]
        assert shown.number == f"{count:,}" and shown.printed[0] == count
        assert shown.sentence.en.startswith(f"multiply-adds: {summed} is summed")


def _count(place, length, width, choice):
    return int(find("einsum").shown(place, length, width, choice).number.replace(",", ""))


def test_the_figures_of_the_course():
    scores, mixing = EQUATIONS.index("bhtd,bhsd->bhts"), EQUATIONS.index("bhts,bhsd->bhtd")
    assert [_count(scores, 128, 512, choice) for choice in range(len(HEADS))] == [67_108_864] * 2
    for length, width, choice in itertools.product(LENGTHS, WIDTHS, range(len(HEADS))):  # B T^2 D, whatever the heads
        assert _count(scores, length, width, choice) == _count(mixing, length, width, choice) == 8 * length**2 * width
    assert "67,108,864" in find("einsum").notice.en and "67,108,864" in find("einsum").notice.ko


def test_doubling_does_what_the_picture_says():
    for place in range(len(EQUATIONS)):
        length, width = (
            _count(place, *double, 1) // _count(place, 64, 256, 1) for double in ((128, 256), (64, 512))
        )
        heads = _count(place, 64, 256, 1) // _count(place, 64, 256, 0)  # not even eight times as many
        assert find("einsum").shown(place, 64, 256, 1).printed[1:4] == (length, width, heads)
    assert [find("einsum").shown(place, 64, 256, 1).printed[1:3] for place in range(5)] == [
        (4, 2), (4, 2), (1, 4), (2, 4), (4, 2)]  # fmt: skip


def test_without_an_arrow_the_result_is_transposed():
    _, _, (_, axes, shape) = find("einsum").shown(EQUATIONS.index("ts,sd"), 128, 512, 1).rows
    assert (axes, shape) == ("d t", "(512, 128)")
