"""The transformer block: attention, feed-forward network, two residual connections, two normalizations."""

import keras
from keras import ops

from keras_attention.arguments import check_positive_int, check_positive_number, check_rate
from keras_attention.layers.masked_layer import MaskedLayer
from keras_attention.layers.multi_head_self_attention import MultiHeadSelfAttention


@keras.saving.register_keras_serializable(package="keras_attention")
class TransformerBlock(MaskedLayer):
    """Attention between positions, then a feed-forward network within each, both with a residual connection.

    Args:
        num_heads: int, the number of heads H. It must divide the width D of the input.
        intermediate_dim: int, width of the hidden layer of the feed-forward network.
        dropout: float in [0, 1), dropout on the attention weights and on the output of both halves, in training.
        activation: activation of the feed-forward network.
        normalize_first: bool. False normalizes after each residual sum (post-norm, the original paper); True normalizes
            what enters each half (pre-norm, usual in deep stacks).
        layer_norm_epsilon: float, added to the variance in both normalizations.
        lora_rank: int, gives the query and the value projection of the attention a low-rank update of this rank and
            freezes everything else (see `add_low_rank_update`); or `None`.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        The same as for `MultiHeadSelfAttention`: inputs of shape (B, T, D), `mask`, `attention_mask`,
        `use_causal_mask`, `return_attention_scores`, `cache`, `training`.

    Returns:
        Tensor of shape (B, T, D), or a tuple: outputs, the weights of shape (B, H, T, S) where they are asked for, and
        the new cache where one is passed.

    Masking:
        As in `MultiHeadSelfAttention`; the padding mask goes on to the next layer, so that in a stack of blocks a
        padded position is looked at by nobody.

    Raises:
        ValueError: as in `MultiHeadSelfAttention`.

    Example:
        >>> block = TransformerBlock(num_heads=2, intermediate_dim=32)
        >>> block(keras.ops.ones((1, 5, 8))).shape
        (1, 5, 8)

    Reference:
        Vaswani et al. (2017), section 3.1 and figure 1 (encoder). Pre-norm: Xiong et al. (2020), On layer
        normalization in the transformer architecture, figure 1.
    """

    def __init__(
        self,
        num_heads,
        intermediate_dim,
        dropout=0.0,
        activation="relu",
        normalize_first=False,
        layer_norm_epsilon=1e-5,
        lora_rank=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.num_heads = check_positive_int(num_heads, "num_heads")
        self.intermediate_dim = check_positive_int(intermediate_dim, "intermediate_dim")
        self.dropout = check_rate(dropout, "dropout")
        self.activation = keras.activations.get(activation)
        self.normalize_first = normalize_first
        self.layer_norm_epsilon = check_positive_number(layer_norm_epsilon, "layer_norm_epsilon")
        self.lora_rank = None if lora_rank is None else check_positive_int(lora_rank, "lora_rank")

    def build(self, input_shape):
        self._check_input_shape(input_shape)
        width, policy = input_shape[-1], self.dtype_policy
        hidden_shape = (*input_shape[:-1], self.intermediate_dim)
        self.attention = MultiHeadSelfAttention(
            self.num_heads, dropout=self.dropout, lora_rank=self.lora_rank, dtype=policy, name="attention"
        )
        self.attention.build(input_shape)
        self.attention_norm = keras.layers.LayerNormalization(
            epsilon=self.layer_norm_epsilon, dtype=policy, name="attention_norm"
        )
        self.attention_norm.build(input_shape)
        self.intermediate_dense = keras.layers.Dense(
            self.intermediate_dim, activation=self.activation, dtype=policy, name="intermediate"
        )
        self.intermediate_dense.build(input_shape)
        self.output_dense = keras.layers.Dense(width, dtype=policy, name="output")
        self.output_dense.build(hidden_shape)
        self.feedforward_norm = keras.layers.LayerNormalization(
            epsilon=self.layer_norm_epsilon, dtype=policy, name="feedforward_norm"
        )
        self.feedforward_norm.build(input_shape)
        for layer in (self.attention_norm, self.intermediate_dense, self.output_dense, self.feedforward_norm):
            layer.trainable = self.lora_rank is None
        self.attention_dropout = keras.layers.Dropout(self.dropout, dtype=policy, name="attention_dropout")
        self.feedforward_dropout = keras.layers.Dropout(self.dropout, dtype=policy, name="feedforward_dropout")
        self.built = True

    def call(
        self,
        inputs,
        mask=None,
        attention_mask=None,
        use_causal_mask=False,
        return_attention_scores=False,
        cache=None,
        training=None,
    ):
        inputs = ops.cast(inputs, self.compute_dtype)  # integers cannot be added to what comes out of the layers
        x = self.attention_norm(inputs) if self.normalize_first else inputs  # (B, T, D)
        # The masks go on by hand: sums and norms on the way may drop what Keras attaches to a tensor.
        x, weights, *new_cache = self.attention(
            x,
            mask=mask,
            attention_mask=attention_mask,
            use_causal_mask=use_causal_mask,
            return_attention_scores=True,
            cache=cache,
            training=training,
        )  # (B, T, D), (B, H, T, S)
        x = inputs + self.attention_dropout(x, training=training)  # (B, T, D)
        if not self.normalize_first:
            x = self.attention_norm(x)

        attended = x
        if self.normalize_first:
            x = self.feedforward_norm(x)
        x = self.output_dense(self.intermediate_dense(x))  # (B, T, D)
        x = attended + self.feedforward_dropout(x, training=training)  # (B, T, D)
        if not self.normalize_first:
            x = self.feedforward_norm(x)
        results = [x] + [weights] * bool(return_attention_scores) + new_cache
        return tuple(results) if len(results) > 1 else x

    def empty_cache(self, batch_size, max_length):
        """A cache for `call` that holds nothing yet (see `MultiHeadSelfAttention.empty_cache`)."""
        if not self.built:
            raise ValueError(f"{self.name!r} does not know its width yet: call it once on data, or build it")
        return self.attention.empty_cache(batch_size, max_length)

    def get_config(self):
        return {
            **super().get_config(),
            "num_heads": self.num_heads,
            "intermediate_dim": self.intermediate_dim,
            "dropout": self.dropout,
            "activation": keras.activations.serialize(self.activation),
            "normalize_first": self.normalize_first,
            "layer_norm_epsilon": self.layer_norm_epsilon,
            "lora_rank": self.lora_rank,
        }
