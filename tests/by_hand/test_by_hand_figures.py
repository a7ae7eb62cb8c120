"""The figures of the course, to the digits it gives."""

import doctest

import numpy as np
import pytest

from keras_attention import by_hand, examples
from keras_attention.by_hand import formulas


def test_library_figures():
    both = examples.QUERIES["curious about both"]
    np.testing.assert_allclose(by_hand.scores(both, examples.BOOK_K) / np.sqrt(2), [[1.980, 1.980, 2.772]], atol=5e-4)
    output, weights = by_hand.attention(both, examples.BOOK_K, examples.BOOK_V)
    np.testing.assert_allclose(weights, [[0.238, 0.238, 0.525]], atol=5e-4)
    np.testing.assert_allclose(output, [[5.525, 5.525]], atol=5e-4)
    first = by_hand.scores(examples.QUERIES["first subject"], examples.BOOK_K)[0, 0] / np.sqrt(2)
    assert first == pytest.approx(2.828, abs=5e-4)


def test_basic_assignment_figures():
    """Queries times 10: the third book keeps 0.0107 with the division, 0.0017 without it."""
    query = 10 * examples.QUERIES["first subject"]
    _, divided = by_hand.attention(query, examples.BOOK_K, examples.BOOK_V)
    plain = by_hand.softmax(by_hand.scores(query, examples.BOOK_K))
    assert divided[0, 2] == pytest.approx(0.0107, abs=5e-5)
    assert plain[0, 2] == pytest.approx(0.0017, abs=5e-5)
    for scale_both in (by_hand.attention(query, 10 * examples.BOOK_K, examples.BOOK_V)[1],
                       by_hand.softmax(by_hand.scores(query, 10 * examples.BOOK_K))):
        np.testing.assert_allclose(scale_both, [[1, 0, 0]], atol=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("looking for A", [0.795, 0.011, 0.193]),
        ("looking for B", [0.011, 0.795, 0.193]),
        ("looking for both", [0.164, 0.164, 0.673]),
        ("no preference", [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_bonus_four_figures(name, expected):
    output, weights = by_hand.attention(examples.BONUS_QUERIES[name], examples.BONUS_K, examples.BONUS_V)
    np.testing.assert_allclose(weights, [expected], atol=5e-4)
    if name == "looking for A":
        np.testing.assert_allclose(output, [[8.92, 1.08]], atol=5e-3)
    if name == "no preference":
        np.testing.assert_allclose(output, [examples.BONUS_V.mean(axis=0)])


def test_worked_example_of_two_heads():
    query = by_hand.split_heads(examples.TENSOR_QUERIES, examples.TENSOR_HEADS)
    key = by_hand.split_heads(examples.TENSOR_KEYS, examples.TENSOR_HEADS)
    z = by_hand.scores(query, key)
    np.testing.assert_array_equal(z[0], [[[2, 0], [0, 2]], [[0, 2], [1, 0]]])
    weights = by_hand.softmax(z / np.sqrt(2))
    expected = [[[0.804, 0.196], [0.196, 0.804]], [[0.196, 0.804], [0.670, 0.330]]]
    np.testing.assert_allclose(weights[0], expected, atol=5e-4)
    np.testing.assert_allclose(by_hand.softmax(z / np.sqrt(2), axis=-2)[0, 1].sum(-1), [1.13, 0.87], atol=5e-3)
    head_0_without_transpose = examples.TENSOR_QUERIES.reshape(1, 2, 2, 2)[0, 0]
    np.testing.assert_array_equal(head_0_without_transpose, [[1, 1], [2, 0]])


def test_dense_layer_small_enough_for_paper():
    y = by_hand.dense(examples.DENSE_X, examples.DENSE_W, examples.DENSE_C)
    np.testing.assert_array_equal(y, [[11, 26], [12, 24], [15, 21], [13, 24]])


def test_dividing_by_the_root_of_the_width_keeps_the_variance_at_one(rng):
    query, key = rng.normal(size=(20_000, 1, 64)), rng.normal(size=(20_000, 1, 64))
    z = by_hand.scores(query, key)
    assert z.var() == pytest.approx(64, rel=0.03)
    assert (z / np.sqrt(64)).var() == pytest.approx(1, rel=0.03)


@pytest.mark.parametrize(("width", "without", "divided"), [(4, 0.575, 0.40), (64, 0.893, 0.42), (512, 0.964, 0.42)])
def test_largest_weight_with_and_without_the_division(width, without, divided, rng):
    z = by_hand.scores(rng.normal(size=(2_000, 1, width)), rng.normal(size=(2_000, 6, width)))
    assert by_hand.softmax(z).max(-1).mean() == pytest.approx(without, abs=0.015)
    assert by_hand.softmax(z / np.sqrt(width)).max(-1).mean() == pytest.approx(divided, abs=0.015)


def test_without_positions_each_word_gets_the_same_answer_in_any_order_and_with_them_not():
    order = [3, 0, 4, 1, 2]
    square = (examples.W_Q, examples.W_K, examples.W_V)
    encoding = by_hand.sinusoidal_encoding(5, 4)

    def difference(added):
        original, _ = by_hand.self_attention(examples.X + added, *square)
        shuffled, _ = by_hand.self_attention(examples.X[order] + added, *square)
        return np.abs(shuffled - original[order]).max()

    assert difference(0 * encoding) <= 3e-16
    assert difference(encoding) > 0.05


def test_example_of_the_docstring():
    result = doctest.testmod(formulas)
    assert result.attempted == 2 and not result.failed
