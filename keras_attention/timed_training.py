"""Trains a language model for a given time, and keeps it as it was at its best.

A minute on two cores is a thousand steps or so, and every step has to count: hence Muon, which turns each matrix's step
into one of equal size in all directions, a start from which nothing has to be unlearned, and a learning rate that falls
to 0 exactly when the time is over.
"""

import contextlib
import itertools
import time
from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.arguments import check_positive_number
from keras_attention.models.language_model_parts import language_model_parts
from keras_attention.training import EpochTrainer

BATCH_SIZE = 12
STEPS_AT_ONCE = 16  # steps in one compiled program; the learning rate changes between programs
PEAK_LEARNING_RATE = 0.014
WARM_UP_STEPS = 16
MEASUREMENTS = 10  # of the held-out loss, in the time given
ROWS_TO_MEASURE = 128  # a part of the held-out rows, the same each time


@dataclass(frozen=True)
class Progress:
    """How far a training is.

    Args:
        seconds: Time since it began, compiling included.
        steps: Batches so far.
        loss: Mean training loss of the last steps, in nats a token.
        held_out_loss: Loss on a part of the held-out rows, where it was measured just now, otherwise `None`.
        is_best: Whether it is the lowest so far.
    """

    seconds: float
    steps: int
    loss: float
    held_out_loss: float | None = None
    is_best: bool = False


@dataclass(frozen=True)
class TimedTraining:
    """What came of a training.

    Args:
        seconds: How long it took.
        steps: Batches trained on.
        interrupted: Whether Ctrl-C ended it.
    """

    seconds: float
    steps: int
    interrupted: bool


def train_for(model, task, seconds, seed=0, on_progress=None):
    """Trains a fresh model on a text for some time, compiling included; at the end it is as it was at its best.

    The model is given other starting weights and another optimizer. The learning rate rises to its peak in the first
    steps and then falls in a straight line to 0 at the end of the time. Ten times on the way the loss is measured on
    held-out rows, and the weights are kept where it is the lowest so far. Ctrl-C ends the training early, with one more
    measurement: what was learned since the last one is kept too.

    Args:
        model: a model of `build_language_model`.
        task: a `NextCharacter` with the model's context length and vocabulary.
        seconds: float above 0. At least one program of steps is run, however short the time is.
        seed: int of at least 0, for the order of the rows.
        on_progress: called with a `Progress` after every program of steps.

    Returns:
        A `TimedTraining`.

    Raises:
        ValueError: `seconds` is not above 0, or `seed` is no such integer.

    Reference:
        Muon: Jordan et al. (2024), kellerjordan.github.io/posts/muon; Liu et al. (2025), Muon is scalable for LLM
        training, section 2. arXiv:2502.16982
    """
    check_positive_number(seconds, "seconds")
    started = time.perf_counter()
    _make_ready(model, seed)
    rows = _rows(task, seed)
    best = _Best(model, _part(task.held_out(), ROWS_TO_MEASURE))
    steps, last, measurements, over, interrupted = 0, 0.0, 0, False, False
    try:
        trainer = EpochTrainer(model, BATCH_SIZE)
        while not over:
            begun = time.perf_counter()
            if steps <= STEPS_AT_ONCE:  # what was before is compiling
                first = begun
            share = (begun + last / 2 - first) / max(started + seconds - first, 1e-9)
            model.optimizer.learning_rate = _learning_rate(steps + STEPS_AT_ONCE / 2, share)
            loss = trainer.fit(*next(rows), epochs=1)["loss"][0]
            steps += STEPS_AT_ONCE
            now = time.perf_counter()
            passed, last = now - started, now - begun
            over = passed + last / 2 >= seconds  # the next steps would end further from the given time than these
            progress = Progress(passed, steps, loss)
            if over or passed >= (measurements + 1) * seconds / MEASUREMENTS:
                measurements = int(min(1.0, passed / seconds) * MEASUREMENTS)  # seconds may be next to 0
                held_out = best.measured(steps)
                progress = Progress(passed, steps, loss, held_out, held_out == best.loss)
            if on_progress is not None:
                on_progress(progress)
    except KeyboardInterrupt:
        interrupted = True
        with contextlib.suppress(KeyboardInterrupt):  # who presses it again does not want to wait
            if steps > best.steps:
                best.measured(steps)
    model.set_weights(best.weights)
    return TimedTraining(time.perf_counter() - started, steps, interrupted)


class _Best:
    """The weights of a model where its held-out loss was the lowest so far."""

    def __init__(self, model, rows):
        self.model, self.rows = model, rows
        self.loss, self.weights, self.steps = float("inf"), model.get_weights(), 0

    def measured(self, steps):
        """The loss now, after so many steps; the weights are kept where it is the lowest."""
        loss = mean_loss(self.model, *self.rows)
        self.steps = steps
        if loss < self.loss:
            self.loss, self.weights = loss, self.model.get_weights()
        return loss


def _make_ready(model, seed):
    """Gives a model its starting weights and its optimizer."""
    parts = language_model_parts(model)
    rng = np.random.default_rng(seed)
    for table, size in ((parts.embedding.embeddings, 0.1), (parts.position.table, 0.03)):
        table.assign(rng.normal(scale=size, size=table.shape))  # characters that differ enough to be told apart
    for block in parts.blocks:  # at first every block hands on what it gets, and all characters are equally likely
        for dense in (block.attention.output_dense, block.output_dense):
            dense.kernel.assign(np.zeros(dense.kernel.shape))
    parts.head.kernel.assign(np.zeros(parts.head.kernel.shape))
    optimizer = keras.optimizers.Muon(
        PEAK_LEARNING_RATE,
        weight_decay=0.05,
        adam_weight_decay=0.05,
        adam_lr_ratio=1.1,
        adam_beta_2=0.99,
        exclude_layers=["position", "next_token"],  # tables and the last layer: Adam, as for all that is no matrix
    )
    model.compile(optimizer=optimizer, loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))


def mean_loss(model, inputs, targets):
    """The mean loss of a language model, in nats a token.

    Args:
        model: a model that answers with logits.
        inputs: integers of shape (N, T).
        targets: integers of shape (N, T).

    Returns:
        A float.
    """
    total = 0.0
    for start in range(0, len(inputs), 64):
        logits = keras.ops.convert_to_numpy(model(inputs[start : start + 64], training=False))  # (b, T, V)
        logits = logits - logits.max(axis=-1, keepdims=True)
        right = np.take_along_axis(logits, targets[start : start + 64, :, np.newaxis], axis=-1)[..., 0]  # (b, T)
        total += float((np.log(np.exp(logits).sum(axis=-1)) - right).sum(dtype="float64"))
    return total / targets.size


def _rows(task, seed):
    """Endless pieces of the training part, each enough for one program of steps."""
    count = STEPS_AT_ONCE * BATCH_SIZE
    a_pass = max(1, task.num_train_characters // task.length // count)  # pieces in a pass over the text
    for number in itertools.count():
        inputs, targets = task.sample(a_pass * count, seed * 1_000_003 + number)
        for start in range(0, len(inputs), count):
            yield inputs[start : start + count], targets[start : start + count]


def _learning_rate(step, share):
    """Warm-up by steps, then a straight line down by the share of the time that is over."""
    return PEAK_LEARNING_RATE * min(1.0, step / WARM_UP_STEPS) * max(0.0, 1.0 - share)


def _part(rows, count):
    """Every so manieth row, at most `count` of them."""
    inputs, targets = rows
    places = np.linspace(0, len(inputs) - 1, min(count, len(inputs))).astype(int)
    return inputs[places], targets[places]
