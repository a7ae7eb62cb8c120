"""The comparison of models on the course's tasks: a grid of training runs, resumable, with its table and picture."""


def compare(
    task="first-step-recall",
    models=None,
    lengths=None,
    seeds=None,
    epochs=None,
    samples=None,
    results="results",
    workers=None,
    quick=False,
):
    """Trains every model at every length with every seed, or takes the results that are there.

    Progress goes to standard output; `results` gets table.md, table.csv, figure.png and a JSON file for each run in
    cells/. A call after an interruption runs only what is missing.

    Args:
        task: "first-step-recall" or "associative-recall".
        models: Names out of "lstm", "lstm-chrono", "gru", "transformer", "transformer-sinusoidal" and
            "transformer-no-position"; `None` for the course's two.
        lengths: Sequence lengths, at least 2; `None` for 10, 20, 40, 80 and 160. Not for associative recall.
        seeds: Seeds; `None` for 0 and 1.
        epochs: Passes over the training data; `None` for the course's.
        samples: Training sequences; `None` for the course's.
        results: The folder for the results.
        workers: Most processes at once; `None` for one a core.
        quick: Whether lengths and seeds that are not given are 10 and 40, and one seed.

    Returns:
        List of dictionaries, one for each model and length; `comparison.rows.make_rows` describes them.

    Raises:
        ValueError: For an argument that cannot be used; nothing is trained then.
        RuntimeError: When runs failed; the others are kept.
        KeyboardInterrupt: On Ctrl-C; finished runs are kept.

    Example:
        >>> rows = compare(lengths=[10], seeds=[0], results="results/small")
        >>> [(row["model"], row["solved"]) for row in rows]
        [('lstm', 1), ('transformer', 1)]
    """
    from keras_attention.backend_name import backend_name
    from keras_attention.comparison.grid import make_grid, whole_number
    from keras_attention.comparison.runner import default_workers, run, write

    cells = make_grid(task, models, lengths, seeds, epochs, samples, quick, backend=backend_name())
    outcome = run(cells, results, default_workers() if workers is None else whole_number("workers", workers))
    if outcome.records:
        write(outcome, results)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.lost:
        reasons = "\n".join(f"{cell.label}: {text}" for cell, text in outcome.lost.items())
        raise RuntimeError(f"{len(outcome.lost)} of {outcome.total} runs failed, call again to retry them:\n{reasons}")
    return outcome.rows
