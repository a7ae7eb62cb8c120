"""Code 4: what the committed run shows, a small run, and that it writes as the package does."""

import re

import keras
import numpy as np
import pytest
from keras import ops
from notebook_files import printed_by, read

from keras_attention import AddPosition, TransformerBlock, generate

NAME = "code4_from_mask_to_writing"
MODEL = ["setup", "checks", "layers", "parameters", "letters", "text", "model", "loop", "by-hand", "cache",
         "write-cached"]
TINY = "CONTEXT, WIDTH, NUM_HEADS, NUM_BLOCKS = 8, 16, 2, 2\n"
ADAPTED = re.compile(r"(?m)^(English|Korean) +(untouched|LoRA|full) +(\S+) +(\S+) +(\S+)")
SPEED = re.compile(r"position +(\d+): without +\S+ ms, with +\S+ ms, +(\S+) times; cache (\S+) kB, formula (\S+) kB")


@pytest.fixture(scope="module")
def tiny():
    """What the cells up to the cache define, with a model of random weights that is small."""
    defined, registered = {}, dict(keras.saving.get_custom_objects())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MPLBACKEND", "agg")
        for cell in read(NAME, "en").cells:
            if cell.cell_type == "code" and cell.id in MODEL:
                source = cell.source.split("\nfor name, writer, source in")[0]
                exec(compile(source, cell.id, "exec"), defined)
                if cell.id == "parameters":
                    exec(TINY, defined)
                if cell.id == "model":
                    rng = np.random.default_rng(0)
                    model = defined["model"]
                    model.set_weights([rng.normal(scale=0.5, size=w.shape) for w in model.get_weights()])
    yield defined
    keras.saving.get_custom_objects().clear()
    keras.saving.get_custom_objects().update(registered)


def numbers(text):
    return [float(number) for number in re.findall(r"\d+\.\d+", text)]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_run_shows_what_the_texts_say(language):
    notebook = read(NAME, language)
    without, masked = printed_by(notebook, "leak-check").splitlines()
    assert min(numbers(without)) > 0 and numbers(masked)[:5] == [0] * 5 and numbers(masked)[5] > 0
    losses = [float(loss) for loss in re.findall(r"held-out loss (\S+)", printed_by(notebook, "train"))]
    assert len(losses) == 4 and losses == sorted(losses, reverse=True)
    guessing, frequencies = numbers(printed_by(notebook, "text"))[-2:]
    assert losses[-1] < 0.62 * frequencies < frequencies < guessing
    assert all(difference < 1e-3 for difference in numbers_of_differences(notebook))
    speed = SPEED.findall(printed_by(notebook, "speed"))
    assert [int(position) for position, *_ in speed] == [32, 64, 128, 256, 512]
    assert float(speed[-1][1]) > 5 and all(held == formula for _, _, held, formula in speed)
    assert "1,557,611,200" in printed_by(notebook, "sizes") and "174,604,259,328" in printed_by(notebook, "sizes")
    by_position = numbers(printed_by(notebook, "prompt"))
    assert len(by_position) == 4 and by_position[0] > by_position[-1] + 0.1
    adapted = {(text, way): (int(trained.replace(",", "")), float(new), float(old))
               for text, way, trained, new, old in ADAPTED.findall(printed_by(notebook, "adapt"))}
    assert len(adapted) == 6
    for text in ("English", "Korean"):
        untouched, lora, full = (adapted[text, way] for way in ("untouched", "LoRA", "full"))
        assert untouched[0] == 0 and 20 * lora[0] < full[0]
        assert untouched[1] > lora[1] > full[1]
    assert adapted["English", "LoRA"][1] - adapted["English", "full"][1] < 0.25
    assert adapted["Korean", "LoRA"][1] - adapted["Korean", "full"][1] > 0.5
    minutes = re.search(r"\d+\.\d", printed_by(notebook, "finish"))
    assert float(minutes[0]) <= 5  # what its first cell promises


def numbers_of_differences(notebook):
    text = printed_by(notebook, "cache") + printed_by(notebook, "lora")
    return [float(number) for number in re.findall(r"\d\.\d+e-\d+|(?<=lora: )0\.0", text)]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_small_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    differences = numbers_of_differences(notebook)
    assert len(differences) == 4 and max(differences) < 1e-4
    assert printed_by(notebook, "train").count("held-out loss") == 4
    counts = re.search(r"this model +(\S+) +\(Keras counts (\S+)\)", printed_by(notebook, "sizes"))
    assert counts[1] == counts[2]
    assert len(ADAPTED.findall(printed_by(notebook, "adapt"))) == 6
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 3


def from_package(defined):
    """The notebook's model built from the package's layers, with the same weights."""
    tokens = keras.Input((None,), dtype="int32")
    vocabulary = len(defined["CHARACTERS"])
    x = keras.layers.Embedding(vocabulary, 16)(tokens)
    x = AddPosition(max_length=8)(x)
    for _ in range(2):
        x = TransformerBlock(2, 64, normalize_first=True)(x, use_causal_mask=True)
    x = keras.layers.LayerNormalization(epsilon=1e-5)(x)
    model = keras.Model(tokens, keras.layers.Dense(vocabulary)(x))
    model.set_weights(defined["model"].get_weights())
    return model


