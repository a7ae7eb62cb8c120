"""Lets a language model write: token after token, with a key-value cache, as one compiled program."""

import keras
import numpy as np

from keras_attention.arguments import check_positive_int
from keras_attention.generation.programs import programs_of
from keras_attention.generation.prompts import as_prompts, laid_out

__all__ = ["generate", "generate_plain"]


def generate(model, prompt, length, temperature=1.0, top_k=None, seed=None):
    """Writes tokens behind a prompt, each chosen by the model's answer to all before it.

    What has been read is kept in a key-value cache, so that a new token costs one step, not a whole sequence. The loop
    is one compiled program on TensorFlow and JAX, compiled at the first call for a number of prompts (and again where
    `length` passes the next power of two), and kept as long as the model lives.

    When the context is full, the oldest half of it is dropped and the rest is read again, from position 0 on. Each
    row of a batch does so at its own time, and gets the tokens it would get alone at temperature 0; otherwise each row
    draws with random numbers of its own. A prompt longer than the context loses its oldest tokens in the same steps of
    half a context.

    Args:
        model: a model of `build_language_model`, trained or not, or such a model saved and loaded.
        prompt: a sequence of token ids; or a list of such sequences, of any lengths.
        length: int, how many tokens to write.
        temperature: float of at least 0. Logits are divided by it: above 1 evens the choice out, below 1 sharpens it,
            and 0 always takes the likeliest token.
        top_k: int, choose among the `top_k` likeliest tokens only; `None`: among all.
        seed: int of at least 0; the same seed gives the same tokens. `None`: new ones at every call.

    Returns:
        NumPy array of integers: the new tokens, of shape (length,), or (B, length) for a list of B prompts.

    Raises:
        ValueError: an argument is out of range, a prompt is empty or holds an id the model does not know, or `model` is
            no such model.

    Example:
        >>> model = build_language_model(vocabulary_size=50, context_length=16)
        >>> generate(model, [3, 1, 4], length=20, seed=0).shape
        (20,)
        >>> generate(model, [[3, 1, 4], [1, 5, 9, 2, 6]], length=20, temperature=0).shape
        (2, 20)

    Reference:
        Temperature and top-k: Holtzman et al. (2020), The curious case of neural text degeneration, section 3. The
        cache: Pope et al. (2022), Efficiently scaling transformer inference, section 2.1.
    """
    return _generate(model, prompt, length, temperature, top_k, seed, cached=True)


def generate_plain(model, prompt, length, temperature=1.0, top_k=None, seed=None):
    """Writes the same tokens as `generate` without a cache: the model reads everything again for every token.

    It calls the model as it is. It is there to compare with, in time and in tokens.

    Args and returns:
        Those of `generate`.
    """
    return _generate(model, prompt, length, temperature, top_k, seed, cached=False)


def _generate(model, prompt, length, temperature, top_k, seed, cached):
    programs = programs_of(model)
    rows, single = as_prompts(prompt, programs.parts.vocabulary_size)
    length = check_positive_int(length, "length")
    is_number = isinstance(temperature, (int, float, np.integer, np.floating)) and not isinstance(temperature, bool)
    if not is_number or not 0 <= temperature < float("inf"):
        raise ValueError(f"`temperature` must be a number of at least 0; received {temperature!r}")
    top_k = None if top_k is None else check_positive_int(top_k, "top_k")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0):
        raise ValueError(f"`seed` must be an integer of at least 0, or None; received {seed!r}")
    tokens, lengths = laid_out(rows, programs.parts.context_length)  # (B, C + 1), (B,)
    chances = np.zeros((1 << (length - 1).bit_length(), len(rows)), "float32")  # (N, B), N the next power of two
    chances[:length] = np.random.default_rng(seed).random((length, len(rows)), dtype="float32")
    temperature = temperature.item() if isinstance(temperature, np.number) else temperature
    temperature = np.float32(min(temperature, 1e30))  # beyond it the choice gets no more even, and float32 has an end
    written = programs.run(tokens, lengths, chances, np.int32(length), temperature, top_k, cached)
    written = keras.ops.convert_to_numpy(written)[:length].T  # (B, length)
    return written[0] if single else written
