"""The loop as one compiled program, kept as long as the model lives."""

import weakref

import keras

from keras_attention.generation.loop import CachedReader, PlainReader, write
from keras_attention.models.language_model_parts import language_model_parts

_PROGRAMS = weakref.WeakKeyDictionary()  # model -> _ModelPrograms, which does not hold the model


def programs_of(model):
    """The programs of a model: those compiled earlier, or none yet."""
    if model not in _PROGRAMS:
        _PROGRAMS[model] = _ModelPrograms(model)
    return _PROGRAMS[model]


class _ModelPrograms:
    """One program for each kind of call; new weights need no new program."""

    def __init__(self, model):
        self.parts = language_model_parts(model)
        self.variables = list(model.variables)
        self.model = weakref.ref(model)
        self.compiled = {}

    def run(self, tokens, lengths, chances, count, temperature, top_k, cached):
        """Runs the loop on arrays (see `write`); compiles it where these shapes are new."""
        kind = (tokens.shape, chances.shape, top_k, cached)
        if kind not in self.compiled:
            self.compiled[kind] = _COMPILERS[keras.backend.backend()](self._program(top_k, cached), self.variables)
        arguments = map(keras.ops.convert_to_tensor, (tokens, lengths, chances, count, temperature))
        return self.compiled[kind](*arguments)

    def _program(self, top_k, cached):
        parts, model = self.parts, self.model

        def program(tokens, lengths, chances, count, temperature):
            reader = CachedReader(parts) if cached else PlainReader(model())
            return write(reader, tokens, lengths, chances, count, temperature, top_k, parts.context_length)

        return program


def _tensorflow_program(program, variables):
    import tensorflow as tf

    function, traced = tf.function(program, jit_compile=True, autograph=False), []

    def run(*arguments):
        if not traced:  # a call of `function` itself would warn of frequent tracing once there are five programs
            traced.append(function.get_concrete_function(*arguments))
        return traced[0](*arguments)

    return run


def _jax_program(program, variables):
    import jax

    def stateless(values, *arguments):
        with keras.StatelessScope(state_mapping=list(zip(variables, values, strict=True))):
            return program(*arguments)

    compiled = jax.jit(stateless)
    return lambda *arguments: compiled([variable.value for variable in variables], *arguments)


def _torch_program(program, variables):
    import torch

    def run(*arguments):
        with torch.no_grad():
            return program(*arguments)

    return run


_COMPILERS = {"tensorflow": _tensorflow_program, "jax": _jax_program, "torch": _torch_program}
