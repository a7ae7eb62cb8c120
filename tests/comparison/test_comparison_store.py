"""Cell files: whole or not there, and never lost."""

import json
import os
import threading
from dataclasses import replace

import pytest

from keras_attention.comparison import files
from keras_attention.comparison.record import DamagedCell
from keras_attention.comparison.settings import CELL_VERSION, SettingError
from keras_attention.comparison.store import CellStore


@pytest.fixture
def store(tmp_path):
    store = CellStore(tmp_path / "results")
    store.prepare()
    return store


@pytest.fixture
def cell(grid):
    return grid(models=["transformer"], lengths=[10], seeds=[0], epochs=3)[0]


def test_a_record_comes_back_as_it_went(store, cell, make_record):
    record = make_record(cell, accuracy=0.1 + 0.2)
    assert store.load(cell) is None
    store.save(record)
    assert store.load(cell) == record
    assert os.listdir(store.cells) == [f"{cell.name}.json"]


def test_the_file_is_plain_json_with_everything_in_it(store, cell, make_record):
    store.save(make_record(cell))
    content = json.loads(store.path(cell).read_text(encoding="utf-8"))
    assert set(content) == {"cell_version", "settings", "result", "versions", "hardware"}
    assert content["settings"]["learning_rate"] == 0.005 and content["result"]["loss"] == [0.5, 0.5, 0.5]


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_write_cut_short_leaves_the_old_file(store, cell, make_record, monkeypatch, step, error):
    store.save(make_record(cell, accuracy=0.5))

    def fail(*arguments):
        raise error

    monkeypatch.setattr(files.os, step, fail)
    with pytest.raises(type(error)):
        store.save(make_record(cell, accuracy=0.75))
    assert store.load(cell).result.test_accuracy == 0.5
    assert os.listdir(store.cells) == [f"{cell.name}.json"]


def test_a_reader_never_sees_a_part(store, cell, make_record):
    records = [make_record(cell, accuracy=share) for share in (0.25, 0.75)]
    store.save(records[0])
    over = threading.Event()

    def write():
        while not over.is_set():
            for record in records:
                store.save(record)

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    seen = [store.load(cell) for _ in range(500)]
    over.set()
    for writer in writers:
        writer.join()
    assert all(record in records for record in seen)
    assert os.listdir(store.cells) == [f"{cell.name}.json"]


def _in_result(**changes):
    return lambda content: content["result"].update(changes)


