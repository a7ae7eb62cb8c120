"""Checks of arguments, shared by the layers and masks."""

import numpy as np


def check_positive_int(value, name):
    """Returns `value` as an int; ValueError unless it is a whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"`{name}` must be a positive integer; received {value!r}")
    return int(value)


def check_rate(value, name):
    """Returns `value` as a float; ValueError unless it lies in [0, 1)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not 0 <= value < 1:
        raise ValueError(f"`{name}` must be a number in [0, 1); received {value!r}")
    return float(value)


def check_positive_number(value, name):
    """Returns `value`; ValueError unless it is a finite number above 0."""
    is_number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    if not is_number or not 0 < value < float("inf"):
        raise ValueError(f"`{name}` must be a positive number; received {value!r}")
    return value.item() if isinstance(value, np.number) else value
