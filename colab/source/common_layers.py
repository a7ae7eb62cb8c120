"""The layers of a transformer in short, as notebooks show them; tests hold them equal to the package's."""

import math

import keras
import numpy as np
from keras import layers, ops


@keras.saving.register_keras_serializable(package="keras_attention")
class AddPosition(layers.Layer):
    """Adds a learned vector to every position of a sequence.

    Args:
        initializer: what the vectors are before training.
    """

    def __init__(self, initializer="random_normal", **kwargs):
        super().__init__(**kwargs)
        self.initializer = keras.initializers.get(initializer)

    def build(self, input_shape):
        _, length, width = input_shape
        self.table = self.add_weight(shape=(length, width), initializer=self.initializer, name="table")

    def call(self, inputs):
        return inputs + self.table  # (B, T, D) + (T, D)

    def get_config(self):
        return {**super().get_config(), "initializer": keras.initializers.serialize(self.initializer)}


@keras.saving.register_keras_serializable(package="keras_attention")
class MultiHeadSelfAttention(layers.Layer):
    """Lets every position look at every other, with several heads.

    Args:
        num_heads: int, the number of heads H. It must divide the width D of the input.

    Call arguments:
        inputs: tensor of shape (B, T, D).
        attention_mask: booleans (T, S) or (B, H, T, S), True where query t may look at key s; B and H may be 1.
        return_attention_scores: bool, whether to return the weights (B, H, T, S) as well.
    """

    def __init__(self, num_heads, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads

    def build(self, input_shape):
        width = input_shape[-1]
        if width % self.num_heads:
            raise ValueError(f"`num_heads` must divide the width of the input, {width}; received {self.num_heads}")
        self.query_dense = layers.Dense(width, name="query")
        self.key_dense = layers.Dense(width, name="key")
        self.value_dense = layers.Dense(width, name="value")
        self.output_dense = layers.Dense(width, name="output")
        for dense in (self.query_dense, self.key_dense, self.value_dense, self.output_dense):
            dense.build(input_shape)

    def call(self, inputs, attention_mask=None, return_attention_scores=False):
        query = self._split_heads(self.query_dense(inputs))  # (B, T, H, K)
        key = self._split_heads(self.key_dense(inputs))  # (B, S, H, K)
        value = self._split_heads(self.value_dense(inputs))  # (B, S, H, K)
        scores = ops.einsum("bthk,bshk->bhts", query, key)  # (B, H, T, S)
        scores = scores / math.sqrt(query.shape[-1])
        if attention_mask is not None:
            scores = ops.where(attention_mask, scores, -1e9)
        weights = ops.softmax(scores, axis=-1)  # (B, H, T, S), over the keys
        mixed = ops.einsum("bhts,bshk->bthk", weights, value)  # (B, T, H, K)
        outputs = self.output_dense(ops.reshape(mixed, ops.shape(inputs)))  # (B, T, D)
        return (outputs, weights) if return_attention_scores else outputs

    def get_config(self):
        return {**super().get_config(), "num_heads": self.num_heads}

    def _split_heads(self, x):
        batch, length, width = ops.shape(x)
        return ops.reshape(x, (batch, length, self.num_heads, width // self.num_heads))  # (B, T, H, K)


@keras.saving.register_keras_serializable(package="keras_attention")
class TransformerBlock(layers.Layer):
    """Attention between the positions, then a small network within each; both add to what was there.

    Args:
        num_heads: int, the number of heads H.
        intermediate_dim: int, hidden width of the feed-forward network.

    Call arguments:
        The same as for `MultiHeadSelfAttention`.
    """

    def __init__(self, num_heads, intermediate_dim, **kwargs):
        super().__init__(**kwargs)
        self.num_heads = num_heads
        self.intermediate_dim = intermediate_dim

    def build(self, input_shape):
        *others, width = input_shape
        self.attention = MultiHeadSelfAttention(self.num_heads, name="attention")
        self.attention_norm = layers.LayerNormalization(epsilon=1e-5, name="attention_norm")
        self.intermediate_dense = layers.Dense(self.intermediate_dim, activation="relu", name="intermediate")
        self.output_dense = layers.Dense(width, name="output")
        self.feedforward_norm = layers.LayerNormalization(epsilon=1e-5, name="feedforward_norm")
        for layer in (self.attention, self.attention_norm, self.intermediate_dense, self.feedforward_norm):
            layer.build(input_shape)
        self.output_dense.build((*others, self.intermediate_dim))

    def call(self, inputs, attention_mask=None, return_attention_scores=False):
        mixed, weights = self.attention(inputs, attention_mask=attention_mask, return_attention_scores=True)
        x = self.attention_norm(inputs + mixed)  # (B, T, D)
        thought = self.output_dense(self.intermediate_dense(x))  # (B, T, D)
        x = self.feedforward_norm(x + thought)  # (B, T, D)
        return (x, weights) if return_attention_scores else x

    def get_config(self):
        return {**super().get_config(), "num_heads": self.num_heads, "intermediate_dim": self.intermediate_dim}


def difference(one, other):
    """The largest difference between two tensors, as text."""
    return f"{np.abs(ops.convert_to_numpy(one) - ops.convert_to_numpy(other)).max():.1e}"
