"""Scene 6, position: the outputs again by loops, and the hands of the clock by their formula."""

import math

import numpy as np

from keras_attention import examples
from keras_attention.scenes.registry import find

ORDER = np.random.default_rng(0).permutation(5)


def _outputs(words):
    """Self-attention of a list of vectors, a number at a time."""
    asks = [[sum(x[i] * examples.W_Q[i][j] for i in range(4)) for j in range(4)] for x in words]
    found = []
    for ask in asks:
        fits = [math.exp(sum(a * b for a, b in zip(ask, x, strict=True)) / 2) for x in words]
        found.append([sum(f * x[j] for f, x in zip(fits, words, strict=True)) / sum(fits) for j in range(4)])
    return np.array(found)


def _encoded(words):
    """The course's formula: sine and cosine of place / 10000^(2i/4)."""
    codes = [[math.sin(t), math.cos(t), math.sin(t / 100), math.cos(t / 100)] for t in range(5)]
    return [[a + b for a, b in zip(x, code, strict=True)] for x, code in zip(words, codes, strict=True)]


def test_outputs_and_changes_by_loops():
    scene = find("position")
    for encoding, encode in enumerate((list, _encoded)):
        straight = _outputs(encode(examples.X))
        shuffled = np.empty_like(straight)
        shuffled[ORDER] = _outputs(encode(examples.X[ORDER]))  # back in the original order
        change = np.abs(shuffled - straight).max(axis=-1)
        for order, expected in enumerate((straight, shuffled)):
            shown = scene.shown(encoding, order, 0)
            assert np.allclose(shown.printed[:20], expected.ravel(), atol=1e-6)
            assert np.allclose([row[2] for row in shown.rows], order * change, atol=1e-6)
    assert shown.number == f"{change.max():.3f}" and round(change.max(), 2) == 0.46
    assert [examples.WORDS[i] for i in ORDER] == [row[0] for row in sorted(shown.rows, key=lambda row: row[1])]


def test_without_an_encoding_only_rounding_is_left():
    scene = find("position")
    straight, shuffled = _outputs(examples.X), _outputs(examples.X[ORDER])
    assert scene.shown(0, 1, 0).number == "< 10⁻¹⁵" and np.abs(shuffled - straight[ORDER]).max() < 1e-15
    assert scene.shown(0, 0, 0).number == scene.shown(1, 0, 0).number == "0"


def test_the_hands_of_the_clock():
    scene = find("position")
    for place in scene.controls[2].values:
        angles = [place / 100 ** (2 * i / 6) for i in range(3)]
        expected = [part for angle in angles for part in (math.sin(angle), math.cos(angle))]
        printed = scene.shown(0, 0, place).printed
        assert np.allclose(printed[25:31], expected, atol=1e-6) and printed[31] == place
