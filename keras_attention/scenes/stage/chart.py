"""A finished scene: the picture with its parameters, its numbers and the common style."""

import json
import re

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
    chart = alt.vconcat(_headline(scene, language), scene.draw(language, narrow=False), spacing=24)
    return chart.add_params(*params).properties(description=scene.picture.of(language)).configure(
        background="#ffffff", **theme.config())  # fmt: skip


def notebook_specification(scene, language="en"):
    """The chart of `notebook_chart` as a Vega-Lite specification, for a notebook that cannot import this package."""
    return _with_data_once(notebook_chart(scene, language).to_dict(validate=False))


def page_specification(scene, language, narrow):
    """Draws a scene for the page, which has its own inputs, headline and table.

    Args:
        scene: A `Scene`.
        language: "en" or "ko".
        narrow: Whether to draw for a phone, `theme.NARROW` pixels wide.

    Returns:
        Vega-Lite specification as a dict, with the parameters of the scene's controls and one called
        `shown_name(scene)`, whose value is what `scene.shown` gives for the current values of the controls, the rows
        of its table as places in `strings`.
    """
    chart = scene.draw(language, narrow).to_dict(validate=False)  # valid by the tests; thrice as fast without
    return _with_data_once(chart) | {
        "params": [*chart.get("params", []), *_parameters(scene, language)],
        "description": scene.picture.of(language),
        "config": {"background": "transparent", **theme.config()},
    }


def shown_name(scene):
    """Name of the Vega signal that holds the numbers on the screen."""
    return f"{scene.prefix}_shown"


def _with_data_once(specification):
    """A specification in which data that several layers show stand once, under a name, with six digits.

    More digits would be those of one machine: how NumPy rounds depends on the processor.
    """
    datasets = {}  # values as JSON to their name

    def named(data):
        return {"name": datasets.setdefault(json.dumps(_rounded(data["values"])), f"data{len(datasets)}")}

    def walk(part):
        if isinstance(part, list):
            return [walk(each) for each in part]
        if not isinstance(part, dict):
            return part
        return {
            key: named(value) if key == "data" and "values" in value else walk(value) for key, value in part.items()
        }

    specification = walk(specification)
    return specification | {"datasets": {name: json.loads(values) for values, name in datasets.items()}}


def _rounded(value):
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def _parameters(scene, language):
    """The Vega parameters: the controls, all answers, and the answer for the current setting.

    Answers repeat each other, so every string stands once, and an answer says at which places its strings are.
    """
    strings, index = {}, "0"
    for control in scene.controls:
        index = f"({index}) * {len(control.values)} + {control.place}"

    def place(string):
        return strings.setdefault(string, len(strings))

    answers = []
    for values in scene.settings:
        shown = scene.shown(*values).of(language)
        rows = [[place(entry) for entry in row] for row in shown["rows"]]
        answers.append([place(shown["number"]), place(shown["sentence"]), rows])
    s, a = f"{scene.prefix}_strings", f"{scene.prefix}_answer"
    return [
        *({"name": control.name, "value": control.start} for control in scene.controls),
        {"name": s, "value": list(strings)},
        {"name": f"{a}s", "value": answers},
        {"name": a, "expr": f"{a}s[{index}]"},
        {"name": shown_name(scene),
         "expr": f"{{number: {s}[{a}[0]], sentence: {s}[{a}[1]], rows: {a}[2], strings: {s}}}"},
    ]  # fmt: skip


def _headline(scene, language):
    """The most important number, large, and what it is, a sentence a line."""
    sentences = [scene.shown(*values).sentence.of(language) for values in scene.settings]
    lines = 1 + max(len(re.findall("[.;] ", sentence)) for sentence in sentences)
    shown, ends = shown_name(scene), "regexp('([.;]) ', 'g')"
    words = alt.Chart(alt.Data(values=[{"x": 0}]), width=theme.WIDE, height=54 + 22 * lines).transform_calculate(
        number=f"{shown}.number", sentence=f"replace({shown}.sentence, {ends}, '$1\\n')"
    )
    left = {"align": "left", "x": 0}
    return alt.layer(
        words.mark_text(y=18, fontSize=36, fontWeight=700, color=theme.ACCENT, **left).encode(text="number:N"),
        words.mark_text(y=60, fontSize=theme.WORD_SIZE, lineBreak="\n", lineHeight=22, **left).encode(
            text="sentence:N"),
    )  # fmt: skip
