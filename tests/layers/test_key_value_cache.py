"""Reading step by step beside a cache gives what reading everything at once gives."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, MultiHeadSelfAttention, TransformerBlock

B, D, H, ROOM = 2, 8, 2, 7
KINDS = {
    "attention": lambda num_heads, **kwargs: MultiHeadSelfAttention(num_heads, **kwargs),
    "pre-norm": lambda num_heads, **kwargs: TransformerBlock(num_heads, 12, normalize_first=True, **kwargs),
}


@pytest.fixture(params=["attention", "pre-norm"])
def make(request):
    return KINDS[request.param]


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype("float32")


def built(make, **arguments):
    layer = make(H, **arguments)
    layer.build((None, None, D))
    return layer


def as_arrays(cache):
    return {name: np.array(ops.convert_to_numpy(part)) for name, part in cache.items()}


def read_in_parts(layer, x, lengths, cache):
    outputs, weights, at = [], [], 0
    for length in lengths:
        out, seen, cache = layer(
            x[:, at : at + length], use_causal_mask=True, return_attention_scores=True, cache=cache
        )
        outputs.append(ops.convert_to_numpy(out))
        weights.append(ops.convert_to_numpy(seen))
        at += length
    return np.concatenate(outputs, axis=1), np.concatenate(weights, axis=2), cache


@pytest.mark.parametrize("lengths", [[7], [3, 1, 2, 1]])
def test_parts_give_the_whole(make, lengths):
    layer, x = built(make), numbers(B, ROOM, D)
    whole, weights = layer(x, use_causal_mask=True, return_attention_scores=True)
    outputs, seen, cache = read_in_parts(layer, x, lengths, layer.empty_cache(B, ROOM))
    np.testing.assert_allclose(outputs, ops.convert_to_numpy(whole), atol=1e-5)
    np.testing.assert_allclose(seen, ops.convert_to_numpy(weights), atol=1e-5)
    assert ops.convert_to_numpy(cache["position"]).tolist() == [ROOM] * B
    assert np.shape(cache["key"]) == np.shape(cache["value"]) == (B, ROOM, H, D // H)


def test_rows_of_different_length_go_on_where_each_of_them_ends(make):
    layer, x, more = built(make), numbers(B, 4, D), numbers(B, 2, D, seed=1)
    x[1, 2:] = 99.0  # behind the end of the second row: not to be seen by what follows
    _, cache = layer(x, use_causal_mask=True, cache=layer.empty_cache(B, ROOM))
    cache = {**cache, "position": ops.convert_to_tensor([4, 2], "int32")}
    outputs, cache = layer(more, use_causal_mask=True, cache=cache)
    for row, length in enumerate([4, 2]):
        alone = np.concatenate([x[row : row + 1, :length], more[row : row + 1]], axis=1)
        expected = ops.convert_to_numpy(layer(alone, use_causal_mask=True))[0, length:]
        np.testing.assert_allclose(ops.convert_to_numpy(outputs)[row], expected, atol=1e-5)
    assert ops.convert_to_numpy(cache["position"]).tolist() == [6, 4]


def test_a_cache_is_passed_and_handed_back_and_nothing_is_kept(make):
    layer, x = built(make), numbers(B, 3, D)
    _, cache = layer(x, use_causal_mask=True, cache=layer.empty_cache(B, ROOM))
    before = as_arrays(cache)
    first, _ = layer(x, use_causal_mask=True, cache=cache)
    layer(numbers(B, 2, D, seed=1), use_causal_mask=True, cache=cache)
    again, _ = layer(x, use_causal_mask=True, cache=cache)
    np.testing.assert_array_equal(ops.convert_to_numpy(first), ops.convert_to_numpy(again))
    for name, part in as_arrays(cache).items():
        np.testing.assert_array_equal(part, before[name])


@pytest.mark.parametrize("policy", ["mixed_bfloat16", "float16"])
def test_half_precision(policy):
    layer, x = built(MultiHeadSelfAttention, dtype=policy), numbers(B, ROOM, D)
    cache = layer.empty_cache(B, ROOM)
    assert keras.backend.standardize_dtype(cache["key"].dtype) == layer.compute_dtype
    outputs, _, _ = read_in_parts(layer, x, [4, 1, 2], cache)
    whole = ops.convert_to_numpy(ops.cast(layer(x, use_causal_mask=True), "float32"))
    np.testing.assert_allclose(outputs.astype("float32"), whole, atol=0.05)


def test_symbolic_calls(make):
    layer, x = built(make), numbers(B, 4, D)
    cache = {name: keras.Input(part.shape[1:], dtype=part.dtype) for name, part in layer.empty_cache(B, ROOM).items()}
    inputs = keras.Input((None, D))
    outputs, weights, extended = layer(inputs, use_causal_mask=True, return_attention_scores=True, cache=cache)
    assert outputs.shape == (None, None, D) and weights.shape == (None, H, None, ROOM)
    assert {name: part.shape for name, part in extended.items()} == {name: part.shape for name, part in cache.items()}
    names = ("key", "value", "position")
    model = keras.Model([inputs, *(cache[name] for name in names)], [outputs, *(extended[name] for name in names)])
    start = layer.empty_cache(B, ROOM)
    results = model([ops.convert_to_tensor(x), *(start[name] for name in names)])
    np.testing.assert_allclose(
        ops.convert_to_numpy(results[0]), ops.convert_to_numpy(layer(x, use_causal_mask=True)), atol=1e-5
    )
    assert ops.convert_to_numpy(results[3]).tolist() == [4] * B


def broken(**parts):
    return lambda cache: {**cache, **parts}


ERRORS = [
    (lambda cache: cache, {"use_causal_mask": False}, "needs `use_causal_mask=True`"),
    (lambda cache: cache, {"mask": np.ones((B, 3), bool)}, "neither `mask` nor `attention_mask`"),
    (lambda cache: cache, {"attention_mask": np.ones((3, 3), bool)}, "neither `mask` nor `attention_mask`"),
    (lambda cache: {"key": cache["key"]}, {}, r"must be a dict of 'key', 'value' and 'position'.*\['key'\]"),
    (broken(key=np.zeros((B, ROOM, H, 3), "float32")), {}, r"cache\['key'\].*\(2, 7, 2, 4\).*\(2, 7, 2, 3\)"),
    (broken(value=np.zeros((B, 5, H, 4), "float32")), {}, r"cache\['value'\].*\(2, 5, 2, 4\)"),
    (broken(position=np.zeros((3,), "int32")), {}, r"cache\['position'\].*\(3,\)"),
    (broken(position=None), {}, r"cache\['position'\].*received shape \(\)"),
    (broken(key=None), {}, r"cache\['key'\].*received shape \(\)"),
    (broken(position=np.array([-1, 0], "int32")), {}, r"cache\['position'\]` must hold integers of at least 0; .*-1"),
    (broken(position=np.array([0.5, 0], "float32")), {}, r"cache\['position'\]` must hold integers .*0.5, 0"),
    (broken(position=np.array([0, 5], "int32")), {}, "room for 7 steps, 5 of them taken; received 3 more"),
]


@pytest.mark.parametrize(("change", "call", "message"), ERRORS)
def test_what_does_not_fit_is_named(make, change, call, message):
    layer, x = built(make), numbers(B, 3, D)
    cache = change(layer.empty_cache(B, ROOM))
    with pytest.raises(ValueError, match=message):
        layer(x, **{"use_causal_mask": True, "cache": cache, **call})


def test_a_layer_that_is_not_built_has_no_cache(make):
    with pytest.raises(ValueError, match="does not know its width yet"):
        make(H).empty_cache(B, ROOM)
    with pytest.raises(ValueError, match="`max_length` must be a positive integer; received 0"):
        built(make).empty_cache(B, 0)


def test_padding_that_keras_attached_is_not_lost_without_a_word():
    layer = MultiHeadSelfAttention(H)
    x = keras.layers.Embedding(5, D, mask_zero=True)(np.array([[1, 2, 0]]))
    layer.build(x.shape)
    with pytest.raises(ValueError, match="neither `mask`"):
        layer(x, use_causal_mask=True, cache=layer.empty_cache(1, ROOM))


class TestStartOfPositions:
    def test_rows_of_the_table(self):
        layer, x = AddPosition(6), numbers(B, 2, D)
        layer.build((None, None, D))
        table = ops.convert_to_numpy(layer.table)
        for start, firsts in ((0, [0, 0]), (3, [3, 3]), (np.array([4, 1]), [4, 1])):
            expected = x + np.stack([table[first : first + 2] for first in firsts])
            np.testing.assert_allclose(ops.convert_to_numpy(layer(x, start=start)), expected, atol=1e-6)

    @pytest.mark.parametrize(
        ("start", "message"),
        [
            (5, "6 positions; a sequence of length 2 that starts at position 5"),
            (np.array([0, 5]), "starts at position 5"),
            (-1, "at least 0"),
            (0.5, "integers of at least 0"),
            (np.array([0, 0, 0]), r"\(B,\) = \(2,\); received shape \(3,\)"),
        ],
    )
    def test_errors(self, start, message):
        layer = AddPosition(6)
        with pytest.raises(ValueError, match=message):
            layer(numbers(B, 2, D), start=start)

    def test_a_compiled_program_gives_nan_where_the_table_ends(self):
        layer, x = AddPosition(3), numbers(1, 2, D)
        layer.build(x.shape)
        if keras.backend.backend() == "tensorflow":
            import tensorflow as tf

            compiled = tf.function(lambda x, start: layer(x, start=start), jit_compile=True)
        elif keras.backend.backend() == "jax":
            import jax

            compiled = jax.jit(lambda x, start: layer(x, start=start))
        else:
            pytest.skip("torch sees every value")
        outputs = ops.convert_to_numpy(compiled(x, ops.convert_to_tensor([2], "int32")))
        assert np.isfinite(outputs[0, 0]).all() and np.isnan(outputs[0, 1]).all()
