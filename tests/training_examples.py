"""Models to train in tests, and what a trained model is compared by."""

import keras
import numpy as np
from keras import layers

from keras_attention import AssociativeRecall, FirstStepRecall, build_gru, build_lstm, build_transformer

BACKEND = keras.backend.backend()
COMPILED = BACKEND in ("tensorflow", "jax")
SIGNAL = FirstStepRecall(5)
TOKENS = AssociativeRecall(num_pairs=2, num_keys=3, num_values=2)
MODELS = {
    "gru": (SIGNAL, lambda: build_gru(SIGNAL, units=3)),
    "lstm, chrono": (SIGNAL, lambda: build_lstm(SIGNAL, units=3, forget_bias="chrono")),
    "lstm on tokens": (TOKENS, lambda: build_lstm(TOKENS, units=3, width=4)),
    "transformer": (SIGNAL, lambda: build_transformer(SIGNAL, width=4, num_heads=2, intermediate_dim=6, dropout=0.2)),
}


def seeded(build, seed=3):
    """A model from `build` with the weights and dropout seeds of `seed`."""
    keras.utils.set_random_seed(seed)
    return build()


def state(model):
    """Weights, seed-generator states and the optimizer's variables, by kind, number and name."""
    return {
        f"{kind}: {number} {variable.name}": keras.ops.convert_to_numpy(variable.value)
        for kind, variables in (("model", model.variables), ("optimizer", model.optimizer.variables))
        for number, variable in enumerate(variables)
    }


def assert_same_state(received, expected):
    received, expected = state(received), state(expected)
    assert received.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_allclose(received[name], value, rtol=1e-5, atol=1e-5, err_msg=name)


def assert_same_logs(received, expected):
    assert received.keys() == expected.keys()
    for name, values in expected.items():
        np.testing.assert_allclose(received[name], values, rtol=1e-5, atol=1e-5, err_msg=name)


def epoch_fit(trainer, inputs, targets, epochs, seed=None):
    keras.utils.set_random_seed(0)  # on torch, dropout draws from a generator of the whole process
    return trainer.fit(inputs, targets, epochs, seed)


def keras_fit(model, inputs, targets, batch_size, epochs):
    keras.utils.set_random_seed(0)
    if BACKEND == "tensorflow":
        model.jit_compile = True
    return model.fit(inputs, targets, batch_size=batch_size, epochs=epochs, shuffle=False, verbose=0).history


def dense(optimizer=None, metrics=("accuracy",), regularizer=None, normalization=False, dropout=0.2):
    """The cheapest model to compile that still has dropout."""
    inputs = keras.Input((5, 1))
    x = layers.Flatten()(inputs)
    x = layers.Dense(
        3, activation="tanh", kernel_regularizer=regularizer, activity_regularizer=regularizer, name="hidden"
    )(x)
    x = layers.BatchNormalization(name="normalization")(x) if normalization else x
    x = layers.Dropout(dropout, name="dropout")(x)
    model = keras.Model(inputs, layers.Dense(1, activation="sigmoid", name="answer")(x))
    model.compile(optimizer or keras.optimizers.Adam(0.1), "binary_crossentropy", metrics=list(metrics))
    return model
