"""The key-value cache of an attention layer: what has been read is kept, so that a new step need not read it again.

A cache is a dict of three tensors, passed to a layer and handed back by it; no layer keeps it:

* "key" and "value", of shape (B, S, H, K): column s holds what the layer computed at step s of the sequence.
* "position", integers of shape (B,): how many steps each sequence has in the cache. New steps are written there.

Letters: B batch, T new steps, S steps the cache has room for, H heads, K width of a head.
"""

import numpy as np
from keras import ops

from keras_attention.concrete import concrete_values

NAMES = {"key", "value", "position"}


def empty_cache(batch_size, max_length, num_heads, head_width, dtype):
    """A cache that holds nothing yet, with room for `max_length` steps of each sequence."""
    shape = (batch_size, max_length, num_heads, head_width)
    return {
        "key": ops.zeros(shape, dtype),  # (B, S, H, K)
        "value": ops.zeros(shape, dtype),  # (B, S, H, K)
        "position": ops.zeros((batch_size,), "int32"),  # (B,)
    }


def extended_cache(cache, key, value):
    """Writes new steps behind those that are there.

    Args:
        cache: the cache so far.
        key, value: tensors of shape (B, T, H, K).

    Returns:
        cache: a new one, with `position` advanced by T.
        mask: booleans of shape (B, 1, T, S), True where a new step may look: at itself and at what came before.
    """
    position, length = ops.cast(cache["position"], "int32"), ops.shape(key)[1]
    steps = position[:, None] + ops.arange(length, dtype="int32")[None, :]  # (B, T)
    columns = ops.arange(ops.shape(cache["key"])[1], dtype="int32")  # (S,)
    extended = {
        "key": _written(cache["key"], key, steps),  # (B, S, H, K)
        "value": _written(cache["value"], value, steps),  # (B, S, H, K)
        "position": position + length,  # (B,)
    }
    return extended, columns <= steps[:, None, :, None]  # (B, 1, T, S)


def check_cache(cache, inputs_shape, num_heads, mask, attention_mask, use_causal_mask):
    """Raises ValueError where a cache does not fit the call."""
    if mask is not None or attention_mask is not None or not use_causal_mask:
        raise ValueError(
            "`cache` needs `use_causal_mask=True` and neither `mask` nor `attention_mask`: a new step looks at itself "
            "and at every step in the cache, and what is no real step is left out of it by `position`"
        )
    if not isinstance(cache, dict) or set(cache) != NAMES:
        raise ValueError(
            f"`cache` must be a dict of 'key', 'value' and 'position', as the layer's `empty_cache` makes it; received "
            f"{sorted(cache) if isinstance(cache, dict) else type(cache).__name__}"
        )
    batch, length, width = inputs_shape
    shapes = {name: tuple(getattr(cache[name], "shape", ())) for name in NAMES}
    room = shapes["key"][1] if len(shapes["key"]) == 4 else None
    wanted = {name: (batch, room, num_heads, width // num_heads) for name in ("key", "value")} | {"position": (batch,)}
    for name, expected in wanted.items():
        shape = shapes[name]
        if len(shape) != len(expected) or any(
            None not in sizes and sizes[0] != sizes[1] for sizes in zip(shape, expected, strict=True)
        ):
            raise ValueError(
                f"`cache[{name!r}]` must have shape {'(B,)' if name == 'position' else '(B, S, H, K)'} = {expected} "
                f"for inputs of shape {tuple(inputs_shape)}; received shape {shape}"
            )
    position = concrete_values(cache["position"])
    if position is not None and not (np.issubdtype(position.dtype, np.integer) and (position >= 0).all()):
        raise ValueError(f"`cache['position']` must hold integers of at least 0; received {position.tolist()}")
    if length is None or room is None:
        return
    taken = 0 if position is None or not position.size else int(position.max())
    if taken + length > room:
        raise ValueError(
            f"`cache` has room for {room} steps, {taken} of them taken; received {length} more. Make it longer with "
            f"`empty_cache(batch_size, max_length)`"
        )


def _written(cached, new, steps):
    """`cached` (B, S, H, K) with `new` (B, T, H, K) at columns `steps` (B, T)."""
    if new.shape[1] is not None and new.shape[1] == cached.shape[1]:
        return ops.cast(new, cached.dtype)  # they fill the cache, so they start at column 0
    batch, length, *_ = ops.shape(new)
    rows = ops.broadcast_to(ops.arange(batch, dtype="int32")[:, None], (batch, length))  # (B, T)
    places = ops.reshape(ops.stack([rows, steps], axis=-1), (-1, 2))  # (B * T, 2)
    updates = ops.reshape(ops.cast(new, cached.dtype), (-1, *cached.shape[2:]))  # (B * T, H, K)
    return ops.scatter_update(cached, places, updates)  # (B, S, H, K)
