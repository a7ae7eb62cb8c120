"""The pictures of the package, taken out of it as a notebook shows them, draw the same without it."""

import numpy as np
from building.definitions import with_definitions
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from keras_attention import by_hand, plots

CELL = """
from keras_attention.plots import STYLE, CURVES, MAPS_IN_A_ROW, MOST_TICKS, MOST_NUMBERS, MOST_WAVES, labels, heat_map
from keras_attention.plots import draw_attention, draw_encoding, draw_losses
from keras_attention.inspection.positions import top_positions
"""


def pixels(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


def test_drawn_by_the_definitions_alone():
    code = with_definitions(CELL)
    assert "import" not in code
    cell = {"np": np, "rc_context": rc_context, "Figure": Figure}
    exec(code, cell)
    weights = by_hand.softmax(np.arange(24.0).reshape(2, 3, 4) % 5)
    for name, given in {
        "draw_attention": weights,
        "draw_encoding": by_hand.sinusoidal_encoding(20, 8),
        "draw_losses": {"gru": [[2.0, 1.0], [2.1, 1.5]], "transformer": [2.0, 0.1]},
    }.items():
        figure, text = cell[name](given)
        expected, expected_text = getattr(plots, name)(given)
        assert text == expected_text
        np.testing.assert_array_equal(pixels(figure), pixels(expected))
    assert cell["top_positions"](weights, query=-1).tolist() == [[1, 0], [3, 2]]  # 3 4 0 1, and 0 1 2 3
