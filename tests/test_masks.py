"""The mask builders, and the ValueErrors of masks that cannot be meant."""

import functools

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import MultiHeadSelfAttention, causal_mask, combine_masks, padding_mask, sliding_window_mask

B, T, D, H = 2, 4, 8, 2
FORMS = ["bool", "int8", "int32", "int64", "float16", "float32", "float64"]


def numpy_of(tensor):
    return ops.convert_to_numpy(tensor)


@functools.cache
def attention_layer():
    layer = MultiHeadSelfAttention(H)
    layer.build((None, None, D))
    return layer


def call(attention_mask=None, mask=None, batch=B, length=T):
    layer = attention_layer()
    x = np.random.default_rng(0).normal(size=(batch, length, D)).astype("float32")
    return numpy_of(layer(x, mask=mask, attention_mask=attention_mask))


@pytest.mark.parametrize("length", [1, 2, 7])
def test_causal_mask(length):
    mask = numpy_of(causal_mask(length))
    assert mask.dtype == bool
    np.testing.assert_array_equal(mask, np.tri(length, dtype=bool))


@pytest.mark.parametrize(("length", "window"), [(1, 1), (5, 1), (5, 2), (5, 5), (5, 9)])
def test_sliding_window_mask(length, window):
    expected = [[0 <= query - key < window for key in range(length)] for query in range(length)]
    mask = numpy_of(sliding_window_mask(length, window))
    assert mask.dtype == bool
    np.testing.assert_array_equal(mask, expected)


def test_padding_mask():
    mask = numpy_of(padding_mask([3, 0, 1], max_length=3))
    assert mask.dtype == bool
    np.testing.assert_array_equal(mask, [[True, True, True], [False, False, False], [True, False, False]])


@pytest.mark.parametrize(("lengths", "max_length", "name"), [
    ([3, 1], 2, "lengths"), ([-1], 2, "lengths"), ([1.0], 2, "lengths"), (3, 3, "lengths"), ([[1]], 2, "lengths"),
    ([1], 0, "max_length"), ([1], 2.0, "max_length"), ([1], True, "max_length"),
])  # fmt: skip
def test_padding_mask_of_other_values(lengths, max_length, name):
    with pytest.raises(ValueError, match=f"`{name}`"):
        padding_mask(lengths, max_length)


@pytest.mark.parametrize("length", [0, -1, 2.0, "3", None, True])
def test_lengths_must_be_positive_integers(length):
    with pytest.raises(ValueError, match="`length`"):
        causal_mask(length)
    with pytest.raises(ValueError, match="`length`"):
        sliding_window_mask(length, 2)
    with pytest.raises(ValueError, match="`window`"):
        sliding_window_mask(3, length)


@pytest.mark.parametrize("shapes", [
    [(T, T), (T, T)], [(T, T), (B, T, T)], [(B, T, T), (T, T)], [(B, T, T), (B, H, T, T)], [(B, H, T, T), (1, T, T)],
    [(T, T), (1, H, T, T), (B, T, T)], [(B, 1, T, T), (1, H, T, T)],
])  # fmt: skip
def test_combine_masks(shapes):
    rng = np.random.default_rng(0)
    masks = [rng.random(shape) > 0.4 for shape in shapes]
    by_head = [mask[:, None] if mask.ndim == 3 else mask for mask in masks]  # (B, 1, T, S)
    expected = np.broadcast_to(np.logical_and.reduce(np.broadcast_arrays(*by_head)), (B, H, T, T))
    combined = numpy_of(combine_masks(None, *masks))
    assert combined.dtype == bool and combined.ndim == max(map(len, shapes))
    combined = combined[:, None] if combined.ndim == 3 else combined
    np.testing.assert_array_equal(np.broadcast_to(combined, (B, H, T, T)), expected)


def test_combining_nothing_restricts_nothing():
    assert combine_masks() is None
    assert combine_masks(None, None) is None


@pytest.mark.parametrize("other", [(T, T + 1), (T + 1, T), (1, T), (T, 1), (T,), (1, 1, 1, T, T), ()])
def test_combine_masks_of_other_shapes(other):
    with pytest.raises(ValueError, match=r"masks\[1\]"):
        combine_masks(np.ones((T, T), bool), np.ones(other, bool))


def test_combine_masks_rejects_additive_masks():
    with pytest.raises(ValueError, match=r"masks\[1\].*>= 0"):
        combine_masks(np.ones((T, T), bool), (np.tri(T) - 1) * 1e9)


@pytest.mark.parametrize("convert", [lambda array: array, ops.convert_to_tensor, lambda array: array.tolist()])
@pytest.mark.parametrize("dtype", FORMS)
def test_booleans_integers_and_zeros_and_ones_mean_the_same(dtype, convert):
    allowed, padding = np.tri(T, dtype=bool), np.array([[True] * T, [True, True, False, False]])
    expected = call(allowed, padding)
    assert np.abs(call(~allowed, padding) - expected).max() > 0.01  # the other way round would show
    np.testing.assert_array_equal(call(convert(allowed.astype(dtype)), convert(padding.astype(dtype))), expected)


