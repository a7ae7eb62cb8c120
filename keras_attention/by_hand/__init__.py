"""Attention by hand: the formulas in NumPy, and `from_layer`, a trained layer through them. Imports no Keras."""

from keras_attention.by_hand.formulas import (
    attention,
    causal_mask,
    dense,
    low_rank_dense,
    merge_heads,
    multi_head_attention,
    scores,
    self_attention,
    sinusoidal_encoding,
    softmax,
    split_heads,
)
from keras_attention.by_hand.layers import from_layer

__all__ = [
    "attention",
    "causal_mask",
    "dense",
    "from_layer",
    "low_rank_dense",
    "merge_heads",
    "multi_head_attention",
    "scores",
    "self_attention",
    "sinusoidal_encoding",
    "softmax",
    "split_heads",
]
