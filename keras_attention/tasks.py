"""The tasks of the course: seeded data, what guessing scores, and the best score possible without positions.

Samples come from the plain random doubles of NumPy's PCG64 and from sorting them, nothing else, so that one seed gives
one set of arrays on every platform and NumPy version. Train and test data: two seeds.
"""

import functools
import math
import operator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import ClassVar

import numpy as np


def _integer(name, value, minimum):
    try:
        number = minimum - 1 if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = minimum - 1
    if number < minimum:
        raise ValueError(f"{name} must be an integer of at least {minimum}; received {value!r}.")
    return number


def _generator(seed):
    return np.random.Generator(np.random.PCG64(_integer("seed", seed, 0)))


def _shuffled(rng, count):
    return np.argsort(rng.random(count), kind="stable")


def _check_sizes(task):
    for field in fields(task):
        object.__setattr__(task, field.name, _integer(field.name, getattr(task, field.name), 1))


@functools.lru_cache
def _expected_share_of_commonest_sign(length):
    """E[max(k, T - k)] / T for k of T fair signs, which sums to 1/2 + C(T-1, (T-1) // 2) / 2^T."""
    return Fraction(1, 2) + Fraction(math.comb(length - 1, (length - 1) // 2), 2**length)


@functools.lru_cache
def _expected_share_of_commonest_value(draws, num_values):
    """Expected count of the commonest value among `draws` uniform values, over `draws`.

    E[max] = sum over c of P(max > c), and P(max <= c) is the share of rows that hold no value more than c times.
    """
    rows = num_values**draws
    expected = 0
    for most in range(draws):
        ways = [1] + [0] * draws  # ways[n]: rows of length n over the values so far, none more than `most` times
        for _ in range(num_values):
            ways = [
                sum(math.comb(n, times) * ways[n - times] for times in range(min(n, most) + 1))
                for n in range(draws + 1)
            ]
        expected += rows - ways[draws]
    return Fraction(expected, rows * draws)


@dataclass(frozen=True)
class FirstStepRecall:
    """Every step is +1 or -1; was the first one +1? All later steps are noise, so the first must be kept or looked up.

    One row at length 8, input over target::

        -1 +1 +1 +1 -1 -1 -1 -1
         |
         +-> 0                       (1 where the first step is +1)

    The first step is +1 in half of a sample's rows (of an odd number, in one more or one less); every other step is an
    independent fair sign.

    Args:
        length: T, number of steps, at least 1.

    Raises:
        ValueError: `length` is not an integer of at least 1.

    Example:
        >>> inputs, targets = FirstStepRecall(length=8).sample(1, seed=0)
        >>> inputs[0, :, 0].astype(int).tolist(), float(targets[0])
        ([-1, 1, 1, 1, -1, -1, -1, -1], 0.0)
    """

    name: ClassVar[str] = "first-step-recall"
    vocabulary_size: ClassVar[None] = None  # the inputs are numbers, not tokens

    length: int

    def __post_init__(self):
        _check_sizes(self)

    def sample(self, num_samples, seed):
        """Draws sequences and answers; the same arguments give the same arrays everywhere.

        Args:
            num_samples: N, at least 1.
            seed: Integer of at least 0.

        Returns:
            Inputs, float32 (N, T, 1) of +1 and -1, and targets, float32 (N,) of 0 and 1.
        """
        num_samples, rng = _integer("num_samples", num_samples, 1), _generator(seed)
        positive = rng.random((num_samples, self.length)) < 0.5  # (N, T)
        half = (num_samples + int(rng.random() < 0.5)) // 2
        positive[:, 0] = _shuffled(rng, num_samples) < half
        inputs = np.where(positive, np.float32(1), np.float32(-1))[:, :, np.newaxis]  # (N, T, 1)
        return inputs, positive[:, 0].astype(np.float32)

    @property
    def chance_level(self):
        """Accuracy of guessing: 1/2."""
        return 0.5

    @property
    def order_blind_ceiling(self):
        """Best expected accuracy of a model that sees how many steps are +1, but not which.

        It can only answer with the commoner sign: the sum over k of C(T, k) 2^-T max(k, T - k) / T.
        """
        return float(_expected_share_of_commonest_sign(self.length))


@dataclass(frozen=True)
class AssociativeRecall:
    """Pairs of a key and a value, then a query token and one of the keys: which value stood beside it?

    One row with 5 pairs (k a key, v its value, q the query token; key 2 stood beside value 16)::

         k   v   k   v   k   v   k   v   k   v   q   k         answer
         5  14   4  13   3  16   8  15   2  16   0   2   ->   16

    Tokens: 0 the query, 1 a spare, then `num_keys` keys, then `num_values` values. The keys of a row differ, the pair
    asked for is uniform, each value is the answer equally often in a sample (give or take one), and the values not
    asked for are independent and uniform.

    Args:
        num_pairs: Pairs in a row, at least 1 and at most `num_keys`.
        num_keys: Different keys, at least 1.
        num_values: Different values, at least 1.

    Raises:
        ValueError: A size is not an integer of at least 1, or there are more pairs than keys.

    Example:
        >>> inputs, targets = AssociativeRecall().sample(1, seed=0)
        >>> inputs[0].tolist(), int(targets[0])
        ([5, 14, 4, 13, 3, 16, 8, 15, 2, 16, 0, 2], 16)
    """

    name: ClassVar[str] = "associative-recall"

    num_pairs: int = 5
    num_keys: int = 7
    num_values: int = 8

    def __post_init__(self):
        _check_sizes(self)
        if self.num_pairs > self.num_keys:
            raise ValueError(
                f"num_pairs must be at most num_keys, because the keys of a row differ; received num_pairs "
                f"{self.num_pairs} and num_keys {self.num_keys}."
            )

    @property
    def length(self):
        """T, number of tokens in a row: two a pair, the query and the key asked for."""
        return 2 * self.num_pairs + 2

    @property
    def vocabulary_size(self):
        """Number of different tokens, the spare one counted."""
        return 2 + self.num_keys + self.num_values

    def sample(self, num_samples, seed):
        """Draws rows and answers; the same arguments give the same arrays everywhere.

        Args:
            num_samples: N, at least 1.
            seed: Integer of at least 0.

        Returns:
            Inputs, int32 (N, T), and targets, int32 (N,), both token ids.
        """
        num_samples, rng = _integer("num_samples", num_samples, 1), _generator(seed)
        rows, pairs = np.arange(num_samples), self.num_pairs
        keys = np.argsort(rng.random((num_samples, self.num_keys)), axis=1, kind="stable")[:, :pairs]  # (N, pairs)
        values = (rng.random((num_samples, pairs)) * self.num_values).astype(np.int64)  # (N, pairs)
        asked = (rng.random(num_samples) * pairs).astype(np.int64)  # (N,)
        in_turn = _shuffled(rng, self.num_values)[rows % self.num_values]  # (N,), each value equally often
        values[rows, asked] = in_turn[_shuffled(rng, num_samples)]

        inputs = np.zeros((num_samples, self.length), np.int32)  # the query token is 0
        inputs[:, 0 : 2 * pairs : 2] = 2 + keys
        inputs[:, 1 : 2 * pairs : 2] = 2 + self.num_keys + values
        inputs[:, -1] = inputs[rows, 2 * asked]
        return inputs, inputs[rows, 2 * asked + 1]

    @property
    def chance_level(self):
        """Accuracy of guessing one of the values."""
        return 1 / self.num_values

    @property
    def order_blind_ceiling(self):
        """Best expected accuracy of a model that sees which tokens a row holds, but not where.

        It cannot tell which value belongs to the key, so it answers with the commonest value of the row: the expected
        count of that value, over the number of pairs.
        """
        return float(_expected_share_of_commonest_value(self.num_pairs, self.num_values))
