"""The formulas against loops and against the figures of the course."""

import pathlib
import subprocess
import sys

import numpy as np
import pytest

from keras_attention import by_hand, examples


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def softmax_by_loop(row):
    powers = [np.exp(z) for z in row]
    return [p / sum(powers) for p in powers]


# softmax


def test_softmax_agrees_with_its_definition(rng):
    x = rng.normal(size=(3, 4))
    np.testing.assert_allclose(by_hand.softmax(x), [softmax_by_loop(row) for row in x], rtol=1e-12)
    np.testing.assert_allclose(by_hand.softmax(x, axis=0).T, [softmax_by_loop(row) for row in x.T], rtol=1e-12)


def test_softmax_of_huge_scores_does_not_overflow():
    with np.errstate(all="raise", under="ignore"):
        shares = by_hand.softmax([1e300, 1e300, -1e300])
    np.testing.assert_array_equal(shares, [0.5, 0.5, 0.0])


def test_softmax_of_nothing_but_minus_infinity_is_zero_and_nan_is_not_hidden():
    np.testing.assert_array_equal(by_hand.softmax([[-np.inf, -np.inf], [-np.inf, 3.0]]), [[0, 0], [0, 1]])
    assert np.isnan(by_hand.softmax([np.nan, 1.0])).all()


@pytest.mark.parametrize("axis", [2, -3, 1.0, None])
def test_softmax_names_a_wrong_axis(axis):
    with pytest.raises(ValueError, match=r"axis .*shape \(2, 2\)"):
        by_hand.softmax(np.ones((2, 2)), axis=axis)


# einsum forms against loops


def test_dense_agrees_with_a_loop_and_keeps_leading_axes(rng):
    x, w, c = rng.normal(size=(4, 3)), rng.normal(size=(2, 3)), rng.normal(size=2)
    expected = np.zeros((4, 2))
    for b in range(4):
        for j in range(2):
            expected[b, j] = sum(x[b, i] * w[j, i] for i in range(3)) + c[j]
    np.testing.assert_allclose(by_hand.dense(x, w, c), expected, rtol=1e-12)
    np.testing.assert_allclose(by_hand.dense(x.reshape(2, 2, 3), w, c), expected.reshape(2, 2, 2), rtol=1e-12)
    assert by_hand.dense(np.ones((32, 128, 768)), np.ones((4, 768)), np.ones(4)).shape == (32, 128, 4)


def test_scores_agree_with_a_loop(rng):
    query, key = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(2, 3, 6, 5))
    expected = np.zeros((2, 3, 4, 6))
    for b, h, t, s in np.ndindex(expected.shape):
        expected[b, h, t, s] = sum(query[b, h, t, d] * key[b, h, s, d] for d in range(5))
    np.testing.assert_allclose(by_hand.scores(query, key), expected, rtol=1e-12)


def test_attention_agrees_with_a_loop_under_a_mask(rng):
    query, key, value = rng.normal(size=(2, 4, 3)), rng.normal(size=(2, 5, 3)), rng.normal(size=(2, 5, 6))
    mask = rng.random((2, 4, 5)) < 0.6
    mask[0, 1] = False
    output, weights = by_hand.attention(query, key, value, mask)
    for b in range(2):
        for t in range(4):
            seen = [s for s in range(5) if mask[b, t, s]]
            shares = softmax_by_loop([query[b, t] @ key[b, s] / np.sqrt(3) for s in seen])
            expected = np.zeros(5)
            expected[seen] = shares
            np.testing.assert_allclose(weights[b, t], expected, rtol=1e-12)
            np.testing.assert_allclose(output[b, t], sum((w * value[b, s] for s, w in zip(seen, shares, strict=True)),
                                                         np.zeros(6)), rtol=1e-12)
    assert not weights[0, 1].any() and not output[0, 1].any()


def test_heads_are_slices_of_the_width_and_come_back(rng):
    x = rng.normal(size=(2, 3, 8))
    heads = by_hand.split_heads(x, 4)
    for h in range(4):
        np.testing.assert_array_equal(heads[:, h], x[:, :, 2 * h : 2 * h + 2])
    np.testing.assert_array_equal(by_hand.merge_heads(heads), x)


