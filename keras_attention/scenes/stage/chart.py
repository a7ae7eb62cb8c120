"""The finished chart of a scene: the picture with its parameters, its numbers and the common style."""

import altair as alt

from keras_attention.scenes.stage import theme


def build(scene, language="en", narrow=False, in_page=False):
    """Draws a scene.

    Args:
        scene: A `Scene`.
        language: "en" or "ko".
        narrow: Whether to draw for a phone, `theme.NARROW` pixels wide.
        in_page: Whether the chart is for the page, which has its own inputs, headline and table. Else, as in a
            notebook, Vega makes native inputs below the chart, and the headline stands above it.

    Returns:
        Altair chart with the parameters of the scene's controls and `<prefix>_shown`, whose value is what
        `scene.shown` gives for the current values of the controls.
    """
    answers = [scene.shown(*values).of(language) for values in scene.settings]
    params = [
        alt.param(name=control.name, value=control.start, **({} if in_page else {"bind": control.binding(language)}))
        for control in scene.controls
    ]
    params.append(alt.param(name=f"{scene.prefix}_answers", value=answers))
    params.append(alt.param(name=shown_name(scene), expr=f"{scene.prefix}_answers[{_place(scene)}]"))
    chart = scene.draw(language, narrow)
    if not in_page:
        chart = alt.vconcat(_headline(scene), chart, spacing=24)
    return chart.add_params(*params).properties(description=scene.picture.of(language)).configure(
        **theme.config(in_page))  # fmt: skip


def _headline(scene):
    """The most important number, large, and what it is."""
    words = alt.Chart(alt.Data(values=[{"x": 0}]), width=theme.WIDE, height=76).transform_calculate(
        number=f"{shown_name(scene)}.number", sentence=f"{shown_name(scene)}.sentence"
    )
    left = {"align": "left", "x": 0}
    return alt.layer(
        words.mark_text(y=18, fontSize=36, fontWeight=700, color=theme.ACCENT, **left).encode(text="number:N"),
        words.mark_text(y=60, fontSize=theme.WORD_SIZE, **left).encode(text="sentence:N"),
    )


def shown_name(scene):
    """Name of the Vega signal that holds the numbers on the screen."""
    return f"{scene.prefix}_shown"


def _place(scene):
    """Vega expression: the place of the current setting in `scene.settings`."""
    place = "0"
    for control in scene.controls:
        place = f"({place}) * {len(control.values)} + {control.place}"
    return place
