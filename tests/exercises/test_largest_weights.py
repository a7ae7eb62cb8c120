"""The shortcuts of two checks against what they stand for: drawing vectors in full, and counting values one by one."""

import itertools

import numpy as np
import pytest

from exercises.bonus_4.no_scaling import mean_largest_weight
from exercises.counting import commonest_share
from keras_attention.tasks import AssociativeRecall


@pytest.mark.parametrize(("width", "divisor"), [(4, 1), (64, 1), (64, 8), (64, 64)])
def test_mean_largest_weight(width, divisor):
    rng = np.random.default_rng(1)
    query, keys = rng.normal(size=(4000, 1, width)), rng.normal(size=(4000, 6, width))
    e = np.exp((query * keys).sum(axis=-1) / divisor)  # (N, 6)
    largest = (e / e.sum(axis=-1, keepdims=True)).max(axis=-1)  # (N,)
    assert mean_largest_weight(width, divisor) == pytest.approx(largest.mean(), abs=4 * largest.std() / 4000**0.5)


@pytest.mark.parametrize(("pairs", "values"), [(1, 3), (3, 2), (4, 3), (2, 5)])
def test_commonest_share_by_counting(pairs, values):
    lists = itertools.product(range(values), repeat=pairs)
    shares = [max(drawn.count(value) for value in drawn) / pairs for drawn in lists]
    assert commonest_share(pairs, values) == pytest.approx(np.mean(shares))


def test_commonest_share_is_the_ceiling_of_the_task():
    assert commonest_share(5, 8) == pytest.approx(AssociativeRecall().order_blind_ceiling)
    task = AssociativeRecall(num_pairs=10, num_keys=14)
    assert commonest_share(10, 8) == pytest.approx(task.order_blind_ceiling)
