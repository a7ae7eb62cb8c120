"""Attention and transformers in Keras 3: the runnable half of a course.

Importing the package imports Keras and registers the layers, so that saved models load. Pictures, the comparison and
the commands load when they are first used.
"""

from keras_attention.quiet import import_keras_quietly, started_as_command

if started_as_command():
    import_keras_quietly()

from keras_attention.inspection import attention_weights, check_causal
from keras_attention.layers import (
    AddPosition,
    AddSinusoidalPosition,
    LowRankDense,
    MultiHeadSelfAttention,
    TransformerBlock,
)
from keras_attention.masks import causal_mask, combine_masks, padding_mask, sliding_window_mask
from keras_attention.models import ChronoBias, build_gru, build_lstm, build_transformer
from keras_attention.tasks import AssociativeRecall, FirstStepRecall

__version__ = "0.1.0"

__all__ = [
    "AddPosition",
    "AddSinusoidalPosition",
    "AssociativeRecall",
    "ChronoBias",
    "FirstStepRecall",
    "LowRankDense",
    "MultiHeadSelfAttention",
    "TransformerBlock",
    "attention_weights",
    "build_gru",
    "build_lstm",
    "build_transformer",
    "causal_mask",
    "check_causal",
    "combine_masks",
    "padding_mask",
    "sliding_window_mask",
]
