"""Who may look at whom. In every mask of this package True means "may look".

Two kinds of mask, each with an argument of its own:

* `mask` is about padding: shape (B, S), True where there is a real step.
* `attention_mask` is about pairs: shape (T, S), (B, T, S) or (B, H, T, S), True where query t may look at key s.

Letters: B batch, H heads, T query positions, S key positions.
"""

import keras
import numpy as np
from keras import ops

from keras_attention.arguments import check_positive_int
from keras_attention.concrete import concrete_values


def causal_mask(length):
    """Lets every position look at itself and at earlier positions.

    Args:
        length: int, number of positions T.

    Returns:
        Boolean tensor of shape (T, T), True on and below the diagonal.

    Example:
        >>> causal_mask(3)
        [[ True, False, False], [ True,  True, False], [ True,  True,  True]]

    Reference:
        Vaswani et al. (2017), section 3.2.3.
    """
    length = check_positive_int(length, "length")
    return _lower_triangle(length)


def sliding_window_mask(length, window):
    """Lets every position look at itself and at the `window - 1` positions before it.

    Args:
        length: int, number of positions T.
        window: int, how many positions each one sees, itself included.

    Returns:
        Boolean tensor of shape (T, T).

    Example:
        >>> sliding_window_mask(3, window=2)
        [[ True, False, False], [ True,  True, False], [False,  True,  True]]

    Reference:
        Beltagy, Peters & Cohan (2020), Longformer, section 3.1 (here for causal models).
    """
    length, window = check_positive_int(length, "length"), check_positive_int(window, "window")
    query, key = ops.arange(length)[:, None], ops.arange(length)[None, :]  # (T, 1), (1, S)
    return ops.logical_and(key <= query, key > query - window)  # (T, S)


def padding_mask(lengths, max_length):
    """Marks the real steps of padded sequences.

    Args:
        lengths: integers of shape (B,), the number of real steps of each sequence.
        max_length: int, the padded length S.

    Returns:
        Boolean tensor of shape (B, S), True on real steps. It goes into the argument `mask`.

    Raises:
        ValueError: a length is negative or larger than `max_length`, or `lengths` is not a list of integers.

    Example:
        >>> padding_mask([3, 1], max_length=3)
        [[ True,  True,  True], [ True, False, False]]
    """
    max_length = check_positive_int(max_length, "max_length")
    lengths = np.asarray(lengths)
    if lengths.ndim != 1 or not np.issubdtype(lengths.dtype, np.integer):
        raise ValueError(f"`lengths` must be a list of integers, one a sequence; received {lengths!r}")
    if lengths.size and (lengths.min() < 0 or lengths.max() > max_length):
        raise ValueError(f"`lengths` must lie between 0 and max_length={max_length}; received {lengths.tolist()}")
    return ops.convert_to_tensor(np.arange(max_length)[None, :] < lengths[:, None])  # (B, S)


def combine_masks(*masks):
    """Combines attention masks: a query may look only where every mask lets it.

    Args:
        *masks: attention masks of shape (T, S), (B, T, S) or (B, H, T, S), or `None` for "no restriction".
            Fewer axes are read from the right, as in the layers: (B, T, S) serves all heads.

    Returns:
        Boolean tensor with as many axes as the mask with the most, or `None` when every mask is `None`.

    Raises:
        ValueError: a mask is not boolean (see `as_boolean_mask`), has another rank, or the lengths differ. A padding
            mask of shape (B, S) has its own argument `mask` in the layers and does not belong here.
    """
    combined = None
    for position, mask in enumerate(masks):
        mask = as_boolean_mask(mask, f"masks[{position}]")
        if mask is None:
            continue
        rank = len(mask.shape)
        if rank not in (2, 3, 4):
            raise ValueError(
                f"`masks[{position}]` must have shape (T, S), (B, T, S) or (B, H, T, S); "
                f"received shape {tuple(mask.shape)}"
            )
        if combined is None:
            combined = mask
            continue
        wide, narrow = (combined, mask) if len(combined.shape) >= rank else (mask, combined)
        if tuple(wide.shape[-2:]) != tuple(narrow.shape[-2:]):
            raise ValueError(
                f"`masks[{position}]` must end in the same (T, S) as the masks before it, "
                f"{tuple(combined.shape[-2:])}; received shape {tuple(mask.shape)}"
            )
        if len(wide.shape) == 4 and len(narrow.shape) == 3:
            narrow = ops.expand_dims(narrow, 1)  # (B, 1, T, S)
        combined = ops.logical_and(wide, narrow)
    return combined


