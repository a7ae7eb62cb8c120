"""Runs that are cut: killed, interrupted, two at once, a worker that dies."""

import csv
import io
import os
import pty
import re
import signal
import threading
import time

import numpy as np
import pytest
from command_process import CommandProcess, wait_until

LENGTHS = list(map(str, range(3, 13)))
STUB_RUN = ["compare", "--models", "lstm", "gru", "--lengths", *LENGTHS, "--seeds", "0", "1", "2", "--epochs", "3"]
LONG_RUN = [*STUB_RUN[:-1], "12"]  # still at work when it is cut, on a busy machine too
TOTAL = 60  # cells of each
REAL_RUN = ["compare", "--models", "lstm", "--lengths", "3", "4", "--epochs", "1", "--samples", "32"]


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """The package is imported, once, where the processes are forked from."""
    run = CommandProcess(["--version"], tmp_path_factory.mktemp("version") / "output.txt")
    assert run.wait() == 0


@pytest.fixture
def start(tmp_path, imported):
    """Starts the command; whatever is left of it at the end is killed."""
    started = []

    def start(folder, arguments=STUB_RUN, **options):
        output = options.pop("output", tmp_path / f"output-{len(started)}.txt")
        started.append(CommandProcess([*arguments, "--workers", "2", "--results", folder], output, **options))
        return started[-1]

    yield start
    for process in started:
        process.signal_group(signal.SIGKILL)
        process.wait()


def _table(folder):
    """The table without its seconds, which differ from run to run."""
    rows = list(csv.DictReader(io.StringIO((folder / "table.csv").read_text(encoding="utf-8"))))
    return [{name: value for name, value in row.items() if not name.endswith("seconds")} for row in rows]


def _cells(folder):
    cells = folder / "cells"
    return {path.name: path.read_bytes() for path in cells.glob("*.json")} if cells.exists() else {}


def _told(run):
    """How many cells the run has said to be finished."""
    return len(re.findall(r"^\d+ of \d+: ", run.text(), re.MULTILINE))


def _cut(run, folder, before):
    """Kills the run with all its processes, and checks that nothing finished is lost; returns its exit status."""
    status = run.process.exitcode
    run.signal_group(signal.SIGKILL)
    run.wait()
    after = _cells(folder)
    assert {name: after[name] for name in before} == before
    assert len(after) >= len(before) + _told(run)
    assert "damaged" not in run.text()
    return status


def test_killed_at_twenty_random_moments(start, tmp_path):
    started = time.monotonic()
    assert start(tmp_path / "whole").wait() == 0
    life = time.monotonic() - started
    reference = _table(tmp_path / "whole")

    moments, kills, folders = np.random.default_rng(20), [], 0
    while len(kills) < 20:
        folder = tmp_path / f"cut-{folders}"
        before = _cells(folder)
        run = start(folder)
        run.wait(moments.uniform(0, life))
        if _cut(run, folder, before) is None:
            kills.append(len(_cells(folder)))
        else:  # it was through before its moment came: begin another
            assert _table(folder) == reference
            folders += 1
    last = start(folder)
    assert last.wait() == 0 and "damaged" not in last.text()
    assert _table(folder) == reference and len(_cells(folder)) == TOTAL
    assert any(0 < finished < TOTAL for finished in kills)


def test_killed_twice_while_training(start, tmp_path):
    assert start(tmp_path / "whole", REAL_RUN, stub=False).wait() == 0
    folder, moments = tmp_path / "cut", np.random.default_rng(3)
    for _ in range(2):
        before = _cells(folder)
        run = start(folder, REAL_RUN, stub=False)
        wait_until(lambda run=run: _told(run) or run.process.exitcode is not None)
        run.wait(moments.uniform(0, 1))
        _cut(run, folder, before)
    assert start(folder, REAL_RUN, stub=False).wait() == 0
    assert _table(folder) == _table(tmp_path / "whole") and len(_cells(folder)) == 4


