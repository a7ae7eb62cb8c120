"""Multi-head self-attention."""

import keras
from keras import ops

from keras_attention.arguments import check_positive_int, check_rate
from keras_attention.attention import scaled_dot_product_attention
from keras_attention.layers.initializers import initializer_config
from keras_attention.layers.key_value_cache import empty_cache, extended_cache
from keras_attention.layers.low_rank_update import add_low_rank_update
from keras_attention.layers.masked_layer import MaskedLayer
from keras_attention.masks import as_boolean_mask, resolve_masks


@keras.saving.register_keras_serializable(package="keras_attention")
class MultiHeadSelfAttention(MaskedLayer):
    """Lets every position of a sequence look at every other, in several ways at once.

    Four dense projections named `query`, `key`, `value` and `output`, each from D to D: 4 D^2 + 4 D parameters,
    however many heads there are. Each head works in its own K = D / H slice of the projected vectors.

    Args:
        num_heads: int, the number of heads H. It must divide the width D of the input.
        dropout: float in [0, 1), share of attention weights dropped in training.
        use_bias: bool, whether the four projections add a bias.
        kernel_initializer: initializer of the four kernels (each gets a copy of its own).
        bias_initializer: initializer of the four biases.
        lora_rank: int, gives the query and the value projection a low-rank update of this rank and freezes everything
            else (see `add_low_rank_update`); or `None`.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        inputs: tensor of shape (B, T, D).
        mask: booleans of shape (B, S), True on real steps, False on padding. Where it is not given, the mask that Keras
            attached to `inputs` is used (by `Embedding(mask_zero=True)` or `Masking`, for instance).
        attention_mask: booleans of shape (T, S), (B, T, S) or (B, H, T, S), True where query t may look at key s;
            B and H may be 1.
        use_causal_mask: bool, whether a position may look only at itself and at earlier ones.
        return_attention_scores: bool, whether to return the attention weights as well. (Keras' own name; what comes
            back are the weights, after the softmax.)
        cache: what `empty_cache` made or an earlier call handed back: the keys and values of the steps so far, to which
            those of `inputs` are added. It needs `use_causal_mask=True`, and no other mask.
        training: bool, whether dropout is active.

    Returns:
        Tensor of shape (B, T, D), or a tuple: outputs, where asked for the weights of shape (B, H, T, S), taken
        before dropout, and where one is passed the new cache. Asking for the weights never changes the outputs.

    Masking:
        True means "may look", in every mask. Masks combine by AND. A query that may look at nothing has weights 0 and
        the output bias as its output. The padding mask goes on to the next layer.

    Raises:
        ValueError: `num_heads` does not divide D, a mask has another shape, or a mask is not boolean (an additive
            mask of 0 and -1e9, for instance); a cache does not fit, or has too little room (inside a compiled program,
            where positions cannot be seen, the caller sees to that).

    Example:
        >>> layer = MultiHeadSelfAttention(num_heads=2)
        >>> outputs, weights = layer(keras.ops.ones((1, 5, 8)), use_causal_mask=True, return_attention_scores=True)
        >>> outputs.shape, weights.shape
        ((1, 5, 8), (1, 2, 5, 5))

    Reference:
        Vaswani et al. (2017), Attention is all you need, section 3.2.2. arXiv:1706.03762
    """

    def __init__(
        self,
        num_heads,
        dropout=0.0,
        use_bias=True,
        kernel_initializer="glorot_uniform",
        bias_initializer="zeros",
        lora_rank=None,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self.num_heads = check_positive_int(num_heads, "num_heads")
        self.dropout = check_rate(dropout, "dropout")
        self.use_bias = use_bias
        self.kernel_initializer = keras.initializers.get(kernel_initializer)
        self.bias_initializer = keras.initializers.get(bias_initializer)
        self.lora_rank = None if lora_rank is None else check_positive_int(lora_rank, "lora_rank")

    def build(self, input_shape):
        self._check_input_shape(input_shape)
        self.query_dense = self._build_projection("query", input_shape, self.lora_rank)
        self.key_dense = self._build_projection("key", input_shape)
        self.value_dense = self._build_projection("value", input_shape, self.lora_rank)
        self.output_dense = self._build_projection("output", input_shape)
        self.dropout_layer = keras.layers.Dropout(self.dropout, dtype=self.dtype_policy, name="dropout")
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
        mask = as_boolean_mask(mask, "mask")  # (B, S)
        attention_mask = as_boolean_mask(attention_mask, "attention_mask")
        self._check_call(inputs, mask, attention_mask, use_causal_mask, cache)
        batch, length, width = ops.shape(inputs)

        query = self._split_heads(self.query_dense(inputs), length)  # (B, T, H, K)
        key = self._split_heads(self.key_dense(inputs), length)  # (B, S, H, K)
        value = self._split_heads(self.value_dense(inputs), length)  # (B, S, H, K)
        if cache is None:
            allowed = resolve_masks(mask, attention_mask, use_causal_mask, batch, self.num_heads, length)
        else:
            cache, allowed = extended_cache(cache, key, value)
            key, value = cache["key"], cache["value"]  # (B, S, H, K), S the room of the cache
        mixed, weights = scaled_dot_product_attention(
            query,
            key,
            value,
            mask=allowed,
            dropout=lambda weights: self.dropout_layer(weights, training=training),
        )  # (B, T, H, K), (B, H, T, S)
        mixed = ops.reshape(mixed, (-1, length, width))  # (B, T, D)
        outputs = self.output_dense(mixed)  # (B, T, D)
        results = [outputs] + [weights] * bool(return_attention_scores) + [cache] * (cache is not None)
        return tuple(results) if len(results) > 1 else outputs

    def empty_cache(self, batch_size, max_length):
        """A cache for `call` that holds nothing yet.

        Args:
            batch_size: int, B.
            max_length: int, S, the steps it has room for.

        Returns:
            Dict of "key" and "value", tensors of shape (B, S, H, K) in the compute dtype, and "position", integers of
            shape (B,): how many steps of each sequence it holds, 0 at first. A caller may set positions back, to go on
            behind the real steps of padded sequences.

        Raises:
            ValueError: the layer is not built, or a size is not a positive integer.

        Example:
            >>> layer = MultiHeadSelfAttention(num_heads=2)
            >>> layer.build((1, 5, 8))
            >>> cache = layer.empty_cache(batch_size=1, max_length=5)
            >>> outputs, cache = layer(keras.ops.ones((1, 3, 8)), use_causal_mask=True, cache=cache)
            >>> outputs, cache = layer(keras.ops.ones((1, 1, 8)), use_causal_mask=True, cache=cache)
            >>> cache["position"]
            [4]
        """
        if not self.built:
            raise ValueError(f"{self.name!r} does not know its width yet: call it once on data, or build it")
        batch_size = check_positive_int(batch_size, "batch_size")
        max_length = check_positive_int(max_length, "max_length")
        head_width = self.query_dense.units // self.num_heads
        return empty_cache(batch_size, max_length, self.num_heads, head_width, self.compute_dtype)

    def get_config(self):
        return {
            **super().get_config(),
            "num_heads": self.num_heads,
            "dropout": self.dropout,
            "use_bias": self.use_bias,
            "kernel_initializer": initializer_config(self.kernel_initializer),
            "bias_initializer": initializer_config(self.bias_initializer),
            "lora_rank": self.lora_rank,
        }

    def _build_projection(self, name, input_shape, lora_rank=None):
        dense = keras.layers.Dense(
            input_shape[-1],
            use_bias=self.use_bias,
            kernel_initializer=_copy(self.kernel_initializer),
            bias_initializer=_copy(self.bias_initializer),
            dtype=self.dtype_policy,
            name=name,
        )
        dense.build(input_shape)
        dense.trainable = self.lora_rank is None
        return dense if lora_rank is None else add_low_rank_update(dense, lora_rank)

    def _split_heads(self, x, length):
        head_width = x.shape[-1] // self.num_heads
        return ops.reshape(x, (-1, length, self.num_heads, head_width))  # (B, T, H, K)


def _copy(initializer):
    return initializer.clone() if hasattr(initializer, "clone") else initializer  # a plain function has no state