def test_multi_head_attention_is_one_attention_a_head_over_its_slices(rng):
    x = rng.normal(size=(2, 3, 6))
    four = [[rng.normal(size=(6, 6)), rng.normal(size=6)] for _ in range(4)]
    mask = rng.random((2, 2, 3, 3)) < 0.7
    output, weights = by_hand.multi_head_attention(x, *four, num_heads=2, mask=mask)
    q, k, v = (x @ kernel + bias for kernel, bias in four[:3])
    mixed = np.zeros((2, 3, 6))
    for h, part in enumerate((slice(0, 3), slice(3, 6))):
        mixed[..., part], one = by_hand.attention(q[..., part], k[..., part], v[..., part], mask[:, h])
        np.testing.assert_allclose(weights[:, h], one, rtol=1e-12)
    np.testing.assert_allclose(output, mixed @ four[3][0] + four[3][1], rtol=1e-12)


def test_a_query_with_nothing_to_look_at_gives_the_output_bias(rng):
    four = [[rng.normal(size=(4, 4)), rng.normal(size=4)] for _ in range(4)]
    mask = by_hand.causal_mask(3) & ~np.eye(3, dtype=bool)  # the first row sees nothing
    output, weights = by_hand.multi_head_attention(rng.normal(size=(2, 3, 4)), *four, num_heads=2, mask=mask)
    assert not weights[:, :, 0].any()
    np.testing.assert_array_equal(output[:, 0], np.broadcast_to(four[3][1], (2, 4)))
    np.testing.assert_allclose(weights[:, :, 1:].sum(-1), 1)


def test_multi_head_attention_takes_kernels_without_bias_and_masks_of_three_ranks(rng):
    x, kernels = rng.normal(size=(2, 3, 4)), [[rng.normal(size=(4, 4))] for _ in range(4)]
    causal = by_hand.causal_mask(3)
    answers = [
        by_hand.multi_head_attention(x, *kernels, num_heads=2, mask=mask)[0]
        for mask in (causal, causal.astype(int), np.tile(causal, (2, 1, 1)), causal[None, None], causal[None])
    ]
    for answer in answers[1:]:
        np.testing.assert_array_equal(answer, answers[0])


def test_causal_mask_is_the_lower_triangle():
    np.testing.assert_array_equal(by_hand.causal_mask(3), [[True, False, False], [True, True, False], [True] * 3])
    assert by_hand.causal_mask(3).dtype == bool


