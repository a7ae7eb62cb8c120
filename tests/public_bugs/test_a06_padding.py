"""Public bug report A6: a padding mask that vanishes on its way through a model."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import AddPosition, AddSinusoidalPosition, TransformerBlock, attention_weights, causal_mask

IDS = np.array([[1, 2, 0, 0], [3, 4, 5, 6]], "int32")  # two tokens and two of padding; four tokens
BARE = IDS[:1, :2]  # the first row without its padding


def _embedding(dtype=None):
    return keras.layers.Embedding(9, 8, mask_zero=True, embeddings_initializer="random_normal", dtype=dtype)


def _pooled(hidden):
    return keras.layers.GlobalAveragePooling1D()(hidden)  # over real steps only, if the mask arrives


def _stack(make, position=lambda: AddPosition(4), **arguments):
    """Embedding, position, three layers, pooling; the length is unknown."""
    inputs = keras.Input((None,), dtype="int32")
    hidden = position()(_embedding()(inputs))
    for _ in range(3):
        hidden = make()(hidden, **arguments)
    return keras.Model(inputs, _pooled(hidden))


def _assert_padding_changes_nothing(model, compiled=False):
    def answer(ids):
        return model.predict(ids, verbose=0) if compiled else ops.convert_to_numpy(model(ids))

    np.testing.assert_allclose(answer(IDS)[:1], answer(BARE), atol=1e-5)
    for path, weights in attention_weights(model, IDS).items():  # (B, H, T, S)
        assert (weights[0, ..., 2:] == 0).all(), path
        assert (weights[1, ..., 2:].max() > 0).all(), path


def test_A6_padding_changes_nothing_after_positions_and_three_layers(make):
    _assert_padding_changes_nothing(_stack(make, AddSinusoidalPosition))
    model = _stack(make)
    _assert_padding_changes_nothing(model)
    _assert_padding_changes_nothing(model, compiled=True)


def test_A6_an_attention_mask_or_a_causal_mask_does_not_replace_the_padding(make):
    _assert_padding_changes_nothing(_stack(make, use_causal_mask=True))
    inputs = keras.Input((4,), dtype="int32")
    hidden = AddPosition()(_embedding()(inputs))
    hidden, weights = make()(hidden, attention_mask=causal_mask(4), return_attention_scores=True)
    hidden = make()(hidden, attention_mask=np.ones((4, 4), bool))
    model = keras.Model(inputs, [_pooled(hidden), weights])
    _, weights = model.predict(IDS, verbose=0)
    assert (weights[0, ..., 2:] == 0).all()
    other = IDS.copy()
    other[0, 2:] = 0
    after = [array[0, ..., 2:] for array in attention_weights(model, other).values()]
    assert len(after) == 2 and all((array == 0).all() for array in after)


@pytest.mark.filterwarnings("ignore:.*does not support masking")  # Keras' models take masks in but hand none on
def test_A6_sequential_subclassed_and_nested_models_keep_the_mask(make):
    sequential = keras.Sequential([_embedding(), AddPosition(4), make(), make(), keras.layers.GlobalAveragePooling1D()])
    _assert_padding_changes_nothing(sequential)

    class Subclassed(keras.Model):
        def __init__(self):
            super().__init__()
            self.embedding, self.position, self.blocks = _embedding(), AddPosition(4), [make(), make()]
            self.pool = keras.layers.GlobalAveragePooling1D()

        def call(self, ids):
            hidden = self.position(self.embedding(ids))
            for block in self.blocks:
                hidden = block(hidden)
            return self.pool(hidden)

    _assert_padding_changes_nothing(Subclassed())

    inner_inputs = keras.Input((None, 8))
    inner = keras.Model(inner_inputs, make()(make()(inner_inputs)))
    for nested in (inner, keras.Sequential([make(), make()])):  # the mask comes from outside
        inputs = keras.Input((None,), dtype="int32")
        hidden = nested(AddPosition(4)(_embedding()(inputs)))
        model = keras.Model(inputs, hidden[:, 0])
        _assert_padding_changes_nothing(model)
    begin = keras.Sequential([_embedding(), AddPosition(4)])  # the mask comes from inside
    inputs = keras.Input((4,), dtype="int32")
    model = keras.Model(inputs, make()(begin(inputs)))
    assert all((weights[0, ..., 2:] == 0).all() for weights in attention_weights(model, IDS).values())


def test_A6_the_mask_outlives_training_saving_and_cloning(tmp_path):
    model = _stack(lambda: TransformerBlock(2, 12))
    model.compile("sgd", "mse", jit_compile=False)
    model.fit(IDS, np.zeros((2, 8), "float32"), verbose=0)
    _assert_padding_changes_nothing(model)
    model.save(tmp_path / "model.keras")
    _assert_padding_changes_nothing(keras.saving.load_model(tmp_path / "model.keras"), compiled=True)
    _assert_padding_changes_nothing(keras.models.clone_model(model))


def test_A6_other_layers_may_stand_between(make):
    inputs = keras.Input((None,), dtype="int32")
    embedded = AddPosition(4)(_embedding()(inputs))
    hidden = keras.layers.Add()([embedded, make()(embedded)])
    hidden = keras.layers.Dropout(0.1)(keras.layers.Dense(8)(keras.layers.LayerNormalization()(hidden)))
    model = keras.Model(inputs, keras.layers.LSTM(8)(make()(hidden)))
    _assert_padding_changes_nothing(model)

    steps = keras.Input((None, 3))  # Masking hides the steps that are all zero
    model = keras.Model(steps, _pooled(make()(keras.layers.Dense(8)(keras.layers.Masking()(steps)))))
    x = np.random.default_rng(0).normal(size=(1, 4, 3)).astype("float32")
    x[:, 2:] = 0
    np.testing.assert_allclose(ops.convert_to_numpy(model(x)), ops.convert_to_numpy(model(x[:, :2])), atol=1e-5)


@pytest.mark.parametrize("policy", ["float32", "mixed_float16"])
def test_A6_a_mask_given_by_hand_goes_on_to_the_next_layer(make, policy):
    x = np.random.default_rng(0).normal(size=(2, 4, 8)).astype("float32")
    hidden = make(dtype=policy)(x, mask=IDS != 0)
    _, weights = make(dtype=policy)(hidden, return_attention_scores=True)
    assert (ops.convert_to_numpy(weights)[0, ..., 2:] == 0).all()
    hidden, _ = make(dtype=policy)(x, mask=IDS != 0, return_attention_scores=True)
    for position in (AddPosition(dtype=policy), AddSinusoidalPosition(dtype=policy)):
        _, weights = make(dtype=policy)(position(hidden), return_attention_scores=True)
        assert (ops.convert_to_numpy(weights)[0, ..., 2:] == 0).all()
