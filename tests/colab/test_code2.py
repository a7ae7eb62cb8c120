"""Code 2: what the committed run shows, a small run, and that it trains as the package does."""

import re

import keras
import numpy as np
import pytest
from keras import ops
from notebook_files import printed_by, read

from keras_attention import attention_weights, models
from keras_attention.tasks import FirstStepRecall
from keras_attention.training import EpochTrainer

NAME = "code2_transformer_against_lstm"
RUN = re.compile(r"(?m)^([a-z-]+) +length +(\d+) seed (\d+)  accuracy (\S+)  (?:attention to first step (\S+))? +(.+)$")
TRAINING = ["setup", "checks", "layers", "parameters", "task", "models", "compiled-epoch", "other-backends", "files",
            "train"]
TINY = "EPOCHS, TRAIN_SAMPLES, TEST_SAMPLES, BATCH_SIZE = 2, 70, 60, 32\n"


def runs(notebook, slug):
    """{(model, length, seed): (accuracy, attention to the first step or None)} of the lines a cell printed."""
    return {(m, int(t), int(s)): (float(a), float(w) if w else None)
            for m, t, s, a, w, _ in RUN.findall(printed_by(notebook, slug))}


@pytest.fixture
def trained_here(run_here):
    """A function (settings) -> the names of the cells up to the training."""
    return lambda settings="": run_here(NAME, TRAINING, {"parameters": settings})[0]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_run_shows_the_result_of_the_course(language):
    notebook = read(NAME, language)
    grid = runs(notebook, "grid")
    assert len(grid) == 20
    for (model, length, _), (accuracy, first_step) in grid.items():
        if model == "transformer":
            assert accuracy > 0.98 and first_step > 1.2 / length
        elif length <= 20:
            assert accuracy > 0.98
        elif length >= 80:
            assert abs(accuracy - 0.5) < 0.06
    assert printed_by(notebook, "table").count("2 of 2") >= 7
    chrono = runs(notebook, "chrono")
    assert all(accuracy > 0.9 for (model, _, _), (accuracy, _) in chrono.items() if model == "lstm-chrono")
    assert len(chrono) == 4
    for (model, length, _), (accuracy, first_step) in runs(notebook, "solution-runs").items():
        if model == "transformer-no-position":
            assert abs(accuracy - 0.623) < 0.045 and first_step == pytest.approx(1 / length, abs=0.002)
    assert "0.623 give or take" in printed_by(notebook, "solution-runs").replace("0.623,", "0.623")
    minutes = re.search(r"\d+\.\d", printed_by(notebook, "finish"))
    assert 1 < float(minutes[0]) < 15


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_small_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    differences = re.findall(r"largest difference.*: (\S+)", printed_by(notebook, "bridge"))
    differences += re.findall(r"largest difference.*: (\S+)", printed_by(notebook, "layers-check"))
    assert len(differences) == 4 and max(map(float, differences)) < 1e-5
    assert "causal mask: 0.0\n" in printed_by(notebook, "layers-check")
    assert "attention 80 = 4 D^2 + 4 D, block 172" in printed_by(notebook, "layers-check")
    assert re.findall(r"accuracy (\S+), loss", printed_by(notebook, "fit"))
    grid = runs(notebook, "grid")
    assert list(grid) == [("transformer", 4, 0), ("lstm", 4, 0)]
    for accuracy, first_step in grid.values():
        assert 0.3 <= accuracy <= 1 and (first_step is None or 0.1 < first_step < 0.6)
    assert printed_by(notebook, "chrono").count(" s\n") == 1  # the other run was in its file
    last = runs(notebook, "solution-runs")["transformer-no-position", 4, 0]
    assert last[1] == pytest.approx(1 / 4, abs=0.03)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 4


def test_the_task_is_that_of_the_package(run_here):
    defined, _ = run_here(NAME, ["setup", "checks", "parameters", "task"])
    for length, count, seed in ((10, 7, 0), (1, 4, 3), (40, 200, 1001)):
        for ours, theirs in zip(defined["first_step_recall"](length, count, seed),
                                FirstStepRecall(length).sample(count, seed), strict=True):
            np.testing.assert_array_equal(ours, theirs)
            assert ours.dtype == theirs.dtype
        assert defined["order_blind_ceiling"](length) == pytest.approx(FirstStepRecall(length).order_blind_ceiling)


