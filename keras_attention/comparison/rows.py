"""The rows of the table: one for each model and length, out of the finished cells."""

from statistics import median

from keras_attention.comparison.grid import make_task

SOLVED = 0.95


def make_rows(cells, records):
    """The table as dictionaries, in the order of the cells.

    Args:
        cells: All `CellSettings` of the comparison.
        records: Mapping of finished `CellSettings` to `CellRecord`.

    Returns:
        List of dictionaries. "seeds" holds every seed asked for; "accuracies" has a number or, for a missing cell,
        `None` at the same place. "solved" counts accuracies of at least 0.95. Attention is the mean over the seeds,
        `None` for a model without; so are the two shares of associative recall. Seconds are sums over the seeds.
    """
    groups = {}
    for cell in cells:
        groups.setdefault((cell.model, cell.length), []).append(cell)
    return [_row(group, [records.get(cell) for cell in group]) for group in groups.values()]


def _row(cells, records):
    first, results = cells[0], [record.result for record in records if record]
    task = make_task(first.task, first.length)
    accuracies = [record.result.test_accuracy if record else None for record in records]
    present = [result.test_accuracy for result in results]
    return {
        "task": first.task,
        "model": first.model,
        "length": first.length,
        "seeds": [cell.seed for cell in cells],
        "accuracies": accuracies,
        "median": median(present) if present else None,
        "solved": sum(accuracy >= SOLVED for accuracy in present),
        "first_step_attention": _mean([result.first_step_attention for result in results]),
        "uniform_attention": 1 / first.length,
        "chance_level": task.chance_level,
        "order_blind_ceiling": task.order_blind_ceiling,
        "listed_share": _mean([result.listed_share for result in results]),
        "uncommon_accuracy": _mean([result.uncommon_accuracy for result in results]),
        "parameters": results[0].parameters if results else None,
        "compile_seconds": sum(result.compile_seconds for result in results),
        "train_seconds": sum(result.train_seconds for result in results),
    }


def _mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None
