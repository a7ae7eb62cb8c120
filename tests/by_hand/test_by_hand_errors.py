"""Wrong input is named; inputs are left alone; nothing but NumPy is imported."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

from keras_attention import by_hand, examples

ONES = np.ones((2, 3, 4))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: by_hand.attention(np.ones((3, 4)), np.ones((3, 5)), np.ones((3, 5))), r"key .*\(3, 5\).*\(3, 4\)"),
        (lambda: by_hand.attention(ONES, np.ones((1, 3, 4)), np.ones((1, 3, 4))), r"key .*leading"),
        (lambda: by_hand.attention(np.ones(4), np.ones((3, 4)), np.ones((3, 4))), r"query .*\(4,\)"),
        (lambda: by_hand.attention(ONES, ONES, np.ones((2, 5, 4))), r"value .*\(2, 5, 4\)"),
        (lambda: by_hand.attention(ONES, np.ones((2, 0, 4)), np.ones((2, 0, 4))), r"key .*\(2, 0, 4\)"),
        (lambda: by_hand.attention(ONES, ONES, ONES, np.ones((2, 3), bool)), r"mask .*\(3, 3\).*\(2, 3\)"),
        (lambda: by_hand.attention(ONES, ONES, ONES, np.ones((1, 3), bool)), r"mask .*\(1, 3\)"),
        (lambda: by_hand.attention(ONES, ONES, ONES, np.where(np.eye(3), 0, -1e9)), r"mask .*mask == 0"),
        (lambda: by_hand.self_attention(ONES, np.ones((5, 4)), np.eye(4), np.eye(4)), r"w_query .*\(5, 4\)"),
        (lambda: by_hand.self_attention(ONES, np.eye(4), np.ones((4, 3)), np.eye(4)), r"key .*width"),
        (lambda: by_hand.dense(np.ones((2, 3)), np.ones((3, 2)), np.ones(3)), r"w .*\(out, 3\).*\(3, 2\)"),
        (lambda: by_hand.dense(np.ones((2, 3)), np.ones((2, 3)), np.ones(3)), r"c .*\(2,\).*\(3,\)"),
        (lambda: by_hand.low_rank_dense(ONES, np.ones((5, 2)), np.ones((2, 3)), np.ones(5)), r"v .*\(rank, 4\)"),
        (lambda: by_hand.low_rank_dense(ONES, np.ones((2, 5)), np.ones((2, 4)), np.ones(5)), r"u .*\(out, 2\)"),
        (lambda: by_hand.low_rank_dense(ONES, np.ones((5, 2)), np.ones((2, 4)), np.ones(4)), r"c .*\(5,\)"),
        (lambda: by_hand.split_heads(ONES, 3), r"num_heads .*4.*3"),
        (lambda: by_hand.split_heads(ONES, True), r"num_heads .*True"),
        (lambda: by_hand.split_heads(ONES, 2.0), r"num_heads .*2\.0"),
        (lambda: by_hand.split_heads(np.ones((3, 4)), 2), r"x .*\(B, T, D\).*\(3, 4\)"),
        (lambda: by_hand.merge_heads(ONES), r"x .*\(B, H, T, K\).*\(2, 3, 4\)"),
        (lambda: by_hand.multi_head_attention(ONES, np.eye(4), [np.eye(4)], [np.eye(4)], [np.eye(4)], 2), "query"),
        (lambda: by_hand.multi_head_attention(ONES, *[[np.eye(4), np.ones(3)]] * 4, 2), r"query .*bias .*\(3,\)"),
        (lambda: by_hand.multi_head_attention(ONES, *[[np.eye(4)]] * 4, 2, np.ones((3, 3, 3), bool)), r"\(3, 3, 3\)"),
        (lambda: by_hand.causal_mask(0), r"length .*0"),
        (lambda: by_hand.sinusoidal_encoding(5, -1), r"width .*-1"),
        (lambda: by_hand.sinusoidal_encoding(5, 4, max_wavelength=0), r"max_wavelength .*0"),
        (lambda: by_hand.sinusoidal_encoding(5, 4, max_wavelength="long"), r"max_wavelength .*long"),
        (lambda: by_hand.softmax([[1, 2], [3]]), r"x .*real numbers"),
        (lambda: by_hand.softmax(["a"]), r"x .*real numbers"),
        (lambda: by_hand.softmax([1j]), r"x .*real numbers"),
        (lambda: by_hand.softmax(None), r"x .*real numbers"),
        (lambda: by_hand.from_layer(object()), r"layer .*object"),
    ],
)
def test_wrong_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_inputs_are_left_as_they_were_and_answers_are_float64(rng):
    query = rng.normal(size=(2, 3, 4)).astype("float32")
    before, mask = query.copy(), by_hand.causal_mask(3)
    output, weights = by_hand.attention(query, query, query, mask)
    np.testing.assert_array_equal(query, before)
    assert output.dtype == weights.dtype == np.float64


def test_it_imports_no_keras_and_prints_nothing():
    folder = pathlib.Path(examples.__file__).parent
    program = (
        "import importlib.machinery, sys, types\n"
        "package = types.ModuleType('keras_attention')\n"
        f"package.__path__ = [{str(folder)!r}]\n"
        "sys.modules['keras_attention'] = package\n"
        "from keras_attention import by_hand, examples\n"
        "by_hand.attention(examples.BOOK_K, examples.BOOK_K, examples.BOOK_V)\n"
        "sys.exit(any(n.split('.')[0] in ('keras', 'tensorflow', 'jax', 'torch') for n in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
