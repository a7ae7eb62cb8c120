"""Measures, against counting by hand."""

from collections import Counter

import numpy as np
import pytest

from keras_attention.comparison import measures
from keras_attention.tasks import AssociativeRecall


def test_answers_of_probabilities_and_of_scores():
    assert measures.answers(np.array([[0.2], [0.9], [0.51]])).tolist() == [0, 1, 1]
    assert measures.answers(np.array([[0.2, 3.0, 1.0], [5.0, -1.0, 2.0]])).tolist() == [1, 0]


def test_first_step_attention_is_the_mean_over_samples_and_queries():
    weights = np.random.default_rng(0).dirichlet(np.ones(5), size=(3, 2, 4)).astype("float32")  # (B, H, T, S)
    by_hand = [sum(weights[b, h, t, 0] for b in range(3) for t in range(4)) / 12 for h in range(2)]
    assert measures.first_step_attention(weights) == pytest.approx(by_hand, abs=1e-6)
    assert measures.first_step_attention(np.full((3, 2, 4, 5), 0.2)) == pytest.approx([0.2, 0.2])


def test_shares_of_associative_recall_by_counting():
    task = AssociativeRecall()
    inputs, targets = task.sample(400, seed=5)
    given = np.where(np.arange(400) % 3 == 0, targets, 9 + np.arange(400) % 8)
    listed = right = cases = 0
    for row, target, answer in zip(inputs.tolist(), targets.tolist(), given.tolist(), strict=True):
        pairs = dict(zip(row[0:10:2], row[1:10:2], strict=True))
        assert pairs[row[11]] == target
        listed += answer in pairs.values()
        counts = Counter(row[1:10:2])
        if counts[target] < max(counts.values()):
            cases += 1
            right += answer == target
    assert measures.listed_share(inputs, given) == pytest.approx(listed / 400)
    assert measures.uncommon_accuracy(inputs, targets, given) == pytest.approx(right / cases)


def test_naming_the_commonest_value_is_order_blind():
    inputs, targets = AssociativeRecall().sample(2000, seed=6)
    commonest = np.array([Counter(row[1:10:2]).most_common(1)[0][0] for row in inputs.tolist()])
    assert measures.listed_share(inputs, commonest) == 1
    assert measures.uncommon_accuracy(inputs, targets, commonest) == 0
    assert (commonest == targets).mean() == pytest.approx(AssociativeRecall().order_blind_ceiling, abs=0.03)


def test_no_uncommon_answer_is_no_number():
    inputs = np.array([[2, 9, 3, 10, 0, 2]])
    assert measures.uncommon_accuracy(inputs, np.array([9]), np.array([9])) is None
