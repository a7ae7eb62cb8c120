"""Words for what happened to one model."""

from keras_attention.comparison.table import share


def by_model(rows):
    """Model name to its rows."""
    groups = {}
    for row in rows:
        groups.setdefault(row["model"], []).append(row)
    return groups


def counts(row):
    """(solved runs, finished runs)."""
    return row["solved"], sum(accuracy is not None for accuracy in row["accuracies"])


def all_solved(rows):
    """Whether every finished run solved the task."""
    return all(solved == finished for solved, finished in map(counts, rows))


def outcome(rows):
    """Where one model solved the task, as in "solved at 10 and 20; split by seed at 40 (1 of 2)"."""
    done, split, failed = [], [], []
    for row in rows:
        solved, finished = counts(row)
        if solved == finished:
            done.append(row["length"])
        elif solved:
            split.append(f"{row['length']} ({solved} of {finished})")
        else:
            failed.append(f"{row['length']} (median {share(row['median'])})")
    parts = {"solved at": done, "split by seed at": split, "not solved at": failed}
    return "; ".join(f"{words} {listed(lengths)}" for words, lengths in parts.items() if lengths)


def listed(items):
    """Items as in "10, 20 and 40"."""
    texts = [str(item) for item in items]
    return " and ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)


def at_lengths(rows, show):
    """What `show` says of each row, as in "0.500 at 10 and 0.300 at 20"."""
    return listed([f"{show(row)} at {row['length']}" for row in rows])


def paragraph(text):
    """The words of `text` on one line."""
    return " ".join(text.split())
