"""Pictures hold the numbers they were given, their texts say what is in them, and nothing written runs together."""

import io
import itertools

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from keras_attention import by_hand
from keras_attention.plots import draw_attention, draw_encoding, draw_losses

TOKENS = ["k3", "v5", "k1", "v2", "k7", "v2", "k2", "v8", "k5", "v1", "query", "k1"]


def weights_of(heads, queries, keys):
    return by_hand.softmax(3 * np.random.default_rng(0).normal(size=(heads, queries, keys)))


def maps(figure):
    """The panels that hold a heat map, in order."""
    return [panel for panel in figure.axes if panel.images]


def names_on(axis):
    return [label.get_text() for label in axis.get_ticklabels() if label.get_visible()]


def assert_readable(figure):
    """As a notebook draws it: texts of 11 points or more, whole, none over another, in a file under 100 kB."""
    file = io.BytesIO()
    figure.savefig(file, dpi=100)
    assert len(file.getvalue()) < 100_000
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    written = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    boxes = []
    for text in written:
        box = text.get_window_extent(canvas.get_renderer())
        axis_label = any(text in (label for tick in panel.xaxis.get_major_ticks() + panel.yaxis.get_major_ticks()
                                  for label in (tick.label1, tick.label2)) for panel in figure.axes)  # fmt: skip
        if axis_label and not _inside(text, figure):  # a tick outside the limits is not drawn
            continue
        assert text.get_fontsize() >= 11, text
        assert box.x0 >= -1 and box.y0 >= -1 and box.x1 <= figure.bbox.x1 + 1 and box.y1 <= figure.bbox.y1 + 1, text
        boxes.append((box, text))
    assert boxes
    for (one, first), (other, second) in itertools.combinations(boxes, 2):
        apart = one.x1 <= other.x0 + 1 or other.x1 <= one.x0 + 1 or one.y1 <= other.y0 + 1 or other.y1 <= one.y0 + 1
        assert apart, (first, second)


def _inside(text, figure):
    for panel in figure.axes:
        for axis, (low, high) in ((panel.xaxis, panel.get_xlim()), (panel.yaxis, panel.get_ylim())):
            for tick in axis.get_major_ticks():
                if text in (tick.label1, tick.label2):
                    return min(low, high) <= tick.get_loc() <= max(low, high)
    return True


@pytest.mark.parametrize("heads, names", [(1, TOKENS[:5]), (2, TOKENS), (4, TOKENS), (5, TOKENS[:8]), (8, TOKENS)])
def test_a_heat_map_for_each_head(heads, names):
    weights = weights_of(heads, len(names), len(names))
    figure, text = draw_attention(weights, names)
    assert len(maps(figure)) == heads and len(figure.axes) == heads + 1  # and the bar of colours
    for number, (panel, expected) in enumerate(zip(maps(figure), weights, strict=True)):
        (picture,) = panel.images
        np.testing.assert_array_equal(picture.get_array(), expected)
        assert picture.get_clim() == (0, 1) and picture.get_cmap().name == "viridis"
        assert panel.get_title() == f"head {number + 1}"
        if number % 4 == 0:
            assert panel.get_ylabel() == "query: looks" and names_on(panel.yaxis) == names
        if number + 4 >= heads:
            assert panel.get_xlabel() == "key: looked at" and names_on(panel.xaxis) == names
        query, key = max(itertools.product(range(len(names)), repeat=2), key=lambda place: expected[place])
        assert f"head {number + 1}: query {names[query]} at key {names[key]}, {expected[query, key]:.2f}" in text
    assert text.isascii() and "\n" not in text
    assert_readable(figure)


@pytest.mark.parametrize("queries, keys", [(1, 12), (3, 5), (9, 2), (40, 40)])
def test_other_shapes(queries, keys):
    weights = weights_of(2, queries, keys)
    figure, text = draw_attention(weights, head_names=["who ate?", "what was eaten?"])
    assert [panel.get_title() for panel in maps(figure)] == ["who ate?", "what was eaten?"]
    shown = names_on(maps(figure)[0].xaxis)
    assert len(shown) <= 16 and set(shown) <= set(map(str, range(1, keys + 1)))
    assert "what was eaten?: query" in text
    assert_readable(figure)


def test_names_are_shown_as_they_are_and_read_as_no_formula():
    names = ["$$", "$x_1$", "a_b", "\\frac{"]
    figure, _ = draw_attention(np.full((1, 4, 4), 0.25), names, head_names=["$$"])
    panel = figure.axes[0]
    assert [label.get_text() for label in panel.get_xticklabels()] == names and panel.get_title() == "$$"
    texts = (*panel.get_xticklabels(), *panel.get_yticklabels(), panel.title)
    assert not any(text.get_parse_math() for text in texts)
    draw_losses({"$$": [2.0, 1.0]})  # an error where it is read as a formula


