"""Two rows of words, and lines from a chosen word above to every word below."""

import altair as alt

from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.marks import chosen, pixels_across, pixels_down

_HEIGHT, _TOP, _BOTTOM, _BOX = 292, 10, 216, 44  # pixels: the whole, the upper and the lower row, the box of a word


def links(queries, keys, weights, control, width, query_glosses=None, key_glosses=None):
    """Lines as thick as the weights of the chosen query, and the weights in figures below the keys.

    Args:
        queries: T words of the upper row; pressing one chooses it.
        keys: S words of the lower row.
        weights: Array (T, S), rows that sum to 1.
        control: The `Choice` whose options are the queries.
        width: Width in pixels.
        query_glosses, key_glosses: Smaller words below the words, or None.
    """
    pitch = width / len(queries)
    x, y = pixels_across("x", width), pixels_down("y", _HEIGHT)
    centres = [width / len(keys) * (key + 0.5) for key in range(len(keys))]
    points = alt.Chart(alt.Data(values=[
        {"key": key, "step": step, "own": centres[key], "y": down, "weights": [float(row[key]) for row in weights]}
        for key in range(len(keys)) for step, down in enumerate((_TOP + _BOX, 140, 130, _BOTTOM))
    ]), width=width, height=_HEIGHT).transform_calculate(
        x=f"datum.step < 2 ? {pitch} * ({control.name} + 0.5) : datum.own", weight=f"datum.weights[{control.name}]"
    )  # fmt: skip
    numbers = alt.Chart(alt.Data(values=[
        {"x": centres[key], "y": _BOTTOM + _BOX + 22, "weights": [float(row[key]) for row in weights]}
        for key in range(len(keys))
    ])).transform_calculate(weight=f"datum.weights[{control.name}]")  # fmt: skip
    upper = words(queries, query_glosses, width, _HEIGHT, _TOP, control)
    lower = words(keys, key_glosses, width, _HEIGHT, _BOTTOM, control if queries == keys else None, marked=False)
    return alt.layer(
        points.mark_line(interpolate="basis", stroke=theme.ACCENT).encode(
            x=x, y=y, detail="key:N", order="step:O",
            strokeWidth=alt.StrokeWidth("weight:Q").scale(domain=[0, 1], range=[1, 26]).legend(None),
            strokeOpacity=alt.StrokeOpacity("weight:Q").scale(domain=[0, 0.5], range=[0.25, 0.9], clamp=True)
            .legend(None)),
        upper, lower,
        numbers.mark_text(fontSize=theme.NUMBER_SIZE, fontWeight=700).encode(
            x=x, y=y, text=alt.Text("weight:Q").format(".3f")),
    )  # fmt: skip


def words(names, glosses, width, height, top, control, marked=True):
    """A row of words in boxes, spread over `width`.

    Args:
        names: The words.
        glosses: Smaller words below them, or None.
        width, height: Size in pixels of the picture the row belongs to.
        top: Upper edge of the row, in pixels from the top of the picture.
        control: The `Choice` whose options are the words, which makes them something to press, or None.
        marked: Whether the chosen word is shown in the accent colour.
    """
    pitch = width / len(names)
    half = min(pitch / 2 - 3, 58)
    data = alt.Chart(alt.Data(values=[
        {
            "word": word, "gloss": glosses[i] if glosses else "", "x": pitch * (i + 0.5),
            "left": pitch * (i + 0.5) - half, "right": pitch * (i + 0.5) + half, "top": top, "bottom": top + _BOX,
            "word_y": top + (15 if glosses else 22), "gloss_y": top + 33, **({control.name: i} if control else {}),
        }
        for i, word in enumerate(names)
    ]), width=width, height=height)  # fmt: skip
    press = {"cursor": "pointer"} if control else {}

    def paint(of_chosen, of_others):
        return chosen(control, of_chosen, of_others) if control and marked else alt.value(of_others)

    x = pixels_across("x", width)
    return alt.layer(
        data.mark_rect(cornerRadius=8, **press).encode(
            x=pixels_across("left", width), x2="right", y=pixels_down("top", height), y2="bottom",
            color=paint(theme.ACCENT, theme.FAINT)),
        data.mark_text(fontSize=theme.WORD_SIZE, fontWeight=600, **press).encode(
            x=x, y=pixels_down("word_y", height), text="word:N", color=paint(theme.ON_ACCENT, theme.INK)),
        data.mark_text(fontSize=theme.LABEL_SIZE, **press).encode(
            x=x, y=pixels_down("gloss_y", height), text="gloss:N", color=paint(theme.ON_ACCENT, theme.MUTED)),
    )  # fmt: skip
