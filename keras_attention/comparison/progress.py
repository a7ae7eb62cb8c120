"""How far a run is: a live bar on a terminal, plain lines anywhere else."""

import contextlib
import os
import sys

from keras_attention.comparison.jobs import cell_cost


def make_progress(cells, done):
    """A context manager that shows the progress of a run on standard output.

    Args:
        cells: All `CellSettings` of the run.
        done: Those of them that were finished before.

    Returns:
        An object with `epoch(settings)`, `finished(record)` and `note(text)`.
    """
    live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return (LiveProgress if live else PlainProgress)(cells, done)


class PlainProgress(contextlib.AbstractContextManager):
    """A line for every finished cell."""

    def __init__(self, cells, done):
        self.total, self.count = len(cells), len(done)

    def __enter__(self):
        self.note(f"{self.total} cells, {self.count} finished before, {self.total - self.count} to run")
        return self

    def __exit__(self, *error):
        return None

    def epoch(self, settings):
        """A cell has done an epoch."""

    def finished(self, record):
        """A cell has its result."""
        self.count += 1
        result = record.result
        outcome = f"accuracy {result.test_accuracy:.3f}, {result.train_seconds:.1f} s"
        self.note(f"{self.count} of {self.total}: {record.settings.label}: {outcome}")

    def note(self, text):
        """Something worth a line."""
        print(text, flush=True)


class LiveProgress(contextlib.AbstractContextManager):
    """A bar that moves with every epoch, with cells done, time left and the newest accuracy."""

    def __init__(self, cells, done):
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Column

        one_line = Column(no_wrap=True, overflow="crop", ratio=1)
        self.total, self.count = len(cells), len(done)
        self.bar = Progress(
            BarColumn(bar_width=16),
            TextColumn("{task.description}", markup=False),
            TimeRemainingColumn(),
            TextColumn("left | {task.fields[newest]}", markup=False, table_column=one_line),
            expand=True,
        )
        cost = sum(cell_cost(cell) for cell in cells if cell not in done)
        self.task = self.bar.add_task(self._cells_done(), total=cost, newest="starting")

    def __enter__(self):
        self.bar.start()
        return self

    def __exit__(self, *error):
        self.bar.stop()

    def epoch(self, settings):
        """A cell has done an epoch."""
        self.bar.update(self.task, advance=cell_cost(settings) / settings.epochs)

    def finished(self, record):
        """A cell has its result."""
        self.count += 1
        newest = f"{record.result.test_accuracy:.3f} {record.settings.label}"
        self.bar.update(self.task, description=self._cells_done(), newest=newest)

    def note(self, text):
        """Something worth a line, above the bar."""
        self.bar.console.print(text, markup=False, highlight=False)

    def _cells_done(self):
        return f"{self.count} of {self.total} cells"
