"""Code 3: what the committed run shows, a small run, and that its definitions are those of the package."""

import itertools
import math
import re
from collections import Counter

import keras
import numpy as np
import pytest
from keras import ops
from notebook_files import printed_by, read

from keras_attention import attention_weights, models
from keras_attention.tasks import AssociativeRecall
from keras_attention.training import EpochTrainer

NAME = "code3_associative_recall"
RUN = re.compile(r"(?m)^(\S+) +seed (\d+)  accuracy (\S+)  \S+")
HABITS = re.compile(r"(?m)^(.+?) seed (\d+) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+)$")
TRAINING = ["setup", "checks", "layers", "parameters", "task-tools", "task", "settings", "models", "compiled-epoch",
            "files", "measures", "train"]
TINY = """
TRAIN_SAMPLES, TEST_SAMPLES, EPOCHS, BATCH_SIZE, LEARNING_RATE = 64, 60, 2, 32, 0.005
WIDTH, NUM_HEADS, NUM_BLOCKS, INTERMEDIATE_DIM, UNITS = 16, 2, 2, 32, 16
"""


def runs(notebook, slug):
    """{(name, seed): accuracy} of the lines a cell printed."""
    return {(name, int(seed)): float(accuracy) for name, seed, accuracy in RUN.findall(printed_by(notebook, slug))}


def habits(notebook, slug):
    """{(who, seed): accuracy, by luck, listed, uncommon, trained on} of the lines a cell printed."""
    return {(who, int(seed)): [float(number) if number != "-" else None for number in numbers]
            for who, seed, *numbers in HABITS.findall(printed_by(notebook, slug))}


