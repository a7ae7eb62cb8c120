"""Whether attention looks where a mask forbids it."""

from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.by_hand.checks import boolean_mask
from keras_attention.inspection.weights import attention_weights


@dataclass(frozen=True)
class MaskReport:
    """What `check_inverted_mask` found; its text says right, or what is wrong.

    Attributes:
        shares: dict from layer path to the share of its attention weight on forbidden positions: 0 where the mask is
            respected, 1 where it is inverted, NaN where the layer gives no weight at all.
        unmasked: dict from layer path to the share that would lie there if the layer had no mask and looked at every
            position alike.
        tolerance: float, the share that still counts as none.
    """

    shares: dict
    unmasked: dict
    tolerance: float

    @property
    def is_respected(self):
        """Whether no layer looks at forbidden positions."""
        return all(share <= self.tolerance for share in self.shares.values())  # NaN is not

    @property
    def is_inverted(self):
        """Whether a layer looks at forbidden positions only."""
        return any(share >= 1 - self.tolerance for share in self.shares.values())

    def __str__(self):
        if self.is_respected:
            return f"Mask respected: no weight on forbidden positions ({', '.join(self.shares)})."
        wrong = [self._sentence(path) for path, share in self.shares.items() if not share <= self.tolerance]
        return " ".join(wrong)

    def _sentence(self, path):
        share = self.shares[path]
        if np.isnan(share):
            return f"Nothing looked at: {path} gives weight 0 to everything, also where the mask lets it look."
        where = f"{path} puts {share:.3f} of its weight on forbidden positions"
        if share >= 1 - self.tolerance:
            return f'Mask inverted: {where} and none on the others. True has to mean "may look".'
        return f"Mask not respected: {where}; without any mask it would be about {self.unmasked[path]:.3f}."


def check_inverted_mask(
    model, inputs, mask=None, attention_mask=None, use_causal_mask=False, tolerance=1e-5, batch_size=128
):
    """Checks that attention stays where it may look: measures its weight on the positions that a mask forbids.

    Say who may look at whom as for the layers of this package: True means "may look", and masks combine by AND. Which
    masks the model itself applies is not asked. Counted are the queries that are no padding and for which the mask
    forbids something and allows something.

    Args:
        model: a Keras model (or layer) that holds attention layers of this package or Keras' own.
        inputs: what the model takes: an array of shape (B, ...), or a list, tuple or dict of such arrays.
        mask: booleans of shape (B, S), True on real steps, False on padding; or `None`.
        attention_mask: booleans of shape (T, S), (B, T, S) or (B, H, T, S), True where query t may look at key s, B
            and H may be 1; or `None`.
        use_causal_mask: bool, whether a position may look only at itself and at earlier ones.
        tolerance: float, the share of the weight that still counts as none.
        batch_size: int, how many samples go through the model at once.

    Returns:
        A `MaskReport`: for every attention layer whose T and S the mask fits, the share of its weight on forbidden
        positions. Its text is a sentence for each layer that is wrong, or one that says right.

    Raises:
        ValueError: no mask is given, it is not boolean, fits no attention layer, or forbids nothing; or weights are
            NaN; see also `attention_weights`.

    Example:
        >>> inputs = keras.Input((6, 8))
        >>> attended = MultiHeadSelfAttention(2, name="attention")(inputs, attention_mask=~np.tri(6, dtype=bool))
        >>> x = np.random.default_rng(0).normal(size=(1, 6, 8))
        >>> print(check_inverted_mask(keras.Model(inputs, attended), x, use_causal_mask=True))
        Mask inverted: attention puts 1.000 of its weight on forbidden positions and none on the others. True has to
        mean "may look".

    Reference:
        Masks of both kinds in one tutorial, and what came of it: https://github.com/tensorflow/text/pull/894
    """
    if mask is None and attention_mask is None and not use_causal_mask:
        raise ValueError("Say who may look at whom: give `mask`, `attention_mask` or `use_causal_mask=True`")
    mask, attention_mask = _array(mask), _array(attention_mask)
    found = attention_weights(model, inputs, batch_size)
    fitting = {path: w for path, w in found.items() if _fits(w.shape, mask, attention_mask, use_causal_mask)}
    if not fitting:
        shapes = ", ".join(f"{path} {weights.shape}" for path, weights in found.items())
        given = [f"`{name}` {array.shape}" for name, array in _named(mask, attention_mask) if array is not None]
        raise ValueError(
            f"The mask must fit the weights (B, H, T, S) of an attention layer: {shapes}; received "
            f"{', '.join(given) or '`use_causal_mask=True`, which needs T = S'}"
        )
    shares, unmasked = {}, {}
    for path, weights in fitting.items():
        allowed, counted = _who_may_look(weights.shape, mask, attention_mask, use_causal_mask)
        if not counted.any():
            raise ValueError("The mask must forbid something to a query that may look at something; it does not")
        rows = weights[counted]  # (queries, S)
        forbidden = ~allowed[counted]  # (queries, S)
        total = rows.sum()
        if np.isnan(total):
            raise ValueError(f"`model` must give attention weights that are numbers; {path} gives NaN")
        shares[path] = float((rows * forbidden).sum() / total) if total else float("nan")
        unmasked[path] = float(forbidden.mean())
    return MaskReport(shares, unmasked, tolerance)


def _array(mask):
    return None if mask is None else keras.ops.convert_to_numpy(keras.ops.convert_to_tensor(mask))


def _named(mask, attention_mask):
    return ("mask", mask), ("attention_mask", attention_mask)


def _fits(shape, mask, attention_mask, use_causal_mask):
    """Whether the masks have the T and S of weights of this shape; attention over several axes has no such two."""
    if len(shape) != 4:
        return False
    queries, keys = shape[2:]
    if use_causal_mask and queries != keys:
        return False
    if mask is not None and mask.shape[-1:] != (keys,):
        return False
    return attention_mask is None or attention_mask.shape[-2:] == (queries, keys)


def _who_may_look(shape, mask, attention_mask, use_causal_mask):
    """Booleans: who may look at whom (B, H, T, S), and which queries count (B, H, T)."""
    batch, _, queries, keys = shape
    allowed = np.tri(queries, keys, dtype=bool) if use_causal_mask else np.ones((queries, keys), bool)  # (T, S)
    if attention_mask is not None:
        pairs = boolean_mask("`attention_mask`", attention_mask, shape[2:], (batch, *shape[2:]), shape)
        allowed = allowed & (pairs[:, None] if pairs.ndim == 3 else pairs)  # (T, S), (B, 1, T, S) or (B, H, T, S)
    real = np.ones((batch, queries), bool)  # (B, T)
    if mask is not None:
        mask = boolean_mask("`mask`", mask, (batch, keys))
        allowed = allowed & mask[:, None, None]  # (B, H or 1, T, S)
        real = mask if queries == keys else real  # what a padded query looks at does not matter
    allowed = np.broadcast_to(allowed, shape)  # (B, H, T, S)
    counted = allowed.any(axis=-1) & ~allowed.all(axis=-1) & real[:, None]  # (B, H, T)
    return allowed, counted
