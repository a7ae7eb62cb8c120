"""The figures in the answers to "Change one thing" of Code 1, computed."""

import re

import build_answer_key
import numpy as np
import pytest
from building.answer_key import changes_file
from building.script import read_script

from keras_attention import by_hand
from keras_attention.examples import (
    BOOK_K,
    BOOK_V,
    HEADS_KEY,
    HEADS_OUTPUT,
    HEADS_QUERY,
    HEADS_VALUE,
    QUERIES,
    W_K,
    W_Q,
    W_V,
    X,
)


def library():
    short = BOOK_K.copy()
    short[2] /= 2
    query = QUERIES["curious about both"]
    output, weights = by_hand.attention(query, short, BOOK_V)
    return output, weights, by_hand.scores(query, short) / 2**0.5, by_hand.scores(query, BOOK_K) / 2**0.5


def words():
    strong = W_Q.copy()
    strong[3, 1] *= 2
    return [by_hand.self_attention(X, w_query, W_K, W_V)[1][3] for w_query in (W_Q, strong)]


def one_head():
    kernels = [HEADS_QUERY], [HEADS_KEY], [HEADS_VALUE], [HEADS_OUTPUT]
    return [by_hand.multi_head_attention(X[np.newaxis], *kernels, num_heads=1)[1][0, 0, 2]]


def order():
    places = np.random.default_rng(0).permutation(5)
    faint = 0.01 * by_hand.sinusoidal_encoding(*X.shape)
    before, after = (by_hand.self_attention(x + faint, W_Q, W_K, W_V)[0] for x in (X, X[places]))
    return [0.01, np.abs(after - before[places]).max()]


FIGURES = {
    "formula-means": lambda: [by_hand.softmax([1, 2, 3]), by_hand.softmax([11, 12, 13])],
    "library-means": library,
    "words-means": words,
    "heads-means": one_head,
    "order-means": order,
    "clock-means": lambda: [0],
    "causal-mask-means": lambda: [by_hand.self_attention(X, W_Q, W_K, W_V, ~by_hand.causal_mask(5))[1]],
}


def answers():
    (source,) = [path for path in build_answer_key.sources() if path.stem.startswith("code1_")]
    return {cell.slug: cell.texts["en"] for cell in read_script(changes_file(source))}


@pytest.mark.parametrize("slug", FIGURES)
def test_figures_are_those_of_the_formulas(slug):
    computed = np.concatenate([np.ravel(array) for array in FIGURES[slug]()])
    for figure in re.findall(r"\d+\.\d+", answers()[slug]):
        decimals = len(figure.split(".")[1])
        assert float(figure) in np.round(computed, decimals), figure


def test_no_text_is_left_out():
    assert list(answers()) == list(FIGURES)
    slow = np.degrees(7 * by_hand.sinusoidal_encoding(2, 6)[1, 2::2])  # sine of a small angle: the angle itself
    assert 18 < slow[0] < 19 and slow[1] < 1
