"""EpochTrainer against `model.fit`, and against what can be worked out by hand."""

import keras
import numpy as np
import pytest
from keras import layers
from training_examples import (
    BACKEND,
    COMPILED,
    MODELS,
    SIGNAL,
    assert_same_logs,
    assert_same_state,
    dense,
    epoch_fit,
    keras_fit,
    seeded,
    state,
)

from keras_attention import AssociativeRecall, FirstStepRecall
from keras_attention.training import EpochTrainer, _generator


def assert_trains_like_fit(build, inputs, targets, batch_size):
    expected, trained = seeded(build), seeded(build)
    assert_same_state(trained, expected)  # the comparison starts level
    before = state(expected)
    history = keras_fit(expected, inputs, targets, batch_size, epochs=2)
    logs = epoch_fit(EpochTrainer(trained, batch_size), inputs, targets, epochs=2)
    assert_same_state(trained, expected)
    assert_same_logs(logs, history)
    return before, state(expected)


@pytest.mark.parametrize(
    ("name", "num_samples"),
    [("gru", 16), ("lstm, chrono", 5), ("lstm on tokens", 16), ("transformer", 16)],
    ids=["gru, two batches", "lstm, less than a batch", "lstm on tokens, two batches", "transformer, two batches"],
)
def test_two_epochs_leave_the_state_of_fit(name, num_samples):
    task, build = MODELS[name]
    before, after = assert_trains_like_fit(build, *task.sample(num_samples, seed=1), batch_size=8)
    moved = [key for key in before if not np.allclose(before[key], after[key], atol=1e-4)]
    assert any("model" in key and "kernel" in key for key in moved) and any("iteration" in key for key in moved)
    if name == "transformer" and COMPILED:  # dropout has drawn numbers, and its states were compared
        drawn = [key for key in before if "seed_generator_state" in key]
        assert len(drawn) >= 2 and all((before[key] != after[key]).any() for key in drawn)


def test_a_short_batch_of_wider_numbers_with_dropout_trains_like_fit():
    inputs, targets = SIGNAL.sample(9, seed=1)
    assert_trains_like_fit(dense, inputs.astype("float64"), targets.astype("int64"), batch_size=8)


