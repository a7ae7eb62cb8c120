"""One run of a comparison: what is missing is trained, what is there is kept, and all of it is reported."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from keras_attention.comparison.explanation import explain, provenance
from keras_attention.comparison.files import write_whole
from keras_attention.comparison.jobs import make_jobs
from keras_attention.comparison.pool import run_jobs
from keras_attention.comparison.progress import make_progress
from keras_attention.comparison.record import DamagedCell
from keras_attention.comparison.rows import make_rows
from keras_attention.comparison.settings import SettingError
from keras_attention.comparison.store import CellStore
from keras_attention.comparison.table import comparison_table, csv_table


@dataclass(frozen=True)
class Outcome:
    """What a run leaves.

    Args:
        rows: Rows of `make_rows`.
        records: Mapping of finished `CellSettings` to `CellRecord`.
        lost: Mapping of `CellSettings` that could not be run to the reason.
        interrupted: Whether Ctrl-C ended the run.
        total: Number of cells asked for.
    """

    rows: list
    records: dict
    lost: dict
    interrupted: bool
    total: int

    @property
    def complete(self):
        """Whether every cell has its result."""
        return len(self.records) == self.total


def run(cells, results, workers):
    """Brings a comparison to its end, as far as it gets.

    Args:
        cells: All `CellSettings` of the comparison.
        results: The results folder.
        workers: Most processes at once.

    Returns:
        `Outcome`.

    Raises:
        SettingError: When the folder is no path or cannot be written; nothing is trained then.
    """
    store = CellStore(results)
    try:
        store.prepare()
    except OSError as error:
        raise SettingError("results", repr(str(results)), f"a folder that can be written ({error})") from None
    records, damaged = _load(store, cells)
    for line in damaged:
        print(line, flush=True)
    lost, interrupted = {}, False
    missing = [cell for cell in cells if cell not in records]
    if missing:
        try:
            lost = _train(store, cells, missing, records, workers)
        except KeyboardInterrupt:
            interrupted = True
        for cell in missing:  # saved, but not told of any more: by a worker that was stopped, or by another run
            record = records.get(cell) or _finished(store, cell)
            if record:
                records[cell] = record
                lost.pop(cell, None)
    return Outcome(make_rows(cells, records), records, lost, interrupted, len(cells))


def report(outcome):
    """The table and its explanation as paragraphs of text."""
    settings = next(iter(outcome.records))
    paragraphs = explain(outcome.rows, settings) + [provenance(outcome.records.values())]
    if not outcome.complete:
        paragraphs.insert(0, f"Incomplete: {len(outcome.records)} of {outcome.total} cells have a result.")
    return [comparison_table(outcome.rows), *paragraphs]


def write(outcome, results):
    """Writes table.md, table.csv and figure.png into the results folder."""
    from keras_attention.comparison.figure import draw

    folder = Path(results)
    write_whole(folder / "table.md", "\n\n".join(report(outcome)) + "\n")
    write_whole(folder / "table.csv", csv_table(outcome.rows))
    write_whole(folder / "figure.png", draw(outcome.rows, provenance(outcome.records.values())))


def default_workers():
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _load(store, cells):
    """The finished cells, and a line for each damaged file, which is set aside."""
    records, lines = {}, []
    for cell in cells:
        try:
            record = store.load(cell)
        except DamagedCell as damage:
            aside = store.set_aside(cell)
            if aside:
                name = store.path(cell).name
                lines.append(f"damaged: {name}: {damage}; set aside as {aside.name}, the cell runs again")
            continue
        if record:
            records[cell] = record
    return records, lines


def _train(store, cells, missing, records, workers):
    """Trains the missing cells; adds to `records`, and returns the lost cells with their reasons."""
    lost = {}
    events = run_jobs(make_jobs(missing), store.folder, workers, missing[0].backend)
    with make_progress(cells, records) as progress, contextlib.closing(events):
        for event in events:
            if event.kind == "epoch":
                progress.epoch(event.cells[0])
            if event.kind not in ("finished", "lost"):
                continue
            for cell in event.cells:
                record = _finished(store, cell)
                if record:
                    records[cell] = record
                    progress.finished(record)
                else:
                    lost[cell] = event.text or "its file has disappeared"
                    progress.note(f"lost: {cell.label}")
    return lost


def _finished(store, cell):
    try:
        return store.load(cell)
    except DamagedCell:
        return None
