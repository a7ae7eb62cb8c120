"""Code 3: finished runs are kept and never mixed, and what cannot be used ends in a sentence; nothing is trained."""

import pytest

NAME = "code3_associative_recall"
CELLS = ["setup", "checks", "drawing", "layers", "parameters", "task-tools", "task", "settings", "models",
         "compiled-epoch", "files", "measures", "train", "grid", "table", "habits", "more-data", "reading"]
SMALL = "SEEDS, EPOCHS = (0, 1), 3\n"
# A run is over at once, except one that is interrupted.
FAKE = """
interrupted_at, trained = None, []

def train(settings, seeds):
    for seed in seeds:
        own = settings[seed]
        if own["run"] == interrupted_at:
            raise KeyboardInterrupt
        trained.append(own["run"])
        run = {"accuracy": 0.5, "by_luck": 0.3, "listed": 1.0, "uncommon": 0.25, "seen": 0.75, "by_pair": [0.5] * 5,
               "given": [9] * 4, "loss": [1.0] * own["epochs"], "parameters": 99, "seconds": 0.1}
        if "num_heads" in own:
            heads = own["num_blocks"], own["num_heads"]
            run["looks"] = {name: np.zeros(heads).tolist() for name in LOOKS}
            run["examples"] = np.full((4, *heads, 12, 12), 1 / 12).tolist()
        yield seed, run
"""
ALL = ["gru-seed0", "gru-seed1", "transformer-seed0", "transformer-seed1", "gru-32000-seed0"]


@pytest.fixture
def grid(run_here, tmp_path, monkeypatch):
    """A function that runs the cells up to the reading: (settings, code after training) -> runs trained, text."""
    monkeypatch.chdir(tmp_path)

    def run(settings="", code="", slugs=CELLS):
        defined, printed = run_here(NAME, slugs, {"parameters": SMALL + settings, "train": FAKE + code})
        return defined.get("trained"), printed

    return run


def test_every_run_is_saved_and_none_done_twice(grid, tmp_path):
    trained, printed = grid()
    assert trained == ALL and len(list((tmp_path / "code3_results").iterdir())) == 5
    again, reprinted = grid()
    assert again == [] and reprinted.count("from its file") == 5
    assert reprinted.split("solved")[-1] == printed.split("solved")[-1].replace("0.1 s", "from its file")


def test_an_interruption_loses_nothing_that_was_finished(grid):
    with pytest.raises(KeyboardInterrupt):
        grid(code="interrupted_at = 'transformer-seed1'\n")
    assert grid()[0] == ALL[3:]


@pytest.mark.parametrize("change", ["START = 0.5", "NUM_KEYS = 9", "LEARNING_RATE = 0.01", "WIDTH = 24"])
def test_other_settings_are_not_mixed_in(grid, change):
    grid()
    assert grid(change)[0] == ALL
    assert grid()[0] == grid(change)[0] == []


@pytest.mark.parametrize(
    ("run", "before", "after"),
    [("transformer-seed1", b'"last_on_key"', b'"last"'), ("gru-seed0", b'"accuracy": 0.5', b'"accuracy": 1.5'),
     ("transformer-seed0", b"[1.0, 1.0, 1.0]", b"[1.0, 1.0]"), ("gru-seed1", b'"uncommon": 0.25', b'"uncommon": "a"')],
)
def test_a_damaged_file_is_set_aside_with_a_sentence(grid, tmp_path, run, before, after):
    grid()
    (path,) = (tmp_path / "code3_results").glob(f"{run}-*.json")
    content = path.read_bytes()
    assert before in content
    path.write_bytes(content.replace(before, after))
    trained, printed = grid()
    assert trained == [run] and f"{path.name} is damaged; it is now called" in printed


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("NUM_PAIRS = 8", "num_pairs must be at most num_keys, because the keys of a row differ; received num_pairs 8"),
        ("NUM_KEYS = 0", "num_keys must be an integer of at least 1; received 0"),
        ("NUM_VALUES = 2.5", "num_values must be an integer of at least 1; received 2.5"),
        ("NUM_HEADS = 5", "`num_heads` must divide the width of the input, 48; received 5"),
        ("EPOCHS = 0", "epochs must be an integer of at least 1; received 0"),
        ("SEEDS = 3", "seeds must be a tuple of whole numbers of at least 0, such as .* received 3"),
        ("EXAMPLE = 4", "EXAMPLE must be a whole number from 0 to 3; received 4"),
    ],
)
def test_settings_that_cannot_be_used_end_in_a_sentence(grid, settings, message):
    with pytest.raises(ValueError, match=message):
        grid(settings)


def test_more_pairs_than_keys_in_the_last_section(grid):
    with pytest.raises(ValueError, match="num_pairs must be at most num_keys, .* received num_pairs 10 and num_keys 9"):
        grid("MANY_KEYS = 9", slugs=[*CELLS, "pairs"])


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells 1, 2, .*\.$"):
        run_here(NAME, slugs=["setup", "grid"])
