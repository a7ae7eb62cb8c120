"""What the tasks draw with, and check their sizes with.

Samples come from the plain random doubles of NumPy's PCG64 and from sorting them, nothing else, so that one seed gives
one set of arrays on every platform and NumPy version.
"""

import operator
from dataclasses import fields

import numpy as np


def integer(name, value, minimum):
    """Returns `value` as an int; ValueError unless it is a whole number of at least `minimum`."""
    try:
        number = minimum - 1 if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = minimum - 1
    if number < minimum:
        raise ValueError(f"{name} must be an integer of at least {minimum}; received {value!r}.")
    return number


def generator(seed):
    """The random generator of a seed."""
    return np.random.Generator(np.random.PCG64(integer("seed", seed, 0)))


def shuffled(rng, count):
    """The numbers 0 to `count` - 1 in random order."""
    return np.argsort(rng.random(count), kind="stable")


def check_sizes(task):
    """Makes every field of a task an int of at least 1."""
    for field in fields(task):
        object.__setattr__(task, field.name, integer(field.name, getattr(task, field.name), 1))
