"""How often the commonest of some random values occurs: what an order-blind model can get in associative recall."""

import math

import numpy as np


def commonest_share(num_pairs, num_values):
    """The expected share of the commonest value among `num_pairs` values, each drawn from `num_values`."""
    expected = 0.0
    for most in range(num_pairs):
        # The coefficient of x^n in (1 + x + x^2/2! + ... + x^m/m!)^v counts the draws in which none occurs more often.
        ways = np.array([1.0])
        for _ in range(num_values):
            ways = np.convolve(ways, [1 / math.factorial(times) for times in range(most + 1)])[: num_pairs + 1]
        at_most = ways[num_pairs] * math.factorial(num_pairs) / num_values**num_pairs if len(ways) > num_pairs else 0.0
        expected += 1 - at_most
    return expected / num_pairs