def test_the_model_is_that_of_the_package(tiny):
    inputs, _ = tiny["held_out_rows"]("help")
    ours, theirs = tiny["model"](inputs[:5]), from_package(tiny)(inputs[:5])
    np.testing.assert_allclose(ours, theirs, atol=1e-4)


def test_both_loops_write_what_the_package_writes(tiny):
    """The likeliest characters, well past a full window, after prompts shorter and longer than it."""
    model = from_package(tiny)
    for start in ("The ", "A prompt longer than the window"):
        tokens = generate(model, tiny["encode"](start), 40, temperature=0)
        expected = start + tiny["decode"](tokens)
        assert tiny["write"](tiny["model"], start, 40, temperature=0) == expected
        assert tiny["write_cached"](tiny["arrays"], start, 40, temperature=0) == expected


def test_what_is_drawn_follows_the_shares(tiny):
    rng = np.random.default_rng(0)
    logits = np.log([0.1, 0.6, 0.3])
    drawn = np.bincount([tiny["draw"](logits, 1, rng) for _ in range(4000)]) / 4000
    np.testing.assert_allclose(drawn, [0.1, 0.6, 0.3], atol=0.03)
    drawn = np.bincount([tiny["draw"](logits, 0.5, rng) for _ in range(4000)]) / 4000
    np.testing.assert_allclose(drawn, np.square([0.1, 0.6, 0.3]) / 0.46, atol=0.03)
    assert tiny["draw"](logits, 0, rng) == 1


def test_texts_there_and_back(tiny):
    for name, text in tiny["TEXTS"].items():
        assert tiny["CHARACTERS"] == sorted(set(tiny["CHARACTERS"])) and set(text) <= set(tiny["CHARACTERS"])
        if name != "Korean":
            assert tiny["decode"](tiny["encode"](text)) == text
    tiny["LANGUAGE"] = "ko"
    assert tiny["decode"](tiny["encode"](tiny["TEXTS"]["Korean"])) == tiny["KOREAN_LETTERS"]
    tiny["LANGUAGE"] = "en"
    assert tiny["decode"](tiny["encode"]("\u1112\u1161 a\nb")) == "? a\nb"


def test_only_the_update_is_trained(tiny):
    (cell,) = [cell for cell in read(NAME, "en").cells if cell.id == "adapt"]
    exec(cell.source[cell.source.index("def low_rank") : cell.source.index("def ready_to_adapt")], tiny)
    copy = tiny["build_model"]()
    copy.set_weights(tiny["model"].get_weights())
    inputs, _ = tiny["held_out_rows"]("help")
    before = ops.convert_to_numpy(copy(inputs[:2]))
    tiny["low_rank"](copy, 3)
    np.testing.assert_array_equal(copy(inputs[:2]), before)
    assert sorted({weight.name for weight in copy.trainable_weights}) == ["lora_kernel_a", "lora_kernel_b"]
    assert sum(np.prod(w.shape) for w in copy.trainable_weights) == 2 * (4 * 3 * 32 + 2 * 3 * (16 + 64))
    rng = np.random.default_rng(3)
    for weight in copy.trainable_weights:
        weight.assign(rng.normal(scale=0.3, size=weight.shape))
    after = ops.convert_to_numpy(copy(inputs[:1]))[0]
    assert np.abs(after - before[0]).max() > 0.1
    by_hand = tiny["read"](tiny["arrays_of"](copy), inputs[0], tiny["empty_cache"]())  # with the update in its kernels
    np.testing.assert_allclose(by_hand, after, atol=1e-4)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return np.where(logits >= np.sort(logits)[-k], logits, -np.inf)", "Right: three characters can be drawn"),
        ("return np.where(logits >= np.sort(logits)[-k], logits, 0.0)", "exp(0) is 1"),
        ("return np.where(logits <= np.sort(logits)[k - 1], logits, -np.inf)", "you kept the three smallest"),
        ("return np.where(logits > np.sort(logits)[-k], logits, -np.inf)", "yours leaves 2"),
        ("return np.sort(logits)[-k:]", "must have the shape of the logits, (6,); yours has (3,)"),
        ("logits[np.argsort(logits)[:-k]] = -np.inf; return logits", "changes the logits it is given"),
        ("return np.where(logits >= np.sort(logits)[-k], 1.0, -np.inf)", "not the three largest as they were"),
        ("return None", "No answer yet"),
    ],
    ids=["right", "zeros", "smallest", "one too few", "sorted", "in place", "ones", "nothing"],
)
def test_check_of_the_challenge(run_here, line, said):
    answer = f"def top_k(logits, k):\n    {line}\n"
    _, printed = run_here(NAME, ["setup", "challenge-answer", "challenge-check"], {"challenge-answer": answer})
    assert said in printed.splitlines()[-1]


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells 1"):
        run_here(NAME, slugs=["cache"])