def test_a_run_is_that_of_the_package(trained_here):
    """Same start, same data, same order of samples: the same losses, accuracy and attention."""
    defined = trained_here(TINY)
    task = FirstStepRecall(5)

    def from_package(length):
        model = own_build(length)
        keras.utils.set_random_seed(4)
        model.set_weights(models.build_transformer(task).get_weights())
        return model

    own_build, defined["BUILDERS"]["transformer"] = defined["build_transformer"], from_package
    ((seed, run),) = defined["train"]("transformer", 5, [4])
    keras.utils.set_random_seed(4)
    theirs = models.build_transformer(task)
    history = EpochTrainer(theirs, batch_size=32).fit(*task.sample(70, 4), epochs=2, seed=4)
    assert seed == 4 and run["loss"] == pytest.approx(history["loss"], abs=1e-4)
    inputs, targets = task.sample(60, 1004)
    given = ops.convert_to_numpy(theirs(inputs))[:, 0] > 0.5
    assert run["accuracy"] == pytest.approx((given == targets).mean(), abs=0.02)
    (weights,) = attention_weights(theirs, inputs).values()  # (B, H, T, S)
    assert run["first_step"] == pytest.approx(weights[..., 0].mean(), abs=1e-3)
    np.testing.assert_allclose(run["corner"], weights.mean(axis=0), atol=1e-3)
    assert run["parameters"] == theirs.count_params()


def test_a_compiled_epoch_is_an_epoch_of_fit_and_the_next_seed_starts_afresh(trained_here):
    defined = trained_here(TINY)
    inputs, answers = defined["first_step_recall"](5, 70, 0)  # two batches of 32 and one of 6

    def fresh(seed):
        keras.utils.set_random_seed(seed)
        model = defined["build_lstm"](5)
        model.compile(optimizer=keras.optimizers.Adam(0.005), loss="binary_crossentropy", metrics=["accuracy"])
        return model

    model, reference = fresh(0), fresh(1)
    epoch = defined["compiled_epoch"](model, 32)
    epoch(inputs, answers, np.arange(70, dtype="int32"))
    defined["start_again"](model, fresh(1))
    logs = [epoch(inputs, answers, np.arange(70, dtype="int32")) for _ in range(2)]
    history = reference.fit(inputs, answers, batch_size=32, epochs=2, shuffle=False, verbose=0).history
    assert [log["loss"] for log in logs] == pytest.approx(history["loss"], abs=1e-5)
    for one, other in zip(model.get_weights(), reference.get_weights(), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)


def test_the_chrono_start(trained_here):
    defined = trained_here()
    (cell,) = [cell for cell in read(NAME, "en").cells if cell.id == "chrono"]
    exec(cell.source[cell.source.index("def build_chrono_lstm") : cell.source.index("BUILDERS[")], defined)
    starts = []
    for _ in range(2):
        keras.utils.set_random_seed(0)
        kernel, recurrent, bias = defined["build_chrono_lstm"](80).get_layer("lstm").get_weights()
        starts.append(bias)
    np.testing.assert_array_equal(*starts)
    entrance, forget, cell_bias, output = bias.reshape(4, -1)
    assert (forget >= 0).all() and (forget <= np.log(79)).all() and forget.std() > 0.3
    np.testing.assert_array_equal(entrance, -forget)
    assert not cell_bias.any() and not output.any()


@pytest.mark.parametrize(
    ("version", "said"),
    [("3.13.2", False), ("3.15.1", False), ("3.12.0", True), ("3.16.0.dev1", True), ("4.0.0", True)],
)
def test_a_keras_that_was_not_tested_gets_a_sentence(run_here, version, said):
    defined, _ = run_here(NAME, ["setup"])
    note = defined["version_note"](version)
    assert bool(note) == said
    if said:
        assert f"This is Keras {version}; the notebook was run with 3.13 to 3.15. It goes on" in note


CHALLENGE = ["setup", "checks", "layers", "parameters", "task", "models", "challenge-answer", "challenge-check"]
ORDER_BLIND = """
    inputs = keras.Input((length, 1))
    x = layers.Dense(WIDTH)(inputs)
    x, _ = TransformerBlock(NUM_HEADS, INTERMEDIATE_DIM, name="block")(x, return_attention_scores=True)
    x = layers.GlobalAveragePooling1D()(x)
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid")(x))
"""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (ORDER_BLIND, "Right: with the steps in another order the answer stays the same"),
        ("    return build_transformer(length)", "there is still an AddPosition"),
        ("    return build_lstm(length)", "the block is gone as well"),
        (ORDER_BLIND.replace("GlobalAveragePooling1D", "Flatten"), "What in your model still knows the order?"),
        (ORDER_BLIND.replace("(length, 1)", "(length + 1, 1)"), "yours leads from (None, 11, 1) to (None, 1)"),
        ("    return 3", "it returned int"),
        ("    return None", "No answer yet"),
    ],
    ids=["right", "still there", "no block", "flatten", "other shape", "no model", "nothing"],
)
def test_check_of_the_challenge(run_here, lines, said):
    answer = f"def build_without_position(length):\n{lines}"
    _, printed = run_here(NAME, CHALLENGE, {"challenge-answer": answer})
    assert said in printed.splitlines()[-1]


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells 1, 2, 7, 9, 10\.$"):
        run_here(NAME, slugs=["models"])
