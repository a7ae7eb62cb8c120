"""The table as text: padded Markdown for the file and the console, and comma-separated values."""

import csv
import io
from collections.abc import Callable
from typing import NamedTuple

from keras_attention.text_table import markdown_table


class Column(NamedTuple):
    """A column: its heading, how a row shows it, its side, and the task it belongs to (`None`: any)."""

    heading: str
    show: Callable
    left: bool = False
    task: str | None = None


def share(value):
    """A share with three digits; a dash where there is none."""
    return "-" if value is None else f"{value:.3f}"


def solved(row):
    """How many of the finished runs solved the task."""
    return f"{row['solved']} of {sum(accuracy is not None for accuracy in row['accuracies'])}"


COLUMNS = (
    Column("model", lambda row: row["model"], left=True),
    Column("length", lambda row: str(row["length"])),
    Column("accuracy", lambda row: " ".join(map(share, row["accuracies"])), left=True),
    Column("solved", solved, left=True),
    Column("first step", lambda row: share(row["first_step_attention"]), task="first-step-recall"),
    Column("1/T", lambda row: share(row["uniform_attention"]), task="first-step-recall"),
    Column("listed", lambda row: share(row["listed_share"]), task="associative-recall"),
    Column("uncommon", lambda row: share(row["uncommon_accuracy"]), task="associative-recall"),
    Column("parameters", lambda row: "-" if row["parameters"] is None else f"{row['parameters']:,}"),
    Column("seconds", lambda row: f"{row['compile_seconds'] + row['train_seconds']:.1f}"),
)


def comparison_table(rows):
    """The rows as a Markdown table with columns of even width, readable on a console too."""
    columns = [column for column in COLUMNS if column.task in (None, rows[0]["task"])]
    return markdown_table([([column.heading, *map(column.show, rows)], column.left) for column in columns])


def csv_table(rows):
    """The rows as comma-separated values; every seed's accuracy has a column of its own."""
    flat = []
    for row in rows:
        accuracies = zip(row["seeds"], row["accuracies"], strict=True)
        by_seed = {f"accuracy_seed_{seed}": accuracy for seed, accuracy in accuracies}
        rest = {name: value for name, value in row.items() if name not in ("seeds", "accuracies")}
        flat.append({name: rest.pop(name) for name in ("task", "model", "length")} | by_seed | rest)
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, list(flat[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return file.getvalue()
