"""The rows of associative recall for the plain programs: five pairs of a key and a value, the query token, a key."""

import numpy as np


def rows(count, seed):
    """Draws (count, 12) token ids, int32, and for each row the value of the key that stands last."""
    random = np.random.default_rng(seed)
    x = np.zeros((count, 12), "int32")  # 0 asks, 1 is spare, 2 to 8 are keys, 9 to 16 values
    x[:, 0:10:2] = 2 + random.permuted(np.tile(np.arange(7), (count, 1)), axis=1)[:, :5]
    x[:, 1:10:2] = 9 + random.integers(8, size=(count, 5))
    asked = 2 * random.integers(5, size=count)
    x[:, 11] = x[np.arange(count), asked]
    return x, x[np.arange(count), asked + 1]
