"""Builders: a task and an architecture give a compiled Keras model."""

from keras_attention.models.chrono import ChronoBias
from keras_attention.models.gru import build_gru
from keras_attention.models.lstm import build_lstm
from keras_attention.models.transformer import build_transformer

__all__ = ["ChronoBias", "build_gru", "build_lstm", "build_transformer"]