DAMAGE = {
    "empty": lambda text: "",
    "cut": lambda text: text[: len(text) // 2],
    "one brace short": lambda text: text.rstrip()[:-1],
    "other text": lambda text: "Traceback (most recent call last):",
    "a list": lambda text: "[]",
    "a number": lambda text: "7",
    "nested without end": lambda text: "[" * 100_000,
    "not UTF-8": lambda text: text.encode("utf-16"),
    "zeros": lambda text: b"\0" * 4096,
    "NaN": lambda text: text.replace('"test_accuracy": 0.625', '"test_accuracy": NaN'),
    "infinity": lambda text: text.replace('"train_seconds": 2.25', '"train_seconds": 1e999'),
    "a number without end": lambda text: text.replace('"parameters": 1169', '"parameters": ' + "9" * 400),
    "other version": lambda content: content.update(cell_version=CELL_VERSION + 1),
    "no version": lambda content: content.pop("cell_version"),
    "no settings": lambda content: content.pop("settings"),
    "other settings": lambda content: content["settings"].update(epochs=4),
    "settings with more": lambda content: content["settings"].update(more=1),
    "no result": lambda content: content.pop("result"),
    "a result that is a list": lambda content: content.update(result=[1.0]),
    "a field missing": lambda content: content["result"].pop("loss"),
    "a field too many": _in_result(extra=1),
    "accuracy as text": _in_result(test_accuracy="1.0"),
    "accuracy above 1": _in_result(test_accuracy=1.01),
    "accuracy below 0": _in_result(test_accuracy=-0.5),
    "no accuracy": _in_result(test_accuracy=None),
    "too few epochs": _in_result(accuracy=[0.5, 0.5]),
    "text among the epochs": _in_result(loss=[0.5, "x", 0.5]),
    "no list of epochs": _in_result(loss=0.5),
    "half a parameter": _in_result(parameters=1169.5),
    "negative seconds": _in_result(compile_seconds=-1),
    "attention above 1": _in_result(first_step_attention=3),
    "no heads": _in_result(first_step_attention_by_head=[]),
    "no versions": lambda content: content.pop("versions"),
    "versions of nothing": lambda content: content.update(versions={}),
    "a version that is no text": lambda content: content["versions"].update(keras=["3.15.1"]),
    "no processor": lambda content: content["hardware"].pop("processor"),
    "a processor that is no text": lambda content: content["hardware"].update(processor=None),
    "hardware as text": lambda content: content.update(hardware="fast"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_seen_and_set_aside(store, cell, make_record, kind):
    record = make_record(cell, accuracy=0.625)
    store.save(record)
    path, damage = store.path(cell), DAMAGE[kind]
    text = path.read_text(encoding="utf-8")
    content = json.loads(text)
    damaged = damage(text) if damage.__code__.co_varnames[0] == "text" else None
    if damaged is None:
        damage(content)
        damaged = json.dumps(content)
    damaged = damaged.encode("utf-8") if isinstance(damaged, str) else damaged
    assert damaged != text.encode("utf-8")
    path.write_bytes(damaged)
    with pytest.raises(DamagedCell):
        store.load(cell)
    assert store.set_aside(cell).name == f"{cell.name}.json.damaged-1"
    assert store.load(cell) is None
    assert (store.cells / f"{cell.name}.json.damaged-1").read_bytes() == damaged
    store.save(record)
    assert store.load(cell) == record


def test_a_folder_in_the_place_of_a_cell(store, cell):
    store.path(cell).mkdir()
    with pytest.raises(DamagedCell, match="cannot be read"):
        store.load(cell)
    assert store.set_aside(cell).is_dir()
    assert store.load(cell) is None


def test_damage_again_gets_another_name(store, cell):
    for number in (1, 2, 3):
        store.path(cell).write_text(f"damage {number}", encoding="utf-8")
        assert store.set_aside(cell).name == f"{cell.name}.json.damaged-{number}"
    assert store.set_aside(cell) is None  # another run was faster
    kept = {path.read_text(encoding="utf-8") for path in store.cells.iterdir()}
    assert kept == {"damage 1", "damage 2", "damage 3"}


def test_other_cells_and_leftovers_are_not_seen(store, cell, make_record):
    for other in (replace(cell, epochs=4), replace(cell, seed=1), replace(cell, backend="jax")):
        store.save(make_record(other))
    (store.cells / f".{cell.name}.json.0123456789abcdef.tmp").write_text("{", encoding="utf-8")
    assert store.load(cell) is None


def test_another_cell_under_this_name_is_damage(store, cell, make_record):
    other = replace(cell, seed=1)
    store.save(make_record(other))
    store.path(other).rename(store.path(cell))
    with pytest.raises(DamagedCell, match="settings of another cell"):
        store.load(cell)


def test_a_record_with_nan_is_not_written(store, cell, make_record):
    with pytest.raises(ValueError):
        store.save(make_record(cell, loss=(0.5, float("nan"), 0.5)))
    assert os.listdir(store.cells) == []


def test_folders_that_cannot_be_used(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for folder in (file, file / "below", "/proc/nothing/here"):
        with pytest.raises(OSError):
            CellStore(folder).prepare()
    assert file.read_text(encoding="utf-8") == "mine"
    for folder in ("", None, 3):
        with pytest.raises(SettingError, match="results: got .*, allowed: the path of a folder"):
            CellStore(folder)


def test_preparing_leaves_nothing_behind(store):
    store.prepare()
    assert os.listdir(store.folder) == ["cells"] and os.listdir(store.cells) == []
