"""The formulas against loops."""

import numpy as np
import pytest

from keras_attention import by_hand


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


def test_low_rank_dense_agrees_with_a_loop_and_with_the_product(rng):
    x, u, v, c = rng.normal(size=(4, 3)), rng.normal(size=(5, 2)), rng.normal(size=(2, 3)), rng.normal(size=5)
    expected = np.zeros((4, 5))
    for b, j in np.ndindex(4, 5):
        expected[b, j] = c[j] + sum(x[b, i] * u[j, r] * v[r, i] for i in range(3) for r in range(2))
    np.testing.assert_allclose(by_hand.low_rank_dense(x, u, v, c), expected, rtol=1e-12)
    np.testing.assert_allclose(by_hand.low_rank_dense(x, u, v, c), by_hand.dense(x, u @ v, c), rtol=1e-12)
    stacked = by_hand.low_rank_dense(x.reshape(2, 2, 3), u, v, c)
    np.testing.assert_allclose(stacked, expected.reshape(2, 2, 5), rtol=1e-12)


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
