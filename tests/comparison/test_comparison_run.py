"""Small comparisons from end to end."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import keras
import numpy as np
import pytest

import keras_attention
from keras_attention.comparison import compare, experiment, runner
from keras_attention.tasks import FirstStepRecall

ROOT = Path(keras_attention.__file__).resolve().parent.parent
SMALL = {"lengths": [5], "epochs": 2, "samples": 70, "seeds": [0, 1]}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """(folder, rows) of a finished run of both models."""
    folder = tmp_path_factory.mktemp("comparison") / "new" / "results"
    return folder, compare(**SMALL, results=folder)


def _cells(folder):
    return {path.name: path.read_bytes() for path in (folder / "cells").iterdir()}


def _without_seconds(rows):
    return [{name: value for name, value in row.items() if not name.endswith("seconds")} for row in rows]


def test_what_a_run_leaves(results):
    folder, rows = results
    assert sorted(os.listdir(folder)) == ["cells", "figure.png", "table.csv", "table.md"]
    assert [(row["model"], row["length"], row["seeds"]) for row in rows] == [
        ("lstm", 5, [0, 1]),
        ("transformer", 5, [0, 1]),
    ]
    assert len(_cells(folder)) == 4
    table = (folder / "table.md").read_text(encoding="utf-8")
    assert "| lstm " in table and "2 epochs over 70 sequences" in table and "Incomplete" not in table


def test_what_a_cell_holds(results):
    for name, text in _cells(results[0]).items():
        content = json.loads(text)
        result = content["result"]
        assert len(result["loss"]) == len(result["accuracy"]) == 2
        assert content["versions"]["keras"] == keras.__version__
        assert content["versions"]["backend"].startswith(keras.config.backend())
        assert content["hardware"]["cores"] == os.cpu_count()
        assert result["train_seconds"] > 0
        attention = result["first_step_attention"]
        assert (attention is None) == ("lstm" in name)
        if attention:
            assert attention == pytest.approx(np.mean(result["first_step_attention_by_head"]))
            assert len(result["first_step_attention_by_head"]) == 2 and 0.1 < attention < 0.4


def test_seeds_after_the_first_compile_nothing(results):
    compiled = {
        name: json.loads(text)["result"]["compile_seconds"]
        for name, text in _cells(results[0]).items()
        if "-seed1-" in name
    }
    assert list(compiled.values()) == [0, 0]


def test_the_numbers_in_the_files(results, grid, monkeypatch):
    """The same cells in this process give the same numbers, and Keras' own `evaluate` agrees with the accuracy."""
    trained, seen = [], []

    class Kept(experiment.EpochTrainer):
        def __init__(self, model, batch_size):
            super().__init__(model, batch_size)
            trained.append(model)

    monkeypatch.setattr(experiment, "EpochTrainer", Kept)
    cells = grid(models=["transformer"], lengths=[5], epochs=2, samples=70, backend=keras.config.backend())
    records = list(experiment.run_cells(cells, lambda settings, done, logs: seen.append((settings.seed, done))))
    assert seen == [(0, 1), (0, 2), (1, 1), (1, 2)]
    row = results[1][1]
    assert [record.result.test_accuracy for record in records] == pytest.approx(row["accuracies"], abs=0.002)
    attention = np.mean([record.result.first_step_attention for record in records])
    assert attention == pytest.approx(row["first_step_attention"], abs=1e-3)
    (model,) = trained
    assert model.count_params() == row["parameters"]
    accuracy = model.evaluate(*FirstStepRecall(5).sample(1000, 1001), verbose=0)[1]
    assert records[1].result.test_accuracy == pytest.approx(accuracy, abs=0.002)


def test_a_second_run_trains_nothing(results, monkeypatch):
    folder, rows = results
    before = _cells(folder)
    monkeypatch.setattr(runner, "run_jobs", lambda *arguments: pytest.fail("a worker was started"))
    assert compare(**SMALL, results=str(folder)) == rows
    assert (
        compare(**SMALL | {"seeds": [1]}, models=["lstm"], results=folder)[0]["accuracies"] == rows[0]["accuracies"][1:]
    )
    assert _cells(folder) == before


def test_only_what_is_missing_or_damaged_runs(results, tmp_path, capsys):
    folder, rows = shutil.copytree(results[0], tmp_path / "results"), results[1]
    before = _cells(folder)
    damaged, missing = (
        next(name for name in before if part in name) for part in ("lstm-5-seed0", "transformer-5-seed1")
    )
    (folder / "cells" / damaged).write_bytes(before[damaged][:-20])
    (folder / "cells" / missing).unlink()
    (folder / "cells" / f".{missing}.0123456789abcdef.tmp").write_text("{", encoding="utf-8")
    again = compare(**SMALL, results=folder, workers=1)
    out = capsys.readouterr().out
    assert f"damaged: {damaged}: not JSON" in out and f"set aside as {damaged}.damaged-1" in out
    assert "4 cells, 2 finished before, 2 to run" in out and out.count("accuracy") == 2
    assert _without_seconds(again) == _without_seconds(rows)
    after = _cells(folder)
    assert after[f"{damaged}.damaged-1"] == before[damaged][:-20]
    assert {name: after[name] for name in before if name not in (damaged, missing)} == {
        name: text for name, text in before.items() if name not in (damaged, missing)
    }


def test_cells_of_other_settings_stay_out_of_the_table(results, monkeypatch, tmp_path):
    folder = shutil.copytree(results[0], tmp_path / "results")
    monkeypatch.setattr(runner, "run_jobs", lambda jobs, *rest: (event for event in ()))
    rows = compare(**SMALL | {"epochs": 3}, results=folder)
    assert [row["accuracies"] for row in rows] == [[None, None], [None, None]]


def test_associative_recall(tmp_path):
    rows = compare("associative-recall", seeds=[0], epochs=1, samples=200, results=tmp_path)
    assert [(row["model"], row["length"], row["parameters"]) for row in rows] == [
        ("gru", 12, 44_513),
        ("transformer", 12, 40_145),
    ]
    assert all(0 <= row["listed_share"] <= 1 and row["first_step_attention"] is None for row in rows)
    assert "5 pairs" in (tmp_path / "table.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments", [{"models": ["lst"]}, {"workers": 0}, {"results": ""}, {"results": "/proc/nothing"}]
)
def test_wrong_arguments_are_value_errors(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=f"^{next(iter(arguments))}: got .*, allowed: "):
        compare(**SMALL | arguments)
    assert os.listdir(tmp_path) == []


def test_a_script_without_a_guard(tmp_path):
    """No process runs the caller's file again, and none needs the package to be installed."""
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from keras_attention.comparison import compare\n"
        "print('once')\n"
        "rows = compare(models=['gru'], lengths=[3], seeds=[0], epochs=1, samples=32)\n"
        "print([row['model'] for row in rows])\n",
        encoding="utf-8",
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=True
    )
    assert found.stdout.count("once") == 1 and found.stdout.endswith("['gru']\n")
    assert (tmp_path / "results" / "figure.png").exists()
