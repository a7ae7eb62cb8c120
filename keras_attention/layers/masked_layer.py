"""What the attention layers share: padding masks that are never lost, and masks that are checked."""

import keras

from keras_attention.keras_private import mask_of
from keras_attention.layers.key_value_cache import check_cache
from keras_attention.masks import as_boolean_mask, check_mask_shapes


class MaskedLayer(keras.layers.Layer):
    """A layer over (B, T, D) that takes `mask` and `attention_mask`, and hands the padding mask on.

    Keras fills in `mask` by itself only where a call has a single tensor argument, so that
    `layer(x, attention_mask=m)` would lose the padding of `x` without a word. Here the mask of the input is looked up
    and made an argument like any other before Keras' own call: in a functional model it becomes an input of the graph
    and survives saving. A subclass has an attribute `num_heads`.
    """

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def __call__(self, inputs, mask=None, attention_mask=None, **kwargs):
        if mask is None:
            mask = mask_of(inputs)
        # Values can be checked here, while arrays are still arrays; inside a compiled call they no longer can.
        masks = {
            "mask": as_boolean_mask(mask, "mask"),
            "attention_mask": as_boolean_mask(attention_mask, "attention_mask"),
        }
        given = {name: value for name, value in masks.items() if value is not None}
        return super().__call__(inputs, **given, **kwargs)

    def compute_mask(self, inputs, previous_mask=None):
        return previous_mask

    def compute_output_shape(self, input_shape):
        return input_shape

    def compute_output_spec(
        self,
        inputs,
        mask=None,
        attention_mask=None,
        use_causal_mask=False,
        return_attention_scores=False,
        cache=None,
        training=None,
    ):
        """Shapes and dtypes of a symbolic call: a tuple where the weights are asked for, or a cache is passed."""
        self._check_call(inputs, mask, attention_mask, use_causal_mask, cache)
        results = [keras.KerasTensor(inputs.shape, dtype=self.compute_dtype)]  # (B, T, D)
        if return_attention_scores:
            batch, length, _ = inputs.shape
            keys = length if cache is None else cache["key"].shape[1]
            results.append(keras.KerasTensor((batch, self.num_heads, length, keys), dtype=self.compute_dtype))
        if cache is not None:
            results.append({name: _spec(part) for name, part in cache.items()})
        return tuple(results) if len(results) > 1 else results[0]

    def _check_input_shape(self, input_shape):
        """Raises ValueError unless the input is (B, T, D) with a known D that the heads divide."""
        if len(input_shape) != 3:
            raise ValueError(
                f"`inputs` of {self.__class__.__name__} must have shape (B, T, D); received shape {tuple(input_shape)}"
            )
        width = input_shape[-1]
        if width is None or width % self.num_heads:
            raise ValueError(
                f"The width D of `inputs` must be a multiple of `num_heads` ({self.num_heads}), so that every head "
                f"gets D / num_heads of it; received inputs of shape {tuple(input_shape)}"
            )

    def _check_call(self, inputs, mask, attention_mask, use_causal_mask, cache):
        """Raises ValueError where static shapes of the call do not fit each other."""
        self._check_input_shape(inputs.shape)
        if cache is not None:
            check_cache(cache, inputs.shape, self.num_heads, mask, attention_mask, use_causal_mask)
            return
        batch, length, _ = inputs.shape
        check_mask_shapes(mask, attention_mask, batch, self.num_heads, length)


def _spec(tensor):
    return keras.KerasTensor(tensor.shape, dtype=keras.backend.standardize_dtype(tensor.dtype))
