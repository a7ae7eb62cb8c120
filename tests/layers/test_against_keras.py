"""Outputs, weights and gradients equal those of `keras.layers.MultiHeadAttention` with the same eight weights."""

import functools

import keras
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keras import ops

from keras_attention import MultiHeadSelfAttention

# (B, T, H, K): few, for a backend that compiles every new shape, among them those where two or all sizes coincide.
# Not K = 1 with H = T: there Keras' own layer adds its biases along T on TensorFlow (seen in 3.13.2 and 3.15.1).
SIZES = [(1, 1, 1, 3), (1, 6, 2, 2), (2, 2, 2, 2), (2, 5, 3, 2), (3, 4, 4, 2), (4, 3, 8, 1)]
MASK_SHAPES = ["none", "TS", "BTS", "1TS", "BHTS", "B1TS", "1HTS", "11TS"]


@st.composite
def cases(draw):
    return {
        "sizes": draw(st.sampled_from(SIZES)),
        "use_bias": draw(st.booleans()),
        "mask_shape": draw(st.sampled_from(MASK_SHAPES)),
        "share_hidden": draw(st.sampled_from([0.1, 0.5, 0.9])),
        "padded": draw(st.booleans()),
        "causal": draw(st.booleans()),
        "ask": draw(st.booleans()),
        "scale": draw(st.sampled_from([0.3, 1.0, 2.0])),
        "seed": draw(st.integers(0, 2**32 - 1)),
    }


@functools.cache
def pair_of_layers(heads, width_of_head, use_bias):
    width = heads * width_of_head
    ours = MultiHeadSelfAttention(heads, use_bias=use_bias)
    theirs = keras.layers.MultiHeadAttention(heads, width_of_head, use_bias=use_bias)
    ours.build((None, None, width))
    theirs.build((None, None, width), (None, None, width))
    return ours, theirs


def copy_random_weights(ours, theirs, rng):
    """The same numbers in both: Keras keeps the heads as an axis of their own, in query, key, value, output order."""
    for our_weight, their_weight in zip(ours.weights, theirs.weights, strict=True):
        values = rng.normal(0, 0.5, our_weight.shape).astype("float32")
        our_weight.assign(values)
        their_weight.assign(values.reshape(their_weight.shape))


def masks_for_keras(attention_mask, padding, looks):
    """The same restrictions in Keras' arguments, which take padding beside masks of rank 3 only."""
    if attention_mask is None:
        return {"query_mask": padding, "value_mask": padding}
    batch, _, length, _ = looks.shape
    if attention_mask.ndim == 4:
        return {"attention_mask": looks.copy()}
    mask = np.broadcast_to(attention_mask, (batch, length, length)).copy()
    return {"query_mask": padding, "value_mask": padding, "attention_mask": mask}


@pytest.mark.filterwarnings("ignore:You are using a softmax over axis")  # of size 1, on purpose
@given(cases())
@settings(max_examples=500, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_equals_keras(value_and_gradients, case):
    rng = np.random.default_rng(case["seed"])
    batch, length, heads, width_of_head = case["sizes"]
    ours, theirs = pair_of_layers(heads, width_of_head, case["use_bias"])
    copy_random_weights(ours, theirs, rng)
    inputs = rng.normal(0, case["scale"], (batch, length, heads * width_of_head)).astype("float32")

    attention_mask = None
    if case["mask_shape"] != "none":
        sizes = {"B": batch, "H": heads, "T": length, "S": length, "1": 1}
        attention_mask = rng.random([sizes[axis] for axis in case["mask_shape"]]) >= case["share_hidden"]
    padding = np.arange(length) < rng.integers(0, length + 1, (batch, 1)) if case["padded"] else None  # (B, S)

    # Keras gives a row with nothing to look at uniform weights where scores are not asked for, and hides padded
    # queries as well as padded keys: such rows are compared elsewhere, with promises of their own.
    looks = np.ones((batch, heads, length, length), bool)
    if attention_mask is not None:
        looks &= attention_mask[:, None] if attention_mask.ndim == 3 else attention_mask
    if padding is not None:
        looks &= padding[:, None, None, :]
    their_masks = masks_for_keras(attention_mask, padding, looks)
    if case["causal"]:
        looks &= np.tri(length, dtype=bool)
    comparable = looks.any(-1)  # (B, H, T)
    if padding is not None:
        comparable &= padding[:, None, :]
    whole = comparable.all(1)  # (B, T): every head has something to look at
    output_factor = (rng.normal(size=inputs.shape) * whole[..., None]).astype("float32")
    weight_factor = (rng.normal(size=looks.shape) * comparable[..., None]).astype("float32")

    call = dict(use_causal_mask=case["causal"], return_attention_scores=case["ask"])

    def loss(result):
        """A scalar of everything that came back and can be compared, and what came back."""
        if not case["ask"]:
            return ops.sum(ops.multiply(result, output_factor)), (result,)
        outputs, weights = result
        of_both = ops.sum(ops.multiply(outputs, output_factor)) + ops.sum(ops.multiply(weights, weight_factor))
        return of_both, (outputs, weights)

    def our_loss(x):
        return loss(ours(x, mask=padding, attention_mask=attention_mask, **call))

    def their_loss(x):
        return loss(theirs(x, x, **their_masks, **call))

    value, by_inputs, by_weights, (outputs, *asked) = value_and_gradients(our_loss, ours.weights, inputs)
    their_value, *their_gradients, they_gave = value_and_gradients(their_loss, theirs.weights, inputs)
    their_outputs, *they_asked = they_gave

    np.testing.assert_allclose(outputs[whole], their_outputs[whole], rtol=1e-5, atol=1e-5)
    for weights, their_weights in zip(asked, they_asked, strict=True):
        np.testing.assert_allclose(weights[comparable], their_weights[comparable], rtol=1e-5, atol=1e-5)
        assert (weights[~looks] == 0).all()
    np.testing.assert_allclose(value, their_value, rtol=1e-4, atol=1e-4)
    by_theirs = sum(their_gradients, start=[])
    largest = max(1.0, *(np.abs(gradient).max() for gradient in by_theirs))
    for our, their in zip(by_inputs + by_weights, by_theirs, strict=True):
        np.testing.assert_allclose(our, their.reshape(our.shape), rtol=1e-4, atol=1e-5 * largest)