@pytest.fixture
def taught(run_here):
    """A function (settings, slugs) -> the names that the cells up to the training define."""
    return lambda settings=TINY, slugs=TRAINING: run_here(NAME, slugs, {"parameters": settings})[0]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_outputs_show_the_figures_of_the_course(language):
    notebook = read(NAME, language)
    dictionary = printed_by(notebook, "dictionary")
    for wish, weights in (("looking for A", "0.795 0.011 0.193"), ("looking for B", "0.011 0.795 0.193"),
                          ("looking for both", "0.164 0.164 0.673"), ("no preference", "0.333 0.333 0.333")):
        assert re.search(rf"{wish} +query .* weights \[{weights}\]", dictionary)
    assert "output [8.919 1.081]" in dictionary
    rows = re.findall(r"(?m)^ +(\d+) +(\S+) +(\S+) \(.*?\) +(\S+) \(", printed_by(notebook, "scaling"))
    expected = {"4": (0.575, 0.40), "64": (0.893, 0.42), "512": (0.964, 0.42)}
    for (key_dim, spread, *means), (expected_dim, largest) in zip(rows, expected.items(), strict=True):
        assert key_dim == expected_dim and float(spread) == pytest.approx(math.sqrt(int(key_dim)), rel=0.03)
        np.testing.assert_allclose(np.array(means, float), largest, atol=0.01)
    changes = [float(number) for number in re.findall(r"positions: +(\S+)$", printed_by(notebook, "order"), re.M)]
    assert changes[0] < 1e-5 and changes[1] > 0.3
    block = printed_by(notebook, "block")
    assert block.count("18,960") == 5 and block.count("9,408") == block.count("9,360") == block.count(" 192") == 2
    assert "accuracy 0.125, loss 2.079" in printed_by(notebook, "task")
    assert "accuracy at most 0.386, loss 1.289" in printed_by(notebook, "task")
    assert "gru          44,513 parameters" in printed_by(notebook, "models")
    assert "transformer  40,145 parameters" in printed_by(notebook, "models")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_run_shows_what_the_texts_say(language):
    notebook = read(NAME, language)
    assert float(printed_by(notebook, "fit").split()[-1]) >= 0.95
    grid = runs(notebook, "grid")
    assert [key for key in grid if key[0] == "transformer"] == [("transformer", seed) for seed in range(5)]
    assert len(grid) == 10
    for (name, _), accuracy in grid.items():
        assert accuracy >= 0.99 if name == "transformer" else 0.33 <= accuracy <= 0.45
    for (who, _), (accuracy, luck, listed, uncommon, seen) in habits(notebook, "habits").items():
        if who == "gru":
            assert 0.02 <= accuracy - luck <= 0.12 and 0.3 <= luck <= 0.35
            assert listed > 0.99 and 0.15 <= uncommon <= 0.28 and 0.7 <= seen <= 0.82
        else:
            assert abs(luck - 0.386) < 0.03 and abs(accuracy - 0.386) < 0.045 and (listed, uncommon) == (1, 0)
    assert len(habits(notebook, "habits")) == 10
    assert habits(notebook, "more-data")["gru-32000", 0][0] >= 0.95
    for slug, who in (("start-runs", "transformer-start-0.02"), ("positions", "transformer-no-position")):
        accuracy, luck, listed, *_ = habits(notebook, slug)[who, 0]
        assert 0.3 <= accuracy <= 0.42 and abs(accuracy - luck) < 0.04 and listed > 0.99
    before = [float(number) for number in re.findall(r"row is (\S+)", printed_by(notebook, "start-before"))]
    assert before[0] > 0.4 and before[1] == pytest.approx(1 / 12, abs=0.001)
    heads = runs(notebook, "heads")
    assert heads["transformer-heads-8", 0] >= 0.95 and min(heads.values()) >= 0.9
    assert all(0.18 <= accuracy <= 0.4 for accuracy in runs(notebook, "pairs").values())
    assert 2 < float(re.search(r"\d+\.\d", printed_by(notebook, "finish"))[0]) <= 5  # what its first cell promises


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_weights_read_in_the_committed_run_are_those_of_the_answer(language):
    notebook = read(NAME, language)
    reading = printed_by(notebook, "reading")
    tokens = [int(token) for token in re.search(r"token +(.+)", reading)[1].split()]
    position = int(re.search(r"the answer is value \d+, at position (\d+)", reading)[1])
    assert tokens[position - 1] == tokens[-1] and f"the model answers {tokens[position]}\n" in reading
    most = re.findall(r"head \d: most at position (\d+) \((\S+)\), then at", reading)
    assert len(most) == 4 and sum(int(place) == position and float(weight) > 0.5 for place, weight in most) >= 3
    rows = re.findall(r"(?m)^ +\d" + r" +(0\.\d+|1\.0+)" * 5 + "$", printed_by(notebook, "every-seed"))
    assert len(rows) == 5
    for row in np.array(rows, float):
        assert row[:3].max() > 0.4 and row[3:].max() > 0.4


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_small_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    assert list(runs(notebook, "grid")) == [("gru", 0), ("transformer", 0)]
    for slug, count in (("more-data", 1), ("start-runs", 1), ("heads", 1), ("positions", 1), ("pairs", 2)):
        assert len(runs(notebook, slug)) == count
        assert all(0 <= accuracy <= 0.7 for accuracy in runs(notebook, slug).values())
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 5


@pytest.mark.parametrize("positions", [True, False])
def test_the_models_are_those_of_the_package(taught, positions):
    defined = taught()
    task = AssociativeRecall()
    tokens, _ = task.sample(20, seed=0)
    position = "learned" if positions else "none"
    pairs = {"transformer": models.build_transformer(task, 16, 2, 2, 32, position=position),
             "gru": models.build_gru(task, units=16, width=16)}
    for name, theirs in pairs.items():
        ours = defined["build"](defined["settings_of"](name, positions=positions))
        ours.set_weights(theirs.get_weights())
        np.testing.assert_allclose(ours(tokens), theirs(tokens), rtol=0, atol=1e-5)
        assert ours.optimizer.learning_rate == theirs.optimizer.learning_rate
        assert ours.loss.get_config() == theirs.loss.get_config()


@pytest.mark.parametrize("start", [1.0, 0.02])
def test_the_start_is_the_spread_of_tokens_and_positions(taught, start):
    defined = taught("WIDTH, NUM_BLOCKS = 480, 1")
    model = defined["build"](defined["settings_of"]("transformer", start=start))
    tables = model.get_layer("token_embedding").get_weights() + model.get_layer("position").get_weights()
    assert [table.std() for table in tables] == pytest.approx([start, start], rel=0.05)
    assert abs(np.corrcoef(tables[0][:12].ravel(), tables[1].ravel())[0, 1]) < 0.1  # drawn apart from one another