@pytest.mark.parametrize(("width", "max_wavelength"), [(6, 10_000), (5, 10_000), (1, 10_000), (4, 50)])
def test_sinusoidal_encoding_agrees_with_a_loop(width, max_wavelength):
    table = by_hand.sinusoidal_encoding(7, width, max_wavelength)
    assert table.shape == (7, width)
    for position, slot in np.ndindex(7, width):
        angle = position / max_wavelength ** (2 * (slot // 2) / width)
        assert table[position, slot] == pytest.approx(np.cos(angle) if slot % 2 else np.sin(angle), abs=1e-14)


# figures of the course


def test_library_figures():
    both = examples.QUERIES["curious about both"]
    np.testing.assert_allclose(by_hand.scores(both, examples.BOOK_K) / np.sqrt(2), [[1.980, 1.980, 2.772]], atol=5e-4)
    output, weights = by_hand.attention(both, examples.BOOK_K, examples.BOOK_V)
    np.testing.assert_allclose(weights, [[0.238, 0.238, 0.525]], atol=5e-4)
    np.testing.assert_allclose(output, [[5.525, 5.525]], atol=5e-4)
    first = by_hand.scores(examples.QUERIES["first subject"], examples.BOOK_K)[0, 0] / np.sqrt(2)
    assert first == pytest.approx(2.828, abs=5e-4)


def test_basic_assignment_figures():
    """Queries times 10: the third book keeps 0.0107 with the division, 0.0017 without it."""
    query = 10 * examples.QUERIES["first subject"]
    _, divided = by_hand.attention(query, examples.BOOK_K, examples.BOOK_V)
    plain = by_hand.softmax(by_hand.scores(query, examples.BOOK_K))
    assert divided[0, 2] == pytest.approx(0.0107, abs=5e-5)
    assert plain[0, 2] == pytest.approx(0.0017, abs=5e-5)
    for scale_both in (by_hand.attention(query, 10 * examples.BOOK_K, examples.BOOK_V)[1],
                       by_hand.softmax(by_hand.scores(query, 10 * examples.BOOK_K))):
        np.testing.assert_allclose(scale_both, [[1, 0, 0]], atol=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("looking for A", [0.795, 0.011, 0.193]),
        ("looking for B", [0.011, 0.795, 0.193]),
        ("looking for both", [0.164, 0.164, 0.673]),
        ("no preference", [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_bonus_four_figures(name, expected):
    output, weights = by_hand.attention(examples.BONUS_QUERIES[name], examples.BONUS_K, examples.BONUS_V)
    np.testing.assert_allclose(weights, [expected], atol=5e-4)
    if name == "looking for A":
        np.testing.assert_allclose(output, [[8.92, 1.08]], atol=5e-3)
    if name == "no preference":
        np.testing.assert_allclose(output, [examples.BONUS_V.mean(axis=0)])


def test_worked_example_of_two_heads():
    query = by_hand.split_heads(examples.TENSOR_QUERIES, examples.TENSOR_HEADS)
    key = by_hand.split_heads(examples.TENSOR_KEYS, examples.TENSOR_HEADS)
    z = by_hand.scores(query, key)
    np.testing.assert_array_equal(z[0], [[[2, 0], [0, 2]], [[0, 2], [1, 0]]])
    weights = by_hand.softmax(z / np.sqrt(2))
    expected = [[[0.804, 0.196], [0.196, 0.804]], [[0.196, 0.804], [0.670, 0.330]]]
    np.testing.assert_allclose(weights[0], expected, atol=5e-4)
    np.testing.assert_allclose(by_hand.softmax(z / np.sqrt(2), axis=-2)[0, 1].sum(-1), [1.13, 0.87], atol=5e-3)
    head_0_without_transpose = examples.TENSOR_QUERIES.reshape(1, 2, 2, 2)[0, 0]
    np.testing.assert_array_equal(head_0_without_transpose, [[1, 1], [2, 0]])


def test_dividing_by_the_root_of_the_width_keeps_the_variance_at_one(rng):
    query, key = rng.normal(size=(20_000, 1, 64)), rng.normal(size=(20_000, 1, 64))
    z = by_hand.scores(query, key)
    assert z.var() == pytest.approx(64, rel=0.03)
    assert (z / np.sqrt(64)).var() == pytest.approx(1, rel=0.03)


@pytest.mark.parametrize(("width", "without", "divided"), [(4, 0.575, 0.40), (64, 0.893, 0.42), (512, 0.964, 0.42)])
def test_largest_weight_with_and_without_the_division(width, without, divided, rng):
    z = by_hand.scores(rng.normal(size=(2_000, 1, width)), rng.normal(size=(2_000, 6, width)))
    assert by_hand.softmax(z).max(-1).mean() == pytest.approx(without, abs=0.015)
    assert by_hand.softmax(z / np.sqrt(width)).max(-1).mean() == pytest.approx(divided, abs=0.015)


def test_without_positions_each_word_gets_the_same_answer_in_any_order_and_with_them_not():
    order = [3, 0, 4, 1, 2]
    square = (examples.W_Q, examples.W_K, examples.W_V)
    encoding = by_hand.sinusoidal_encoding(5, 4)

    def difference(added):
        original, _ = by_hand.self_attention(examples.X + added, *square)
        shuffled, _ = by_hand.self_attention(examples.X[order] + added, *square)
        return np.abs(shuffled - original[order]).max()

    assert difference(0 * encoding) <= 3e-16
    assert difference(encoding) > 0.05


# errors and manners

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
