"""Rows, table, explanation and picture, against records made by hand."""

import csv
import io
import re
import warnings

import numpy as np
import pytest

from keras_attention.comparison.explanation import explain, provenance
from keras_attention.comparison.figure import STYLES, draw
from keras_attention.comparison.grid import MODELS
from keras_attention.comparison.rows import make_rows
from keras_attention.comparison.runner import Outcome, report
from keras_attention.comparison.table import comparison_table, csv_table

CEILINGS = {10: "0.623", 20: "0.588", 40: "0.563", 80: "0.544", 160: "0.531"}  # design figures


def _story(cell):
    """The course's outcome: the LSTM solves 10 and 20, is split at 40, and stays at chance beyond."""
    if cell.model.startswith("transformer") or cell.length <= 20:
        return 1.0
    return 0.999 if cell.length == 40 and cell.seed == 1 else 0.498


@pytest.fixture(scope="module")
def course(grid, make_record):
    """(cells, records, rows) of the default run."""
    cells = grid()
    records = {cell: make_record(cell, _story(cell)) for cell in cells}
    return cells, records, make_rows(cells, records)


def test_a_row_for_each_model_and_length(course):
    _, _, rows = course
    assert [(row["model"], row["length"]) for row in rows] == [
        (model, length) for model in ("lstm", "transformer") for length in (10, 20, 40, 80, 160)
    ]
    row = rows[2]
    assert (row["seeds"], row["accuracies"], row["solved"]) == ([0, 1], [0.498, 0.999], 1)
    assert row["median"] == pytest.approx(0.7485)
    assert (row["compile_seconds"], row["train_seconds"], row["parameters"]) == (3.0, 4.5, 1169)
    assert row["first_step_attention"] is None and rows[-1]["first_step_attention"] == 0.25
    assert row["uniform_attention"] == 1 / 40 and row["chance_level"] == 0.5
    assert f"{row['order_blind_ceiling']:.3f}" == CEILINGS[40]


def test_solved_begins_at_95_percent(grid, make_record):
    cells = grid(models=["lstm"], lengths=[10], seeds=range(3))
    accuracies = (0.9499, 0.95, 0.9501)
    (row,) = make_rows(cells, {c: make_record(c, a) for c, a in zip(cells, accuracies, strict=True)})
    assert row["solved"] == 2


def test_the_table_says_what_the_rows_say(course):
    lines = comparison_table(course[2]).splitlines()
    assert len({len(line) for line in lines}) == 1 and len(lines[0]) < 92
    cells = [[part.strip() for part in line.strip("|").split("|")] for line in lines]
    assert cells[0][:6] == ["model", "length", "accuracy", "solved", "first step", "1/T"]
    assert cells[4] == ["lstm", "40", "0.498 0.999", "1 of 2", "-", "0.025", "1,169", "7.5"]
    assert cells[-1] == ["transformer", "160", "1.000 1.000", "2 of 2", "0.250", "0.006", "1,169", "7.5"]
    assert set(lines[1]) == set("|:-")


def test_the_values_can_be_read_back(course):
    read = list(csv.DictReader(io.StringIO(csv_table(course[2]))))
    assert len(read) == 10
    for line, row in zip(read, course[2], strict=True):
        assert [float(line["accuracy_seed_0"]), float(line["accuracy_seed_1"])] == row["accuracies"]
        assert (line["model"], int(line["length"]), int(line["solved"])) == (row["model"], row["length"], row["solved"])
        assert float(line["train_seconds"]) == row["train_seconds"]


def test_missing_cells_have_a_place_and_a_mark(grid, make_record):
    cells = grid(models=["lstm"], lengths=[10, 20], seeds=[0, 1])
    records = {cells[1]: make_record(cells[1], 1.0)}
    rows = make_rows(cells, records)
    table, first, *_ = report(Outcome(rows, records, {}, True, 4))
    assert first == "Incomplete: 1 of 4 cells have a result."
    lines = table.splitlines()
    assert "| - 1.000 " in lines[2] and "1 of 1" in lines[2]
    assert "| - - " in lines[3] and "0 of 0" in lines[3]
    assert csv_table(rows).splitlines()[2].startswith("first-step-recall,lstm,20,,,,0,")


