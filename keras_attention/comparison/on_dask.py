"""The training runs of a comparison on the machines of a Dask cluster."""

import keras

from keras_attention.comparison.experiment import run_cells
from keras_attention.comparison.grid import make_grid
from keras_attention.comparison.jobs import make_jobs
from keras_attention.comparison.record import DamagedCell
from keras_attention.comparison.store import CellStore


def train_on_dask(client, task="first-step-recall", results="results", **grid):
    """Trains the missing runs of a comparison on a Dask cluster; `compare` with the same arguments then reports them.

    The cluster's workers need this package, its Keras backend, and one thread each; no common folder: results come back
    through the cluster and are saved here as soon as a job is finished. A job is one model at one length with all its
    seeds. A call after an interruption trains only what is missing.

    Args:
        client: `dask.distributed.Client`.
        task, results: As for `comparison.compare`.
        **grid: `models`, `lengths`, `seeds`, `epochs`, `samples`, as for `comparison.compare`.

    Returns:
        Number of runs that were trained.

    Raises:
        ValueError: For an argument that cannot be used; nothing is trained then.
        Exception: What a job raised; finished jobs are kept.

    Example:
        >>> from dask.distributed import Client
        >>> train_on_dask(Client("tcp://scheduler:8786"), seeds=range(10))
        100
        >>> rows = compare(seeds=range(10))
    """
    from dask.distributed import as_completed

    store = CellStore(results)
    store.prepare()
    cells = make_grid(task, **grid, backend=keras.config.backend())
    missing = [cell for cell in cells if not _is_finished(store, cell)]
    futures = [client.submit(_records, job.cells, priority=job.cost, pure=False) for job in make_jobs(missing)]
    for future in as_completed(futures):
        for record in future.result():
            store.save(record)
    return len(missing)


def _is_finished(store, cell):
    try:
        return store.load(cell) is not None
    except DamagedCell:
        store.set_aside(cell)
        return False


def _records(cells):
    return list(run_cells(cells))
