"""Public bug reports A1 to A5: rows with nothing to look at, small numbers, polarity, shapes, causal masks."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import MultiHeadSelfAttention, TransformerBlock, causal_mask, check_causal, combine_masks

B, H, T, D = 2, 2, 5, 8
X = np.random.default_rng(5).normal(size=(B, T, D)).astype("float32")
PADDING = np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], dtype=bool)  # (B, S)


def numpy(tensor):
    return ops.convert_to_numpy(ops.cast(tensor, "float32"))


def _open(shape, *closed):
    mask = np.ones(shape, dtype=bool)
    for index in closed:
        mask[index] = False
    return mask


# Call arguments that leave some queries nothing to look at -> those queries, as (B, H, T) booleans.
NOTHING_TO_SEE = {
    "one row of (T, S)": ({"attention_mask": _open((T, T), 3)}, _open((B, H, T)) & (np.arange(T) == 3)),
    "one row of (B, T, S)": ({"attention_mask": _open((B, T, T), (0, 3))}, ~_open((B, H, T), (0, slice(None), 3))),
    "one row of one head": ({"attention_mask": _open((B, H, T, T), (1, 0, 2))}, ~_open((B, H, T), (1, 0, 2))),
    "a sample of padding only": ({"mask": _open((B, T), 1)}, ~_open((B, H, T), 1)),
    "padding in front, causal": (
        {"mask": _open((B, T), (0, [0, 1])), "use_causal_mask": True},
        ~_open((B, H, T), (0, slice(None), [0, 1])),
    ),
    "only padding to look at": (
        {"mask": PADDING, "attention_mask": _open((B, T, T), (0, 4, slice(0, 3)))},
        ~_open((B, H, T), (0, slice(None), 4)),
    ),
    "everything": ({"attention_mask": np.zeros((T, T), bool)}, _open((B, H, T))),
}


@pytest.mark.parametrize(
    "case, policy", [*((case, "float32") for case in NOTHING_TO_SEE), ("one row of (B, T, S)", "mixed_float16")]
)
def test_A1_a_query_with_nothing_to_look_at_gets_zeros_and_never_nan(make, case, policy, value_and_gradients):
    arguments, blind = NOTHING_TO_SEE[case]
    layer = make(dtype=policy)
    outputs, weights = layer(X, return_attention_scores=True, **arguments)
    outputs, weights = numpy(outputs), numpy(weights)  # (B, T, D), (B, H, T, S)

    assert np.isfinite(outputs).all()
    assert (weights[blind] == 0).all()
    np.testing.assert_allclose(weights[~blind].sum(-1), 1, atol=1e-5 if policy == "float32" else 2e-3)
    atol = 1e-5 if policy == "float32" else 4e-3
    np.testing.assert_allclose(numpy(layer(X, **arguments)), outputs, atol=atol)  # asking changes nothing

    seeing = (~blind).all(axis=1)[..., None]  # (B, T, 1): the loss leaves the blind rows out, the gradients must too
    for chosen in (np.ones_like(seeing), seeing):

        def loss(x, chosen=chosen):
            y = ops.cast(layer(x, **arguments), "float32")
            return ops.sum(ops.where(ops.convert_to_tensor(chosen), y * y, 0.0))

        _, by_inputs, by_variables = value_and_gradients(loss, layer.trainable_variables, X)
        assert all(np.isfinite(gradient).all() for gradient in (*by_inputs, *by_variables))


def test_A1_other_rows_are_untouched_and_the_blind_row_is_the_output_bias():
    layer = MultiHeadSelfAttention(H, bias_initializer="random_normal")
    mask = _open((B, T, T), (0, 3))
    outputs, weights = layer(X, attention_mask=mask, return_attention_scores=True)
    free, free_weights = layer(X, return_attention_scores=True)
    others = _open((B, T), (0, 3))
    np.testing.assert_allclose(numpy(outputs)[others], numpy(free)[others], atol=1e-6)
    np.testing.assert_allclose(
        numpy(weights).swapaxes(1, 2)[others], numpy(free_weights).swapaxes(1, 2)[others], atol=1e-6
    )
    np.testing.assert_allclose(numpy(outputs)[0, 3], numpy(layer.output_dense.bias), atol=1e-6)


@pytest.mark.parametrize("policy", ["float16", "mixed_float16", "bfloat16", "mixed_bfloat16"])
def test_A2_masks_fit_into_16_bits(make, policy):
    precise = make(dtype="float32")
    precise.build((B, T, D))
    small = make(dtype=policy)
    small.build((B, T, D))
    attention = getattr(precise, "attention", precise)
    for dense in (attention.query_dense, attention.key_dense):
        dense.kernel.assign(dense.kernel * 4)  # scores of about 20
    small.set_weights([numpy(variable) for variable in precise.variables])
    precise.set_weights([numpy(variable) for variable in small.variables])  # what 16 bits keep of them

    mask = PADDING.copy()
    mask[1] = False  # nobody to look at
    arguments = {"mask": mask, "attention_mask": _open((T, T), 1), "return_attention_scores": True}
    outputs, weights = small(X, **arguments)
    expected, expected_weights = precise(X, **arguments)
    wanted = "bfloat16" if "bfloat16" in policy else "float16"
    for tensor in (outputs, weights):
        assert keras.backend.standardize_dtype(tensor.dtype) == wanted
        assert np.isfinite(numpy(tensor)).all()
    atol = 3e-2 if wanted == "float16" else 0.25
    np.testing.assert_allclose(numpy(outputs), numpy(expected), atol=atol)
    np.testing.assert_allclose(numpy(weights), numpy(expected_weights), atol=atol)


@pytest.mark.parametrize("policy", ["mixed_float16", "mixed_bfloat16"])
def test_A2_large_scores_and_long_rows_stay_finite(policy):
    layer = MultiHeadSelfAttention(1, kernel_initializer="identity", dtype=policy)
    loud = np.zeros((1, 3, 4), "float32")
    loud[0, :, 0] = [200, 0, -200]  # scores of 20,000, of 0 and of -20,000
    _, weights = layer(loud, mask=np.array([[1, 1, 0]]), return_attention_scores=True)
    np.testing.assert_allclose(numpy(weights)[0, 0], [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0]], atol=1e-3)

    long = np.full((1, 3000, 4), 30, "float32")  # a sum of 3,000 values of 30 would leave float16
    np.testing.assert_allclose(numpy(layer(long)), long, rtol=3e-2)  # the backend adds up in 16 bits


ZERO_AND_ONE = ["uint8", "int32", "int64", "float16", "float64", "list", "tensor"]


def _as(kind, mask):
    if kind == "list":
        return mask.astype(int).tolist()
    return ops.convert_to_tensor(mask) if kind == "tensor" else mask.astype(kind)


@pytest.mark.parametrize("kind", ZERO_AND_ONE)
def test_A3_every_mask_of_0_and_1_means_the_same(make, kind):
    layer = make()
    expected = layer(X, mask=PADDING, attention_mask=np.tri(T, dtype=bool))
    got = layer(X, mask=_as(kind, PADDING), attention_mask=_as(kind, np.tri(T, dtype=bool)))
    np.testing.assert_array_equal(numpy(got), numpy(expected))
    np.testing.assert_array_equal(combine_masks(_as(kind, np.tri(T, dtype=bool))), np.tri(T, dtype=bool))


@pytest.mark.parametrize("hidden", [-1e9, -np.inf, float(np.finfo("float32").min), np.nan, -1, -1_000_000_000, 0.5, 2])
@pytest.mark.parametrize("argument", ["mask", "attention_mask"])
def test_A3_an_additive_mask_is_refused(make, hidden, argument):
    pattern = PADDING if argument == "mask" else np.tri(T, dtype=bool)
    additive = np.where(pattern, np.asarray(0, type(hidden)), hidden)
    for given in (additive, ops.convert_to_tensor(additive), additive.tolist()):
        with pytest.raises(ValueError, match=f"`{argument}` must be boolean.*additive") as error:
            make()(X, **{argument: given})
        assert f"{argument} >= 0" in str(error.value)
    with pytest.raises(ValueError, match=r"masks\[1\]"):
        combine_masks(None, additive)


@pytest.mark.parametrize("argument, shape", [("mask", (T,)), ("attention_mask", (T, T))])
def test_A3_a_float_mask_that_cannot_be_seen_is_refused_while_the_model_is_built(make, argument, shape):
    inputs, mask = keras.Input((T, D)), keras.Input(shape, dtype="float32")
    with pytest.raises(ValueError, match=f"Pass `{argument} > 0.5`"):
        make()(inputs, **{argument: mask})
    model = keras.Model([inputs, mask], make()(inputs, **{argument: mask > 0.5}))
    assert model.predict([X, np.ones((B, *shape))], verbose=0).shape == X.shape


def test_A3_true_means_may_look_and_every_text_says_so(make):
    look = np.roll(np.eye(T, dtype=bool), 1, axis=1)  # query t may look at key t + 1 only
    _, weights = make()(X, attention_mask=look, return_attention_scores=True)
    np.testing.assert_array_equal(numpy(weights), np.broadcast_to(look, (B, H, T, T)))
    _, weights = make()(X, mask=PADDING, return_attention_scores=True)
    assert ((numpy(weights) > 0) == PADDING[:, None, None]).all()
    for documented in (MultiHeadSelfAttention, causal_mask):
        assert "True" in documented.__doc__
    assert "MultiHeadSelfAttention" in TransformerBlock.__doc__  # "the same call arguments"


@pytest.mark.parametrize("batch, length", [(2, 2), (2, 5), (5, 5), (1, 1), (4, 2)])
def test_A4_a_padding_mask_hides_keys_whatever_the_sizes_happen_to_be(make, batch, length):
    x = np.random.default_rng(0).normal(size=(batch, length, D)).astype("float32")
    mask = np.arange(length)[None, :] < np.arange(batch)[:, None] % length + 1  # (B, S), a length for each sample
    _, weights = make()(x, mask=mask, return_attention_scores=True)  # (B, H, T, S)
    np.testing.assert_array_equal(numpy(weights) > 0, np.broadcast_to(mask[:, None, None], weights.shape))


WRONG_ATTENTION_MASKS = [
    (B, T), (T,), (1, T), (T, 1), (1, 1), (T, T + 1), (T - 1, T), (B, 1, T), (B, T, 1), (B + 1, T, T), (B, 1, 1, T),
    (B, H, 1, T), (B, H, T, 1), (B, H + 1, T, T), (B + 1, H, T, T), (1, B, H, T, T), (),
]  # fmt: skip


@pytest.mark.parametrize("shape", WRONG_ATTENTION_MASKS, ids=str)
def test_A4_an_attention_mask_of_another_shape_is_refused(make, shape):
    with pytest.raises(ValueError, match="`attention_mask` must have shape") as error:
        make()(X, attention_mask=np.ones(shape, bool))
    for told in (f"(T, S) = ({T}, {T})", f"({B}, {T}, {T})", f"({B}, {H}, {T}, {T})", f"{shape}", "goes into `mask`"):
        assert told in str(error.value)


WRONG_PADDING_MASKS = [(T,), (1, T), (B, 1), (B, T + 1), (T, B), (B, T, T), (B, 1, T), (B, 1, 1, T)]


@pytest.mark.parametrize("shape", WRONG_PADDING_MASKS, ids=str)
def test_A4_a_padding_mask_of_another_shape_is_refused(make, shape):
    with pytest.raises(ValueError, match="`mask` marks padding") as error:
        make()(X, mask=np.ones(shape, bool))
    assert f"(B, S) = ({B}, {T})" in str(error.value) and f"{shape}" in str(error.value)


@pytest.mark.parametrize("argument, shape", [("mask", (1,)), ("attention_mask", (1, T)), ("attention_mask", (T, 1))])
def test_A4_unknown_sizes_do_not_broadcast_when_the_model_runs(argument, shape):
    inputs, mask = keras.Input((None, D)), keras.Input((None,) * len(shape), dtype="bool")
    model = keras.Model([inputs, mask], TransformerBlock(H, 12)(inputs, **{argument: mask}))
    fitting = np.ones((B, *(T for _ in shape)), bool)
    assert model.predict([X, fitting], verbose=0).shape == X.shape
    with pytest.raises(Exception, match="shape|reshape|size"):  # each backend has an error of its own
        model.predict([X, np.ones((B, *shape), bool)], verbose=0)
    if keras.backend.backend() == "tensorflow":  # some sizes known, others not: TensorFlow optimizes such graphs
        import tensorflow as tf

        wrong = np.ones((B, *shape), bool)
        for known in (axis for axis in range(fitting.ndim) if fitting.shape[axis] == wrong.shape[axis]):
            sizes = [n if axis == known else None for axis, n in enumerate(fitting.shape)]
            specs = [tf.TensorSpec((B, T, D)), tf.TensorSpec(sizes, tf.bool)]
            program = tf.function(lambda x, m: model.layers[-1](x, **{argument: m}), input_signature=specs)
            assert program(X, fitting).shape == X.shape
            with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
                program(X, wrong)


@pytest.mark.parametrize("dropout", [0.0, 0.1])
@pytest.mark.parametrize("scores", [False, True])
@pytest.mark.parametrize("padding", [None, PADDING])
def test_A5_the_causal_mask_survives_scores_dropout_and_other_masks(make, dropout, scores, padding):
    layer = make(dropout=dropout)
    arguments = {"mask": padding, "use_causal_mask": True, "return_attention_scores": scores}
    got = layer(X, **arguments)
    by_hand = layer(X, **{**arguments, "use_causal_mask": False, "attention_mask": np.tri(T, dtype=bool)})
    for one, other in zip(keras.tree.flatten(got), keras.tree.flatten(by_hand), strict=True):
        np.testing.assert_allclose(numpy(one), numpy(other), atol=1e-6)
    changed = X.copy()
    changed[:, -1] += 3
    moved = layer(changed, **arguments)
    outputs, moved = (keras.tree.flatten(result)[0] for result in (got, moved))
    np.testing.assert_allclose(numpy(moved)[:, :-1], numpy(outputs)[:, :-1], atol=1e-6)


def test_A5_no_future_weight_in_training_either(make):
    layer = make(dropout=0.5)
    for training in (False, True):
        _, weights = layer(X, use_causal_mask=True, return_attention_scores=True, training=training)
        assert (numpy(weights)[..., ~np.tri(T, dtype=bool)] == 0).all()


def test_A5_causal_inside_models(make):
    inputs = keras.Input((None, D))
    hidden, _ = make(dropout=0.3)(inputs, use_causal_mask=True, return_attention_scores=True)
    model = keras.Model(inputs, make(dropout=0.3)(hidden, attention_mask=causal_mask(T), use_causal_mask=True))
    assert check_causal(model, X).is_causal and not check_causal(make(), X).is_causal
    changed = X.copy()
    changed[:, 3:] = 0
    np.testing.assert_allclose(
        model.predict(changed, verbose=0)[:, :3], model.predict(X, verbose=0)[:, :3], atol=1e-6
    )
