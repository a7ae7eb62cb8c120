"""Trains a compiled Keras model with a whole epoch as one compiled program.

`model.fit` comes back to Python after every batch; for models this small most of its time is spent there. Here the
loop over the batches of an epoch is part of the program, and the program is kept for the next seed.
"""

import time

import keras
import numpy as np

from keras_attention.arguments import check_positive_int


class EpochTrainer:
    """Trains a compiled model an epoch at a time, each epoch one program (XLA on TensorFlow and JAX).

    The steps are Keras' own `model.train_step`: the same loss, metrics, dropout and optimizer as in `model.fit`, and
    the same weights as `model.fit(shuffle=False)` over the same batches. Every sample is used in every epoch; the last
    short batch is one step after the loop. On torch the trainer calls `fit`.

    Args:
        model: a built and compiled Keras model with one input and one output.
        batch_size: int, samples a step.

    Example:
        >>> task = FirstStepRecall(10)
        >>> trainer = EpochTrainer(build_lstm(task))
        >>> trainer.fit(*task.sample(2000, seed=0), epochs=30, seed=0)["accuracy"][-1]
        1.0
        >>> trainer.restart(build_lstm(task))  # another start, nothing is compiled again
    """

    def __init__(self, model, batch_size=32):
        self.batch_size = check_positive_int(batch_size, "batch_size")
        self.model = _with_optimizer(model)
        self.compile_seconds = 0.0
        self._run_epoch = _EPOCHS[keras.backend.backend()](model, self.batch_size)
        self._compiled = set()

    def fit(self, inputs, targets, epochs, seed=None, on_epoch=None):
        """Trains for some epochs.

        Args:
            inputs: array of shape (N, ...).
            targets: array of shape (N, ...).
            epochs: int, passes over the data, at least 1.
            seed: int of at least 0, shuffles the samples anew for every epoch; `None` keeps their order.
            on_epoch: called after each epoch with its number (from 0) and its logs.

        Returns:
            Dict from the name of each log ("loss", "accuracy", ...) to a list with a number an epoch.

        Raises:
            ValueError: `inputs` and `targets` differ in their number of samples, or there are none; `epochs` or `seed`
                is no such integer.
        """
        epochs = check_positive_int(epochs, "epochs")
        inputs, targets = np.asarray(inputs), np.asarray(targets)
        if len(inputs) != len(targets) or len(inputs) == 0:
            raise ValueError(
                f"`inputs` and `targets` must hold the same number of samples, at least one; "
                f"received {len(inputs)} and {len(targets)}"
            )
        generator = None if seed is None else _generator(seed)
        order = np.arange(len(inputs), dtype="int32")
        if not isinstance(self._run_epoch, _FitEpoch):
            self._prepare(inputs, targets)
        history = {}
        for epoch in range(epochs):
            if generator is not None:
                order = np.argsort(generator.random(len(inputs)), kind="stable").astype("int32")
            logs = {name: float(value) for name, value in self._run_epoch(inputs, targets, order).items()}
            for name, value in logs.items():
                history.setdefault(name, []).append(value)
            if on_epoch is not None:
                on_epoch(epoch, logs)
        return history

    def restart(self, model):
        """Takes over the variables of another freshly built model of the same architecture, and compiles nothing.

        Args:
            model: a model built and compiled like the one being trained; it stays as it is.

        Raises:
            ValueError: it is not compiled, or its variables have other shapes.
        """
        _with_optimizer(model)
        old = self.model.variables + self.model.optimizer.variables
        new = model.variables + model.optimizer.variables
        if [tuple(v.shape) for v in old] != [tuple(v.shape) for v in new]:
            raise ValueError(
                f"`model` must have the architecture of {self.model.name!r}; its variables differ in shape"
            )
        for variable, fresh in zip(old, new, strict=True):
            variable.assign(keras.ops.convert_to_numpy(fresh.value))  # a copy: on JAX `fit` uses up a model's arrays
        self.model.reset_metrics()

    def _prepare(self, inputs, targets):
        """Makes the variables of the metrics, and compiles the epoch; the model's variables stay as they are."""
        kind = _kind(inputs, targets)
        if kind in self._compiled:
            return
        started = time.perf_counter()
        if not self._compiled:
            first, answer = (keras.ops.convert_to_tensor(array[:1]) for array in (inputs, targets))
            outputs = self.model.compute_output_spec(keras.KerasTensor(first.shape, inputs.dtype.name))
            self.model.compute_metrics(first, answer, keras.ops.zeros(outputs.shape, outputs.dtype))
            self.model.reset_metrics()
        self._run_epoch.compile(inputs, targets)
        self.compile_seconds += time.perf_counter() - started
        self._compiled.add(kind)


