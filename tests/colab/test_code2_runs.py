"""Code 2: finished runs are kept, found again, never mixed; with training that takes no time."""

import json

import pytest

NAME = "code2_transformer_against_lstm"
CELLS = ["setup", "checks", "layers", "parameters", "task", "models", "compiled-epoch", "other-backends", "files",
         "train", "grid", "table"]
SMALL = "LENGTHS, SEEDS, EPOCHS = (4, 30), (0, 1), 3\n"
# A run is over at once, except one that is interrupted.
FAKE = """
interrupted_at, trained = None, []

def train(model_name, length, seeds):
    for seed in seeds:
        if (model_name, length, seed) == interrupted_at:
            raise KeyboardInterrupt
        trained.append((model_name, length, seed))
        corner = min(length, 20)
        looks = {"first_step": 0.25, "corner": np.zeros((2, corner, corner)).tolist()}
        yield seed, {"accuracy": 1.0, "loss": [0.7, 0.5, 0.1], "parameters": 99, "seconds": 0.1,
                     **({} if model_name.startswith("lstm") else looks)}
"""
ALL = [(model, length, seed) for length in (4, 30) for model in ("transformer", "lstm") for seed in (0, 1)]


@pytest.fixture
def grid(run_here, tmp_path, monkeypatch):
    """A function that runs the cells up to the table: (settings, code after the training) -> what was trained, text."""
    monkeypatch.chdir(tmp_path)

    def run(settings="", code=""):
        defined, printed = run_here(NAME, CELLS, {"parameters": SMALL + settings, "train": FAKE + code})
        return defined["trained"], printed

    return run


def files(tmp_path):
    return sorted((tmp_path / "code2_results").iterdir())


def test_every_run_is_saved_and_none_done_twice(grid, tmp_path):
    trained, printed = grid()
    assert trained == ALL and len(files(tmp_path)) == 8 and "from its file" not in printed
    again, reprinted = grid()
    assert again == [] and reprinted.count("from its file") == 8
    assert reprinted.split("model")[-1] == printed.split("model")[-1]  # the same table


def test_only_the_run_whose_file_is_gone_is_done_again(grid, tmp_path):
    grid()
    (gone,) = (tmp_path / "code2_results").glob("lstm-30-seed1-*.json")
    gone.unlink()
    assert grid()[0] == [("lstm", 30, 1)]
    assert gone.exists()


def test_an_interruption_loses_nothing_that_was_finished(grid, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        grid(code="interrupted_at = ('lstm', 4, 1)\n")
    assert len(files(tmp_path)) == 3
    assert grid()[0] == ALL[3:]


@pytest.mark.parametrize("change", ["TRAIN_SAMPLES = 7", "BATCH_SIZE = 4", "WIDTH = UNITS = 4", "LEARNING_RATE = 0.1"])
def test_other_settings_are_not_mixed_in(grid, change):
    grid()
    assert grid(change)[0] == ALL
    assert grid()[0] == grid(change)[0] == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"\xff\xfe{",
        lambda content: content[: len(content) // 2],
        lambda content: b"[1, 2]",
        lambda content: content.replace(b'-seed1"', b'-seed2"'),
        lambda content: content.replace(b'"accuracy": 1.0', b'"accuracy": NaN'),
        lambda content: content.replace(b"[0.7, 0.5, 0.1]", b"[0.7, 0.5]"),
        lambda content: json.dumps({**json.loads(content), "run": None}).encode(),
    ],
    ids=["empty", "no text", "cut", "list", "other settings", "not a number", "fewer epochs", "no run"],
)
def test_a_damaged_file_is_set_aside_with_a_sentence(grid, tmp_path, damage):
    grid()
    (path,) = (tmp_path / "code2_results").glob("transformer-4-seed1-*.json")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    broken = path.read_bytes()
    trained, printed = grid()
    assert trained == [("transformer", 4, 1)]
    assert f"{path.name} is damaged; it is now called {path.name}.damaged-1, and the run is done again." in printed
    assert path.read_bytes() == whole
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == broken
    path.write_bytes(b"")
    grid()
    assert path.with_name(f"{path.name}.damaged-2").exists() and len(files(tmp_path)) == 10


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("LENGTHS = 10", "LENGTHS must be a tuple of whole numbers of at least 1, such as .* received 10"),
        ("LENGTHS = (0,)", "LENGTHS must be a tuple .* received \\(0,\\)"),
        ("SEEDS = (-1, 2)", "seeds must be a tuple .* received \\(-1, 2\\)"),
        ("SEEDS = '01'", "seeds must be a tuple .* received '01'"),
    ],
)
def test_settings_that_cannot_be_used_end_in_a_sentence(grid, settings, message):
    with pytest.raises(ValueError, match=message):
        grid(settings)


def test_a_setting_written_twice_counts_once(grid):
    assert grid("SEEDS = [1, 1]; LENGTHS = np.array([4])")[0] == [("transformer", 4, 1), ("lstm", 4, 1)]