ADDITIVE = [
    (np.tri(T) - 1) * 1e9,
    ((np.tri(T) - 1) * 1e9).astype("float32"),
    ((np.tri(T) - 1) * 6e4).astype("float16"),
    np.where(np.tri(T), 0.0, -np.inf),
    ((np.tri(T) - 1) * 10_000).astype("int32"),
]


@pytest.mark.parametrize("additive", ADDITIVE, ids=lambda mask: str(mask.dtype))
def test_an_additive_mask_is_an_error_that_says_what_to_pass(additive):
    for mask in (additive, ops.convert_to_tensor(additive)):
        with pytest.raises(ValueError, match="`attention_mask`.*additive.*`attention_mask >= 0`"):
            call(mask)
    with pytest.raises(ValueError, match="`mask`.*additive.*`mask >= 0`"):
        call(mask=additive[:B])


@pytest.mark.parametrize("value", [0.5, 2, -1, float("nan")])
def test_any_other_value_is_an_error(value):
    mask = np.ones((T, T), "float32")
    mask[1, 0] = value
    with pytest.raises(ValueError, match="attention_mask"):
        call(mask)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_a_symbolic_float_mask_is_an_error(dtype):
    layer, x = MultiHeadSelfAttention(H), keras.Input((T, D))
    with pytest.raises(ValueError, match="`attention_mask > 0.5`"):
        layer(x, attention_mask=keras.Input((T, T), dtype=dtype))
    with pytest.raises(ValueError, match="`mask > 0.5`"):
        layer(x, mask=keras.Input((T,), dtype=dtype))


def test_a_traced_float_mask_is_an_error():
    layer, x, mask = MultiHeadSelfAttention(H), np.ones((B, T, D), "float32"), np.ones((T, T), "float32")
    layer.build(x.shape)
    if keras.backend.backend() == "tensorflow":
        import tensorflow as tf

        traced = tf.function(lambda mask: layer(x, attention_mask=mask))
        mask = tf.constant(mask)
    elif keras.backend.backend() == "jax":
        import jax

        traced = jax.jit(lambda mask: layer(x, attention_mask=mask))
    else:
        pytest.skip("torch runs eagerly: the values can be seen")
    with pytest.raises(ValueError, match="`attention_mask > 0.5`"):
        traced(mask)


WRONG_ATTENTION_MASKS = [
    (T,), (1, T), (T, 1), (1, 1), (T + 1, T), (T, T + 1), (T - 1, T), (B, T, 1), (B, 1, T), (B, 1, 1), (B + 1, T, T),
    (B, T, T + 1), (B, H, T, 1), (B, H, 1, T), (B, 1, 1, T), (B, H + 1, T, T), (B + 1, H, T, T), (B, T, T, 1),
    (1, B, H, T, T), (),
]  # fmt: skip
WRONG_PADDING = [(T,), (1, T), (B, 1), (B, T + 1), (B, T - 1), (B + 1, T), (T, B), (B, T, T), (B, T, 1), (B, 1, T), ()]


@pytest.mark.parametrize("shape", WRONG_ATTENTION_MASKS)
def test_attention_masks_of_other_shapes(shape):
    with pytest.raises(ValueError, match="`attention_mask` must have shape") as error:
        call(np.ones(shape, bool))
    assert str(shape) in str(error.value) and str((B, H, T, T)) in str(error.value)


@pytest.mark.parametrize("shape", WRONG_PADDING)
def test_padding_masks_of_other_shapes(shape):
    with pytest.raises(ValueError, match="`mask` marks padding") as error:
        call(mask=np.ones(shape, bool))
    assert str(shape) in str(error.value) and str((B, T)) in str(error.value)


@pytest.mark.parametrize("shape", [(T + 1, T), (T, T + 1), (B, T, 1), (B, 1, T), (B, T, T + 1), (B, T, T, 1)])
def test_attention_masks_of_other_shapes_while_a_model_is_built(shape):
    layer, mask = MultiHeadSelfAttention(H), keras.Input(batch_shape=shape, dtype="bool")
    with pytest.raises(ValueError, match="`attention_mask` must have shape"):
        layer(keras.Input(batch_shape=(B, T, D)), attention_mask=mask)


def test_a_padding_mask_given_as_attention_mask_names_the_right_argument():
    with pytest.raises(ValueError, match=r"padding mask of shape \(B, S\) goes into `mask`"):
        call(np.ones((B, T), bool))


def test_where_batch_and_length_coincide_each_mask_keeps_its_meaning():
    square = np.array([[True, False], [True, True]])
    as_padding = call(mask=square, batch=2, length=2)  # sample 0 has one step
    as_pairs = call(square, batch=2, length=2)  # query 0 sees itself alone, in both samples
    np.testing.assert_array_equal(call(square[:, None].repeat(2, 1), batch=2, length=2), as_padding)
    np.testing.assert_array_equal(call(square[None].repeat(2, 0), batch=2, length=2), as_pairs)
    assert np.abs(as_padding - as_pairs).max() > 0.01


def test_where_batch_and_heads_coincide_rank_three_means_samples():
    mask = np.random.default_rng(1).random((B, T, T)) > 0.3
    mask |= np.eye(T, dtype=bool)
    assert B == H
    np.testing.assert_allclose(call(mask), call(mask[:, None].repeat(H, 1)), atol=1e-6)
    assert np.abs(call(mask) - call(mask[None].repeat(B, 0))).max() > 0.01
