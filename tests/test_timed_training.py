"""Training for a given time: less loss, the best model kept, also where Ctrl-C ends it."""

import itertools

import keras
import numpy as np
import pytest

from keras_attention import timed_training
from keras_attention.models.language_model import build_language_model
from keras_attention.tasks import NextCharacter
from keras_attention.timed_training import mean_loss, train_for

TASK = NextCharacter("to be or not to be, that is the question. " * 40, context_length=8)


def fresh():
    keras.utils.set_random_seed(0)
    return build_language_model(TASK.vocabulary_size, 8, width=16, num_heads=2, num_blocks=1)


@pytest.fixture(scope="module")
def trained():
    """A model after a training in which a second passes whenever the clock is read, and what was told on the way."""
    model, told, seconds = fresh(), [], itertools.count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timed_training.time, "perf_counter", lambda: float(next(seconds)))
        training = train_for(model, TASK, 60, seed=3, on_progress=told.append)
    return model, training, told


def test_it_learns_and_ends_in_time(trained):
    model, training, told = trained
    assert training.steps == told[-1].steps >= 10 * timed_training.STEPS_AT_ONCE and not training.interrupted
    assert 57 <= told[-1].seconds <= 63
    assert mean_loss(model, *TASK.held_out()) < mean_loss(fresh(), *TASK.held_out()) - 0.3
    assert [one.steps for one in told] == list(range(16, training.steps + 1, 16))
    assert told[-1].held_out_loss is not None


def test_the_best_of_all_measurements_is_kept(trained):
    model, _, told = trained
    measured = [one.held_out_loss for one in told if one.held_out_loss is not None]
    best = [one.held_out_loss for one in told if one.is_best]
    assert best == sorted(best, reverse=True) and best[-1] == min(measured)
    inputs, targets = TASK.held_out()
    assert mean_loss(model, inputs, targets) == pytest.approx(min(measured), abs=1e-5)  # fewer rows than a part has


def test_the_mean_loss_is_that_of_keras(trained):
    model, _, _ = trained
    inputs, targets = TASK.held_out()
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)(targets, model(inputs))
    assert mean_loss(model, inputs, targets) == pytest.approx(float(keras.ops.convert_to_numpy(loss)), abs=1e-5)
    inputs, targets = np.tile(inputs, (5, 1))[:70], np.tile(targets, (5, 1))[:70]  # more than are read at once
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)(targets, model(inputs))
    assert mean_loss(model, inputs, targets) == pytest.approx(float(keras.ops.convert_to_numpy(loss)), abs=1e-5)


class FakeTrainer:
    """Makes the model a little worse with every piece, and stops where it is told."""

    stop_after = None
    pieces = 0

    def __init__(self, model, batch_size):
        self.model = model

    def fit(self, inputs, targets, epochs):
        type(self).pieces += 1
        if type(self).pieces == self.stop_after:
            raise KeyboardInterrupt
        for variable in self.model.trainable_variables:
            variable.assign(variable + type(self).pieces)
        return {"loss": [1.0]}


@pytest.mark.parametrize("stop_after", [1, 3])
def test_ctrl_c_keeps_the_best_so_far(monkeypatch, stop_after):
    monkeypatch.setattr(timed_training, "EpochTrainer", FakeTrainer)
    monkeypatch.setattr(FakeTrainer, "stop_after", stop_after)
    monkeypatch.setattr(FakeTrainer, "pieces", 0)
    losses = iter([2.0, 3.0])
    monkeypatch.setattr(timed_training, "mean_loss", lambda *arguments: next(losses))
    monkeypatch.setattr(timed_training, "MEASUREMENTS", 1e9)  # after every piece
    model, other, told = fresh(), fresh(), []
    timed_training._make_ready(other, 0)
    start = other.get_weights()
    training = train_for(model, TASK, 60, on_progress=told.append)
    assert training.interrupted and training.steps == 16 * (stop_after - 1)
    kept = 0 if stop_after == 1 else 1  # the second piece was worse
    for one, other in zip(model.get_weights(), start, strict=True):
        np.testing.assert_allclose(one, other + kept, atol=1e-6)
    assert [one.is_best for one in told] == [True, False][: stop_after - 1]


def test_ctrl_c_loses_nothing_that_was_learned_since_the_last_measurement(monkeypatch):
    monkeypatch.setattr(timed_training, "EpochTrainer", FakeTrainer)
    monkeypatch.setattr(FakeTrainer, "stop_after", 3)
    monkeypatch.setattr(FakeTrainer, "pieces", 0)
    model, other, told = fresh(), fresh(), []
    timed_training._make_ready(other, 0)
    training = train_for(model, TASK, 3600, on_progress=told.append)  # the first measurement is six minutes away
    assert training.interrupted and training.steps == 32 and not any(one.is_best for one in told)
    for one, start in zip(model.get_weights(), other.get_weights(), strict=True):
        np.testing.assert_allclose(one, start + 1 + 2, atol=1e-6)


def test_a_second_ctrl_c_does_not_wait_for_the_measurement(monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(timed_training, "EpochTrainer", FakeTrainer)
    monkeypatch.setattr(FakeTrainer, "stop_after", 2)
    monkeypatch.setattr(FakeTrainer, "pieces", 0)
    monkeypatch.setattr(timed_training, "mean_loss", interrupted)
    assert train_for(fresh(), TASK, 3600).interrupted


def test_next_to_no_time_is_one_program(monkeypatch):
    monkeypatch.setattr(timed_training, "EpochTrainer", FakeTrainer)
    monkeypatch.setattr(FakeTrainer, "stop_after", None)
    assert train_for(fresh(), TASK, 1e-320).steps == 16


def test_at_the_start_every_character_is_equally_likely_and_matrices_get_muon():
    model = fresh()
    timed_training._make_ready(model, 0)
    assert mean_loss(model, *TASK.held_out()) == pytest.approx(TASK.chance_loss, abs=1e-6)
    model.optimizer.build(model.trainable_variables)
    by_adam = {v.path for v in model.trainable_variables if model.optimizer._should_use_adamw(v)}
    kernels = {v.path for v in model.trainable_variables if v.path.startswith("block") and v.path.endswith("kernel")}
    assert len(kernels) == 6 and by_adam == {v.path for v in model.trainable_variables} - kernels


def test_the_learning_rate_rises_and_falls_to_nothing():
    rates = [timed_training._learning_rate(step, share) for step, share in ((8, 0), (24, 0.1), (400, 0.5), (800, 1.2))]
    assert rates[0] < rates[1] < timed_training.PEAK_LEARNING_RATE
    assert rates[2] == timed_training.PEAK_LEARNING_RATE / 2 and rates[3] == 0


def test_the_rows_of_a_seed_are_always_the_same_and_pass_over_the_text():
    first, second, other = (timed_training._rows(TASK, seed) for seed in (0, 0, 1))
    pieces = [next(first) for _ in range(3)]
    for inputs, targets in pieces:
        np.testing.assert_array_equal(inputs, next(second)[0])
        assert inputs.shape == targets.shape == (16 * 12, 8)
    assert not np.array_equal(pieces[0][0], next(other)[0])
    assert not np.array_equal(pieces[0][0], pieces[1][0])


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), "60", None])
def test_wrong_times_are_named(seconds):
    with pytest.raises(ValueError, match="`seconds` must be a positive number; received"):
        train_for(None, TASK, seconds)


