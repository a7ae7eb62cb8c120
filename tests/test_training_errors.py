"""What EpochTrainer refuses, and how it says so."""

import keras
import numpy as np
import pytest
from keras import layers
from training_examples import SIGNAL, dense, state

from keras_attention import build_gru
from keras_attention.training import EpochTrainer


def _uncompiled():
    return keras.Sequential([keras.Input((5, 1)), layers.Flatten(), layers.Dense(1)])


def _unbuilt():
    model = keras.Sequential([layers.Dense(1)])
    model.compile("adam", "mse")
    return model


@pytest.mark.parametrize("model", [_uncompiled, _unbuilt, lambda: None], ids=["uncompiled", "unbuilt", "no model"])
def test_a_model_that_cannot_train_is_refused(model):
    with pytest.raises(ValueError, match="`model` must be a built and compiled Keras model; received"):
        EpochTrainer(model())
    with pytest.raises(ValueError, match="`model` must be a built and compiled Keras model; received"):
        EpochTrainer(dense()).restart(model())


@pytest.mark.parametrize("value", [0, -1, 1.5, True, "8", None])
def test_numbers_that_are_none_are_refused(value):
    samples = SIGNAL.sample(4, 1)
    with pytest.raises(ValueError, match=f"`batch_size` must be a positive integer; received {value!r}"):
        EpochTrainer(dense(), batch_size=value)
    with pytest.raises(ValueError, match=f"`epochs` must be a positive integer; received {value!r}"):
        EpochTrainer(dense()).fit(*samples, epochs=value)
    if value not in (0, None):
        with pytest.raises(ValueError, match=f"`seed` must be an integer of at least 0, or None; received {value!r}"):
            EpochTrainer(dense()).fit(*samples, epochs=1, seed=value)


@pytest.mark.parametrize(("inputs", "targets"), [(4, 3), (0, 0), (0, 4)])
def test_samples_that_do_not_match_are_refused(inputs, targets):
    with pytest.raises(ValueError, match=f"same number of samples, at least one; received {inputs} and {targets}"):
        EpochTrainer(dense()).fit(np.ones((inputs, 5, 1)), np.ones(targets), epochs=1)


def test_restart_with_another_architecture_is_refused_and_changes_nothing():
    trainer = EpochTrainer(build_gru(SIGNAL, units=3))
    before = state(trainer.model)
    with pytest.raises(ValueError, match="`model` must have the architecture of 'gru'; its variables differ in shape"):
        trainer.restart(build_gru(SIGNAL, units=4))
    after = state(trainer.model)
    assert all((after[key] == value).all() for key, value in before.items())
