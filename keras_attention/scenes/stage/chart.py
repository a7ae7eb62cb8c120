"""A finished scene: the picture with its parameters, its numbers and the common style."""

import altair as alt

from keras_attention.scenes.stage import theme


def notebook_chart(scene, language="en"):
    """Draws a scene for a notebook: the headline, the picture, and below them Vega's own native inputs.

    Args:
        scene: A `Scene`.
        language: "en" or "ko".

    Returns:
        Altair chart. Its parameters are those of `page_specification`.
    """
    bindings = {control.name: control.binding(language) for control in scene.controls}
    params = [
        alt.param(**param, **({"bind": bindings[param["name"]]} if param["name"] in bindings else {}))
        for param in _parameters(scene, language)
    ]
    chart = alt.vconcat(_headline(scene), scene.draw(language, narrow=False), spacing=24)
    return chart.add_params(*params).properties(description=scene.picture.of(language)).configure(
        background="#ffffff", **theme.config())  # fmt: skip


def page_specification(scene, language, narrow):
    """Draws a scene for the page, which has its own inputs, headline and table.

    Args:
        scene: A `Scene`.
        language: "en" or "ko".
        narrow: Whether to draw for a phone, `theme.NARROW` pixels wide.

    Returns:
        Vega-Lite specification as a dict, with the parameters of the scene's controls and one called
        `shown_name(scene)`, whose value is what `scene.shown` gives for the current values of the controls.
    """
    chart = scene.draw(language, narrow).to_dict(validate=False)  # valid by the tests; thrice as fast without
    return chart | {
        "params": [*chart.get("params", []), *_parameters(scene, language)],
        "description": scene.picture.of(language),
        "config": {"background": "transparent", **theme.config()},
    }


def shown_name(scene):
    """Name of the Vega signal that holds the numbers on the screen."""
    return f"{scene.prefix}_shown"


def _parameters(scene, language):
    """The Vega parameters: the controls, all answers, and the answer for the current setting."""
    answers, place = f"{scene.prefix}_answers", "0"
    for control in scene.controls:
        place = f"({place}) * {len(control.values)} + {control.place}"
    return [
        *({"name": control.name, "value": control.start} for control in scene.controls),
        {"name": answers, "value": [scene.shown(*values).of(language) for values in scene.settings]},
        {"name": shown_name(scene), "expr": f"{answers}[{place}]"},
    ]


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
