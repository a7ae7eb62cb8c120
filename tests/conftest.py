"""Shared by all tests: a quiet start, and gradients on whichever backend is in use."""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # read by TensorFlow when it is first imported

import pytest


def _value_and_gradients(function, variables, *inputs):
    import keras

    tensors = [keras.ops.convert_to_tensor(array) for array in inputs]
    backend = keras.backend.backend()
    if backend == "tensorflow":
        import tensorflow as tf

        with tf.GradientTape() as tape:
            tape.watch(tensors)
            value, extras = _pair(function(*tensors))
        sources = [tensors, [variable.value for variable in variables]]
        gradients = tape.gradient(value, sources, unconnected_gradients="zero")
    elif backend == "jax":
        import jax

        def of_state(tensors, values):
            with keras.StatelessScope(state_mapping=list(zip(variables, values, strict=True))):
                return _pair(function(*tensors))

        values = [variable.value for variable in variables]
        graded = jax.value_and_grad(of_state, argnums=(0, 1), has_aux=True)
        (value, extras), gradients = graded(tensors, values)
    else:
        import torch

        tensors = [tensor.requires_grad_() for tensor in tensors]
        value, extras = _pair(function(*tensors))
        sources = tensors + [variable.value for variable in variables]
        found = torch.autograd.grad(value, sources, allow_unused=True, materialize_grads=True)
        gradients = found[: len(tensors)], found[len(tensors) :]
    by_inputs, by_variables = ([keras.ops.convert_to_numpy(g) for g in group] for group in gradients)
    value = float(keras.ops.convert_to_numpy(value))
    if not extras:
        return value, by_inputs, by_variables
    return value, by_inputs, by_variables, tuple(map(keras.ops.convert_to_numpy, extras))


def _pair(result):
    return result if isinstance(result, tuple) else (result, ())


@pytest.fixture(scope="session")
def value_and_gradients():
    """A function (function, variables, *inputs) -> (value, gradients by the inputs, gradients by the variables).

    `function` takes the inputs as tensors and returns a scalar tensor, or a pair of it and a tuple of tensors that come
    back as a fourth item. What comes back is NumPy.
    """
    return _value_and_gradients
