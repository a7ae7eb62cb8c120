"""The data are what the docstrings say, the same everywhere, and the ceilings hold against enumeration."""

import dataclasses
import doctest
import hashlib
import itertools
from collections import Counter, defaultdict
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from keras_attention.tasks import AssociativeRecall, FirstStepRecall, associative_recall, first_step_recall

TASKS = [FirstStepRecall(6), AssociativeRecall(), AssociativeRecall(3, 3, 2)]


def fingerprint(array):
    return hashlib.sha256(array.astype(array.dtype.newbyteorder("<")).tobytes()).hexdigest()[:16]


# data


def test_first_step_rows_are_signs_and_the_target_is_the_first():
    inputs, targets = FirstStepRecall(6).sample(100, seed=1)
    assert (inputs.shape, inputs.dtype) == ((100, 6, 1), np.float32)
    assert (targets.shape, targets.dtype) == ((100,), np.float32)
    assert set(inputs.ravel()) == {-1.0, 1.0}
    np.testing.assert_array_equal(targets, inputs[:, 0, 0] > 0)


@pytest.mark.parametrize("task", [AssociativeRecall(), AssociativeRecall(3, 4, 2), AssociativeRecall(1, 1, 1)])
def test_associative_rows_are_pairs_query_and_a_key_of_the_row(task):
    inputs, targets = task.sample(200, seed=1)
    assert (inputs.shape, inputs.dtype) == ((200, task.length), np.int32)
    assert (targets.shape, targets.dtype) == ((200,), np.int32)
    assert task.length == 2 * task.num_pairs + 2 and task.vocabulary_size == 2 + task.num_keys + task.num_values
    for row, target in zip(inputs.tolist(), targets.tolist(), strict=True):
        keys, values, (query, asked) = row[0:-2:2], row[1:-2:2], row[-2:]
        assert len(set(keys)) == task.num_pairs and all(2 <= key < 2 + task.num_keys for key in keys)
        assert all(2 + task.num_keys <= value < task.vocabulary_size for value in values)
        assert query == 0 and target == dict(zip(keys, values, strict=True))[asked]


def test_course_sizes():
    task = AssociativeRecall()
    assert (task.length, task.vocabulary_size, task.chance_level) == (12, 17, 0.125)
    assert (FirstStepRecall(40).length, FirstStepRecall(40).vocabulary_size) == (40, None)
    assert FirstStepRecall(40).chance_level == 0.5
    assert (FirstStepRecall.name, AssociativeRecall.name) == ("first-step-recall", "associative-recall")


@pytest.mark.parametrize("count", [1, 2, 7, 1000, 1001])
@pytest.mark.parametrize("seed", range(5))
def test_answers_are_balanced(count, seed):
    _, targets = FirstStepRecall(5).sample(count, seed)
    assert abs(2 * targets.sum() - count) <= 1
    _, targets = AssociativeRecall(2, 3, 4).sample(count, seed)
    counts = np.bincount(targets - 5, minlength=4)
    assert counts.max() - counts.min() <= 1


def test_the_odd_row_out_favours_no_answer():
    firsts = [FirstStepRecall(3).sample(1, seed)[1][0] for seed in range(400)]
    assert 0.4 < np.mean(firsts) < 0.6
    answers = Counter(int(AssociativeRecall(2, 3, 4).sample(1, seed)[1][0]) for seed in range(400))
    assert sorted(answers) == [5, 6, 7, 8] and min(answers.values()) > 60


def test_everything_else_is_uniform_and_independent_of_the_answer():
    inputs, targets = FirstStepRecall(5).sample(20_000, seed=3)
    later = inputs[:, 1:, 0]
    assert np.abs(later.mean(axis=0)).max() < 0.03
    assert np.abs((later * inputs[:, :1, 0]).mean(axis=0)).max() < 0.03

    inputs, targets = AssociativeRecall().sample(20_000, seed=3)
    keys, values, asked = inputs[:, 0:-2:2], inputs[:, 1:-2:2], inputs[:, -1]
    places = np.argmax(keys == asked[:, None], axis=1)
    np.testing.assert_allclose(np.bincount(places) / 20_000, 1 / 5, atol=0.015)
    for pair in range(5):
        np.testing.assert_allclose(np.bincount(keys[:, pair] - 2) / 20_000, 1 / 7, atol=0.015)
        np.testing.assert_allclose(np.bincount(values[:, pair] - 9) / 20_000, 1 / 8, atol=0.015)
    others = values[places != 0, 0] == targets[places != 0]
    assert others.mean() == pytest.approx(1 / 8, abs=0.015)


# the same everywhere


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (FirstStepRecall(20), ["3e3cf44a20ceb4ba", "0f8902f17d64b3a7"]),
        (AssociativeRecall(), ["49389fc3ed3c75da", "2319876358a7ed61"]),
    ],
)
def test_one_seed_gives_these_very_arrays(task, expected):
    assert [fingerprint(array) for array in task.sample(101, seed=7)] == expected