def test_workers_do_not_outlive_a_killed_parent(start, tmp_path):
    run = start(tmp_path / "results", LONG_RUN)
    wait_until(lambda: _told(run))
    os.kill(run.pid, signal.SIGKILL)
    wait_until(run.group_is_empty)
    assert len(_cells(tmp_path / "results")) < TOTAL


def test_an_interrupt_keeps_what_is_finished(start, tmp_path):
    folder = tmp_path / "results"
    run = start(folder, LONG_RUN)
    wait_until(lambda: _told(run))
    run.signal_group(signal.SIGINT)
    assert run.wait() == 130
    assert run.group_is_empty()
    finished = len(_cells(folder))
    assert 1 <= finished < TOTAL
    last_line = run.text().splitlines()[-1]
    assert (
        last_line == f"Stopped: {finished} of {TOTAL} cells are finished and kept. The same command goes on from here."
    )
    assert "Traceback" not in run.text()
    assert f"Incomplete: {finished} of {TOTAL} cells" in (folder / "table.md").read_text(encoding="utf-8")
    again = start(folder, LONG_RUN)
    assert again.wait() == 0
    assert f"{TOTAL} cells, {finished} finished before, {TOTAL - finished} to run" in again.text()
    assert "Incomplete" not in (folder / "table.md").read_text(encoding="utf-8")


def test_an_interrupt_before_anything_is_finished(start, tmp_path):
    run = start(tmp_path / "results", ["compare", "--epochs", "10000"])
    wait_until(lambda: "to run" in run.text())
    run.signal_group(signal.SIGINT)
    assert run.wait() == 130
    assert "Stopped: 0 of 20 cells are finished" in run.text() and "Traceback" not in run.text()


def test_two_runs_on_one_folder(start, tmp_path):
    folder = tmp_path / "results"
    runs = [start(folder), start(folder)]
    assert [run.wait() for run in runs] == [0, 0]
    # Cells that the other run had finished before this one looked are counted, and not told of again.
    assert all(f"\n{TOTAL} of {TOTAL}: " in run.text() for run in runs)
    assert not any("damaged" in run.text() for run in runs)
    assert sorted(os.listdir(folder)) == ["cells", "figure.png", "table.csv", "table.md"]
    assert len(os.listdir(folder / "cells")) == len(_cells(folder)) == TOTAL
    assert all(row["accuracy_seed_0"] for row in _table(folder))


def test_a_worker_that_dies_costs_its_own_cells_only(start, tmp_path):
    folder = tmp_path / "results"
    run = start(folder, LONG_RUN)
    wait_until(lambda: _told(run))
    os.kill(run.workers()[0], signal.SIGKILL)
    assert run.wait() == 1
    text, lost = run.text(), TOTAL - len(_cells(folder))
    assert 1 <= lost <= 3 and text.count("\nlost: ") == lost
    assert "No result for " in text and "ended with status -9" in text
    assert f"{lost} of {TOTAL} cells failed. The same command runs them again." in text


def test_a_korean_terminal_and_its_interrupt_key(start, tmp_path):
    """On a terminal with code page 949 there is a bar; the interrupt key ends the run as the signal does."""
    master, slave = pty.openpty()
    seen = bytearray()

    def read():
        try:
            while part := os.read(master, 4096):
                seen.extend(part)
        except OSError:  # the terminal is closed
            pass

    threading.Thread(target=read, daemon=True).start()
    run = start(tmp_path / "results", LONG_RUN, output=os.ttyname(slave), encoding="cp949")
    wait_until(lambda: re.search(rb"[1-9]\d* of 60 cells.* left \| [01]", bytes(seen)))
    os.write(master, b"\x03")
    assert run.wait() == 130
    wait_until(lambda: b"goes on from here" in seen)
    os.close(slave)
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.decode("cp949"))
    assert re.search(r"\d:\d\d:\d\d left \| [01]\.\d{3} (lstm|gru), length \d+, seed \d", text)
    assert "UnicodeEncodeError" not in text and "\\x" not in text and "\\u" not in text
