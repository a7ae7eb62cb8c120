"""Work for one process at a time: the missing seeds of one model at one length."""

from dataclasses import dataclass, replace
from itertools import groupby

from keras_attention.comparison.grid import MODELS

# Seconds of 30 epochs of 2,000 sequences on one core, fitted to measured runs at lengths 10 to 160; only their order
# and their ratios matter.
RECURRENT_SECONDS = (0.1, 0.05, 0.0)  # constant, per step, per squared step
ATTENTION_SECONDS = (0.7, 0.087, 0.00019)
STEPS_MEASURED = 30 * 2000


@dataclass(frozen=True)
class Job:
    """Cells that differ in their seed only, and so share one compiled program.

    Args:
        cells: Tuple of `CellSettings`.
    """

    cells: tuple

    @property
    def cost(self):
        """Estimated seconds of training."""
        return sum(map(cell_cost, self.cells))


def cell_cost(settings):
    """Estimated seconds of training of one cell."""
    attention = MODELS[settings.model].family == "transformer"
    constant, linear, squared = ATTENTION_SECONDS if attention else RECURRENT_SECONDS
    seconds = constant + linear * settings.length + squared * settings.length**2
    return seconds * settings.epochs * settings.train_samples / STEPS_MEASURED


def make_jobs(cells):
    """The cells as jobs, the longest first, so that no process is left alone with a long one at the end."""
    kinds = sorted(cells, key=lambda cell: replace(cell, seed=0).name)
    jobs = [Job(tuple(same)) for _, same in groupby(kinds, key=lambda cell: replace(cell, seed=0))]
    return sorted(jobs, key=lambda job: job.cost, reverse=True)
