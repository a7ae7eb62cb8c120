"""One job in this process: build, train, measure, seed after seed."""

import time

import keras
import numpy as np

from keras_attention import models
from keras_attention.comparison import measures
from keras_attention.comparison.grid import MODELS, make_task
from keras_attention.comparison.provenance import hardware, versions
from keras_attention.comparison.record import CellRecord, CellResult
from keras_attention.inspection import attention_weights
from keras_attention.training import EpochTrainer

# Most sequences, and most numbers (B, T, S), that go through the trained model at once: attention holds the latter for
# every head, and layers cost nearly the same time for few sequences as for many.
TEST_BATCH, TEST_TABLE = 1000, 250 * 160 * 160


def run_cells(cells, on_epoch=None):
    """Trains cells that differ in their seed only.

    Args:
        cells: Tuple of `CellSettings`.
        on_epoch: Called with (settings, epochs done, logs) after each epoch.

    Yields:
        `CellRecord` of each cell, as soon as it is finished.
    """
    trainer = None
    for settings in cells:
        keras.utils.set_random_seed(settings.seed)
        fresh = build_model(settings)
        if trainer is None:
            trainer, compiled_before = EpochTrainer(fresh, settings.batch_size), 0.0
        else:
            compiled_before = trainer.compile_seconds
            trainer.restart(fresh)
        task = make_task(settings.task, settings.length)
        begun = time.perf_counter()
        history = trainer.fit(
            *task.sample(settings.train_samples, settings.train_seed),
            epochs=settings.epochs,
            seed=settings.seed,
            on_epoch=on_epoch and (lambda epoch, logs, settings=settings: on_epoch(settings, epoch + 1, logs)),
        )
        seconds = time.perf_counter() - begun
        compile_seconds = trainer.compile_seconds - compiled_before
        if not np.isfinite(history["loss"]).all():
            raise FloatingPointError(f"{settings.label}: the training loss is no longer a number: {history['loss']}")
        result = CellResult(
            loss=tuple(map(float, history["loss"])),
            accuracy=tuple(map(float, history["accuracy"])),
            parameters=trainer.model.count_params(),
            compile_seconds=round(compile_seconds, 3),
            train_seconds=round(seconds - compile_seconds, 3),
            **_measured(trainer.model, settings, *task.sample(settings.test_samples, settings.test_seed)),
        )
        yield CellRecord(settings, result, versions(), hardware())


def build_model(settings):
    """The compiled model of a cell."""
    choice = MODELS[settings.model]
    sizes = ("units", "width", "num_heads", "num_blocks", "intermediate_dim")
    return getattr(models, f"build_{choice.family}")(
        make_task(settings.task, settings.length),
        **{name: getattr(settings, name) for name in sizes if getattr(settings, name) is not None},
        **dict(choice.arguments),
        learning_rate=settings.learning_rate,
    )


def _measured(model, settings, inputs, targets):
    """Measurements on the test sequences, as fields of `CellResult`."""
    size = TEST_BATCH
    if MODELS[settings.model].family == "transformer":
        size = max(1, min(size, TEST_TABLE // inputs.shape[1] ** 2))
    batches = [inputs[start : start + size] for start in range(0, len(inputs), size)]
    outputs = np.concatenate([keras.ops.convert_to_numpy(model(batch, training=False)) for batch in batches])
    given = measures.answers(outputs)  # (B,)
    measured = {"test_accuracy": float((given == targets).mean())}
    if settings.task == "associative-recall":
        measured["listed_share"] = measures.listed_share(inputs, given)
        measured["uncommon_accuracy"] = measures.uncommon_accuracy(inputs, targets, given)
    elif MODELS[settings.model].family == "transformer":
        sums = [len(batch) * _attention_by_head(model, batch) for batch in batches]
        by_head = sum(sums) / len(inputs)  # (H,) of every block in turn
        measured["first_step_attention"] = float(by_head.mean())
        measured["first_step_attention_by_head"] = tuple(map(float, by_head))
    return measured


def _attention_by_head(model, batch):
    return np.concatenate([measures.first_step_attention(w) for w in attention_weights(model, batch).values()])
