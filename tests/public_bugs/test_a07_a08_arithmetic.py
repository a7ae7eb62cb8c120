"""Public bug reports A7 and A8: heads that are mixed up, and numbers by hand that do not equal the layer."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import MultiHeadSelfAttention, by_hand
from keras_attention.layers import TransformerBlock

T, D = 5, 8
X = np.random.default_rng(5).normal(size=(2, T, D)).astype("float32")
DIVISORS = [1, 2, 4, 8]


def numpy(tensor):
    return ops.convert_to_numpy(tensor)


def softmax(scores):
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)


def by_heads(layer, x):
    """The layer's answer, one head after the other, each with its own columns of the kernels: no reshape anywhere."""
    parts = [layer.query_dense, layer.key_dense, layer.value_dense, layer.output_dense]
    (wq, bq), (wk, bk), (wv, bv), (wo, bo) = ([numpy(weight) for weight in part.weights] for part in parts)
    width = D // layer.num_heads
    output, all_weights = np.tile(bo, (*x.shape[:2], 1)), []
    for head in range(layer.num_heads):
        own = slice(head * width, (head + 1) * width)
        query, key, value = x @ wq[:, own] + bq[own], x @ wk[:, own] + bk[own], x @ wv[:, own] + bv[own]  # (B, T, K)
        weights = softmax(np.einsum("btk,bsk->bts", query, key) / np.sqrt(width))  # (B, T, S)
        output = output + np.einsum("bts,bsk->btk", weights, value) @ wo[own]
        all_weights.append(weights)
    return output, np.stack(all_weights, axis=1)


@pytest.mark.parametrize("num_heads", DIVISORS)
def test_A7_heads_are_split_and_merged_at_the_right_place(num_heads):
    layer = MultiHeadSelfAttention(num_heads, bias_initializer="random_normal")
    outputs, weights = layer(X, return_attention_scores=True)
    expected, expected_weights = by_heads(layer, X)
    np.testing.assert_allclose(numpy(outputs), expected, atol=1e-5)
    np.testing.assert_allclose(numpy(weights), expected_weights, atol=1e-5)


@pytest.mark.parametrize("num_heads", DIVISORS)
@pytest.mark.parametrize("normalize_first", [None, False, True])
def test_A7_who_looks_only_at_itself_depends_only_on_itself(num_heads, normalize_first):
    if normalize_first is None:
        layer = MultiHeadSelfAttention(num_heads)
    else:
        layer = TransformerBlock(num_heads, 12, normalize_first=normalize_first)
    before = numpy(layer(X, attention_mask=np.eye(T, dtype=bool)))
    for step in range(T):
        changed = X.copy()
        changed[:, step] += 1
        moved = np.abs(numpy(layer(changed, attention_mask=np.eye(T, dtype=bool))) - before).max(axis=(0, 2))  # (T,)
        assert (np.delete(moved, step) < 1e-6).all() and moved[step] > 1e-3


@pytest.mark.parametrize("num_heads", DIVISORS)
def test_A7_permuting_the_steps_permutes_outputs_and_weights(num_heads):
    order = [3, 0, 4, 1, 2]
    layer = TransformerBlock(num_heads, 12)
    outputs, weights = (numpy(array) for array in layer(X, return_attention_scores=True))
    permuted, permuted_weights = (numpy(array) for array in layer(X[:, order], return_attention_scores=True))
    np.testing.assert_allclose(permuted, outputs[:, order], atol=1e-5)
    np.testing.assert_allclose(permuted_weights, weights[:, :, order][..., order], atol=1e-5)


@pytest.mark.parametrize("num_heads", DIVISORS)
def test_A7_each_head_reads_and_writes_its_own_slots(num_heads):
    copy = MultiHeadSelfAttention(num_heads, kernel_initializer="identity")
    np.testing.assert_allclose(numpy(copy(X, attention_mask=np.eye(T, dtype=bool))), X, atol=1e-6)
    _, before = copy(X, return_attention_scores=True)
    changed = X.copy()
    changed[..., : D // num_heads] *= 2  # the slots of head 0
    _, after = copy(changed, return_attention_scores=True)
    moved = np.abs(numpy(after) - numpy(before)).max(axis=(0, 2, 3))  # (H,)
    assert moved[0] > 1e-3 and (moved[1:] < 1e-6).all()


@pytest.mark.parametrize("num_heads", DIVISORS)
def test_A8_identity_weights_give_the_plain_formula(num_heads):
    layer = MultiHeadSelfAttention(num_heads, kernel_initializer="identity")
    outputs, weights = layer(X, return_attention_scores=True)
    heads = X.reshape(2, T, num_heads, D // num_heads)  # (B, T, H, K)
    scores = np.einsum("bthk,bshk->bhts", heads, heads) / np.sqrt(D / num_heads)  # sqrt(K), not sqrt(D)
    np.testing.assert_allclose(numpy(weights), softmax(scores), atol=1e-5)
    mixed = np.einsum("bhts,bshk->bthk", softmax(scores), heads).reshape(X.shape)
    np.testing.assert_allclose(numpy(outputs), mixed, atol=1e-5)


@pytest.mark.parametrize("use_bias", [True, False])
@pytest.mark.parametrize("num_heads", [1, 2])
def test_A8_by_hand_equals_the_layer_with_its_own_weights(num_heads, use_bias):
    layer = MultiHeadSelfAttention(num_heads, use_bias=use_bias, bias_initializer="random_normal")
    expected = [numpy(array) for array in layer(X, return_attention_scores=True)]
    got = by_hand.from_layer(layer)(X, return_attention_scores=True)
    for one, other in zip(got, expected, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)
    without_projections, _ = by_hand.attention(X, X, X)
    assert np.abs(without_projections - expected[0]).max() > 0.1  # what the report did


def test_A8_by_hand_equals_keras_layer_whose_key_dim_is_per_head():
    theirs, ours = keras.layers.MultiHeadAttention(2, key_dim=D // 2), MultiHeadSelfAttention(2)
    expected, expected_weights = theirs(X, X, return_attention_scores=True)
    ours.build(X.shape)
    ours.set_weights([numpy(v).reshape(w.shape) for v, w in zip(theirs.weights, ours.weights, strict=True)])
    for answer in (ours, by_hand.from_layer(ours)):
        outputs, weights = answer(X, return_attention_scores=True)
        np.testing.assert_allclose(numpy(outputs), numpy(expected), atol=1e-5)
        np.testing.assert_allclose(numpy(weights), numpy(expected_weights), atol=1e-5)
