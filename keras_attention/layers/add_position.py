"""A learned vector for every position, added to what stands there."""

import keras
from keras import ops

from keras_attention.arguments import check_positive_int
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

    Returns:
        Tensor of shape (B, T, D) in the compute dtype; the sum is made in at least float32.

    Masking:
        The padding mask goes on to the next layer unchanged.

    Raises:
        ValueError: the input is longer than the table, or `max_length` is `None` and the length is unknown.

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

    def call(self, inputs):
        self._check_length(inputs.shape)
        _, length, width = ops.shape(inputs)
        # A slice of fixed size fails where the table is too short; table[:length] would give fewer rows, and a single
        # row would silently be added everywhere.
        rows = ops.slice(ops.convert_to_tensor(self.table), (0, 0), (length, width))  # (T, D)
        precise = "float64" if self.compute_dtype == "float64" else "float32"
        return ops.cast(ops.cast(inputs, precise) + ops.cast(rows, precise), self.compute_dtype)  # (B, T, D)

    def compute_output_shape(self, input_shape):
        return input_shape

    def compute_output_spec(self, inputs):
        self._check_length(inputs.shape)
        return keras.KerasTensor(inputs.shape, dtype=self.compute_dtype)

    def get_config(self):
        return {
            **super().get_config(),
            "max_length": self.max_length,
            "initializer": initializer_config(self.initializer),
        }

    def _check_length(self, input_shape):
        rows = self.table.shape[0]
        if input_shape[1] is not None and input_shape[1] > rows:
            raise ValueError(
                f"AddPosition has a table of {rows} positions and received a sequence of length {input_shape[1]}; "
                f"build it with `max_length={input_shape[1]}` or more, or pass sequences of at most {rows} steps"
            )
