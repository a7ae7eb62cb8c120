"""Pictures of attention weights, position codes and losses, in one style.

Every `draw_` function returns a pair: a matplotlib figure, and the text for whoever cannot see it. The figures belong
to no window and no global state: `figure.savefig("file.png")` writes one, a notebook displays it.
"""

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

STYLE = {
    "font.size": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e5e5e5",
    "axes.axisbelow": True,
    "lines.linewidth": 1.8,
    "text.parse_math": False,  # names are shown as they are: a token "$$" is no formula
}
GREY = "#555555"
# Colour, marker and line of each curve. Okabe and Ito's colours, which the colour-blind can tell apart; markers and
# lines tell the curves apart without any colour.
CURVES = (
    ("#0072B2", "o", "-"),
    ("#D55E00", "^", "-"),
    ("#009E73", "D", "-."),
    ("#E69F00", "v", "--"),
    ("#56B4E9", "s", "--"),
    ("#CC79A7", "X", "-."),
)
MAPS_IN_A_ROW = 4
MOST_TICKS = 16  # on one axis of a heat map
MOST_NUMBERS = 8  # in one row of a heat map; of all maps together, 100
MOST_WAVES = 40  # positions over which the waves of an encoding are drawn


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


def draw_attention(weights, query_names=(), key_names=(), head_names=()):
    """Draws the attention weights of one sample, a heat map for each head.

    Args:
        weights: array (H, T, S) of numbers from 0 to 1, as `attention_weights` gives for each sample.
        query_names: names of the T positions that look; numbers from 1 where none are given.
        key_names: names of the S positions that are looked at; those of the queries where none are given and T = S.
        head_names: names of the H heads; "head 1", "head 2", ... where none are given.

    Returns:
        The figure, and its text: for every head the query and the key with the largest weight.

    Raises:
        ValueError: `weights` has another shape or other values, or there are more or fewer names than positions.

    Example:
        >>> figure, text = draw_attention(np.array([[[0.9, 0.1], [0.5, 0.5]]]), ["it", "apple"])
        >>> text
        'Heat maps of attention weights from 0 to 1, a row for each query, a column for each key, ... 0.90.'
    """
    weights = np.asarray(weights, "float64")  # (H, T, S)
    if weights.ndim != 3 or 0 in weights.shape:
        raise ValueError(f"`weights` must have shape (H, T, S), one sample; received shape {weights.shape}")
    if not ((weights >= 0) & (weights <= 1 + 1e-3)).all():  # 16-bit weights may be a little above 1
        raise ValueError(f"`weights` must lie between 0 and 1; received {weights.min():.3g} to {weights.max():.3g}")
    heads, queries, keys = weights.shape
    if not len(key_names) and queries == keys:
        key_names = query_names
    for argument, names, count in (
        ("query_names", query_names, queries), ("key_names", key_names, keys), ("head_names", head_names, heads)
    ):  # fmt: skip
        if len(names) not in (0, count):
            raise ValueError(f"`{argument}` must hold a name for each of {count}; received {len(names)}")
    query_names, key_names = labels(query_names, queries), labels(key_names, keys)
    head_names = list(head_names) or [f"head {number + 1}" for number in range(heads)]
    columns = min(heads, MAPS_IN_A_ROW)
    rows = -(-heads // columns)
    tilted = max(map(len, key_names)) * min(keys, MOST_TICKS) > 28  # side by side they would run into one another
    with rc_context({**STYLE, "axes.grid": False}):
        numbered = keys <= MOST_NUMBERS and weights.size <= 100
        side = max(2.7, 0.52 * keys) if numbered else 2.7  # inches
        height = side * max(0.5, min(1.5, queries / keys))  # below or above, cells are no squares
        figure = Figure(figsize=(2 + (side + 0.2) * columns, (height + 0.4) * rows + 0.9), layout="compressed")
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for number, (panel, head, name) in enumerate(zip(panels, weights, head_names, strict=False)):
            picture = heat_map(panel, head, query_names, key_names, str(name))
            panel.set_aspect("equal" if 0.5 <= queries / keys <= 1.5 else "auto")
            for axis, count in ((panel.xaxis, keys), (panel.yaxis, queries)):
                axis.set_ticks(axis.get_ticklocs()[:: -(-count // MOST_TICKS)])
            panel.tick_params(axis="x", labelrotation=90 if tilted else 0)
            if number % columns:  # the names stand left of the first map in the row, and below the last in the column
                panel.set_ylabel("")
                panel.tick_params(labelleft=False)
            if number + columns < heads:
                panel.set_xlabel("")
                panel.tick_params(labelbottom=False)
            if not numbered:
                for text in list(panel.texts):
                    text.remove()
        for panel in panels[heads:]:
            panel.remove()
        figure.colorbar(picture, ax=panels[:heads].tolist(), label="attention weight", shrink=0.8)
        figure.draw_without_rendering()  # ticks take the style that holds when they are made
    largest = [np.unravel_index(head.argmax(), head.shape) for head in weights]
    found = "; ".join(
        f"{name}: query {query_names[query]} at key {key_names[key]}, {head[query, key]:.2f}"
        for name, head, (query, key) in zip(head_names, weights, largest, strict=True)
    )
    return figure, (
        "Heat maps of attention weights from 0 to 1, a row for each query, a column for each key, a map for each head. "
        f"Largest weight of each: {found}."
    )


def draw_encoding(encoding):
    """Draws a sine-cosine position encoding: the whole table as colours, and three of its slots as waves.

    Args:
        encoding: array (T, D) of numbers from -1 to 1: a row for each position, a column for each slot.

    Returns:
        The figure, and its text.

    Raises:
        ValueError: `encoding` has another shape or other values.

    Example:
        >>> figure, text = draw_encoding(by_hand.sinusoidal_encoding(60, 32))
        >>> text.split(":")[0]
        'Position encoding of 60 positions in 32 slots, from -1 to 1'
    """
    encoding = np.asarray(encoding, "float64")  # (T, D)
    if encoding.ndim != 2 or len(encoding) < 2 or not encoding.shape[1]:
        raise ValueError(f"`encoding` must have shape (T, D) with T of at least 2; received shape {encoding.shape}")
    if not (np.abs(encoding) <= 1 + 1e-3).all():
        raise ValueError(f"`encoding` must lie between -1 and 1; received {encoding.min():.3g} to {encoding.max():.3g}")
    length, width = encoding.shape
    shown = range(0, width, max(2, width // 8 // 2 * 2))[:3]  # sines: fast, slower, slow
    with rc_context({**STYLE, "axes.grid": False}):
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        table, waves = figure.subplots(1, 2, width_ratios=(1, 1.2))
        picture = table.imshow(encoding, cmap="cividis", vmin=-1, vmax=1, aspect="auto")
        table.set(title="The code of every position", xlabel="slot", ylabel="position")
        figure.colorbar(picture, ax=table, label="value")
        for slot, (colour, marker, line) in zip(shown, CURVES, strict=False):
            wave = encoding[:MOST_WAVES, slot]
            waves.plot(wave, line, color=colour, marker=marker, markevery=4, label=f"slot {slot}")
        waves.grid(True)
        waves.set(title="Slots turn fast or slowly", xlabel="position", ylabel="value", ylim=(-1.1, 1.1))
        figure.legend(loc="outside lower right", ncols=len(shown), frameon=False)
        for axis in (table.xaxis, table.yaxis, waves.xaxis):
            axis.get_major_locator().set_params(integer=True)
        figure.draw_without_rendering()  # ticks take the style that holds when they are made
    return figure, (
        f"Position encoding of {length} positions in {width} slots, from -1 to 1: left as colours, a row for each "
        f"position; right the waves of slots {', '.join(map(str, shown))}, from fast to slow."
    )


def draw_losses(losses):
    """Draws how the loss fell, epoch by epoch: a colour for each model, a line for each run.

    Args:
        losses: dict from the name of a model to the losses of its epochs, or to a list of several runs of it.

    Returns:
        The figure, and its text: where each model began and where it ended.

    Raises:
        ValueError: `losses` is empty, or an entry holds no numbers.

    Example:
        >>> figure, text = draw_losses({"gru": [[2.5, 1.9], [2.4, 1.8]], "transformer": [2.6, 0.1]})
        >>> text
        'Training loss over 2 epochs: gru from 2.45 to 1.85, mean of 2 runs; transformer from 2.60 to 0.10.'
    """
    if not isinstance(losses, dict) or not 0 < len(losses) <= len(CURVES):
        raise ValueError(f"`losses` must be a dict of 1 to {len(CURVES)} models; received {losses!r}")
    models = {}  # name -> list of runs, each (epochs,)
    for name, given in losses.items():
        try:
            runs = [given] if np.ndim(given[0] if len(given) else 0) == 0 else given
            models[name] = [np.asarray(run, "float64") for run in runs]
        except (KeyError, TypeError, ValueError):
            models[name] = []  # no list of numbers
        if not models[name] or not all(run.ndim == 1 and len(run) for run in models[name]):
            raise ValueError(f"`losses` must hold a loss for each epoch; {name!r} has {given!r}")
    with rc_context(STYLE):
        figure = Figure(figsize=(8, 4.6), layout="constrained")
        panel = figure.subplots()
        for (name, runs), (colour, marker, line) in zip(models.items(), CURVES, strict=False):
            for number, run in enumerate(runs):
                panel.plot(
                    range(1, len(run) + 1), run, color=colour, linestyle=line, marker=marker, markevery=[len(run) - 1],
                    markersize=8, markeredgecolor="white", label=name if number == 0 else None,
                )  # fmt: skip
        panel.set(xlabel="epoch", ylabel="training loss", ylim=(-0.03 * panel.get_ylim()[1], None))
        panel.xaxis.get_major_locator().set_params(integer=True)
        figure.legend(loc="outside upper center", ncols=3, frameon=False)
        figure.draw_without_rendering()  # ticks take the style that holds when they are made
    epochs = max(len(run) for runs in models.values() for run in runs)
    ends = []
    for name, runs in models.items():
        first, last = (np.mean([run[place] for run in runs]) for place in (0, -1))
        several = f", mean of {len(runs)} runs" if len(runs) > 1 else ""
        ends.append(f"{name} from {first:.2f} to {last:.2f}{several}")
    return figure, f"Training loss over {epochs} epochs: {'; '.join(ends)}."
