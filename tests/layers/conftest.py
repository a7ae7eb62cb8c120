"""For the tests of the layers: fixed seeds, the kinds of layer that share promises, and 64-bit numbers."""

import contextlib

import keras
import pytest

from keras_attention import MultiHeadSelfAttention, TransformerBlock

KINDS = {
    "attention": lambda num_heads, **kwargs: MultiHeadSelfAttention(num_heads, **kwargs),
    "post-norm": lambda num_heads, **kwargs: TransformerBlock(num_heads, 12, **kwargs),
    "pre-norm": lambda num_heads, **kwargs: TransformerBlock(num_heads, 12, normalize_first=True, **kwargs),
}


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(7)


@pytest.fixture(params=list(KINDS))
def make(request):
    """(num_heads, **kwargs) -> an attention layer or a block, one after the other."""
    return KINDS[request.param]


@pytest.fixture
def compiled():
    """model -> the model, compiled to a graph: on TensorFlow without XLA, so with unknown sizes, and quickly."""

    def compile_model(model, optimizer="adam", loss="mse"):
        model.compile(optimizer, loss, jit_compile=keras.backend.backend() == "jax")
        return model

    return compile_model


@pytest.fixture
def double_precision():
    """64-bit numbers on every backend; JAX leaves them out unless asked."""
    if keras.backend.backend() == "jax":
        import jax

        enable_x64 = jax.enable_x64 if hasattr(jax, "enable_x64") else jax.experimental.enable_x64
        context = enable_x64(True)
    else:
        context = contextlib.nullcontext()
    with context:
        yield
