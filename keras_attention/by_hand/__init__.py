"""Attention by hand: the formulas in NumPy, and trained layers through them. Imports no Keras."""

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
from keras_attention.by_hand.from_keras import from_keras_attention
from keras_attention.by_hand.layers import from_layer

__all__ = [
    "attention",
    "causal_mask",
    "dense",
    "from_keras_attention",
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
