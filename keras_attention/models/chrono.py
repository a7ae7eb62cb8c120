"""The chrono initialisation of an LSTM's gate biases."""

import keras
import numpy as np
from keras import ops


@keras.saving.register_keras_serializable(package="keras_attention")
class ChronoBias(keras.initializers.Initializer):
    """Starts an LSTM so that its memory spans a whole sequence.

    A cell whose forget gate is sigma(b) keeps its content for about 1 / (1 - sigma(b)) steps. The forget biases start
    at log(u) with u uniform between 1 and T - 1, so that the cells together remember over all spans up to T; the input
    biases are their negatives. The other two gates start at 0.

    Args:
        max_length: int, T, the longest span to remember.
        seed: int or `None`.

    Example:
        >>> keras.layers.LSTM(16, bias_initializer=ChronoBias(80), unit_forget_bias=False)

    Reference:
        Tallec & Ollivier (2018), Can recurrent neural networks warp time?, section 2, equation 16. arXiv:1804.11188
    """

    def __init__(self, max_length, seed=None):
        if isinstance(max_length, bool) or not isinstance(max_length, (int, np.integer)) or max_length < 3:
            raise ValueError(f"`max_length` must be an integer of at least 3; received {max_length!r}")
        self.max_length = int(max_length)
        self.seed = seed
        self._generator = keras.random.SeedGenerator(seed)

    def __call__(self, shape, dtype=None):
        if len(shape) != 1 or shape[0] % 4:
            raise ValueError(f"ChronoBias fills the bias of an LSTM, of shape (4 * units,); received shape {shape}")
        units = shape[0] // 4
        spans = keras.random.uniform((units,), 1.0, self.max_length - 1.0, dtype=dtype, seed=self._generator)
        forget = ops.log(spans)  # (units,)
        zeros = ops.zeros_like(forget)
        return ops.concatenate([-forget, forget, zeros, zeros])  # Keras' order: input, forget, cell, output

    def get_config(self):
        return {"max_length": self.max_length, "seed": self.seed}