def test_numbers_stand_in_small_maps():
    weights = weights_of(2, 3, 5)
    panels = maps(draw_attention(weights)[0])
    for panel, expected in zip(panels, weights, strict=True):
        assert [text.get_text() for text in panel.texts] == [f"{weight:.3f}" for weight in expected.ravel()]
    assert not maps(draw_attention(weights_of(1, 2, 12))[0])[0].texts


@pytest.mark.parametrize("length, width", [(60, 32), (10, 4), (50, 48), (2, 1)])
def test_encoding(length, width):
    encoding = by_hand.sinusoidal_encoding(length, width)
    figure, text = draw_encoding(encoding)
    table, waves = figure.axes[:2]
    np.testing.assert_array_equal(table.images[0].get_array(), encoding)
    assert table.images[0].get_clim() == (-1, 1)
    turns = []
    for line in waves.lines:
        slot = int(line.get_label().removeprefix("slot "))
        np.testing.assert_array_equal(line.get_ydata(), encoding[:40, slot])
        turns.append(np.abs(np.diff(encoding[:, slot])).max())
        assert str(slot) in text.split("waves of slots ")[1]
    assert turns == sorted(turns, reverse=True)  # from fast to slow
    assert f"{length} positions in {width} slots" in text
    assert_readable(figure)


def test_losses_of_several_runs_and_of_one():
    gru = [[2.5, 2.0, 1.9], [2.3, 2.2, 1.5]]
    figure, text = draw_losses({"gru": gru, "transformer": np.array([2.6, 0.4])})
    (panel,) = figure.axes
    assert [line.get_ydata().tolist() for line in panel.lines] == [*gru, [2.6, 0.4]]
    assert [line.get_xdata().tolist() for line in panel.lines] == [[1, 2, 3], [1, 2, 3], [1, 2]]
    first, second, other = ((line.get_color(), line.get_marker()) for line in panel.lines)
    assert first == second and not set(first) & set(other)
    assert [label.get_text() for label in figure.legends[0].get_texts()] == ["gru", "transformer"]
    assert text == (
        "Training loss over 3 epochs: gru from 2.40 to 1.70, mean of 2 runs; transformer from 2.60 to 0.40."
    )
    assert_readable(figure)


def test_losses_of_fifteen_epochs():
    falling = np.exp(-np.arange(15) / 3)
    names = ["lstm", "lstm-chrono", "gru", "transformer", "transformer-sinusoidal", "transformer-no-position"]
    figure, _ = draw_losses({name: falling + number / 10 for number, name in enumerate(names)})
    assert len({line.get_color() for line in figure.axes[0].lines}) == 6
    assert_readable(figure)


@pytest.mark.parametrize(
    "call, told",
    [
        (lambda: draw_attention(np.ones((2, 2))), r"`weights` must have shape \(H, T, S\), one sample; received"),
        (lambda: draw_attention(np.ones((1, 2, 2, 2))), "`weights` must have shape"),
        (lambda: draw_attention([[[0.0, 7.5]]]), "between 0 and 1; received 0 to 7.5"),
        (lambda: draw_attention([[[0.0, np.nan]]]), "between 0 and 1"),
        (lambda: draw_attention(np.ones((1, 2, 2)), ["it"]), "`query_names` must hold a name for each of 2"),
        (lambda: draw_attention(np.ones((1, 2, 3)), "ab", "ab"), "`key_names` must hold a name for each of 3"),
        (lambda: draw_attention(np.ones((2, 1, 1)), head_names=["a"]), "`head_names` must hold a name for each of 2"),
        (lambda: draw_encoding(np.ones(3)), r"`encoding` must have shape \(T, D\)"),
        (lambda: draw_encoding(np.ones((3, 2)) * 2), "`encoding` must lie between -1 and 1; received 2 to 2"),
        (lambda: draw_losses([1, 2]), "`losses` must be a dict of 1 to 6 models"),
        (lambda: draw_losses({}), "`losses` must be a dict"),
        (lambda: draw_losses({"gru": []}), "'gru' has"),
        (lambda: draw_losses({"gru": [[1.0], []]}), "'gru' has"),
        (lambda: draw_losses({"gru": 5}), "`losses` must hold a loss for each epoch; 'gru' has 5"),
        (lambda: draw_losses({"gru": None}), "'gru' has None"),
        (lambda: draw_losses({"gru": "falling"}), "'gru' has 'falling'"),
        (lambda: draw_losses({"gru": {"loss": [1.0]}}), "'gru' has {'loss': "),
        (lambda: draw_losses({"gru": [[1.0], 2.0]}), "'gru' has"),
    ],
)
def test_wrong_input_is_told_in_one_sentence(call, told):
    with pytest.raises(ValueError, match=told):
        call()