def test_the_explanation_of_the_course(course):
    cells, _, rows = course
    text = "\n".join(explain(rows, cells[0]))
    for length, ceiling in CEILINGS.items():
        assert f"{ceiling} at {length}" in text
        assert f"{(1 / (1 + np.exp(-1))) ** length:.1e} at {length}" in text
    for words in (
        "30 epochs over 2,000 sequences, batches of 32, Adam with learning rate 0.005, seeds 0, 1",
        "sigma(1) = 0.731",
        "0.731^T",
        "lstm: solved at 10 and 20; split by seed at 40 (1 of 2); not solved at 80 (median 0.498) and 160",
        "transformer: solved at 10, 20, 40, 80 and 160",
        "in this budget, never",
        "Hochreiter and Schmidhuber (1997, task 3a)",
        "Tallec and Ollivier 2018",
        "--models lstm lstm-chrono",
    ):
        assert words in text
    assert "1.3e-11 at 80" in text
    assert not re.search(r"\bcannot\b|gru|sinusoidal|Without positions", text)


def test_the_explanation_follows_what_was_run(grid, make_record):
    cells = grid(models=list(MODELS), lengths=[12, 24], seeds=[5], epochs=7, samples=300)
    records = {c: make_record(c, 0.6 if c.model == "transformer-no-position" else 1.0) for c in cells}
    text = "\n".join(explain(make_rows(cells, records), cells[0]))
    assert "7 epochs over 300 sequences" in text and "seeds 5." in text
    assert "lstm-chrono: solved at 12 and 24." in text and "--models" not in text
    assert "sigma(0) = 0.500" in text and "gru: solved at 12 and 24." in text
    assert "transformer-no-position, median: 0.600 (ceiling 0.613) at 12" in text
    assert "Hochreiter" not in text  # nothing recurrent failed


def test_the_explanation_of_transformers_alone_has_no_lstm(grid, make_record):
    cells = grid(models=["transformer"], lengths=[10], seeds=[0])
    text = "\n".join(explain(make_rows(cells, {cells[0]: make_record(cells[0])}), cells[0]))
    assert "Looking up" in text and "Carrying" not in text and "chrono" not in text


def test_the_explanation_of_associative_recall(grid, make_record):
    cells = grid("associative-recall")
    records = {c: make_record(c, 0.36) if c.model == "gru" else make_record(c, 1.0, listed_share=1.0) for c in cells}
    rows = make_rows(cells, records)
    text = "\n".join(explain(rows, cells[0]))
    for words in ("5 pairs", "0.125", "0.386", "gru: 0 of 2, 0.360", "transformer: 2 of 2, 1.000", "0.900 and 0.250"):
        assert words in text
    assert "15 epochs over 8,000 sequences, batches of 128, Adam with learning rate 0.003" in text
    heading = comparison_table(rows).splitlines()[0]
    assert "listed" in heading and "first step" not in heading


@pytest.mark.parametrize("task", ["first-step-recall", "associative-recall"])
def test_everything_printed_is_ascii(grid, make_record, task):
    cells = grid(task, models=list(MODELS), seeds=[0, 1, 2])
    records = {cell: make_record(cell, 0.97 if cell.seed else 0.4) for cell in cells}
    text = "\n".join(report(Outcome(make_rows(cells, records), records, {}, False, len(cells))))
    assert text.isascii() and text.encode("cp949").decode("cp949") == text


def test_provenance_names_every_version_met(grid, make_record):
    cells = grid(lengths=[10])
    records = [make_record(cell) for cell in cells]
    assert provenance(records) == (
        "Made with tensorflow 2.21.0, python 3.11.7, keras_attention 0.1.0, keras 3.15.1 on A Processor, 2 cores."
    )
    records[0].versions["keras"], before = "3.13.2", records[0].versions["keras"]
    try:
        assert "keras 3.13.2" in provenance(records)
    finally:
        records[0].versions["keras"] = before


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"models": list(MODELS), "seeds": range(5)},
        {"models": ["lstm"], "lengths": [7], "seeds": [0]},
        {"models": ["transformer-no-position"], "lengths": [20, 10]},
        {"task": "associative-recall"},
        {"task": "associative-recall", "models": list(MODELS), "seeds": [3]},
    ],
)
def test_a_picture_of_any_run(grid, make_record, options):
    cells = grid(**options)
    records = {cell: make_record(cell, _story(cell)) for cell in cells[:-1] or cells}  # the last one is missing
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picture = draw(make_rows(cells, records), "Made by hand.")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
    assert width > 1000 and 1 < width / height < 4


def test_every_model_has_a_style_of_its_own():
    assert set(STYLES) == set(MODELS)
    assert len({colour for colour, _, _ in STYLES.values()}) == len({marker for _, marker, _ in STYLES.values()}) == 6
