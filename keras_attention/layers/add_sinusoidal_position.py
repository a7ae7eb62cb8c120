"""A fixed vector of sines and cosines for every position, added to what stands there."""

import math

import keras
from keras import ops

from keras_attention.arguments import check_positive_number


@keras.saving.register_keras_serializable(package="keras_attention")
class AddSinusoidalPosition(keras.layers.Layer):
    """Adds the sine-cosine code of its position to every step of a sequence. It has no parameters.

    Slot 2i of position p gets sin(p / max_wavelength^(2i / D)), slot 2i + 1 the cosine of the same angle: the first
    slots turn fast, like the second hand of a clock, the last ones slowly.

    Args:
        max_wavelength: number, the base of the wavelengths. They run from 2 pi to 2 pi times this
            number of positions.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        inputs: tensor of shape (B, T, D), of any length.

    Returns:
        Tensor of shape (B, T, D) in the compute dtype; angles and sum are computed in at least float32.

    Masking:
        The padding mask goes on to the next layer unchanged.

    Raises:
        ValueError: `max_wavelength` is not a positive number, or the input is not (B, T, D) with a known D.

    Example:
        >>> AddSinusoidalPosition()(keras.ops.zeros((1, 2, 4)))
        [[[0., 1., 0., 1.], [0.8415, 0.5403, 0.0100, 0.9999]]]

    Reference:
        Vaswani et al. (2017), section 3.5.
    """

    def __init__(self, max_wavelength=10_000, **kwargs):
        super().__init__(**kwargs)
        self.max_wavelength = check_positive_number(max_wavelength, "max_wavelength")
        self.supports_masking = True

    def build(self, input_shape):
        if len(input_shape) != 3 or input_shape[-1] is None:
            raise ValueError(
                f"`inputs` of AddSinusoidalPosition must have shape (B, T, D) with a known D; "
                f"received shape {tuple(input_shape)}"
            )
        self.built = True

    def call(self, inputs):
        _, length, width = ops.shape(inputs)
        precise = "float64" if self.compute_dtype == "float64" else "float32"
        positions = ops.cast(ops.arange(length), precise)  # (T,)
        slots = ops.arange(width)  # (D,)
        exponents = ops.cast(slots - slots % 2, precise) / width  # (D,): 2i / D, the same for a sine and its cosine
        rates = ops.exp(-math.log(self.max_wavelength) * exponents)  # (D,)
        angles = positions[:, None] * rates[None, :]  # (T, D)
        code = ops.where(slots % 2 == 0, ops.sin(angles), ops.cos(angles))  # (T, D)
        return ops.cast(ops.cast(inputs, precise) + code, self.compute_dtype)  # (B, T, D)

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        return {**super().get_config(), "max_wavelength": self.max_wavelength}