@pytest.mark.parametrize("task", TASKS)
def test_seeds_matter_and_the_global_state_does_not(task):
    state = np.random.get_state()[1].copy()
    first = task.sample(50, seed=0)
    np.random.seed(5)
    for one, other in zip(first, task.sample(np.int64(50), seed=np.int32(0)), strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.array_equal(first[0], task.sample(50, seed=1)[0])
    np.random.set_state(("MT19937", state, 624, 0, 0.0))


def test_docstrings_draw_rows_that_are_drawn():
    for module in (first_step_recall, associative_recall):
        result = doctest.testmod(module)
        assert result.attempted == 2 and not result.failed
    inputs, targets = AssociativeRecall().sample(1, seed=0)
    drawn = next(line for line in AssociativeRecall.__doc__.splitlines() if "->" in line)
    assert [int(token) for token in drawn.replace("->", "").split()] == [*inputs[0], targets[0]]
    inputs, _ = FirstStepRecall(8).sample(1, seed=0)
    drawn = next(line for line in FirstStepRecall.__doc__.splitlines() if line.strip()[:2] in ("-1", "+1"))
    assert [int(step) for step in drawn.split()] == inputs[0, :, 0].tolist()


# what is knowable


def best_accuracy(rows):
    """Best score of a rule that maps what it sees to one answer; `rows` are equally likely (seen, answer)."""
    answers = defaultdict(Counter)
    for seen, answer in rows:
        answers[seen][answer] += 1
    return Fraction(sum(max(c.values()) for c in answers.values()), sum(sum(c.values()) for c in answers.values()))


@pytest.mark.parametrize("length", range(1, 11))
def test_first_step_ceiling_against_every_sequence(length):
    rows = ((sum(signs), signs[0]) for signs in itertools.product((-1, 1), repeat=length))
    assert FirstStepRecall(length).order_blind_ceiling == float(best_accuracy(rows))


@pytest.mark.parametrize("length", [1, 2, 3, 10, 57, 160])
def test_first_step_ceiling_is_the_sum_over_k(length):
    total = sum(comb(length, k) * max(k, length - k) for k in range(length + 1))
    assert FirstStepRecall(length).order_blind_ceiling == float(Fraction(total, length * 2**length))


@pytest.mark.parametrize("sizes", [(1, 1, 1), (1, 2, 3), (2, 2, 2), (2, 3, 3), (3, 3, 2), (3, 4, 3), (4, 4, 2)])
def test_associative_ceiling_against_every_row(sizes):
    num_pairs, num_keys, num_values = sizes
    rows = (
        ((frozenset(keys), keys[asked], tuple(sorted(values))), values[asked])
        for keys in itertools.permutations(range(num_keys), num_pairs)
        for values in itertools.product(range(num_values), repeat=num_pairs)
        for asked in range(num_pairs)
    )
    assert AssociativeRecall(*sizes).order_blind_ceiling == float(best_accuracy(rows))


def test_ceilings_of_the_course():
    lengths = (10, 20, 40, 80, 160)
    found = [round(FirstStepRecall(length).order_blind_ceiling, 3) for length in lengths]
    assert found == [0.623, 0.588, 0.563, 0.544, 0.531]
    assert round(AssociativeRecall().order_blind_ceiling, 3) == 0.386
    assert round(AssociativeRecall(num_pairs=10, num_keys=14).order_blind_ceiling, 2) == 0.30


def test_the_commonest_value_really_scores_the_ceiling():
    inputs, targets = AssociativeRecall().sample(40_000, seed=0)
    counts = np.stack([(inputs[:, 1:-2:2] == token).sum(axis=1) for token in range(9, 17)], axis=1)
    assert np.mean(counts.argmax(axis=1) + 9 == targets) == pytest.approx(0.386, abs=0.01)


# settings


def test_settings_are_frozen_and_equal_settings_are_one():
    task = FirstStepRecall(np.int64(10))
    assert task == FirstStepRecall(10) and hash(task) == hash(FirstStepRecall(10))
    assert type(task.length) is int
    assert dataclasses.asdict(AssociativeRecall()) == {"num_pairs": 5, "num_keys": 7, "num_values": 8}
    with pytest.raises(dataclasses.FrozenInstanceError):
        task.length = 20


@pytest.mark.parametrize("wrong", [0, -3, 2.0, "5", None, True, np.True_, float("nan"), [4]])
def test_wrong_sizes_are_named(wrong):
    with pytest.raises(ValueError, match="length must be an integer of at least 1; received"):
        FirstStepRecall(wrong)
    for name in ("num_pairs", "num_keys", "num_values"):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1; received"):
            AssociativeRecall(**{name: wrong})
    for task in TASKS:
        with pytest.raises(ValueError, match="num_samples must be an integer of at least 1; received"):
            task.sample(wrong, seed=0)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("wrong", [-1, 1.5, None, False, "0"])
def test_wrong_seeds_are_named(task, wrong):
    with pytest.raises(ValueError, match="seed must be an integer of at least 0; received"):
        task.sample(10, seed=wrong)


def test_more_pairs_than_keys_is_named():
    with pytest.raises(ValueError, match="num_pairs must be at most num_keys.*received num_pairs 10 and num_keys 7"):
        AssociativeRecall(num_pairs=10)