@pytest.mark.parametrize(("pairs", "values"), [(1, 3), (2, 2), (3, 4), (5, 8)])
def test_the_order_blind_loss_is_the_mean_entropy_of_all_lists(taught, pairs, values):
    defined = taught(slugs=["setup", "checks", "parameters", "task-tools", "task"])
    lists = itertools.product(range(values), repeat=pairs)
    shares = [np.array(list(Counter(own).values())) / pairs for own in lists]
    expected = np.mean([-(share * np.log(share)).sum() for share in shares])
    assert defined["order_blind_loss"](AssociativeRecall(pairs, max(7, pairs), values)) == pytest.approx(expected)


def test_luck_is_the_accuracy_over_every_pair_that_might_have_been_asked_for(taught):
    defined = taught()
    inputs, answers = AssociativeRecall().sample(200, seed=3)
    given = np.random.default_rng(0).integers(9, 17, 200)
    right = [answer == row[place] for row, answer in zip(inputs, given, strict=True) for place in range(1, 10, 2)]
    assert defined["by_luck"](inputs, given) == pytest.approx(np.mean(right))
    rows = np.arange(200)
    np.testing.assert_array_equal(inputs[rows, 2 * defined["asked_pair"](inputs) + 1], answers)


def test_looks_are_the_weights_of_the_package(taught):
    defined = taught()
    task = AssociativeRecall()
    tokens, _ = task.sample(30, seed=0)
    ours, theirs = defined["build"](defined["settings_of"]("transformer")), models.build_transformer(task, 16, 2, 2, 32)
    ours.set_weights(theirs.get_weights())
    found = defined["looks_of"](ours, tokens)
    weights = np.stack(list(attention_weights(theirs, tokens).values()), axis=1)  # (N, L, H, T, S)
    np.testing.assert_allclose(found["examples"], weights[:4], atol=1e-4)
    on_key, on_answer, value_on_key, key_on_value = (np.zeros((2, 2)) for _ in range(4))
    for row, own in zip(tokens, weights, strict=True):
        place = list(row[:10:2]).index(row[-1]) * 2
        on_key += own[:, :, 11, place] / len(tokens)
        on_answer += own[:, :, 11, place + 1] / len(tokens)
        for key in range(0, 10, 2):
            value_on_key += own[:, :, key + 1, key] / len(tokens) / 5
            key_on_value += own[:, :, key, key + 1] / len(tokens) / 5
    for name, expected in (("last_on_key", on_key), ("last_on_answer", on_answer), ("value_on_key", value_on_key),
                           ("key_on_value", key_on_value)):
        np.testing.assert_allclose(found["looks"][name], expected, atol=1e-4, err_msg=name)


def test_a_run_is_that_of_the_package(taught):
    """Same start, same data, same order of samples: the same losses and answers."""
    defined = taught()
    settings = {4: defined["settings_of"]("gru", 4)}
    ((seed, run),) = defined["train"](settings, [4])
    task = AssociativeRecall()
    keras.utils.set_random_seed(4)
    theirs = models.build_gru(task, units=16, width=16)
    history = EpochTrainer(theirs, batch_size=32).fit(*task.sample(64, 4), epochs=2, seed=4)
    assert seed == 4 and run["loss"] == pytest.approx(history["loss"], abs=1e-4)
    inputs, targets = task.sample(60, 1004)
    given = ops.convert_to_numpy(theirs(inputs)).argmax(axis=-1)
    assert run["accuracy"] == pytest.approx((given == targets).mean(), abs=0.02)
    assert run["given"] == given[:4].tolist() and run["parameters"] == theirs.count_params()
    assert defined["is_whole"](settings[4], run)
    by_pair = np.array([share for share in run["by_pair"] if share is not None])
    assert len(run["by_pair"]) == 5 and ((0 <= by_pair) & (by_pair <= 1)).all()
