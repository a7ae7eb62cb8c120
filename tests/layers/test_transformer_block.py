"""What belongs to `TransformerBlock` alone: its sizes, its arguments, and its gradients."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import TransformerBlock
from keras_attention.by_hand import from_layer

SIZES = [(16, 2, 32), (48, 4, 96), (512, 8, 2048), (768, 12, 3072)]


@pytest.mark.parametrize(("width", "num_heads", "intermediate_dim"), SIZES)
def test_sizes_of_the_parts(width, num_heads, intermediate_dim):
    block = TransformerBlock(num_heads, intermediate_dim)
    block.build((None, None, width))
    feedforward = block.intermediate_dense.count_params() + block.output_dense.count_params()
    norms = block.attention_norm.count_params() + block.feedforward_norm.count_params()
    assert block.attention.count_params() == 4 * width**2 + 4 * width
    assert feedforward == 2 * width * intermediate_dim + width + intermediate_dim
    assert norms == 4 * width
    assert block.count_params() == block.attention.count_params() + feedforward + norms


def test_the_figures_of_the_course():
    block = TransformerBlock(4, 96)
    block.build((None, None, 48))
    assert block.count_params() == 18_960

    block = TransformerBlock(8, 2048)
    block.build((None, None, 512))
    feedforward = block.intermediate_dense.count_params() + block.output_dense.count_params()
    assert block.attention.count_params() == 1_050_624
    assert feedforward == 2_099_712
    assert block.attention_norm.count_params() + block.feedforward_norm.count_params() == 2_048
    assert round(100 * feedforward / block.count_params(), 1) == 66.6


@pytest.mark.parametrize("intermediate_dim", [0, -1, 2.5, "8", True, None])
def test_intermediate_dim_must_be_a_positive_integer(intermediate_dim):
    with pytest.raises(ValueError, match="intermediate_dim"):
        TransformerBlock(2, intermediate_dim)


@pytest.mark.parametrize("epsilon", [0, -1e-5, "1e-5", True, None, float("nan")])
def test_layer_norm_epsilon_must_be_positive(epsilon):
    with pytest.raises(ValueError, match="layer_norm_epsilon"):
        TransformerBlock(2, 8, layer_norm_epsilon=epsilon)


def test_post_norm_rows_are_normalized_and_pre_norm_rows_are_not():
    x = 10 + np.random.default_rng(0).normal(size=(2, 3, 8)).astype("float32")
    post = ops.convert_to_numpy(TransformerBlock(2, 12)(x))
    np.testing.assert_allclose(post.mean(-1), 0, atol=1e-5)
    np.testing.assert_allclose(post.std(-1), 1, atol=1e-3)
    assert (ops.convert_to_numpy(TransformerBlock(2, 12, normalize_first=True)(x)).mean(-1) > 5).all()


@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_dropout_acts_on_both_halves(rate):
    """With attention and feed-forward cut down to a constant 1, each half adds 0 or 1 / (1 - rate) in training."""
    block = TransformerBlock(1, 2, dropout=rate, normalize_first=True)
    x = np.zeros((200, 3, 4), "float32")
    block.build(x.shape)
    for weight in block.trainable_weights:
        weight.assign(np.zeros(weight.shape, "float32"))
    block.attention.output_dense.bias.assign(np.ones(4, "float32"))
    block.output_dense.bias.assign(np.full(4, 10, "float32"))
    factor = 1 / (1 - rate)
    possible = {factor * 11} if rate == 0 else {0, factor, 10 * factor, 11 * factor}
    assert set(np.round(ops.convert_to_numpy(block(x, training=True)), 3).ravel().tolist()) == possible
    np.testing.assert_allclose(ops.convert_to_numpy(block(x)), 11)


@pytest.mark.parametrize("normalize_first", [False, True])
def test_gradients_equal_central_differences(double_precision, value_and_gradients, normalize_first):
    """Gradients of the layer against differences of the same block in NumPy, in 64 bits."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(2, 3, 4))
    pairs = np.tri(3, dtype=bool)
    pairs[0] = False  # a query with nothing to look at has gradients, too
    masks = {"mask": np.array([[True] * 3, [True, True, False]]), "attention_mask": pairs}
    factor = rng.normal(size=x.shape)
    block = TransformerBlock(2, 5, activation="gelu", normalize_first=normalize_first, dtype="float64")
    block.build(x.shape)
    for weight in block.trainable_weights:
        weight.assign(rng.normal(0, 0.7, weight.shape))

    def loss(x):
        return ops.sum(ops.multiply(block(x, **masks), factor))

    def difference(change, step=1e-5):
        """The slope of the loss where `change(amount)` moves x or a weight by `amount`."""
        values = []
        for amount in (step, -step):
            change(amount)
            values.append(np.sum(from_layer(block)(x, **masks) * factor))
        change(0.0)
        return (values[0] - values[1]) / (2 * step)

    value, (by_x,), by_weights = value_and_gradients(loss, block.trainable_weights, x)
    assert by_x.dtype == np.float64
    # Keras multiplies matrices in float32 on other backends, whatever comes in.
    close = {"rel": 1e-5, "abs": 1e-7} if keras.backend.backend() == "tensorflow" else {"rel": 1e-3, "abs": 1e-4}
    assert value == pytest.approx(np.sum(from_layer(block)(x, **masks) * factor), **close)

    for index in np.ndindex(x.shape):
        kept = x[index]

        def change(amount, index=index, kept=kept):
            x[index] = kept + amount

        assert by_x[index] == pytest.approx(difference(change), **close), index

    for weight, gradient in zip(block.trainable_weights, by_weights, strict=True):
        kept = ops.convert_to_numpy(weight).copy()
        for index in np.ndindex(kept.shape):

            def change(amount, weight=weight, kept=kept, index=index):
                moved = kept.copy()
                moved[index] += amount
                weight.assign(moved)

            assert gradient[index] == pytest.approx(difference(change), **close), (weight.path, index)
