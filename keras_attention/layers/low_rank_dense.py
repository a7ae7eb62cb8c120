"""A dense layer whose kernel is the product of two thin matrices."""

import keras
from keras import ops

from keras_attention.arguments import check_positive_int


@keras.saving.register_keras_serializable(package="keras_attention")
class LowRankDense(keras.layers.Layer):
    """A dense layer without activation whose kernel is W = U V: rank * (in + units) numbers in place of in * units.

    The kernel itself is never made. x U comes first and has `rank` numbers at every position, then (x U) V: as many
    multiply-adds at a position as there are numbers in U and V.

    U is (in, rank) and V is (rank, units), as Keras stores kernels. Where kernels are stored as (out, in), as in
    PyTorch, the first factor is the transpose of this V and the second that of this U.

    Args:
        units: int, width of the output.
        rank: int, r, the width in between. It is at most the smaller of the two widths in and units: no matrix of that
            shape has a higher rank. The layer is smaller than a dense one where r < in * units / (in + units).
        use_bias: bool, whether to add a bias.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        inputs: tensor of shape (B, ..., in).

    Returns:
        Tensor of shape (B, ..., units).

    Masking:
        The padding mask goes on to the next layer unchanged.

    Raises:
        ValueError: `units` or `rank` is not a positive integer, `rank` is larger than in or units, or the last axis
            of the input is unknown.

    Example:
        >>> layer = LowRankDense(units=512, rank=8, use_bias=False)
        >>> layer(keras.ops.ones((32, 512))).shape, layer.count_params()
        ((32, 512), 8192)

    Reference:
        Hu et al. (2021), LoRA: low-rank adaptation of large language models, section 4.1, where such a product is
        added to a kernel that stays as it is. arXiv:2106.09685
    """

    def __init__(self, units, rank, use_bias=True, **kwargs):
        super().__init__(**kwargs)
        self.units = check_positive_int(units, "units")
        self.rank = check_positive_int(rank, "rank")
        if self.rank > self.units:
            raise ValueError(f"`rank` must be at most `units` ({self.units}); received {self.rank}")
        self.use_bias = use_bias
        self.supports_masking = True

    def build(self, input_shape):
        if len(input_shape) < 2 or input_shape[-1] is None:
            raise ValueError(
                f"`inputs` of LowRankDense must have shape (B, ..., in) with a known last axis; "
                f"received shape {tuple(input_shape)}"
            )
        width = input_shape[-1]
        if self.rank > width:
            raise ValueError(
                f"`rank` must be at most the width of the inputs ({width}); received {self.rank} and inputs of shape "
                f"{tuple(input_shape)}"
            )
        # Factors that start like kernels of their own would give a product that shrinks what goes through it, the more
        # the lower the rank. With these the entries of U V have the variance of a Glorot kernel, 2 / (in + units).
        self.u = self.add_weight(
            shape=(width, self.rank),
            initializer=keras.initializers.VarianceScaling(1.0, mode="fan_in"),
            name="u",
        )
        self.v = self.add_weight(
            shape=(self.rank, self.units),
            initializer=keras.initializers.VarianceScaling(2 * width / (width + self.units), mode="fan_in"),
            name="v",
        )
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros", name="bias") if self.use_bias else None
        self.input_spec = keras.layers.InputSpec(min_ndim=2, axes={-1: width})
        self.built = True

    def call(self, inputs):
        narrow = ops.matmul(inputs, self.u)  # (B, ..., rank)
        outputs = ops.matmul(narrow, self.v)  # (B, ..., units)
        return outputs if self.bias is None else outputs + self.bias

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "rank": self.rank, "use_bias": self.use_bias}
