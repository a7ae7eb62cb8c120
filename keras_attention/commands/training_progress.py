"""How far the training of `generate` is: a live bar on a terminal, plain lines anywhere else."""

import contextlib
import os
import sys


def make_progress(seconds):
    """A context manager that shows the progress of a training on standard output.

    Args:
        seconds: How long the training may take.

    Returns:
        An object with `update(progress)`, for every `Progress` of `train_for`.
    """
    live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return LiveProgress(seconds) if live else PlainProgress()


class PlainProgress(contextlib.AbstractContextManager):
    """A line whenever the held-out loss was measured."""

    def __exit__(self, *error):
        return None

    def update(self, progress):
        """Some steps are done."""
        if progress.held_out_loss is not None:
            print(
                f"{progress.seconds:6.1f} s  {progress.steps:6,} steps  training loss {progress.loss:.3f}  "
                f"held-out loss {progress.held_out_loss:.3f}{'  best so far' if progress.is_best else ''}",
                flush=True,
            )


class LiveProgress(contextlib.AbstractContextManager):
    """A bar that moves with the time, with steps and the best held-out loss so far."""

    def __init__(self, seconds):
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self.best = None
        self.seconds = seconds
        self.bar = Progress(
            BarColumn(bar_width=24), TextColumn("{task.description}", markup=False), TimeRemainingColumn()
        )
        self.task = self.bar.add_task("compiling", total=None)

    def __enter__(self):
        self.bar.start()
        return self

    def __exit__(self, *error):
        self.bar.stop()

    def update(self, progress):
        """Some steps are done."""
        if progress.is_best:
            self.best = progress.held_out_loss
        best = "" if self.best is None else f", held-out loss {self.best:.3f} at best"
        text = f"{progress.steps:,} steps, training loss {progress.loss:.3f}{best}"
        done = min(progress.seconds, self.seconds)
        self.bar.update(self.task, total=self.seconds, completed=done, description=text)
