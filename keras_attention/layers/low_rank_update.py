"""A dense layer that stays as it is, plus a product of two thin matrices that is trained."""

import keras
from keras import ops

from keras_attention.arguments import check_positive_int


@keras.saving.register_keras_serializable(package="keras_attention")
class LowRankUpdate(keras.layers.Layer):
    """Computes activation(x (W + A B) + b) with W and b frozen; only A and B are trained.

    A is (in, rank) and B (rank, units), as Keras stores kernels; the paper writes the same update the other way round,
    as columns: its B A is the transpose of this A B. B starts at 0, so that the answer is at first that of the dense
    layer. The product A B is not made in a call: x A comes first, and has `rank` numbers at every position.

    Args:
        dense: a `keras.layers.Dense`. It is frozen, not copied.
        rank: int, r, at most the smaller of the two widths of the kernel.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer. `trainable` is about A and B; W and b stay
            frozen.

    Call arguments:
        inputs: tensor of shape (B, ..., in).

    Returns:
        Tensor of shape (B, ..., units).

    Masking:
        The padding mask goes on to the next layer unchanged.

    Raises:
        ValueError: `dense` is no dense layer, or is quantized or has an update of Keras' own already; `rank` is no
            positive integer, or larger than a width of the kernel.

    Example:
        >>> layer = LowRankUpdate(keras.layers.Dense(512), rank=4)
        >>> layer(keras.ops.ones((1, 256))).shape, sum(w.shape[0] * w.shape[1] for w in layer.trainable_weights)
        ((1, 512), 3072)

    Reference:
        Hu et al. (2021), LoRA: low-rank adaptation of large language models, section 4.1, equation 3, with alpha = r.
        arXiv:2106.09685
    """

    def __init__(self, dense, rank, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(dense, keras.layers.Dense):
            raise ValueError(f"`dense_layer` must be a keras.layers.Dense; received {type(dense).__name__}")
        if dense.quantization_mode is not None or dense.lora_rank is not None:
            raise ValueError(
                f"`dense_layer` must have a plain kernel; {dense.name!r} is quantized or was built with `lora_rank`"
            )
        self.rank = check_positive_int(rank, "rank")
        if self.rank > dense.units:
            raise ValueError(f"`rank` must be at most `units` ({dense.units}); received {self.rank}")
        if dense.built:
            self._check_width(dense.kernel.shape[0])
        self.dense = dense
        self.dense.trainable = False  # last: a layer that is refused stays as it was
        self.units = dense.units
        self.supports_masking = True

    def build(self, input_shape):
        if not self.dense.built:
            self.dense.build(input_shape)
        width = self.dense.kernel.shape[0]
        self._check_width(width)
        self.a = self.add_weight(shape=(width, self.rank), initializer="he_uniform", name="a")
        self.b = self.add_weight(shape=(self.rank, self.units), initializer="zeros", name="b")
        self.input_spec = keras.layers.InputSpec(min_ndim=2, axes={-1: width})
        self.built = True

    def call(self, inputs):
        outputs = ops.matmul(inputs, self.dense.kernel)  # (B, ..., units)
        outputs = outputs + ops.matmul(ops.matmul(inputs, self.a), self.b)  # (B, ..., units)
        if self.dense.use_bias:
            outputs = outputs + self.dense.bias
        return self.dense.activation(outputs)

    @property
    def kernel(self):
        """The kernel the layer computes with, W + A B, of shape (in, units)."""
        return ops.convert_to_tensor(self.dense.kernel) + ops.matmul(self.a, self.b)

    @property
    def bias(self):
        """The bias b of shape (units,), or `None`."""
        return self.dense.bias

    def merged(self):
        """Returns one `keras.layers.Dense` with the same answer: kernel W + A B, bias b, everything trainable.

        Raises:
            ValueError: the layer is not built.

        Example:
            >>> layer = LowRankUpdate(keras.layers.Dense(2), rank=1)
            >>> layer(keras.ops.ones((1, 3))).shape, layer.merged().kernel.shape
            ((1, 2), (3, 2))
        """
        if not self.built:
            raise ValueError(f"{self.name!r} has no weights yet: call it once on data, or build it")
        dense = keras.layers.Dense.from_config({**self.dense.get_config(), "trainable": True})
        dense.build((None, self.dense.kernel.shape[0]))
        for variable, value in zip(dense.weights, (self.kernel, self.bias), strict=False):
            variable.assign(value)
        return dense

    @property
    def trainable(self):
        return keras.layers.Layer.trainable.fget(self)

    @trainable.setter
    def trainable(self, value):
        keras.layers.Layer.trainable.fset(self, value)
        self.dense.trainable = False  # a model that is made trainable as a whole must not thaw it

    def _check_width(self, width):
        if self.rank > width:
            raise ValueError(f"`rank` must be at most the width of the inputs ({width}); received {self.rank}")

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        dense = keras.saving.serialize_keras_object(self.dense)
        return {**super().get_config(), "dense": dense, "rank": self.rank}

    @classmethod
    def from_config(cls, config):
        return cls(**{**config, "dense": keras.saving.deserialize_keras_object(config["dense"])})


def add_low_rank_update(dense_layer, rank):
    """Freezes a dense layer and gives it a trainable update of low rank.

    Args:
        dense_layer: a `keras.layers.Dense`, built or not. It is used as it is: the new layer holds it, frozen.
        rank: int, r. The update has r * (in + units) numbers to train, the kernel in * units.

    Returns:
        A `LowRankUpdate` with the name and the dtype of the dense layer, and at first its answers. After training,
        `.merged()` gives one dense layer again.

    Raises:
        ValueError: as `LowRankUpdate`.

    Example:
        >>> layer = add_low_rank_update(keras.layers.Dense(4, name="query"), rank=2)
        >>> layer(keras.ops.ones((1, 3))).shape, [tuple(weight.shape) for weight in layer.trainable_weights]
        ((1, 4), [(3, 2), (2, 4)])

    Reference:
        Hu et al. (2021), section 4.1.
    """
    layer = LowRankUpdate(
        dense_layer, rank, name=getattr(dense_layer, "name", None), dtype=getattr(dense_layer, "dtype_policy", None)
    )
    if dense_layer.built:
        layer.build((None, dense_layer.kernel.shape[0]))
    return layer
