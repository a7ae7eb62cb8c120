"""Attention and transformers in Keras 3: the runnable half of a course.

Importing the package imports Keras and registers the layers, so that saved models load. Pictures, the comparison and
the commands load when they are first used. Started as a command (`python -m keras_attention`), the package loads what
that command needs, when it needs it: help does not wait for Keras.
"""

from keras_attention.quiet import started_as_command

if not started_as_command():
    from keras_attention.generation import generate, generate_plain
    from keras_attention.inspection import (
        attention_weights,
        check_causal,
        check_inverted_mask,
        check_padding,
        check_round_trip,
        compare_with_by_hand,
        explain_cost,
        top_positions,
    )
    from keras_attention.layers import (
        AddPosition,
        AddSinusoidalPosition,
        LowRankDense,
        LowRankUpdate,
        MultiHeadSelfAttention,
        TransformerBlock,
        add_low_rank_update,
    )
    from keras_attention.masks import causal_mask, combine_masks, padding_mask, sliding_window_mask
    from keras_attention.models import (
        ChronoBias,
        adapt_model,
        build_gru,
        build_language_model,
        build_lstm,
        build_transformer,
        merge_adapted_model,
    )
    from keras_attention.tasks import AssociativeRecall, FirstStepRecall

__version__ = "0.1.0"

__all__ = [
    "AddPosition",
    "AddSinusoidalPosition",
    "AssociativeRecall",
    "ChronoBias",
    "FirstStepRecall",
    "LowRankDense",
    "LowRankUpdate",
    "MultiHeadSelfAttention",
    "TransformerBlock",
    "adapt_model",
    "add_low_rank_update",
    "attention_weights",
    "build_gru",
    "build_language_model",
    "build_lstm",
    "build_transformer",
    "causal_mask",
    "check_causal",
    "check_inverted_mask",
    "check_padding",
    "check_round_trip",
    "combine_masks",
    "compare_with_by_hand",
    "explain_cost",
    "generate",
    "generate_plain",
    "merge_adapted_model",
    "padding_mask",
    "sliding_window_mask",
    "top_positions",
]