def as_boolean_mask(mask, name):
    """Returns `mask` as booleans, or says why that is not possible.

    Args:
        mask: array or tensor of booleans, of integers 0 and 1, or of floats 0 and 1 whose values can be seen;
            or `None`.
        name: the argument's name, for the error.

    Returns:
        A boolean array or tensor of the same shape; `None` for `None`.

    Raises:
        ValueError: the values are not all 0 or 1 (an additive mask of 0 and -1e9, say), or they are floats in a
            symbolic or traced tensor, where a wrong mask could not be told from a right one.
    """
    if mask is None:
        return None
    if not hasattr(mask, "dtype"):
        mask = np.asarray(mask)
    dtype = keras.backend.standardize_dtype(mask.dtype)
    if dtype == "bool":
        return mask
    values = concrete_values(mask)
    if values is None and "int" in dtype:
        return ops.cast(mask, "bool")
    if values is None:
        raise ValueError(
            f"`{name}` must be boolean here, True where a query may look: the values of this {dtype} tensor cannot be "
            f"checked while a model is built or compiled. Pass `{name} > 0.5` for a mask of 0 and 1, or "
            f"`{name} >= 0` for an additive mask (0 to keep, a large negative number to hide)."
        )
    if not np.isin(values, (0, 1)).all():
        strange = values[~np.isin(values, (0, 1))].flat[0]
        raise ValueError(
            f"`{name}` must be boolean, or hold only 0 (hidden) and 1 (may look); received dtype {dtype} with the "
            f"value {strange}. If it is an additive mask (0 to keep, a large negative number to hide), "
            f"pass `{name} >= 0`."
        )
    return values.astype(bool)


def resolve_masks(mask, attention_mask, use_causal_mask, batch, heads, length):
    """Combines everything that restricts self-attention into one mask that broadcasts to (B, H, T, S).

    Args:
        mask: booleans of shape (B, S) or `None`.
        attention_mask: booleans of shape (T, S), (B, T, S) or (B, H, T, S), or `None`; axes of size 1 stand for every
            sample or every head, never for every position.
        use_causal_mask: bool.
        batch, heads, length: B, H and T = S; an int where known, a scalar tensor otherwise.

    Returns:
        Boolean tensor of rank 4, or `None` when nothing is restricted.
    """
    combined = None
    if mask is not None:
        combined = _exactly(mask, (batch, length))[:, None, None, :]  # (B, 1, 1, S)
    if attention_mask is not None:
        leading = tuple(ops.shape(attention_mask))[:-2]  # (), (B,) or (B, H)
        attention_mask = _exactly(attention_mask, (*leading, length, length))
        leading += (1,) * (2 - len(leading))
        attention_mask = ops.reshape(attention_mask, (*leading, length, length))  # (B or 1, H or 1, T, S)
        if None in tuple(attention_mask.shape)[:2]:  # an error where these are neither 1 nor those of the input
            attention_mask = ops.broadcast_to(attention_mask, (batch, heads, length, length))  # (B, H, T, S)
        combined = attention_mask if combined is None else ops.logical_and(combined, attention_mask)
    if use_causal_mask:
        past = _lower_triangle(length)[None, None]  # (1, 1, T, S)
        combined = past if combined is None else ops.logical_and(combined, past)
    return combined


def check_mask_shapes(mask, attention_mask, batch, heads, length):
    """Raises ValueError where a static shape of a mask does not fit self-attention over (B, T, D).

    Unknown sizes are `None`; what cannot be known while a model is built fails when it runs.
    """
    if mask is not None and not _fits(tuple(mask.shape), (batch, length)):
        raise ValueError(
            f"`mask` marks padding and must have shape (B, S) = {_sizes(batch, length)}; received shape "
            f"{tuple(mask.shape)}. Masks for pairs of positions go into `attention_mask`."
        )
    if attention_mask is None:
        return
    shape = tuple(attention_mask.shape)
    allowed = {
        2: [(length, length)],
        3: [(b, length, length) for b in (batch, 1)],
        4: [(b, h, length, length) for b in (batch, 1) for h in (heads, 1)],
    }.get(len(shape), [])
    if not any(_fits(shape, expected) for expected in allowed):
        raise ValueError(
            f"`attention_mask` must have shape (T, S) = {_sizes(length, length)}, (B, T, S) = "
            f"{_sizes(batch, length, length)} or (B, H, T, S) = {_sizes(batch, heads, length, length)}, where B and H "
            f"may be 1; received shape {shape}. A padding mask of shape (B, S) goes into `mask`."
        )


def _lower_triangle(length):
    positions = ops.arange(length)  # (T,)
    return positions[None, :] <= positions[:, None]  # (T, S)


def _exactly(mask, shape):
    """Returns `mask`; in a graph of unknown sizes an error where its shape is not `shape`, never a broadcast."""
    if all(isinstance(size, int) for size in shape) and tuple(mask.shape) == shape:
        return mask
    # The slice fails where an axis is too short, the reshape where the size of the whole differs; else both are `mask`.
    # The reshape has one axis more: TensorFlow leaves out a reshape that changes nothing where its shapes fit.
    return ops.logical_and(ops.slice(mask, (0,) * len(shape), shape), ops.reshape(mask, (*shape, 1))[..., 0])


def _fits(shape, expected):
    return len(shape) == len(expected) and all(
        size is None or wanted is None or size == wanted for size, wanted in zip(shape, expected, strict=True)
    )


def _sizes(*sizes):
    return "(" + ", ".join("?" if size is None else str(size) for size in sizes) + ")"
