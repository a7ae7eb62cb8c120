"""Scene 5, multi-head: every weight again by loops, and the parameters counted one matrix at a time."""

import math

import numpy as np

from keras_attention import examples
from keras_attention.scenes.registry import find


def _weights(word, head):
    """Weights of one head for one word; the head owns two columns of each matrix."""
    columns = (2 * head, 2 * head + 1)

    def project(vector, kernel):
        return [sum(vector[i] * kernel[i][column] for i in range(4)) for column in columns]

    asks = project(word, examples.HEADS_QUERY)
    fits = [
        sum(a * b for a, b in zip(asks, project(other, examples.HEADS_KEY), strict=True)) / math.sqrt(2)
        for other in examples.X
    ]
    total = sum(math.exp(fit) for fit in fits)
    return [math.exp(fit) / total for fit in fits]


def test_multi_head_numbers_by_loops():
    scene = find("multi-head")
    for place, word in enumerate(examples.X):
        expected = [_weights(word, 0), _weights(word, 1)]
        shown = scene.shown(place, 0, 1)
        assert np.allclose(np.transpose([row[1:] for row in shown.rows]), expected, atol=1e-6)
        assert shown.number == f"{max(expected[0]):.3f} · {max(expected[1]):.3f}"
    assert [scene.shown(place, 0, 1).number for place in (0, 2, 3)] == [
        "0.200 · 0.200", "0.676 · 0.559", "0.200 · 0.559"]  # fmt: skip
    assert "looks at fly, the other at apple" in scene.shown(2, 0, 1).sentence.en


def test_heads_do_not_change_the_parameters():
    scene = find("multi-head")
    word, width, count = scene.controls
    for place, size in enumerate((512, 1024)):
        assert width.options[place].en == f"{size:,}"
        total = 4 * (size * size + size)
        for other, heads in enumerate((2, 8, 16)):
            assert count.options[other].en == str(heads)
            shown = scene.shown(word.start, place, other)
            assert f"{heads} heads: {total:,} parameters." in shown.sentence.en
            assert shown.printed[10:] == (total, size // heads, *[total // 4] * 4)
    assert scene.shown(2, 0, 1).printed[10] == 1_050_624
