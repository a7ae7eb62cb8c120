"""First-step recall: was the first of many signs +1?"""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from keras_attention.tasks.draws import check_sizes, generator, integer, shuffled


@functools.lru_cache
def _expected_share_of_commonest_sign(length):
    """E[max(k, T - k)] / T for k of T fair signs, which sums to 1/2 + C(T-1, (T-1) // 2) / 2^T."""
    return Fraction(1, 2) + Fraction(math.comb(length - 1, (length - 1) // 2), 2**length)


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
        check_sizes(self)

    def sample(self, num_samples, seed):
        """Draws sequences and answers; the same arguments give the same arrays everywhere.

        Args:
            num_samples: N, at least 1.
            seed: Integer of at least 0.

        Returns:
            Inputs, float32 (N, T, 1) of +1 and -1, and targets, float32 (N,) of 0 and 1.
        """
        num_samples, rng = integer("num_samples", num_samples, 1), generator(seed)
        positive = rng.random((num_samples, self.length)) < 0.5  # (N, T)
        half = (num_samples + int(rng.random() < 0.5)) // 2
        positive[:, 0] = shuffled(rng, num_samples) < half
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
