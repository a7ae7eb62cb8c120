"""Scene 3, the library: every number again, by loops."""

import math

import numpy as np

from keras_attention import examples
from keras_attention.scenes.registry import find


def _softmax(row):
    total = sum(math.exp(entry) for entry in row)
    return [math.exp(entry) / total for entry in row]


def test_library_numbers_by_loops():
    scene = find("library")
    for place, query in enumerate(examples.QUERIES.values()):
        fits = [sum(a * b for a, b in zip(query[0], key, strict=True)) / math.sqrt(2) for key in examples.BOOK_K]
        weights = _softmax(fits)
        mixture = [sum(w * value[slot] for w, value in zip(weights, examples.BOOK_V, strict=True)) for slot in (0, 1)]
        shown = scene.shown(place)
        assert np.allclose([row[3:] for row in shown.rows], np.transpose([fits, weights]))
        assert np.allclose(shown.printed, [*fits, *weights, *mixture])
        assert shown.number == f"[{mixture[0]:.3f}, {mixture[1]:.3f}]"
    assert shown.number == "[5.525, 5.525]"
    assert [row[4] for row in scene.shown(2).of("en")["rows"]] == ["0.238", "0.238", "0.525"]
    assert scene.shown(0).of("en")["rows"][0][3] == "2.828"
