"""Training with a whole epoch as one compiled program, as notebooks show it; copied in by `build.py`."""

import time

import keras
import numpy as np
from keras import ops


def tensorflow_epoch(model, batch_size):
    """A function (inputs, answers, order) that trains `model` for one epoch."""
    import tensorflow as tf

    @tf.function(jit_compile=True, autograph=False)
    def epoch(inputs, answers, order):
        def train_on(rows):
            model.train_step((tf.gather(inputs, rows), tf.gather(answers, rows)))

        def next_batch(start):
            train_on(tf.slice(order, [start], [batch_size]))
            return start + batch_size

        in_full_batches = order.shape[0] // batch_size * batch_size
        if in_full_batches:
            tf.while_loop(lambda start: start < in_full_batches, next_batch, [tf.constant(0)])
        if in_full_batches < order.shape[0]:
            train_on(order[in_full_batches:])  # the last, shorter batch

    return epoch


def jax_epoch(model, batch_size):
    """The same program on JAX, where the state of a model goes in and comes back as arrays."""
    import jax

    kinds = (model.trainable_variables, model.non_trainable_variables, model.optimizer.variables,
             model.metrics_variables)

    @jax.jit
    def program(state, inputs, answers, order):
        def next_batch(state, rows):
            logs, state = model.train_step(state, (inputs[rows], answers[rows]))
            return state, None

        batches = len(order) // batch_size
        in_full_batches = batches * batch_size
        state, _ = jax.lax.scan(next_batch, state, order[:in_full_batches].reshape(batches, batch_size))
        if in_full_batches < len(order):
            state, _ = next_batch(state, order[in_full_batches:])
        return state

    def epoch(inputs, answers, order):
        state = program(tuple([variable.value for variable in kind] for kind in kinds), inputs, answers, order)
        for variables, values in zip(kinds, state, strict=True):
            for variable, value in zip(variables, values, strict=True):
                variable.assign(value)

    return epoch


def compiled_epoch(model, batch_size):
    """A function (inputs, answers, order) -> logs that trains `model` for one epoch."""
    backend = keras.backend.backend()
    if backend not in ("tensorflow", "jax"):
        def epoch_of_fit(inputs, answers, order):
            history = model.fit(inputs[order], answers[order], batch_size=batch_size, shuffle=False, verbose=0)
            return {name: values[0] for name, values in history.history.items()}

        return epoch_of_fit

    nothing = np.zeros((1, *model.input_shape[1:]), "float32")
    model.optimizer.build(model.trainable_variables)
    model.compute_metrics(nothing, np.zeros(1, "float32"), model(nothing))  # makes the variables of the metrics
    program = (tensorflow_epoch if backend == "tensorflow" else jax_epoch)(model, batch_size)

    def epoch(inputs, answers, order):
        model.reset_metrics()
        program(inputs, answers, order)
        return {name: float(value) for name, value in model.get_metrics_result().items()}

    return epoch


def start_again(model, fresh):
    """Gives `model` the weights, and the empty optimizer, of a freshly built one; its compiled epoch stays."""
    fresh.optimizer.build(fresh.trainable_variables)
    old, new = (m.variables + m.optimizer.variables for m in (model, fresh))
    for variable, value in zip(old, new, strict=True):
        variable.assign(value)


def in_batches(model, inputs):
    """What `model` answers, in batches: tensors as NumPy arrays."""
    for start in range(0, len(inputs), 250):
        yield ops.convert_to_numpy(model(inputs[start : start + 250], training=False))


def trained_models(build, sample, epochs, batch_size, seeds):
    """Trains a model with each seed, and yields (seed, model, losses, seconds) when it is done.

    Args:
        build: function () that gives a compiled model.
        sample: function (seed) that gives the training sequences and their answers.
        epochs: int, passes over the sequences.
        batch_size: int.
        seeds: each is another start and other data.
    """
    model = epoch = None
    for seed in seeds:
        started = time.perf_counter()
        keras.utils.set_random_seed(seed)  # decides the first weights
        fresh = build()
        if model is None:
            model, epoch = fresh, compiled_epoch(fresh, batch_size)
        else:
            start_again(model, fresh)  # nothing has to be compiled a second time
        inputs, answers = sample(seed)  # (N, ...), (N,)
        rng = np.random.default_rng([seed, 1])  # not the numbers that the sequences were drawn from
        losses = []
        for _ in range(epochs):
            order = np.argsort(rng.random(len(inputs)), kind="stable").astype("int32")  # (N,), shuffled anew
            losses.append(epoch(inputs, answers, order)["loss"])
        yield seed, model, losses, time.perf_counter() - started
