"""The process that trains: takes jobs as JSON lines on standard input, and reports events as JSON lines.

Events go to what was standard output when the process began; whatever a library prints goes to standard error, which
the parent keeps in a file.
"""

import json
import os
import signal
import sys
import traceback

import keras

from keras_attention.comparison.experiment import run_cells
from keras_attention.comparison.settings import CellSettings
from keras_attention.comparison.store import CellStore


def main():
    """Works until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what ends when
    events = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    _report(events, "ready")
    for line in sys.stdin.buffer:
        job = json.loads(line)
        keras.utils.clear_session()
        _work(CellStore(job["folder"]), [CellSettings.from_dict(cell) for cell in job["cells"]], events)
        _report(events, "idle")


def _work(store, cells, events):
    """Trains the cells of one job and saves each the moment it is finished."""

    def on_epoch(settings, done, logs):
        _report(events, "epoch", seed=settings.seed)

    try:
        for record in run_cells(cells, on_epoch):
            store.save(record)
            _report(events, "finished", seed=record.settings.seed)
    except Exception:
        _report(events, "failed", text=traceback.format_exc())


def _report(events, kind, **details):
    """Writes an event; ends this process without a word where the parent is gone and nobody reads it."""
    try:
        events.write(json.dumps({"kind": kind} | details) + "\n")
    except OSError:
        os._exit(0)
