"""The pool of processes, with workers that train nothing and fail as they are told."""

import os
import time
from pathlib import Path

import pytest

from keras_attention.comparison import pool
from keras_attention.comparison.jobs import make_jobs
from keras_attention.comparison.pool import run_jobs, worker_environment

DIES, RAISES, WAITS = 13, 17, 19  # lengths that decide what the fake worker does


@pytest.fixture(autouse=True)
def fake_worker(monkeypatch):
    path = str(Path(__file__).with_name("fake_worker.py"))
    monkeypatch.setattr(pool, "START", f"exec(compile(open({path!r}, encoding='utf-8').read(), {path!r}, 'exec'))")


@pytest.fixture
def run(tmp_path):
    def run(cells, workers=2):
        return list(run_jobs(make_jobs(cells), tmp_path, workers, "tensorflow"))

    return run


def _cells(events, kind):
    return [cell for event in events if event.kind == kind for cell in event.cells]


def test_every_cell_is_finished_once(grid, run):
    cells = grid(lengths=[2, 3, 4, 5], seeds=[0, 1, 2])
    events = run(cells)
    assert sorted(c.name for c in _cells(events, "finished")) == sorted(c.name for c in cells)
    assert len(_cells(events, "epoch")) == len(cells) and not _cells(events, "lost")


def test_the_longest_job_comes_first_and_seeds_stay_together(grid, run):
    finished = _cells(run(grid(seeds=[4, 2]), workers=1), "finished")
    assert [(c.model, c.length) for c in finished[:6:2]] == [("transformer", 160), ("transformer", 80), ("lstm", 160)]
    assert [(c.model, c.length) for c in finished[-2:]] == [("lstm", 10)] * 2
    assert [c.seed for c in finished] == [4, 2] * 10


def test_no_more_processes_than_jobs_or_workers(grid, run, monkeypatch):
    started = []
    original = pool._Worker.__init__
    monkeypatch.setattr(pool._Worker, "__init__", lambda self, *a: (started.append(self), original(self, *a))[1])
    run(grid(models=["lstm"], lengths=[2, 3]), workers=9)
    assert len(started) == 2
    run(grid(lengths=[2, 3]), workers=3)
    assert len(started) == 5
    assert all(worker.process.poll() is not None for worker in started)


def test_a_worker_that_dies_takes_its_job_with_it_and_no_other(grid, run):
    cells = grid(models=["lstm"], lengths=[DIES, 2, 3, 14, 15], seeds=[0, 1])
    events = run(cells, workers=1)
    assert _cells(events, "lost") == [c for c in cells if c.length == DIES]
    assert set(_cells(events, "finished")) == {c for c in cells if c.length != DIES}
    (lost,) = [event for event in events if event.kind == "lost"]
    assert lost.text == "a worker process ended with status -9\nlast words"


def test_an_error_in_one_job_is_told_and_the_worker_goes_on(grid, run):
    cells = grid(models=["lstm"], lengths=[RAISES, 2, 3], seeds=[0, 1])
    events = run(cells, workers=1)
    (lost,) = [event for event in events if event.kind == "lost"]
    assert set(lost.cells) == {c for c in cells if c.length == RAISES} and "MemoryError: too long" in lost.text
    assert len(_cells(events, "finished")) == 4


def test_when_all_die_all_is_told(grid, run):
    cells = grid(lengths=[DIES], seeds=[0, 1])
    assert set(_cells(run(cells), "lost")) == set(cells)


def test_workers_that_do_not_even_start(grid, run, monkeypatch):
    monkeypatch.setattr(pool, "START", "import sys; sys.exit('no room')")
    cells = grid(lengths=[2, 3, 4])
    events = run(cells)
    assert set(_cells(events, "lost")) == set(cells)
    assert all("status 1" in event.text and "no room" in event.text for event in events)


def test_half_a_line_is_no_event(grid, run, monkeypatch):
    monkeypatch.setattr(pool, "START", "print('{\"kind\": \"rea', end='', flush=True)")
    cells = grid(lengths=[2])
    assert set(_cells(run(cells), "lost")) == set(cells)


def test_closing_ends_every_process(grid, tmp_path, monkeypatch):
    started = []
    original = pool._Worker.__init__
    monkeypatch.setattr(pool._Worker, "__init__", lambda self, *a: (started.append(self), original(self, *a))[1])
    events = run_jobs(make_jobs(grid(lengths=[WAITS])), tmp_path, 2, "tensorflow")
    assert next(events).kind == "epoch"
    events.close()
    assert len(started) == 2 and all(worker.process.poll() is not None for worker in started)


def test_a_worker_ends_when_its_parent_is_gone(grid, tmp_path):
    """The parent is replaced by closing the pipe's end, as the system does when a process dies."""
    import queue

    inbox = queue.SimpleQueue()
    worker = pool._Worker("tensorflow", inbox)
    assert inbox.get(timeout=30)[1] == {"kind": "ready"}
    worker.process.stdin.close()
    deadline = time.monotonic() + 30
    while worker.process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert worker.process.poll() == 0
    worker.stop()


def test_the_environment_of_a_worker():
    given = {"XLA_FLAGS": "--xla_dump_to=x", "HOME": "there", "OMP_NUM_THREADS": "8"}
    made = worker_environment(given, "jax")
    assert made["XLA_FLAGS"].split()[:2] == ["--xla_dump_to=x", "--xla_cpu_multi_thread_eigen=false"]
    assert (made["KERAS_BACKEND"], made["OMP_NUM_THREADS"], made["CUDA_VISIBLE_DEVICES"]) == ("jax", "1", "-1")
    assert made["HOME"] == "there" and given["OMP_NUM_THREADS"] == "8"
    assert worker_environment({}, "torch")["XLA_FLAGS"].startswith("--xla_cpu_multi_thread_eigen=false")
    assert "TF_NUM_INTRAOP_THREADS" not in os.environ
