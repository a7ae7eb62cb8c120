"""The picture beside the table."""

import io

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from keras_attention.comparison.outcome import by_model
from keras_attention.plots import CURVES, GREY, STYLE

# Model to colour, marker and line: cool colours for recurrent models, warm ones for transformers.
STYLES = dict(zip(
    ("lstm", "transformer", "gru", "transformer-sinusoidal", "lstm-chrono", "transformer-no-position"), CURVES,
    strict=True,
))  # fmt: skip
OFFSET = 0.09  # of an octave, between the points of one model and the next
LEGEND = {"loc": "outside upper center", "frameon": False, "fontsize": 12, "columnspacing": 1.6}


def draw(rows, footer):
    """Draws the comparison.

    Args:
        rows: Rows of `make_rows`.
        footer: One line: what the results were made with.

    Returns:
        The bytes of a PNG file.
    """
    rows = [row for row in rows if row["median"] is not None]
    with rc_context(STYLE):
        figure = _first_step_figure(rows) if rows[0]["task"] == "first-step-recall" else _recall_figure(rows)
        figure.text(0.01, 0.012, footer, fontsize=9, color=GREY)
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=130)
    return file.getvalue()


def _first_step_figure(rows):
    models = by_model(rows)
    figure = Figure(figsize=(15, 5.6), layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0.05, 1, 0.94), wspace=0.04)
    accuracy, attention, seconds = figure.subplots(1, 3, width_ratios=(1.35, 1, 1))
    for panel in (accuracy, attention, seconds):
        _length_axis(panel, rows)
    for place, (model, found) in enumerate(models.items()):
        shift = 2 ** ((place - (len(models) - 1) / 2) * OFFSET)
        _line(accuracy, model, found, [row["median"] for row in found], shift, marker="")
        _points(accuracy, model, found, shift)
        if any(row["first_step_attention"] is not None for row in found):
            _line(attention, model, found, [row["first_step_attention"] for row in found])
        _line(seconds, model, found, [_seconds_a_run(row) for row in found])
    _accuracy_references(accuracy, rows)
    lowest = min(value for row in rows for value in row["accuracies"] if value is not None)
    accuracy.set(title="Test accuracy, every seed a point", ylabel="accuracy", ylim=(min(0.4, lowest - 0.05), 1.03))
    _attention_reference(attention, rows)
    seconds.set(title="Training, one run", ylabel="seconds", ylim=(0, None))
    figure.legend(*accuracy.get_legend_handles_labels(), ncols=4 if len(models) > 3 else 6, **LEGEND)
    return figure


def _recall_figure(rows):
    figure = Figure(figsize=(11, 5), layout="constrained")
    figure.get_layout_engine().set(rect=(0, 0.05, 1, 0.94), wspace=0.06)
    accuracy, seconds = figure.subplots(1, 2, width_ratios=(1.5, 1))
    for place, row in enumerate(rows):
        colour, marker, _ = STYLES[row["model"]]
        present = [value for value in row["accuracies"] if value is not None]
        places = place + np.linspace(-0.12, 0.12, len(present)) if len(present) > 1 else [place]
        accuracy.plot(places, present, linestyle="", marker=marker, color=colour, markersize=9, markeredgecolor="white")
        seconds.bar(place, _seconds_a_run(row), color=colour, width=0.55)
    ceiling, chance = rows[0]["order_blind_ceiling"], rows[0]["chance_level"]
    accuracy.axhline(ceiling, color=GREY, linestyle="--", label=f"order-blind ceiling {ceiling:.3f}")
    accuracy.axhline(chance, color=GREY, linestyle=":", label=f"guessing {chance:.3f}")
    accuracy.set(title="Test accuracy, every seed a point", ylabel="accuracy", ylim=(0, 1.05))
    figure.legend(*accuracy.get_legend_handles_labels(), ncols=2, **LEGEND)
    seconds.set(title="Training, one run", ylabel="seconds")
    for panel in (accuracy, seconds):
        panel.set_xlim(-0.6, len(rows) - 0.4)
        panel.set_xticks(range(len(rows)), [row["model"].replace("-", "-\n", 1) for row in rows])
        panel.grid(axis="x", visible=False)
    return figure


def _length_axis(panel, rows):
    lengths = sorted({row["length"] for row in rows})
    panel.set_xscale("log", base=2)
    panel.set_xticks(lengths, [str(length) for length in lengths])
    panel.minorticks_off()
    panel.set_xlim(lengths[0] / 1.3, lengths[-1] * 1.3)
    panel.set_xlabel("length T")


def _line(panel, model, rows, values, shift=1.0, marker=None):
    colour, own_marker, line = STYLES[model]
    rows, values = zip(*sorted(zip(rows, values, strict=True), key=lambda pair: pair[0]["length"]), strict=True)
    lengths = [row["length"] * shift for row in rows]
    marker = own_marker if marker is None else marker
    panel.plot(lengths, values, color=colour, linestyle=line, marker=marker, markersize=7)


def _points(panel, model, rows, shift):
    """Every seed a point; the seeds of one row stand a little apart, so that equal accuracies stay countable."""
    colour, marker, line = STYLES[model]
    for row in rows:
        present = [value for value in row["accuracies"] if value is not None]
        apart = 2 ** (np.linspace(-0.5, 0.5, len(present)) * OFFSET) if len(present) > 1 else np.ones(1)
        lengths = row["length"] * shift * apart
        panel.plot(lengths, present, color=colour, linestyle="", marker=marker, markersize=8, markeredgecolor="white")
    panel.plot([], [], color=colour, linestyle=line, marker=marker, markersize=8, label=model)


def _accuracy_references(panel, rows):
    lengths = sorted({row["length"]: row["order_blind_ceiling"] for row in rows}.items())
    panel.plot(*zip(*lengths, strict=True), color=GREY, linestyle="--", linewidth=1.4, label="order-blind ceiling")
    panel.axhline(rows[0]["chance_level"], color=GREY, linestyle=":", linewidth=1.4, label="guessing")


def _attention_reference(panel, rows):
    lengths = np.geomspace(min(row["length"] for row in rows), max(row["length"] for row in rows), 50)
    panel.plot(lengths, 1 / lengths, color=GREY, linestyle="--", linewidth=1.4, label="1/T: all steps alike")
    panel.legend(fontsize=12, framealpha=0.9)
    panel.set(title="Attention to the first step", ylabel="share of attention", ylim=(0, None))


def _seconds_a_run(row):
    runs = sum(accuracy is not None for accuracy in row["accuracies"])
    return row["train_seconds"] / runs
