"""Jobs in processes of their own: one thread each, the longest job first."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path

import keras_attention

# A worker is started by what it shall import, not by running the parent's main file again, so that `compare` may be
# called from anywhere: a script without a `__main__` guard, a notebook, an interactive session.
START = "import sys; sys.path[:] = sys.argv[1:]; from keras_attention.comparison.worker import main; main()"

# One thread a process. The models are too small to gain from a GPU, and several processes would fight over it.
ENVIRONMENT = {
    "TF_NUM_INTRAOP_THREADS": "1",
    "TF_NUM_INTEROP_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "CUDA_VISIBLE_DEVICES": "-1",
    "JAX_PLATFORMS": "cpu",
}
# XLA uses half of a vector of 512 bits unless told otherwise, which costs long sequences a fifth of their time. Level 1
# of its code generation compiles a third faster than the default 3, and the programs are as fast. Fast minima and
# maxima differ only where a number is none, which ends a run with an error anyway.
XLA_FLAGS = (
    "--xla_cpu_multi_thread_eigen=false --xla_cpu_prefer_vector_width=512 --xla_backend_optimization_level=1 "
    "--xla_cpu_enable_fast_min_max=true"
)
TAIL_LINES = 15


@dataclass(frozen=True)
class Event:
    """Something a worker did.

    Args:
        kind: "epoch" or "finished" (one cell), or "lost" (cells that have no result).
        cells: Tuple of `CellSettings`.
        text: Why cells were lost.
    """

    kind: str
    cells: tuple
    text: str = ""


class _Worker:
    """One process, the cells it is at, and a thread that passes its lines on."""

    def __init__(self, backend, inbox):
        self.pending = {}  # cells of the job without a result yet, by seed
        self.ready = False
        self.log = tempfile.TemporaryFile()
        root = str(Path(keras_attention.__file__).resolve().parent.parent)
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, root, *sys.path],
            env=worker_environment(os.environ, backend),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        threading.Thread(target=self._read, args=(inbox,), daemon=True).start()

    def _read(self, inbox):
        with self.process.stdout as lines, contextlib.suppress(ValueError):  # a killed process may leave half a line
            for line in lines:
                inbox.put((self, json.loads(line)))
        inbox.put((self, {"kind": "ended"}))

    def give(self, job, folder):
        self.pending = {cell.seed: cell for cell in job.cells}
        order = {"folder": str(folder), "cells": [asdict(cell) for cell in job.cells]}
        with contextlib.suppress(OSError):  # the worker has just died: its "ended" is on the way
            self.process.stdin.write((json.dumps(order) + "\n").encode("utf-8"))
            self.process.stdin.flush()

    def stop(self, grace=0):
        """Ends the process: what it has finished is saved, and what it has not is lost anyway.

        Args:
            grace: Seconds a process that is ending by itself is given.

        Returns:
            Its exit status, and the last lines it and its libraries wrote.
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace)
        self.process.kill()
        status = self.process.wait()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.log.seek(0)
        tail = self.log.read().decode("utf-8", errors="replace").splitlines()[-TAIL_LINES:]
        self.log.close()
        return status, "\n".join(tail)


def worker_environment(environment, backend):
    """The environment of a worker: `environment`, with one thread, no GPU, and the Keras backend of this process."""
    flags = environment.get("XLA_FLAGS", "")
    return {**environment, **ENVIRONMENT, "KERAS_BACKEND": backend, "XLA_FLAGS": f"{flags} {XLA_FLAGS}".strip()}


def run_jobs(jobs, folder, workers, backend):
    """Runs the jobs in at most `workers` processes, in the order given.

    A worker that dies takes the unfinished cells of its job with it; the others go on. Closing the generator ends every
    process.

    Args:
        jobs: Sequence of `Job`.
        folder: The results folder, in which workers save finished cells.
        workers: Most processes at once.
        backend: Name of the Keras backend.

    Yields:
        `Event`.
    """
    waiting, inbox, alive = deque(jobs), queue.SimpleQueue(), []
    try:
        for _ in range(min(workers, len(waiting))):
            alive.append(_Worker(backend, inbox))
        while alive:
            try:
                worker, message = inbox.get(timeout=1.0)  # a wait without end could not be interrupted on Windows
            except queue.Empty:
                continue
            kind = message["kind"]
            if kind in ("ready", "idle"):
                worker.ready = True
                if not waiting:
                    alive.remove(worker)
                    worker.stop()
                    continue
                worker.give(waiting.popleft(), folder)
            elif kind == "epoch":
                yield Event("epoch", (worker.pending[message["seed"]],))
            elif kind == "finished":
                yield Event("finished", (worker.pending.pop(message["seed"]),))
            elif kind == "failed":
                yield Event("lost", tuple(worker.pending.values()), message["text"])
                worker.pending = {}
            elif worker in alive:
                alive.remove(worker)
                status, tail = worker.stop(grace=10)
                text = f"a worker process ended with status {status}\n{tail}".strip()
                if worker.pending:
                    yield Event("lost", tuple(worker.pending.values()), text)
                if worker.ready and waiting:
                    alive.append(_Worker(backend, inbox))
                elif not alive and waiting:
                    yield Event("lost", tuple(cell for job in waiting for cell in job.cells), text)
    finally:
        for worker in alive:
            worker.stop()
