"""Scene 4, self-attention: every number again, by loops."""

import math

import numpy as np

from keras_attention import examples
from keras_attention.scenes.registry import find


def _softmax(row):
    total = sum(math.exp(entry) for entry in row)
    return [math.exp(entry) / total for entry in row]


def test_self_attention_numbers_by_loops():
    scene = find("self-attention")
    for place, word in enumerate(examples.X):
        asks = [sum(word[i] * examples.W_Q[i][j] for i in range(4)) for j in range(4)]
        fits = [sum(a * b for a, b in zip(asks, other, strict=True)) / 2 for other in examples.X]
        assert np.allclose([row[1:] for row in scene.shown(place).rows], np.transpose([fits, _softmax(fits)]))
    assert [scene.shown(place).number for place in range(5)] == ["0.200", "0.200", "0.528", "0.451", "0.200"]
    assert "apple" in scene.shown(3).sentence.en and "fly" in scene.shown(2).sentence.en
