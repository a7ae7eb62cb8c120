"""Builders: a task and an architecture give a compiled Keras model."""

from keras_attention.models.adaptation import adapt_model, merge_adapted_model
from keras_attention.models.chrono import ChronoBias
from keras_attention.models.gru import build_gru
from keras_attention.models.language_model import build_language_model
from keras_attention.models.lstm import build_lstm
from keras_attention.models.transformer import build_transformer

__all__ = [
    "ChronoBias",
    "adapt_model",
    "build_gru",
    "build_language_model",
    "build_lstm",
    "build_transformer",
    "merge_adapted_model",
]
