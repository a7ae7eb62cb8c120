"""`top_positions` against sorting by hand."""

import numpy as np
import pytest

from keras_attention.inspection import top_positions


@pytest.mark.parametrize("shape", [(4, 6, 9), (3, 2, 6, 9), (6, 9)])
@pytest.mark.parametrize("query", [0, 3, -1])
def test_the_largest_weights_first(shape, query):
    weights = np.random.default_rng(1).dirichlet(np.ones(shape[-1]), shape[:-1])
    found = top_positions(weights, query, count=3)
    assert found.shape == (*shape[:-2], 3)
    for place in np.ndindex(shape[:-2]):
        row = weights[place][query]
        expected = sorted(range(shape[-1]), key=lambda position: row[position], reverse=True)[:3]
        assert found[place].tolist() == expected


def test_two_positions_unless_told_otherwise_and_the_earlier_of_equal_ones():
    weights = np.array([[[0.25, 0.25, 0.5], [1 / 3, 1 / 3, 1 / 3]], [[0, 0.5, 0.5], [0, 0, 0]]], "float32")
    assert top_positions(weights, 0).tolist() == [[2, 0], [1, 2]]
    assert top_positions(weights, 1).tolist() == [[0, 1], [0, 1]]
    assert top_positions(weights, -1, count=1).tolist() == [[0], [0]]


@pytest.mark.parametrize("dtype", ["uint8", "bool", "int32", "float16"])
def test_numbers_of_any_kind(dtype):
    assert top_positions(np.array([[[0, 1, 0, 1]]], dtype), 0).tolist() == [[1, 3]]


@pytest.mark.parametrize(
    "arguments, told",
    [
        ((np.ones(3), 0), r"`weights` must have shape \(H, T, S\); received shape \(3,\)"),
        (([[["a", "b"]]], 0), "`weights` must be an array of numbers; received list"),
        ((np.ones((2, 3, 4)), 3), "`query` must be a position from -3 to 2; received 3"),
        ((np.ones((2, 3, 4)), -4), "`query` must be a position from -3 to 2; received -4"),
        ((np.ones((2, 3, 4)), 1.0), "`query` must be a position from -3 to 2; received 1.0"),
        ((np.ones((2, 3, 4)), 0, 5), "`count` must be a number of positions from 1 to 4; received 5"),
        ((np.ones((2, 3, 4)), 0, 0), "`count` must be a number of positions from 1 to 4; received 0"),
        ((np.ones((2, 3, 4)), 0, True), "`count` must be a number of positions from 1 to 4; received True"),
    ],
)
def test_wrong_arguments(arguments, told):
    with pytest.raises(ValueError, match=told):
        top_positions(*arguments)
