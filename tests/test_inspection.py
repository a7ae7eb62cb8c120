"""`attention_weights`: what it shows, and that it leaves a model as it was."""

import keras
import numpy as np
import pytest
from keras import layers, ops

from keras_attention import (
    AddPosition,
    MultiHeadSelfAttention,
    TransformerBlock,
    attention_weights,
    build_transformer,
    by_hand,
)
from keras_attention.tasks import FirstStepRecall

N, T, D = 7, 5, 8
X = np.random.default_rng(5).normal(size=(N, T, D)).astype("float32")
IDS = np.array([[1, 2, 0, 0, 0], [3, 4, 5, 6, 7], [2, 2, 2, 0, 0]], "int32")


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)


def numpy(tensor):
    return ops.convert_to_numpy(tensor)


class Subclassed(keras.Model):
    """A list, a dict and a plain attribute with attention layers, one of them Keras' own."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.blocks = [TransformerBlock(2, 12, name="first"), TransformerBlock(4, 12, name="second")]
        self.more = {"theirs": layers.MultiHeadAttention(2, 3, name="theirs")}

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return self.more["theirs"](x, x)


def _functional(name=None):
    inputs = keras.Input((None, D))
    hidden = MultiHeadSelfAttention(2, name="one")(inputs)
    return keras.Model(inputs, TransformerBlock(4, 12, name="two")(hidden), name=name)


def _sequential():
    return keras.Sequential([MultiHeadSelfAttention(2, name="one"), TransformerBlock(4, 12, name="two")], name="outer")


def _nested():
    inputs = keras.Input((None, D))
    end = keras.Sequential([keras.Input((None, D)), TransformerBlock(4, 12, name="two")], name="end")
    return keras.Model(inputs, end(_functional(name="begin")(inputs)))


MODELS = {
    "functional": (_functional, {"one": 2, "two/attention": 4}),
    "sequential": (_sequential, {"one": 2, "two/attention": 4}),
    "subclassed": (
        lambda: Subclassed(name="mine"),
        {"first/attention": 2, "second/attention": 4, "theirs": 2},
    ),
    "nested": (_nested, {"begin/one": 2, "begin/two/attention": 4, "end/two/attention": 4}),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_attention_layer_of_a_model_is_found_under_its_path(name):
    make, heads = MODELS[name]
    found = attention_weights(make(), X)  # Sequential and subclassed: not built before
    assert [(path, weights.shape) for path, weights in found.items()] == [(p, (N, h, T, T)) for p, h in heads.items()]
    for weights in found.values():
        assert isinstance(weights, np.ndarray) and weights.dtype == "float32"
        np.testing.assert_allclose(weights.sum(-1), 1, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_the_model_stays_as_it_was_after_fit_predict_and_loading(name, tmp_path):
    make, _ = MODELS[name]
    model = make()
    model.compile("sgd", "mse", jit_compile=False)
    model.fit(X, X, verbose=0)
    after_fit = attention_weights(model, X)
    predicted = model.predict(X, verbose=0)
    before = [weight.copy() for weight in model.get_weights()]
    attributes = [set(vars(layer)) for layer in model._flatten_layers()]
    after_predict = attention_weights(model, X)

    assert [set(vars(layer)) for layer in model._flatten_layers()] == attributes
    assert all("call" not in vars(layer) for layer in model._flatten_layers())
    for one, other in zip(before, model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(model.predict(X, verbose=0), predicted)
    model.save(tmp_path / "model.keras")
    loaded = keras.saving.load_model(tmp_path / "model.keras", custom_objects={"Subclassed": Subclassed})
    after_loading = attention_weights(loaded, X)
    assert list(after_fit) == list(after_predict) == list(after_loading)
    for path, weights in after_fit.items():
        np.testing.assert_array_equal(after_predict[path], weights)
        np.testing.assert_allclose(after_loading[path], weights, atol=1e-6)
    np.testing.assert_allclose(numpy(loaded(X)), predicted, atol=1e-5)
    model.fit(X, X, verbose=0)  # goes on, and what is shown follows
    assert any(np.abs(attention_weights(model, X)[path] - weights).max() > 0 for path, weights in after_fit.items())


def test_the_weights_are_those_of_the_layer_and_of_the_formulas_by_hand():
    model = _functional()
    one, two = model.get_layer("one"), model.get_layer("two")
    found = attention_weights(model, X)
    hidden, weights = one(X, return_attention_scores=True)
    np.testing.assert_allclose(found["one"], numpy(weights), atol=1e-6)
    _, weights = two(hidden, return_attention_scores=True)
    np.testing.assert_allclose(found["two/attention"], numpy(weights), atol=1e-6)
    hidden, weights = by_hand.from_layer(one)(X, return_attention_scores=True)
    np.testing.assert_allclose(found["one"], weights, atol=1e-5)
    _, weights = by_hand.from_layer(two)(hidden, return_attention_scores=True)
    np.testing.assert_allclose(found["two/attention"], weights, atol=1e-5)


def test_the_layers_of_keras():
    inputs = keras.Input((T, D))
    hidden = layers.MultiHeadAttention(2, 3, name="many")(inputs, inputs, use_causal_mask=True)
    hidden = layers.GroupQueryAttention(4, 4, 2, name="grouped")(hidden, inputs)
    hidden = layers.Attention(name="dot", use_scale=True)([hidden, inputs])
    hidden = layers.AdditiveAttention(name="sum")([hidden, inputs], use_causal_mask=True)
    model = keras.Model(inputs, hidden)
    before = numpy(model(X))
    found = attention_weights(model, X)
    heads = {"many": 2, "grouped": 4, "dot": 1, "sum": 1}
    assert {path: w.shape for path, w in found.items()} == {path: (N, h, T, T) for path, h in heads.items()}
    hidden, many = model.get_layer("many")(X, X, use_causal_mask=True, return_attention_scores=True)
    hidden, grouped = model.get_layer("grouped")(hidden, X, return_attention_scores=True)
    hidden, dot = model.get_layer("dot")([hidden, X], return_attention_scores=True)
    hidden, added = model.get_layer("sum")([hidden, X], use_causal_mask=True, return_attention_scores=True)
    expected = {"many": many, "grouped": grouped, "dot": dot[:, None], "sum": added[:, None]}
    for path, weights in expected.items():
        np.testing.assert_allclose(found[path], numpy(weights), atol=1e-6, err_msg=path)
    np.testing.assert_array_equal(numpy(model(X)), before)


def test_attention_over_several_axes_keeps_its_rank():
    x = np.random.default_rng(0).normal(size=(2, 3, T, D)).astype("float32")
    layer = layers.MultiHeadAttention(2, 4, attention_axes=(1, 2))
    inputs = keras.Input((3, T, D))
    (weights,) = attention_weights(keras.Model(inputs, layer(inputs, inputs)), x).values()
    np.testing.assert_allclose(weights, numpy(layer(x, x, return_attention_scores=True)[1]), atol=1e-6)
    assert weights.shape == (2, 2, 3, T, 3, T)


def test_a_layer_called_several_times_has_a_number_for_each_call():
    shared = TransformerBlock(2, 12, name="shared")
    inputs = keras.Input((T, D))
    model = keras.Model(inputs, shared(MultiHeadSelfAttention(4, name="between")(shared(shared(inputs)))))
    found = attention_weights(model, X, batch_size=3)
    assert list(found) == ["shared/attention", "shared/attention#2", "between", "shared/attention#3"]
    hidden, one = shared(X, return_attention_scores=True)
    _, two = shared(hidden, return_attention_scores=True)
    np.testing.assert_allclose(found["shared/attention"], numpy(one), atol=1e-6)
    np.testing.assert_allclose(found["shared/attention#2"], numpy(two), atol=1e-6)

    wrapper = layers.TimeDistributed(MultiHeadSelfAttention(2, name="inside"), name="every")
    found = attention_weights(keras.Sequential([keras.Input((3, T, D)), wrapper]), np.stack([X[:2]] * 3, axis=1))
    assert list(found) == ["every/inside", "every/inside#2", "every/inside#3"]
    assert all(weights.shape == (2, 2, T, T) for weights in found.values())


def test_the_path_of_a_layer_that_is_held_twice_and_of_the_model_itself():
    shared = MultiHeadSelfAttention(2, name="shared")
    inputs = keras.Input((T, D))
    inner = keras.Sequential([keras.Input((T, D)), shared], name="inner")
    found = attention_weights(keras.Model(inputs, shared(inner(inputs))), X)
    assert list(found) == ["shared", "shared#2"]
    assert list(attention_weights(shared, X)) == ["shared"]
    assert list(attention_weights(TransformerBlock(2, 12, name="block"), X)) == ["attention"]


@pytest.mark.parametrize("batch_size", [1, 3, 6, 7, 100, np.int64(4)])
def test_large_inputs_go_through_in_batches(batch_size):
    model = _functional()
    whole = attention_weights(model, X)
    for path, weights in attention_weights(model, X, batch_size=batch_size).items():
        np.testing.assert_allclose(weights, whole[path], atol=1e-6)


def test_inputs_in_a_dict_a_list_or_a_tuple_and_as_tensors():
    values, mask = keras.Input((T, D), name="values"), keras.Input((T,), dtype="bool", name="real")
    outputs = MultiHeadSelfAttention(2, name="one")(values, mask=mask)
    real = np.arange(T) < np.array([1, 2, 3, 4, 5, 5, 1])[:, None]  # (N, T)
    in_dict = keras.Model({"values": values, "real": mask}, outputs)
    in_list = keras.Model([values, mask], outputs)
    expected = attention_weights(in_dict, {"real": real, "values": X}, batch_size=2)["one"]
    assert ((expected > 0) == real[:, None, None]).all()
    given = [[X, real], (X, real), [ops.convert_to_tensor(X), ops.convert_to_tensor(real)], [X.astype("float64"), real]]
    for inputs in given:
        np.testing.assert_array_equal(attention_weights(in_list, inputs, batch_size=2)["one"], expected)


def test_models_that_return_weights_go_on_returning_them():
    inputs = keras.Input((T, D))
    hidden, ours = TransformerBlock(2, 12, name="ours")(inputs, return_attention_scores=True)
    hidden, theirs = layers.MultiHeadAttention(2, 4, name="theirs")(hidden, hidden, return_attention_scores=True)
    model = keras.Model(inputs, {"y": hidden, "ours": ours, "theirs": theirs})
    found = attention_weights(model, X)
    outputs = model.predict(X, verbose=0)
    np.testing.assert_allclose(found["ours/attention"], outputs["ours"], atol=1e-6)
    np.testing.assert_allclose(found["theirs"], outputs["theirs"], atol=1e-6)


def test_padding_has_no_weight_and_dropout_is_off():
    inputs = keras.Input((T,), dtype="int32")
    hidden = AddPosition()(layers.Embedding(9, D, mask_zero=True)(inputs))
    hidden = TransformerBlock(2, 12, dropout=0.5)(TransformerBlock(2, 12, dropout=0.5)(hidden))
    model = keras.Model(inputs, layers.MultiHeadAttention(2, 4, dropout=0.5)(hidden, hidden))
    one, two = attention_weights(model, IDS), attention_weights(model, IDS, batch_size=1)
    assert len(one) == 3
    for path, weights in one.items():
        assert (np.where((IDS == 0)[:, None, None], weights, 0) == 0).all()
        real = weights.swapaxes(1, 2)[IDS != 0]  # a padded query of Keras' own layer has zeros
        np.testing.assert_allclose(real.sum(-1), 1, atol=1e-5)
        np.testing.assert_allclose(two[path], weights, atol=1e-6)


@pytest.mark.parametrize("policy", ["mixed_float16", "mixed_bfloat16"])
def test_weights_of_16_bit_layers_come_back_in_32(policy):
    (weights,) = attention_weights(MultiHeadSelfAttention(2, dtype=policy), X).values()
    assert weights.dtype == "float32"
    np.testing.assert_allclose(weights.sum(-1), 1, atol=2e-2)


def test_a_model_that_raises_in_the_middle_is_left_as_it_was():
    class Fails(layers.Layer):
        failing = False

        def call(self, x):
            if self.failing and x.shape[0] > 1:  # not where a single sample only builds the model
                raise RuntimeError("in the middle")
            return x

    fails = Fails()
    model = keras.Sequential([keras.Input((T, D)), MultiHeadSelfAttention(2), fails, TransformerBlock(2, 12)])
    before = model.predict(X, verbose=0)
    fails.failing = True
    with pytest.raises(RuntimeError, match="in the middle"):
        attention_weights(model, X)
    fails.failing = False
    assert all("call" not in vars(layer) for layer in model._flatten_layers())
    np.testing.assert_array_equal(model.predict(X, verbose=0), before)
    assert len(attention_weights(model, X)) == 2


def test_a_built_task_model():
    task = FirstStepRecall(6)
    found = attention_weights(build_transformer(task, num_blocks=2), task.sample(3, seed=0)[0])
    assert {path: w.shape for path, w in found.items()} == {
        "block_1/attention": (3, 2, 6, 6),
        "block_2/attention": (3, 2, 6, 6),
    }


def test_a_model_without_attention_is_told_which_layers_it_has():
    model = keras.Sequential([layers.LSTM(3), layers.Dense(2), layers.Dense(2)])
    with pytest.raises(ValueError, match="MultiHeadSelfAttention, .*Dense, .*LSTM, .*Sequential"):
        attention_weights(model, X)


@pytest.mark.parametrize(
    "inputs, told",
    [
        (X[:0], "at least one sample"),
        ([X, X[:2]], r"same number of samples; received \[2, 7\]"),
        (X.tolist(), "received float in the place of an array"),
        ([X, None], "received NoneType in the place"),
        (np.float32(1), "in the place of an array"),
    ],
)
def test_wrong_inputs(inputs, told):
    with pytest.raises(ValueError, match=told):
        attention_weights(_functional(), inputs)


@pytest.mark.parametrize("batch_size", [0, -1, 2.5, None, True])
def test_wrong_batch_sizes(batch_size):
    with pytest.raises(ValueError, match="`batch_size` must be a positive integer"):
        attention_weights(_functional(), X, batch_size=batch_size)


def test_what_is_no_model():
    with pytest.raises(ValueError, match="`model` must be a Keras model or layer; received function"):
        attention_weights(lambda x, training: x, X)


def test_layers_whose_weights_cannot_be_read_are_named():
    class Unused(keras.Model):
        def __init__(self):
            super().__init__()
            self.attention = MultiHeadSelfAttention(2, name="idle")
            self.attention.build((None, T, D))

        def call(self, x):
            return x

    with pytest.raises(ValueError, match="called none of idle"):
        attention_weights(Unused(), X)
    model = keras.Sequential([keras.Input((T, D)), MultiHeadSelfAttention(2, name="hidden")])
    if keras.backend.backend() == "tensorflow":
        import tensorflow as tf

        model.call = tf.function(model.call)
    elif keras.backend.backend() == "jax":
        import jax

        original = model.call
        model.call = jax.jit(lambda x, training=None, mask=None: original(x))
    else:
        return
    with pytest.raises(ValueError, match="hidden"):
        attention_weights(model, X)
    assert "call" not in vars(model.layers[-1])
