"""Associative recall: which value stood beside the key asked for?"""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from keras_attention.tasks.draws import check_sizes, generator, integer, shuffled


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
        check_sizes(self)
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
        num_samples, rng = integer("num_samples", num_samples, 1), generator(seed)
        rows, pairs = np.arange(num_samples), self.num_pairs
        keys = np.argsort(rng.random((num_samples, self.num_keys)), axis=1, kind="stable")[:, :pairs]  # (N, pairs)
        values = (rng.random((num_samples, pairs)) * self.num_values).astype(np.int64)  # (N, pairs)
        asked = (rng.random(num_samples) * pairs).astype(np.int64)  # (N,)
        in_turn = shuffled(rng, self.num_values)[rows % self.num_values]  # (N,), each value equally often
        values[rows, asked] = in_turn[shuffled(rng, num_samples)]

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
