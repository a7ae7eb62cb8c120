"""Pieces of pictures that several scenes need."""

import altair as alt

from keras_attention.scenes.stage import theme


def pixels_across(field, width):
    """Horizontal position given in pixels from the left edge of a picture `width` wide."""
    return alt.X(f"{field}:Q").scale(domain=[0, width], nice=False, zero=False).axis(None)


def pixels_down(field, height):
    """Vertical position given in pixels from the top edge of a picture `height` high."""
    return alt.Y(f"{field}:Q").scale(domain=[height, 0], nice=False, zero=False).axis(None)


def chosen(control, of_chosen, of_others):
    """A colour, size or opacity that depends on whether the datum belongs to the chosen option of `control`.

    The datum says which option it belongs to in a field with the name of the control. In the page that also makes it
    something to press: a click on such a mark chooses the option.
    """
    test = f"datum.{control.name} == {control.name}"
    return alt.condition(test, alt.value(of_chosen), alt.value(of_others))


def heat_map(queries, keys, weights, control, width, cell_height, label=56):
    """A matrix in viridis with its values printed and the row chosen by `control` outlined.

    Args:
        queries: What the T rows are called.
        keys: What the S columns are called.
        weights: Array (T, S) of numbers between 0 and 1.
        control: The `Choice` whose options are the rows.
        width: Width in pixels, the names of the rows included.
        cell_height: Height of a row in pixels.
        label: Room for the names of the rows, in pixels.
    """
    head = 24  # room for the names of the columns
    cell_width, height = (width - label) / len(keys), head + cell_height * len(queries)
    across = [label + cell_width * (column + 0.5) for column in range(len(keys))]
    down = [head + cell_height * (row + 0.5) for row in range(len(queries))]
    x, y = pixels_across("x", width), pixels_down("y", height)
    squares = alt.Chart(alt.Data(values=[
        {control.name: row, "x": across[column], "y": down[row], "weight": round(float(weight), 6)}
        for row, of_query in enumerate(weights) for column, weight in enumerate(of_query)
    ]), width=width, height=height).encode(x=x, y=y)  # fmt: skip
    rows = alt.Chart(alt.Data(values=[
        {control.name: row, "name": name, "x": label + (width - label) / 2, "y": down[row], "edge": label - 10}
        for row, name in enumerate(queries)
    ])).encode(y=y)  # fmt: skip
    columns = alt.Chart(alt.Data(values=[
        {"name": name, "x": across[column], "y": head / 2 - 2} for column, name in enumerate(keys)
    ]))  # fmt: skip
    colour = alt.Color("weight:Q").scale(scheme="viridis", domain=[0, 1]).legend(None)
    ink = alt.condition(f"datum.weight < {theme.HIGH}", alt.value(theme.ON_LOW), alt.value(theme.ON_HIGH))
    return alt.layer(
        squares.mark_rect(width=cell_width, height=cell_height, cursor="pointer").encode(color=colour),
        squares.mark_text(fontSize=theme.LABEL_SIZE, cursor="pointer").encode(
            text=alt.Text("weight:Q").format(".3f"), color=ink),
        rows.mark_rect(width=width - label, height=cell_height, fillOpacity=0, strokeWidth=4, stroke=theme.ACCENT,
                       cursor="pointer").encode(x=x, strokeOpacity=chosen(control, 1, 0)),
        rows.mark_text(align="right", fontWeight=600, cursor="pointer").encode(
            x=pixels_across("edge", width), text="name:N", color=chosen(control, theme.ACCENT, theme.MUTED)),
        columns.mark_text(color=theme.MUTED).encode(x=x, y=y, text="name:N"),
    )  # fmt: skip