SETTINGS = {
    "regularizers, clipped norm": lambda: dense(
        keras.optimizers.Adam(0.1, clipnorm=0.01), regularizer=keras.regularizers.L2(0.1)
    ),
    "weight decay, batch statistics, no metrics": lambda: dense(
        keras.optimizers.AdamW(0.1, weight_decay=0.1), metrics=[], normalization=True
    ),
    "schedule, clipped norm of all, accumulated gradients, metrics": lambda: dense(
        keras.optimizers.SGD(
            keras.optimizers.schedules.ExponentialDecay(0.5, 2, 0.5), global_clipnorm=0.1, gradient_accumulation_steps=2
        ),
        metrics=["accuracy", keras.metrics.AUC(num_thresholds=5, name="auc"), "mean_squared_error"],
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_other_ways_to_compile_a_model_train_like_fit(name):
    assert_trains_like_fit(SETTINGS[name], *SIGNAL.sample(8, seed=1), batch_size=2)


def test_the_loss_is_the_mean_over_samples_and_not_over_batches():
    inputs, targets = SIGNAL.sample(10, seed=1)
    model = seeded(lambda: dense(keras.optimizers.SGD(0.0), dropout=0.0))
    positive = model.predict(inputs, verbose=0)[:, 0].astype("float64")  # (N,)
    by_sample = -np.log(np.where(targets == 1, positive, 1 - positive))
    logs = EpochTrainer(model, 8).fit(inputs, targets, epochs=1)  # a batch of 8 and one of 2
    np.testing.assert_allclose(logs["loss"], [by_sample.mean()], atol=1e-5)
    np.testing.assert_allclose(logs["accuracy"], [((positive > 0.5) == targets).mean()], atol=1e-6)
    assert abs((by_sample[:8].mean() + by_sample[8:].mean()) / 2 - by_sample.mean()) > 1e-3


@keras.saving.register_keras_serializable("test_training")
class StepNumber(keras.optimizers.schedules.LearningRateSchedule):
    """A learning rate of 1 in the first step, 2 in the second and so on."""

    def __call__(self, step):
        return keras.ops.cast(step, "float32") + 1.0


def steps_of_samples(num_samples, batch_size, epochs, seed):
    """Which step of its epoch used each sample, (epochs, N); checks that each was used once, in full batches.

    The model has a weight for each sample and its loss is the mean of the weights in a batch plus a constant. So a
    step takes its number over the size of its batch from the weights of its samples, and nothing from the others.
    """
    inputs = keras.Input((), dtype="int32")
    model = keras.Model(inputs, layers.Embedding(num_samples, 1, embeddings_initializer="zeros")(inputs))
    model.compile(keras.optimizers.SGD(StepNumber()), "mean_absolute_error")
    weights = [np.zeros(num_samples)]
    EpochTrainer(model, batch_size).fit(
        np.arange(num_samples, dtype="int32"),
        np.full(num_samples, -1e4, "float32"),
        epochs,
        seed,
        on_epoch=lambda epoch, logs: weights.append(model.get_weights()[0][:, 0]),
    )
    sizes = [min(batch_size, num_samples - start) for start in range(0, num_samples, batch_size)]
    numbers = 1 + np.arange(epochs * len(sizes)).reshape(epochs, -1)
    by_step = numbers / sizes  # (epochs, steps): what a sample loses
    taken = -np.diff(weights, axis=0)  # (epochs, N)
    steps = np.abs(taken[:, :, np.newaxis] - by_step[:, np.newaxis, :]).argmin(axis=2)  # (epochs, N)
    np.testing.assert_allclose(taken, np.take_along_axis(by_step, steps, axis=1), rtol=1e-5)
    for row in steps:
        assert np.bincount(row).tolist() == sizes
    return steps


def test_every_epoch_uses_every_sample_once_in_an_order_of_its_own():
    steps = steps_of_samples(num_samples=42, batch_size=8, epochs=3, seed=5)
    in_order = np.arange(42) // 8
    assert not any((row == in_order).all() for row in steps)
    assert not any((steps[a] == steps[b]).all() for a, b in ((0, 1), (1, 2), (0, 2)))
    assert len(np.unique(np.argwhere(steps == 5)[:, 1])) > 2  # the short batch is not always the same two samples
    np.testing.assert_array_equal(steps_of_samples(42, 8, 3, seed=5), steps)
    assert (steps_of_samples(42, 8, 3, seed=6) != steps).any(axis=1).all()


def test_without_a_seed_the_order_stays():
    np.testing.assert_array_equal(steps_of_samples(10, 4, 2, seed=None), [np.arange(10) // 4] * 2)


def count_steps(model):
    """Counts the calls of the model's own step: traces on TensorFlow and JAX, steps on torch."""
    calls, step = [], model.train_step
    model.train_step = lambda *arguments: calls.append(1) or step(*arguments)
    return calls


@pytest.fixture
def compilations():
    """How often XLA compiled on JAX, as a list that grows."""
    if BACKEND != "jax":
        yield []
        return
    from jax import monitoring

    seen = []

    def listener(event, *_, **__):
        if event == "/jax/core/compile/backend_compile_duration":
            seen.append(event)

    monitoring.register_event_duration_secs_listener(listener)
    yield seen
    monitoring.unregister_event_duration_listener(listener)


def without_dropout():
    """For torch, where dropout draws from a generator of the whole process and not of the model."""
    return dense(dropout=0.0)


def test_a_second_seed_compiles_nothing_and_equals_a_fresh_trainer(compilations):
    build = dense if COMPILED else without_dropout
    inputs, targets = SIGNAL.sample(16, seed=1)
    model = seeded(build, 3)
    calls = count_steps(model)
    trainer = EpochTrainer(model, 8)
    trainer.fit(inputs, targets, epochs=2, seed=3)
    compiled, seconds, first = len(calls), trainer.compile_seconds, state(model)
    assert (0 < compiled <= 2 and seconds > 0) if COMPILED else (compiled == 2 * 2 and seconds == 0)

    fresh = seeded(build, 4)
    start = state(fresh)
    compilations.clear()
    trainer.restart(fresh)
    assert all((state(fresh)[key] == value).all() for key, value in start.items() if "model" in key)
    assert compilations == []
    if BACKEND == "jax":  # `fit` uses up the arrays of its model, and they are not the trainer's
        fresh.fit(inputs, targets, batch_size=8, verbose=0)
        compilations.clear()
    logs = epoch_fit(trainer, inputs, targets, epochs=2, seed=4)
    assert trainer.compile_seconds == seconds and compilations == []
    assert not COMPILED or len(calls) == compiled
    if BACKEND == "tensorflow":
        assert trainer._run_epoch.program.experimental_get_tracing_count() == 1

    alone = seeded(build, 4)
    assert_same_logs(logs, epoch_fit(EpochTrainer(alone, 8), inputs, targets, epochs=2, seed=4))
    assert_same_state(model, alone)
    assert any(np.abs(first[key] - value).max() > 1e-3 for key, value in state(model).items())


def test_restart_before_the_first_fit_starts_like_a_later_one():
    build = dense if COMPILED else without_dropout
    samples = SIGNAL.sample(4, seed=1)
    trainer = EpochTrainer(seeded(build, 3), 4)
    trainer.restart(seeded(build, 4))
    fresh = seeded(build, 5)
    trainer.restart(fresh)
    assert_same_state(trainer.model, fresh)
    logs = epoch_fit(trainer, *samples, epochs=2, seed=0)
    first = state(trainer.model)
    trainer.restart(seeded(build, 5))
    assert_same_logs(epoch_fit(trainer, *samples, epochs=2, seed=0), logs)
    assert all((state(trainer.model)[key] == value).all() for key, value in first.items())


def test_fit_again_goes_on_and_another_shape_is_compiled_too():
    def build():
        inputs = keras.Input((None, 1))
        model = keras.Model(
            inputs, layers.Dense(1, activation="sigmoid", name="answer")(layers.GlobalAveragePooling1D()(inputs))
        )
        model.compile(keras.optimizers.Adam(0.1), "binary_crossentropy", metrics=["accuracy"])
        return model

    first, other = SIGNAL.sample(8, seed=1), FirstStepRecall(7).sample(4, seed=2)
    expected, trained = seeded(build), seeded(build)
    calls = count_steps(trained)
    trainer = EpochTrainer(trained, 4)
    history = keras_fit(expected, *first, 4, epochs=3)
    logs = [trainer.fit(*first, epochs=1), trainer.fit(*first, epochs=2)]
    assert_same_logs({name: logs[0][name] + logs[1][name] for name in history}, history)
    compiled, seconds = len(calls), trainer.compile_seconds
    assert_same_logs(trainer.fit(*other, epochs=1), keras_fit(expected, *other, 4, epochs=1))
    if COMPILED:
        assert len(calls) > compiled and trainer.compile_seconds > seconds
    compiled, seconds = len(calls), trainer.compile_seconds
    assert_same_logs(trainer.fit(*first, epochs=1), keras_fit(expected, *first, 4, epochs=1))
    assert trainer.compile_seconds == seconds and (not COMPILED or len(calls) == compiled)
    assert_same_state(trained, expected)


def test_on_epoch_hears_the_number_and_the_logs_of_every_epoch():
    heard = []
    logs = EpochTrainer(dense(), 4).fit(*SIGNAL.sample(10, 1), 3, 0, on_epoch=lambda *event: heard.append(event))
    assert heard == [(epoch, {name: values[epoch] for name, values in logs.items()}) for epoch in range(3)]
    assert all(type(value) is float for values in logs.values() for value in values)


def test_the_order_of_samples_has_nothing_to_do_with_what_they_were_drawn_from():
    """Data and order get the same seed in the comparison; no epoch may run sorted by what a sequence asks for."""
    task = AssociativeRecall()
    for seed in (0, 1):
        inputs, _ = task.sample(8000, seed)
        asked = (inputs[:, :-2:2] == inputs[:, -1:]).argmax(axis=1)  # (N,), which of the five pairs
        generator = _generator(seed)
        for _ in range(30):
            order = np.argsort(generator.random(len(inputs)), kind="stable")
            neighbours = (asked[order][1:] == asked[order][:-1]).mean()
            assert abs(neighbours - 1 / 5) < 0.03  # 6 standard deviations
