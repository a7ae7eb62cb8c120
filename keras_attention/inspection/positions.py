"""Which positions a query looks at most."""

import numpy as np


def top_positions(weights, query, count=2):
    """Finds, for every head, the positions a query looks at most.

    Args:
        weights: array (H, T, S) of attention weights, as `attention_weights` gives for each sample; any other axes in
            front will do as well, (B, H, T, S) for instance.
        query: int, the position that looks. Negative numbers count from the end: -1 is the last position.
        count: int, how many positions to name.

    Returns:
        Integers of shape (H, count), or with all the axes in front: positions from 0, the largest weight first. Of
        equal weights the earlier position comes first.

    Raises:
        ValueError: `weights` has fewer than two axes, there is no position `query`, or there are not `count` positions.

    Example:
        >>> top_positions(np.array([[[0.1, 0.7, 0.2], [0.6, 0.1, 0.3]]]), query=-1)
        array([[0, 2]])
    """
    try:
        weights = np.asarray(weights, "float64")  # of unsigned integers and booleans there are no negatives to sort
    except (TypeError, ValueError) as error:
        raise ValueError(f"`weights` must be an array of numbers; received {type(weights).__name__}: {error}") from None
    if weights.ndim < 2:
        raise ValueError(f"`weights` must have shape (H, T, S); received shape {weights.shape}")
    *_, queries, keys = weights.shape
    whole = isinstance(query, (int, np.integer)) and not isinstance(query, bool)
    if not whole or not -queries <= query < queries:
        raise ValueError(f"`query` must be a position from {-queries} to {queries - 1}; received {query!r}")
    whole = isinstance(count, (int, np.integer)) and not isinstance(count, bool)
    if not whole or not 1 <= count <= keys:
        raise ValueError(f"`count` must be a number of positions from 1 to {keys}; received {count!r}")
    row = weights[..., query, :]  # (..., H, S)
    return np.argsort(-row, axis=-1, kind="stable")[..., :count]  # (..., H, count)
