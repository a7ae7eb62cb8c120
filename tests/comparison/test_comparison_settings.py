"""Names of cells, the course's presets, and what is refused."""

import hashlib
from dataclasses import asdict, fields, replace

import numpy as np
import pytest

from keras_attention.comparison import settings as settings_module
from keras_attention.comparison.grid import MODELS
from keras_attention.comparison.settings import CellSettings, SettingError

CELL = CellSettings("first-step-recall", "lstm", 10, 3, 30, 2000, 1000, 32, 0.005, "tensorflow", units=16)


def test_the_name_is_that_of_the_canonical_text():
    text = (
        '[2,{"backend":"tensorflow","batch_size":32,"epochs":30,"intermediate_dim":null,"learning_rate":0.005,'
        '"length":10,"model":"lstm","num_blocks":null,"num_heads":null,"seed":3,"task":"first-step-recall",'
        '"test_samples":1000,"train_samples":2000,"units":16,"width":null}]'
    )
    assert CELL.name == f"first-step-recall-lstm-10-seed3-{hashlib.sha256(text.encode('ascii')).hexdigest()[:16]}"


@pytest.mark.parametrize("field", [field.name for field in fields(CellSettings)])
def test_every_field_changes_the_name(field):
    value = getattr(CELL, field)
    other = f"{value}-x" if isinstance(value, str) else 7 if value is None else value * 2
    assert replace(CELL, **{field: other}).name.rpartition("-")[2] != CELL.name.rpartition("-")[2]


def test_what_a_cell_means_changes_the_name(monkeypatch):
    before = CELL.name
    monkeypatch.setattr(settings_module, "CELL_VERSION", 3)
    assert CELL.name != before


def test_names_are_distinct_and_survive_a_round_trip(grid):
    cells = grid(models=list(MODELS), seeds=range(5))
    assert len({cell.name for cell in cells}) == len(cells) == 6 * 5 * 5
    assert all(CellSettings.from_dict(asdict(cell)) == cell for cell in cells)


@pytest.mark.parametrize("values", [{}, None, asdict(CELL) | {"extra": 1}, {"task": "first-step-recall"}])
def test_other_fields_are_no_settings(values):
    with pytest.raises(ValueError, match="settings: got"):
        CellSettings.from_dict(values)


def test_data_seeds_differ_between_training_and_test():
    assert (CELL.train_seed, CELL.test_seed) == (3, 1003)


def test_the_course_on_first_step_recall(grid):
    cells = grid()
    assert [(c.model, c.length, c.seed) for c in cells] == [
        (model, length, seed)
        for model in ("lstm", "transformer")
        for length in (10, 20, 40, 80, 160)
        for seed in (0, 1)
    ]
    lstm, transformer = cells[0], cells[-1]
    for cell in (lstm, transformer):
        assert (cell.epochs, cell.train_samples, cell.test_samples, cell.batch_size) == (30, 2000, 1000, 32)
        assert cell.learning_rate == 0.005
    assert (lstm.units, lstm.width, lstm.num_heads) == (16, None, None)
    sizes = (transformer.width, transformer.num_heads, transformer.num_blocks, transformer.intermediate_dim)
    assert sizes == (16, 2, 1, 32) and transformer.units is None


def test_the_course_on_associative_recall(grid):
    cells = grid("associative-recall")
    assert [(c.model, c.length, c.seed) for c in cells] == [
        ("gru", 12, 0), ("gru", 12, 1), ("transformer", 12, 0), ("transformer", 12, 1)
    ]  # fmt: skip
    gru, transformer = cells[0], cells[-1]
    for cell in (gru, transformer):
        assert (cell.epochs, cell.train_samples, cell.test_samples, cell.batch_size) == (15, 8000, 1000, 128)
        assert cell.learning_rate == 0.003
    assert (gru.units, gru.width) == (96, 48)
    sizes = (transformer.width, transformer.num_heads, transformer.num_blocks, transformer.intermediate_dim)
    assert sizes == (48, 4, 2, 96)


def test_quick_stands_in_for_what_is_not_given(grid):
    assert {(c.length, c.seed) for c in grid(quick=True)} == {(10, 0), (40, 0)}
    assert {(c.length, c.seed) for c in grid(quick=True, lengths=[7], seeds=[4, 5])} == {(7, 4), (7, 5)}
    assert {(c.length, c.seed) for c in grid("associative-recall", quick=True)} == {(12, 0)}


def test_duplicates_count_once_and_order_stays(grid):
    cells = grid(models=["gru", "lstm", "gru"], lengths=["20", 10, np.int64(20)], seeds=[1, "1", 0], epochs="3")
    assert [(c.model, c.length, c.seed) for c in cells] == [
        (model, length, seed) for model in ("gru", "lstm") for length in (20, 10) for seed in (1, 0)
    ]
    assert {c.epochs for c in cells} == {3} and {type(c.length) for c in cells} == {int}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"task": "copy"}, "task: got 'copy', allowed: first-step-recall, associative-recall"),
        ({"task": None}, "task: got None, allowed: first"),
        ({"models": ["lst"]}, f"models: got 'lst', allowed: {', '.join(MODELS)}"),
        ({"models": "lstm"}, "models: got 'lstm', allowed: a list"),
        ({"models": []}, "models: got nothing, allowed: one value or more"),
        ({"models": [None]}, "models: got None, allowed: lstm"),
        ({"lengths": [1]}, "lengths: got 1, allowed: a whole number from 2"),
        ({"lengths": [10, 2], "models": ["lstm-chrono"]}, "lengths: got 2, allowed: a whole number from 3 for lstm-c"),
        ({"lengths": ["ten"]}, "lengths: got 'ten', allowed: a whole number from 2"),
        ({"lengths": ["10.5"]}, "lengths: got '10.5', allowed: a whole number from 2"),
        ({"lengths": [10.0]}, "lengths: got 10.0, allowed: a whole number from 2"),
        ({"lengths": 10}, "lengths: got 10, allowed: a list"),
        ({"lengths": []}, "lengths: got nothing"),
        ({"lengths": [12], "task": "associative-recall"}, "lengths: got 12, allowed: no length for associative-recall"),
        ({"seeds": [-1]}, "seeds: got -1, allowed: a whole number from 0 to 4294967295"),
        ({"seeds": [2**32]}, "seeds: got 4294967296, allowed: a whole number from 0 to 4294967295"),
        ({"seeds": [True]}, "seeds: got True, allowed: a whole number"),
        ({"epochs": 0}, "epochs: got 0, allowed: a whole number from 1"),
        ({"epochs": "-3"}, "epochs: got '-3', allowed: a whole number from 1"),
        ({"samples": "many"}, "samples: got 'many', allowed: a whole number from 1"),
        ({"samples": None, "epochs": 2.5}, "epochs: got 2.5, allowed: a whole number from 1"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(grid, options, said):
    with pytest.raises(SettingError) as raised:
        grid(**options)
    assert str(raised.value).startswith(said) and "\n" not in str(raised.value)
