"""What the functions by hand accept; anything else is a ValueError that names the argument."""

import operator

import numpy as np


def real_array(name, x, min_axes=0, axes=None):
    """`x` as a float64 array with at least `min_axes` axes, or exactly as many as the shape `axes` names."""
    try:
        x = np.asarray(x)
        if x.dtype.kind in "cmMOSU":
            raise TypeError(f"dtype {x.dtype}")
        x = x.astype(np.float64, copy=False)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{name} must be an array of real numbers; received {problem}.") from None
    if axes is not None and x.ndim != axes.strip("(,)").count(",") + 1:
        raise ValueError(f"{name} must have shape {axes}; received shape {x.shape}.")
    if x.ndim < min_axes:
        raise ValueError(f"{name} must have at least {min_axes} axes; received shape {x.shape}.")
    return x


def positive_integer(name, value):
    """`value` as an int of at least 1; True is no number here."""
    try:
        number = 0 if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"{name} must be an integer of at least 1; received {value!r}.")
    return number


def boolean_mask(name, mask, *shapes):
    """`mask` as booleans; it must have one of `shapes`, where an axis before the last two may be 1."""
    mask = np.asarray(mask)
    if mask.dtype != bool and not (mask.dtype.kind in "iuf" and np.isin(mask, (0, 1)).all()):
        raise ValueError(f"{name} must be boolean, or 0 and 1 only, with True (1) where a query may look; received "
                         f"other values of dtype {mask.dtype}. An additive mask becomes boolean with `mask == 0`.")
    for shape in shapes:
        if mask.ndim == len(shape) and mask.shape[-2:] == shape[-2:]:
            if all(size in (1, full) for size, full in zip(mask.shape, shape, strict=True) if size != full):
                return mask.astype(bool)
    raise ValueError(f"{name} must have shape {' or '.join(map(str, shapes))}, axes before the last two may be 1; "
                     f"received shape {mask.shape}.")


def mask_by_head(name, mask, sizes):
    """A mask (T, T), (B, T, T) or (B, H, T, T) as booleans with four axes; `sizes` are B, H, T."""
    batch, heads, length = sizes
    square = (length, length)
    mask = boolean_mask(name, mask, square, (batch, *square), (batch, heads, *square))
    return mask if mask.ndim == 4 else mask.reshape(-1, 1, *square)  # the same for every head
