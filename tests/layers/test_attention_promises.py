"""What both attention layers promise: order, causality, empty rows, and weights that disturb nothing."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import TransformerBlock

B, T, D, H = 2, 5, 8, 2


def random_inputs(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape or (B, T, D)).astype("float32")


def randomize(layer, seed=1):
    """Random numbers in every weight, so that no bias is 0 and no gamma is 1."""
    rng = np.random.default_rng(seed)
    for weight in layer.trainable_weights:
        weight.assign(rng.normal(0, 0.5, weight.shape).astype("float32"))
    return layer


@pytest.fixture
def layer(make):
    layer = make(H)
    layer.build((None, None, D))
    return randomize(layer)


def numpy_of(result):
    return [ops.convert_to_numpy(x) for x in result] if isinstance(result, tuple) else ops.convert_to_numpy(result)


def test_permuting_the_steps_permutes_the_outputs(layer):
    x, order = random_inputs(), [3, 0, 4, 1, 2]
    outputs, weights = numpy_of(layer(x, return_attention_scores=True))
    shuffled, shuffled_weights = numpy_of(layer(x[:, order], return_attention_scores=True))
    np.testing.assert_allclose(shuffled, outputs[:, order], atol=1e-5)
    np.testing.assert_allclose(shuffled_weights, weights[:, :, order][..., order], atol=1e-5)
    assert np.abs(shuffled - outputs).max() > 0.1


def test_a_query_that_sees_only_itself_depends_on_itself_alone(layer):
    x = random_inputs()
    changed = x.copy()
    changed[:, 3] += 1
    before = numpy_of(layer(x, attention_mask=np.eye(T, dtype=bool)))
    after = numpy_of(layer(changed, attention_mask=np.eye(T, dtype=bool)))
    np.testing.assert_array_equal(np.abs(after - before).max((0, 2)) > 1e-6, np.arange(T) == 3)


@pytest.mark.parametrize("ask", [False, True])
@pytest.mark.parametrize("dropout", [0.0, 0.3])
def test_the_future_moves_nothing_earlier(make, ask, dropout):
    layer = make(H, dropout=dropout)
    layer.build((None, None, D))
    randomize(layer)
    x = random_inputs()
    call = dict(use_causal_mask=True, return_attention_scores=ask)
    before = numpy_of(layer(x, **call))
    by_hand = numpy_of(layer(x, attention_mask=np.tri(T, dtype=bool), return_attention_scores=ask))
    for changed_from in range(1, T):
        changed = x.copy()
        changed[:, changed_from:] += random_inputs(B, T - changed_from, D, seed=2)
        after = numpy_of(layer(changed, **call))
        if ask:
            np.testing.assert_array_equal(np.triu(after[1], k=1), 0)
            after, earlier = after[0], before[0]
        else:
            earlier = before
        np.testing.assert_allclose(after[:, :changed_from], earlier[:, :changed_from], atol=1e-6)
        assert (np.abs(after - earlier)[:, changed_from:].max((0, 2)) > 1e-3).all()
    for one, other in zip(before if ask else [before], by_hand if ask else [by_hand], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)


def test_a_row_with_nothing_to_look_at(layer, value_and_gradients):
    x = random_inputs()
    mask = np.ones((B, T, T), bool)
    mask[1, 2] = False  # query 2 of sample 1
    outputs, weights = numpy_of(layer(x, attention_mask=mask, return_attention_scores=True))
    free, free_weights = numpy_of(layer(x, return_attention_scores=True))
    others = mask.any(-1)  # (B, T)

    np.testing.assert_array_equal(weights[1, :, 2], 0)
    np.testing.assert_allclose(outputs[others], free[others], atol=1e-6)
    weights_by_query = weights.transpose(0, 2, 1, 3)  # (B, T, H, S)
    np.testing.assert_allclose(weights_by_query[others], free_weights.transpose(0, 2, 1, 3)[others], atol=1e-6)
    np.testing.assert_allclose(numpy_of(layer(x, attention_mask=mask)), outputs, atol=1e-5)
    if not isinstance(layer, TransformerBlock):
        np.testing.assert_allclose(outputs[1, 2], numpy_of(layer.output_dense.bias), atol=1e-6)

    for factor in (others[..., None], np.ones((B, T, 1))):  # the loss of the other rows, and of all
        factor = ops.convert_to_tensor(factor.astype("float32"))
        value, by_inputs, by_weights = value_and_gradients(
            lambda x, factor=factor: ops.sum(ops.square(layer(x, attention_mask=mask)) * factor),
            layer.trainable_weights,
            x,
        )
        assert np.isfinite(value) and all(np.isfinite(gradient).all() for gradient in by_inputs + by_weights)
        assert any(np.abs(gradient).max() > 1e-3 for gradient in by_weights)


def test_everything_masked_gives_finite_gradients(layer, value_and_gradients):
    nothing = np.zeros((B, T), bool)
    value, by_inputs, by_weights = value_and_gradients(
        lambda x: ops.sum(ops.square(layer(x, mask=nothing))), layer.trainable_weights, random_inputs()
    )
    assert np.isfinite(value) and all(np.isfinite(gradient).all() for gradient in by_inputs + by_weights)


def test_large_scores_stay_finite(layer):
    outputs, weights = numpy_of(layer(1e4 * random_inputs(), use_causal_mask=True, return_attention_scores=True))
    assert np.isfinite(outputs).all()
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_asking_for_the_weights_never_changes_the_output(make, training, masked):
    layer = make(H, dropout=0.4)
    layer.build((None, None, D))
    randomize(layer)
    x = random_inputs()
    masks = dict(mask=np.arange(T) < np.array([[5], [2]]), use_causal_mask=True) if masked else {}
    seeds = [ops.convert_to_numpy(variable).copy() for variable in layer.non_trainable_variables]
    assert seeds  # the states of the dropouts; torch draws from its global state instead
    keras.utils.set_random_seed(3)
    alone = numpy_of(layer(x, training=training, **masks))
    for variable, seed in zip(layer.non_trainable_variables, seeds, strict=True):
        variable.assign(seed)
    keras.utils.set_random_seed(3)
    asked, _ = numpy_of(layer(x, training=training, return_attention_scores=True, **masks))
    np.testing.assert_allclose(asked, alone, atol=1e-5)
    if training:
        assert np.abs(alone - numpy_of(layer(x, **masks))).max() > 0.1  # dropout was active


def test_weights_are_those_before_dropout(make):
    layer = make(H, dropout=0.5)
    layer.build((None, None, D))
    randomize(layer)
    x, padding = random_inputs(), np.arange(T) < np.array([[5], [3]])
    _, weights = numpy_of(layer(x, mask=padding, return_attention_scores=True))
    _, in_training = numpy_of(layer(x, mask=padding, return_attention_scores=True, training=True))
    assert weights.shape == (B, H, T, T)
    np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)
    np.testing.assert_array_equal(weights[1, ..., 3:], 0)
    np.testing.assert_allclose(in_training, weights, atol=1e-6)


def test_inputs_and_masks_stay_as_they_were(layer):
    given = {
        "inputs": random_inputs(),
        "mask": np.arange(T) < np.array([[5], [2]]),
        "attention_mask": np.tri(T, dtype="float32"),
    }
    copies = {name: array.copy() for name, array in given.items()}
    layer(**given, use_causal_mask=True, return_attention_scores=True)
    for name, array in given.items():
        np.testing.assert_array_equal(array, copies[name])
    tensor = ops.convert_to_tensor(given["inputs"])
    layer(tensor, mask=given["mask"])
    np.testing.assert_array_equal(numpy_of(tensor), copies["inputs"])
    assert not hasattr(tensor, "_keras_mask")


@pytest.mark.parametrize("shape", [(2, 5, 7), (2, 5, 1), (5, 8), (1, 2, 5, 8)])
def test_inputs_of_another_shape(make, shape):
    for inputs in (np.zeros(shape, "float32"), keras.KerasTensor(shape)):
        with pytest.raises(ValueError, match="inputs"):
            make(H)(inputs)
    with pytest.raises(ValueError, match="inputs"):
        make(H).build(shape)
    with pytest.raises(ValueError, match="inputs"):
        make(H)(keras.Input((None, None)))


def test_a_width_the_heads_do_not_divide(make):
    with pytest.raises(ValueError, match=r"`num_heads` \(3\).*\(2, 5, 8\)"):
        make(3)(np.zeros((2, 5, 8), "float32"))


@pytest.mark.parametrize("num_heads", [0, -2, 2.0, "2", True, None])
def test_num_heads_must_be_a_positive_integer(make, num_heads):
    with pytest.raises(ValueError, match="num_heads"):
        make(num_heads)


@pytest.mark.parametrize("dropout", [-0.1, 1.0, 2, "0.5", True, None, float("nan")])
def test_dropout_must_be_a_share(make, dropout):
    with pytest.raises(ValueError, match="dropout"):
        make(2, dropout=dropout)
