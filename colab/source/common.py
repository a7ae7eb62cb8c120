"""Pieces that several notebooks show; `build.py` copies them in as it copies the package's definitions."""

import matplotlib.pyplot as plt
from IPython.display import display


def show(figure, alt):
    """Shows a figure once, with a description for whoever cannot see it."""
    display(figure, metadata={"image/png": {"alt": alt}})
    plt.close(figure)


def labels(names, count):
    """`count` names: the given ones as far as they go, then numbers."""
    return [str(name) for name in names[:count]] + [str(number + 1) for number in range(len(names), count)]


def heat_map(panel, weights, row_names, column_names, title):
    """Draws weights (T, S) as colours from 0 to 1: a row is a query that looks, a column a key that is looked at."""
    rows, columns = weights.shape
    picture = panel.imshow(weights, cmap="viridis", vmin=0, vmax=1)
    panel.set(title=title, xlabel="key: looked at", ylabel="query: looks")
    panel.set_xticks(range(columns), labels(column_names, columns))
    panel.set_yticks(range(rows), labels(row_names, rows))
    if rows * columns <= 64:  # small enough to hold the numbers
        for row in range(rows):
            for column in range(columns):
                weight = weights[row, column]
                colour = "black" if weight > 0.45 else "white"
                panel.text(column, row, f"{weight:.3f}", ha="center", va="center", color=colour)
    return picture
