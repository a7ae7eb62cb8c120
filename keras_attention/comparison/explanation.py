"""What the table means, with the numbers of the run it stands under."""

from keras_attention.comparison import first_step_text, recall_text
from keras_attention.comparison.outcome import paragraph
from keras_attention.comparison.rows import SOLVED


def explain(rows, settings):
    """The explanation below the table.

    Args:
        rows: Rows of `make_rows`.
        settings: `CellSettings` of any cell; only what all cells share is read.

    Returns:
        List of paragraphs, each one line of ASCII text.
    """
    text = first_step_text if settings.task == "first-step-recall" else recall_text
    rows = [row for row in rows if row["median"] is not None]
    seeds = ", ".join(map(str, rows[0]["seeds"]))
    budget = paragraph(f"""
        The budget, the same for every model. {settings.epochs:,} epochs over {settings.train_samples:,} sequences,
        batches of {settings.batch_size}, Adam with learning rate {settings.learning_rate}, seeds {seeds}. A run counts
        as solved from an accuracy of {SOLVED} on {settings.test_samples:,} test sequences. Seconds are those of all
        seeds together, compiling included.
    """)
    return [text.the_task(rows), budget, *text.what_happened(rows), text.what_not_to_conclude(rows)]


def provenance(records):
    """One line: what the cells of a table were made with.

    Args:
        records: `CellRecord` of each finished cell.
    """
    versions = {}
    for record in records:
        for name, version in record.versions.items():
            versions.setdefault(name, {})[version] = None
    machines = dict.fromkeys(f"{r.hardware['processor']}, {r.hardware['cores']} cores" for r in records)
    backend = "/".join(versions.pop("backend"))
    others = ", ".join(f"{name} {'/'.join(found)}" for name, found in versions.items())
    return f"Made with {backend}, {others} on {' and '.join(machines)}."
