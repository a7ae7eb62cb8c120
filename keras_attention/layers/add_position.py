"""A learned vector for every position, added to what stands there."""

import keras
import numpy as np
from keras import ops

from keras_attention.arguments import check_positive_int
from keras_attention.concrete import concrete_values
from keras_attention.layers.initializers import initializer_config


@keras.saving.register_keras_serializable(package="keras_attention")
class AddPosition(keras.layers.Layer):
    """Adds a learned vector to every position of a sequence (a position embedding).

    Args:
        max_length: int, the longest sequence, that is the number of rows of the table. `None` takes the length of the
            input the layer is built with.
        initializer: initializer of the table.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        inputs: tensor of shape (B, T, D) with T <= `max_length`. Row t of the table is added at position t.
        start: int, or integers of shape (B,), the position of the first step of `inputs`, where the steps before it
            were read earlier (see the key-value cache of `MultiHeadSelfAttention`); `None` is 0.

    Returns:
        Tensor of shape (B, T, D) in the compute dtype; the sum is made in at least float32.

    Masking:
        The padding mask goes on to the next layer unchanged.

    Raises:
        ValueError: the input is longer than the table, or `max_length` is `None` and the length is unknown; `start` is
            no such integer, or leads out of the table. Inside a compiled program, where the values of `start` cannot
            be seen, a step outside of the table becomes NaN.

    Example:
        >>> AddPosition(max_length=10)(keras.ops.ones((1, 5, 8))).shape
        (1, 5, 8)

    Reference:
        Vaswani et al. (2017), section 3.5 (learned variant); Gehring et al. (2017), section 3.1.
    """

    def __init__(self, max_length=None, initializer="random_normal", **kwargs):
        super().__init__(**kwargs)
        self.max_length = None if max_length is None else check_positive_int(max_length, "max_length")
        self.initializer = keras.initializers.get(initializer)
        self.supports_masking = True

    def build(self, input_shape):
        if len(input_shape) != 3 or input_shape[-1] is None:
            raise ValueError(
                f"`inputs` of AddPosition must have shape (B, T, D) with a known D; received shape {tuple(input_shape)}"
            )
        length = input_shape[1] if self.max_length is None else self.max_length
        if length is None:
            raise ValueError(
                f"AddPosition needs `max_length` when the length of its input is unknown; received inputs of shape "
                f"{tuple(input_shape)}"
            )
        self.table = self.add_weight(
            shape=(length, input_shape[-1]),
            initializer=self.initializer,
            autocast=False,  # neighbouring positions would get the same code in bfloat16
            name="table",
        )
        self.built = True

    def call(self, inputs, start=None):
        self._check_length(inputs.shape, start)
        _, length, width = ops.shape(inputs)
        rows = self._first_rows(length, width) if start is None else self._rows_from(start, length)  # (T, D), (B, T, D)
        precise = "float64" if self.compute_dtype == "float64" else "float32"
        return ops.cast(ops.cast(inputs, precise) + ops.cast(rows, precise), self.compute_dtype)  # (B, T, D)

    def _first_rows(self, length, width):
        # A slice of fixed size fails where the table is too short; table[:length] would give fewer rows, and a single
        # row would silently be added everywhere.
        return ops.slice(ops.convert_to_tensor(self.table), (0, 0), (length, width))  # (T, D)

    def _rows_from(self, start, length):
        first = ops.reshape(ops.cast(start, "int32"), (-1, 1))  # (B, 1), or (1, 1) for all
        steps = first + ops.arange(length, dtype="int32")[None, :]  # (B, T)
        last = self.table.shape[0] - 1
        rows = ops.take(ops.convert_to_tensor(self.table), ops.clip(steps, 0, last), axis=0)  # (B, T, D)
        inside = ops.logical_and(steps >= 0, steps <= last)  # (B, T)
        return ops.where(inside[:, :, None], rows, float("nan"))  # (B, T, D)

    def compute_output_shape(self, input_shape):
        return input_shape

    def compute_output_spec(self, inputs, start=None):
        self._check_length(inputs.shape, start)
        return keras.KerasTensor(inputs.shape, dtype=self.compute_dtype)

    def get_config(self):
        return {
            **super().get_config(),
            "max_length": self.max_length,
            "initializer": initializer_config(self.initializer),
        }

    def _check_length(self, input_shape, start):
        rows = self.table.shape[0]
        self._check_start(input_shape, start)
        if input_shape[1] is not None and input_shape[1] > rows:
            raise ValueError(
                f"AddPosition has a table of {rows} positions and received a sequence of length {input_shape[1]}; "
                f"build it with `max_length={input_shape[1]}` or more, or pass sequences of at most {rows} steps"
            )

    def _check_start(self, input_shape, start):
        if start is None:
            return
        batch, length, _ = input_shape
        shape = tuple(getattr(start, "shape", np.shape(start)))
        if shape not in ((), (batch,)) and not (len(shape) == 1 and None in (shape[0], batch)):
            raise ValueError(f"`start` must be an integer or have shape (B,) = ({batch},); received shape {shape}")
        values = concrete_values(start)
        if values is None or not values.size:
            return
        if not np.issubdtype(values.dtype, np.integer) or values.min() < 0:
            raise ValueError(f"`start` must hold integers of at least 0; received {values.tolist()}")
        rows = self.table.shape[0]
        if length is not None and values.max() + length > rows:
            raise ValueError(
                f"AddPosition has a table of {rows} positions; a sequence of length {length} that starts at position "
                f"{values.max()} does not fit: build it with `max_length={values.max() + length}` or more"
            )
