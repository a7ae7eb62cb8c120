"""Costs against layers that Keras counts, against NumPy's einsum, and against the figures of the course."""

import itertools

import numpy as np
import pytest

from keras_attention import TransformerBlock, cost


def test_figures_of_the_course():
    assert cost.attention_parameters(512) == 1_050_624
    block = cost.block_parameters(512, 2048)
    assert (block.attention, block.feed_forward, block.norms) == (1_050_624, 2_099_712, 2_048)
    assert round(100 * block.feed_forward / block.total, 1) == 66.6
    assert cost.block_parameters(48, 96).total == 18_960
    assert cost.dense_parameters(768, 3072) == 2_362_368
    assert cost.low_rank_parameters(512, 512, 8) == 8_192
    assert cost.dense_parameters(512, 512, use_bias=False) == 262_144
    assert cost.dense_multiply_adds(512, 512, batch=32) == 8_388_608
    assert cost.low_rank_multiply_adds(512, 512, 8, batch=32) == 262_144
    assert cost.low_rank_parameters(4096, 4096, 16) == 131_072
    assert cost.scores_multiply_adds(512, batch=8, length=128) == 67_108_864
    for length, numbers in {128: 16_384, 1_024: 1_048_576, 4_096: 16_777_216, 8_192: 67_108_864}.items():
        assert cost.attention_weights_bytes(length, bytes_per_number=1) == numbers


@pytest.mark.parametrize("width, heads, intermediate_dim", [(16, 2, 32), (12, 3, 5)])
def test_block_is_what_keras_counts(width, heads, intermediate_dim):
    block = TransformerBlock(heads, intermediate_dim)
    block.build((None, None, width))
    parts = cost.block_parameters(width, intermediate_dim)
    assert parts.attention == block.attention.count_params()
    assert parts.feed_forward == block.intermediate_dense.count_params() + block.output_dense.count_params()
    assert parts.norms == block.attention_norm.count_params() + block.feedforward_norm.count_params()
    assert parts.total == block.count_params()


def test_multiply_adds_are_those_of_the_products_in_it():
    sizes = {"b": 3, "t": 7, "s": 7, "d": 8, "e": 8, "h": 2, "k": 4, "f": 5, "r": 2}

    def of(*equations):
        return sum(cost.einsum_cost(equation, sizes).multiply_adds for equation in equations)

    attention = of(*["btd,de->bte"] * 4, "bhtk,bhsk->bhts", "bhts,bhsk->bhtk")
    feed_forward = of("btd,df->btf", "btf,fd->btd")
    assert cost.attention_multiply_adds(8, 3, 7) == attention
    assert cost.feed_forward_multiply_adds(8, 5, 3, 7) == feed_forward
    assert cost.block_multiply_adds(8, 5, 3, 7) == attention + feed_forward
    assert cost.low_rank_multiply_adds(8, 5, 2, 3, 7) == of("btd,dr->btr", "btr,rf->btf")


def test_bytes_are_those_of_the_arrays():
    weights = np.empty((2, 3, 4, 9, 9), "float16")  # blocks, batch, heads, queries, keys
    assert cost.attention_weights_bytes(9, 4, batch=3, num_blocks=2, bytes_per_number=2) == weights.nbytes
    cache = np.empty((2, 2, 3, 9, 8), "float32")  # keys and values, blocks, batch, length, width
    assert cost.key_value_cache_bytes(9, 8, num_blocks=2, batch=3) == cache.nbytes


def test_sizes_beyond_64_bits_stay_exact():
    assert cost.attention_weights_bytes(np.int64(2**40)) == 4 * 2**80
    assert cost.scores_multiply_adds(np.int64(2**30), np.int64(2**30), np.int64(2**30)) == 2**120


SIZES = {"b": 2, "h": 3, "t": 4, "s": 5, "d": 6, "i": 3, "j": 2, "k": 4, "r": 2, "A": 3}


@pytest.mark.parametrize(
    "equation",
    [
        "bhtd,bhsd->bhts", "bi,ji->bj", "bi,ji", "ij,jh", "ij->ji", "ii->i", "ii", "i,j->", "i,i", "hA,Ai",
        "bi,ki,jk->bj", " b i , j i -> b j ",
    ],
)  # fmt: skip
def test_einsum_is_what_numpy_gives(equation):
    found = cost.einsum_cost(equation, SIZES)
    inputs = equation.replace(" ", "").split("->")[0].split(",")
    arrays = [np.random.default_rng(0).normal(size=[SIZES[letter] for letter in letters]) for letters in inputs]
    assert found.shape == np.einsum(equation, *arrays).shape
    np.testing.assert_array_equal(
        np.einsum(equation, *arrays), np.einsum(f"{','.join(inputs)}->{found.output}", *arrays)
    )
    letters = sorted(set("".join(inputs)))
    assert sorted(found.output + found.summed) == letters
    steps = sum(1 for _ in itertools.product(*(range(SIZES[letter]) for letter in letters)))
    assert found.multiply_adds == steps


@pytest.mark.parametrize(
    "equation, sizes, told",
    [
        ("bi,ji->bx", SIZES, "'bi,ji->bx' has a new 'x'"),
        ("bi,ji->bb", SIZES, "'bi,ji->bb' names 'b' twice"),
        ("bi,jz->bj", SIZES, "none for 'z'"),
        ("bi,,ji->bj", SIZES, "axes of every array"),
        ("", SIZES, "axes of every array"),
        ("->", SIZES, "axes of every array"),
        ("bi,ji->b,j", SIZES, "received ',' in 'bi,ji->b,j'"),
        ("bi,ji->b->j", SIZES, "received '-'"),
        ("b...i,ji->bj", SIZES, r"received '\.'"),
        ("bé->b", SIZES, "received 'é'"),
        (("bi", "ji"), SIZES, "`equation` must be a text"),
        ("bi,ji->bj", [2, 3], r"`sizes` must be a dict from letter to size; received \[2, 3\]"),
        ("bi,ji->bj", {"b": 2, "i": 0, "j": 1}, r"`sizes\['i'\]` must be a positive integer; received 0"),
        ("bi,ji->bj", {"b": 2, "i": 1.5, "j": 1}, r"`sizes\['i'\]` must be a positive integer; received 1.5"),
    ],
)
def test_wrong_einsum_is_told_in_one_sentence(equation, sizes, told):
    with pytest.raises(ValueError, match=told) as problem:
        cost.einsum_cost(equation, sizes)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: cost.dense_parameters(0, 3), "input_dim"),
        (lambda: cost.attention_parameters(2.5), "width"),
        (lambda: cost.attention_multiply_adds(-1, 1, 1), "width"),
        (lambda: cost.attention_multiply_adds(1, 1, None), "length"),
        (lambda: cost.block_parameters(4, True), "intermediate_dim"),
        (lambda: cost.feed_forward_multiply_adds("4", 4), "width"),
        (lambda: cost.layer_norm_parameters(0), "width"),
        (lambda: cost.low_rank_parameters(4, 4, 0), "rank"),
        (lambda: cost.low_rank_multiply_adds(4, 0, 1), "units"),
        (lambda: cost.dense_multiply_adds(4, 4, batch=0), "batch"),
        (lambda: cost.attention_weights_bytes(4, num_heads=0), "num_heads"),
        (lambda: cost.key_value_cache_bytes(4, 4, bytes_per_number=0), "bytes_per_number"),
    ],
)
def test_wrong_sizes_are_named(call, name):
    with pytest.raises(ValueError, match=f"`{name}` must be a positive integer"):
        call()