def _generator(seed):
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"`seed` must be an integer of at least 0, or None; received {seed!r}")
    # A stream of its own: from the plain seed, an order could repeat the very numbers its samples were drawn from, and
    # sort them by their answers.
    return np.random.default_rng([int(seed), 1])


def _kind(inputs, targets):
    """What a compiled epoch depends on."""
    return inputs.shape, inputs.dtype, targets.shape, targets.dtype


def _with_optimizer(model):
    """Returns `model` with the variables of its optimizer made; ValueError unless it is built and compiled."""
    if not isinstance(model, keras.Model) or not model.built or not model.compiled or model.optimizer is None:
        raise ValueError(f"`model` must be a built and compiled Keras model; received {model!r}, which is not")
    if not model.optimizer.built:
        model.optimizer.build(model.trainable_variables)
    return model


class _TensorFlowEpoch:
    """An epoch over tf.Variables in one XLA program."""

    def __init__(self, model, batch_size):
        import tensorflow as tf

        self.model = model

        def run(inputs, targets, order):
            def step(rows):
                model.train_step((tf.gather(inputs, rows), tf.gather(targets, rows)))

            def full_batch(index):
                step(tf.slice(order, [index * batch_size], [batch_size]))  # a size known to the compiler
                return index + 1

            full_batches = order.shape[0] // batch_size
            if full_batches:
                tf.while_loop(lambda index: index < full_batches, full_batch, [tf.constant(0)])
            if order.shape[0] % batch_size:
                step(order[full_batches * batch_size :])
            return True

        def epoch(inputs, targets, order, active):
            return tf.cond(active, lambda: run(inputs, targets, order), lambda: False)

        self.program = tf.function(epoch, jit_compile=True, autograph=False)

    def compile(self, inputs, targets):
        # XLA compiles in the first call and not before; an epoch that is not active trains nothing.
        self._call(inputs, targets, np.arange(len(inputs), dtype="int32"), active=False)

    def __call__(self, inputs, targets, order):
        self.model.reset_metrics()
        self._call(inputs, targets, order, active=True)
        return self.model.get_metrics_result()

    def _call(self, inputs, targets, order, active):
        import tensorflow as tf

        self.program(inputs, targets, order, tf.constant(active))


class _JaxEpoch:
    """An epoch as a scan over batches; the state goes in and comes back as arrays."""

    def __init__(self, model, batch_size):
        import jax

        self.model = model

        def epoch(state, inputs, targets, order):
            def step(state, rows):
                logs, state = model.train_step(state, (inputs[rows], targets[rows]))
                return state, logs

            full_batches = order.shape[0] // batch_size
            rows = order[: full_batches * batch_size].reshape(full_batches, batch_size)
            state, logs = jax.lax.scan(step, state, rows)
            logs = {name: value[-1] for name, value in logs.items()} if full_batches else {}
            if order.shape[0] % batch_size:
                state, logs = step(state, order[full_batches * batch_size :])
            return logs, state

        self.epoch = jax.jit(epoch)
        self.programs = {}

    def compile(self, inputs, targets):
        order = np.arange(len(inputs), dtype="int32")
        program = self.epoch.lower(self._state(), inputs, targets, order).compile()
        self.programs[_kind(inputs, targets)] = program

    def __call__(self, inputs, targets, order):
        self.model.reset_metrics()
        logs, state = self.programs[_kind(inputs, targets)](self._state(), inputs, targets, order)
        for variables, values in zip(self._variables(), state, strict=True):
            for variable, value in zip(variables, values, strict=True):
                variable.assign(value)
        return logs

    def _variables(self):
        model = self.model
        return (
            model.trainable_variables,
            model.non_trainable_variables,
            model.optimizer.variables,
            model.metrics_variables,
        )

    def _state(self):
        return tuple([variable.value for variable in variables] for variables in self._variables())


class _FitEpoch:
    """An epoch of `model.fit`, for backends where a whole epoch is not compiled."""

    def __init__(self, model, batch_size):
        self.model = model
        self.batch_size = batch_size

    def __call__(self, inputs, targets, order):
        history = self.model.fit(
            inputs[order], targets[order], batch_size=self.batch_size, shuffle=False, epochs=1, verbose=0
        )
        return {name: values[0] for name, values in history.history.items()}


_EPOCHS = {"tensorflow": _TensorFlowEpoch, "jax": _JaxEpoch, "torch": _FitEpoch}
