"""Writing with a cache, in one program, gives the tokens of a plain loop around the model."""

import gc
import os
import pathlib
import subprocess
import sys
import warnings
import weakref

import keras
import numpy as np
import pytest
from keras import ops

import keras_attention.generation.programs as programs
from keras_attention import build_language_model, build_lstm, generate, generate_plain
from keras_attention.generation.sampling import choose_token
from keras_attention.tasks import FirstStepRecall

ROOT = pathlib.Path(__file__).resolve().parents[1]
V, C = 13, 8
PROMPTS = [[1], [2, 3, 4, 5, 6, 7, 8], [9, 0] * 4, list(range(13))]  # short, nearly full, full, too long
LENGTH = 14


def tiny(seed=0):
    """A model whose logits lie far apart, so that no rounding decides between two tokens."""
    model = build_language_model(V, C, width=12, num_heads=2, num_blocks=2)
    generator = np.random.default_rng(seed)
    for weight in model.weights:
        weight.assign(generator.normal(weight.path.endswith("gamma"), 0.5, weight.shape))
    return model


@pytest.fixture(scope="module")
def model():
    return tiny()


def by_hand(model, prompt, length):
    """Greedy tokens of a plain Python loop: one row, no cache, no program, the model called as it is."""
    context, written = [], []

    def put(token):
        context.append(token)
        if len(context) > C:
            del context[: C // 2]

    for token in prompt:
        put(token)
    for _ in range(length):
        row = np.array([context + [0] * (C - len(context))])
        logits = ops.convert_to_numpy(model(row, training=False))[0, len(context) - 1]
        written.append(int(logits.argmax()))
        put(written[-1])
    return written


@pytest.fixture(scope="module")
def greedy(model):
    return generate(model, PROMPTS, LENGTH, temperature=0)


def test_greedy_tokens_of_prompts_of_different_length(model, greedy):
    assert greedy.shape == (len(PROMPTS), LENGTH)
    assert greedy.tolist() == [by_hand(model, prompt, LENGTH) for prompt in PROMPTS]
    assert all(len(set(row)) > 2 for row in greedy.tolist())  # a model that repeats itself would show nothing


def test_plain_generation_gives_the_same_tokens(model, greedy):
    np.testing.assert_array_equal(generate_plain(model, PROMPTS, LENGTH, temperature=0), greedy)
    drawn = generate(model, PROMPTS, LENGTH, temperature=1.5, seed=4)
    np.testing.assert_array_equal(generate_plain(model, PROMPTS, LENGTH, temperature=1.5, seed=4), drawn)


def test_alone_and_going_on(model, greedy):
    prompt = PROMPTS[1]
    alone = generate(model, prompt, LENGTH, temperature=0)
    assert alone.shape == (LENGTH,) and alone.tolist() == greedy[1].tolist()
    first = generate(model, np.array(prompt), LENGTH - 5, temperature=0)
    rest = generate(model, [*prompt, *first.tolist()], 5, temperature=0)
    assert [*first, *rest] == alone.tolist()  # what was written, as part of a prompt, loses its oldest half alike


def test_a_seed_gives_the_tokens(model):
    def draw(seed):
        return generate(model, PROMPTS, LENGTH - 4, seed=seed).tolist()

    first = draw(1)
    assert first == draw(1) and first != draw(2)
    assert draw(None) != draw(None)


def test_compiled_once_and_always_with_the_weights_of_the_moment(model, greedy, monkeypatch):
    traces, write = [], programs.write
    monkeypatch.setattr(programs, "write", lambda *arguments: traces.append(1) or write(*arguments))
    if keras.backend.backend() == "torch":
        pytest.skip("torch compiles nothing")
    generate(model, PROMPTS, LENGTH, temperature=0.5, seed=1)
    generate(model, [[1, 2], *PROMPTS[1:]], LENGTH + 1, temperature=0)
    assert not traces  # the program of the fixture serves any temperature, prompts and length up to 16
    other = tiny(seed=1)
    fresh = generate(other, PROMPTS, LENGTH, temperature=0)
    assert len(traces) == 1 and fresh.tolist() != greedy.tolist()
    kept = [weight.numpy() for weight in other.weights]
    other.set_weights([weight.numpy() for weight in model.weights])
    np.testing.assert_array_equal(generate(other, PROMPTS, LENGTH, temperature=0), greedy)
    other.set_weights(kept)
    assert generate(other, PROMPTS, LENGTH, temperature=0).tolist() == fresh.tolist() and len(traces) == 1
    gc.collect()  # programs of other tests' models go first
    model_lives, programs_held = weakref.ref(other), len(programs._PROGRAMS)
    del other
    gc.collect()
    assert model_lives() is None and len(programs._PROGRAMS) == programs_held - 1


def test_programs_for_many_prompts_are_no_reason_to_warn(model, monkeypatch):
    tf = pytest.importorskip("tensorflow")
    if keras.backend.backend() != "tensorflow":
        pytest.skip("the warning is TensorFlow's")
    said = []
    monkeypatch.setattr(tf.get_logger(), "warning", lambda *arguments: said.append(arguments))
    monkeypatch.setattr(programs, "write", lambda *arguments: ops.zeros(arguments[3].shape, "int32"))
    for top_k in range(1, 9):
        assert generate(model, [[1], [2], [3]], 2, top_k=top_k).tolist() == [[0, 0]] * 3
    assert not said


FRESH = """
import sys
import keras
import numpy as np
from keras_attention import generate

given = np.load("given.npz")
model = keras.saving.load_model("model.keras")
prompts = [row[:length] for row, length in zip(given["prompts"], given["lengths"])]
np.testing.assert_array_equal(generate(model, prompts, given["tokens"].shape[1], temperature=0), given["tokens"])
print("as before")
"""


def test_a_loaded_model_writes_the_same_in_a_fresh_process(model, greedy, tmp_path):
    model.save(tmp_path / "model.keras")
    rows = np.zeros((len(PROMPTS), 13), "int32")
    for row, prompt in zip(rows, PROMPTS, strict=True):
        row[: len(prompt)] = prompt
    np.savez(tmp_path / "given.npz", prompts=rows, lengths=[len(prompt) for prompt in PROMPTS], tokens=greedy)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KERAS_BACKEND": keras.backend.backend()}
    done = subprocess.run(
        [sys.executable, "-c", FRESH], cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0 and done.stdout.split() == ["as", "before"], done.stderr


class TestChoosing:
    LOGITS = np.array([1.0, -2.0, 0.5, 3.0, 2.5], "float32")
    GRID = (np.arange(20_000, dtype="float32") + 0.5) / 20_000  # every share of chance once

    def shares(self, temperature, top_k=None, logits=LOGITS):
        rows = ops.convert_to_tensor(np.tile(logits, (len(self.GRID), 1)))
        tokens = choose_token(rows, ops.convert_to_tensor(self.GRID), ops.convert_to_tensor(temperature), top_k)
        return np.bincount(ops.convert_to_numpy(tokens), minlength=len(logits)) / len(self.GRID)

    @pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
    @pytest.mark.parametrize("top_k", [None, 1, 2, 4, 5, 9])
    def test_shares_are_the_softmax_of_the_likeliest(self, temperature, top_k):
        expected = np.exp(self.LOGITS.astype("float64") / temperature)
        expected[np.argsort(-self.LOGITS)[top_k or 5 :]] = 0
        np.testing.assert_allclose(self.shares(temperature, top_k), expected / expected.sum(), atol=2e-4)

    def test_temperature_zero_takes_the_likeliest(self):
        assert self.shares(0.0).tolist() == self.shares(0.0, 3).tolist() == [0, 0, 0, 1, 0]

    def test_what_is_impossible_is_never_chosen(self):
        impossible = np.array([-np.inf, 0.0, -np.inf, 0.0, -np.inf], "float32")
        assert self.shares(1.0, logits=impossible).tolist() == [0, 0.5, 0, 0.5, 0]
        rows = ops.convert_to_tensor(np.tile(impossible, (2, 1)))
        ends = ops.convert_to_tensor(np.array([0.0, 1 - 2**-24], "float32"))
        assert ops.convert_to_numpy(choose_token(rows, ends, ops.convert_to_tensor(1.0))).tolist() == [1, 3]


ERRORS = [
    ({"prompt": []}, "`prompt` must hold at least one token.*empty prompt"),
    ({"prompt": [[1, 2], []]}, "`prompt`.*at least one token; received an empty sequence"),
    ({"prompt": "abc"}, "`prompt` must be a sequence of token ids.*not a text"),
    ({"prompt": 3}, "`prompt` must be a sequence of token ids"),
    ({"prompt": np.array(3)}, "`prompt` must be a sequence of token ids"),
    ({"prompt": {0: 1}}, "`prompt` must be a sequence of token ids"),
    ({"prompt": {1, 2}}, "`prompt` must be a sequence of token ids"),
    ({"prompt": [1, [2, 3]]}, r"`prompt` must hold sequences of integers.*received \[1, \[2, 3\]\]"),
    ({"prompt": [1, 0.5]}, "`prompt` must hold sequences of integers"),
    ({"prompt": [1, V]}, f"`prompt` must hold token ids from 0 to {V - 1}, which the model knows; received {V}"),
    ({"prompt": [[1], [-1]]}, "received -1"),
    ({"length": 0}, "`length` must be a positive integer; received 0"),
    ({"temperature": -0.5}, "`temperature` must be a number of at least 0; received -0.5"),
    ({"temperature": float("nan")}, "`temperature` must be a number of at least 0; received nan"),
    ({"temperature": np.complex64(1)}, "`temperature` must be a number of at least 0"),
    ({"temperature": "hot"}, "`temperature` must be a number of at least 0; received 'hot'"),
    ({"top_k": 0}, "`top_k` must be a positive integer; received 0"),
    ({"seed": -1}, "`seed` must be an integer of at least 0, or None; received -1"),
    ({"seed": 0.5}, "`seed` must be an integer of at least 0, or None; received 0.5"),
]


@pytest.mark.parametrize(("changed", "message"), ERRORS, ids=str)
@pytest.mark.parametrize("function", [generate, generate_plain])
def test_errors_are_sentences(model, function, changed, message):
    with pytest.raises(ValueError, match=message):
        function(**{"model": model, "prompt": [1, 2], "length": 3, **changed})


def test_the_highest_temperatures_are_alike(model):
    with warnings.catch_warnings(action="error", category=RuntimeWarning):
        hottest = [generate(model, [1, 2], 3, temperature=value, seed=0).tolist() for value in (1e30, 1e300, 10**400)]
        generate(model, [1, 2], 3, temperature=np.float16(0.5), seed=0)
    assert hottest[0] == hottest[1] == hottest[2]


def test_other_models_are_refused():
    with pytest.raises(ValueError, match="`model` must be a chain of Embedding.*LSTM"):
        generate(build_lstm(FirstStepRecall(4), units=2), [1], 3)
    with pytest.raises(ValueError, match="`model` must be a Keras model; received str"):
        generate("model.keras", [1], 3)
