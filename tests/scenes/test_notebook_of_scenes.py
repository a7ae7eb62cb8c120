"""The notebook of the scenes in a real browser: what its cells hand over is drawn, and Vega's own inputs move it."""

import json
import pathlib
import re

import nbformat
import pytest

from keras_attention.scenes.page.document import POLICY
from keras_attention.scenes.page.html import data, script
from keras_attention.scenes.registry import NAMES, find

COLAB = pathlib.Path(__file__).parents[2] / "colab"
# vl-convert brings many versions of Vega-Lite but one Vega; Colab and JupyterLab load those that belong together.
NEWER_VEGA = re.compile(r"The compiled spec uses Vega v5, but current version is v[\d.]+\.")


def specifications(language):
    """What stands in the cells of the committed notebook, by scene."""
    notebook = nbformat.read(COLAB / ("ko" if language == "ko" else "") / "scenes.ipynb", as_version=4)
    found = {cell.id: re.search(r"(?s)r'''\n(.*)\n'''", cell.source) for cell in notebook.cells}
    return {name: json.loads(text[1].replace("\n", "")) for name, text in found.items() if text}


@pytest.fixture(scope="module", params=["en", "ko"])
def drawn(request, browser, tmp_path_factory):
    """The scenes of the notebook on one page, without a network, and its language."""
    import vl_convert

    scenes = specifications(request.param)
    file = tmp_path_factory.mktemp("notebook") / "scenes.html"
    divisions = "".join(f'<div id="{name}"></div>' for name in scenes)
    draw = f"for (const [name, scene] of Object.entries({data(scenes)}))" \
        " await vegaEmbed(`#${name}`, scene, { mode: 'vega-lite', renderer: 'svg', actions: false });"  # fmt: skip
    library = script(vl_convert.javascript_bundle(vl_version="5.20"))  # that of Colab's Altair
    file.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"{divisions}<script>{library}</script>"
        f"<script>(async () => {{ {draw} document.body.dataset.drawn = ''; }})();</script>",
        encoding="utf-8",
    )
    page, complaints = browser.new_page(viewport={"width": 1000, "height": 900}), []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-drawn]")
    yield page, request.param, complaints
    page.close()


def _move(page, name, control, value):
    """Sets one of Vega's own inputs."""
    field = page.locator(f"#{name} .vega-bindings [name={control.name}]")
    if control.kind == "radio":
        field.nth(value).check()
    elif control.kind == "select":
        field.select_option(str(value))
    else:
        field.fill(str(value))


def test_every_input_moves_the_headline(drawn):
    page, language, complaints = drawn
    for name in NAMES:
        scene = find(name)
        values = list(scene.start)
        for place, control in enumerate(scene.controls):
            for value in (control.values[-1], control.values[0]):
                _move(page, name, control, value)
                values[place] = value
                said = scene.shown(*values).of(language)
                lines = re.sub("([.;]) ", r"\1\n", said["sentence"]).split("\n")
                page.wait_for_function(
                    "([name, words]) => words.every((line) => [...document.querySelectorAll(`#${name} svg text`)]"
                    ".some((text) => text.textContent === line || "
                    "[...text.querySelectorAll('tspan')].some((part) => part.textContent === line)))",
                    arg=[name, [said["number"], *lines]],
                )
    assert [text for text in complaints if not NEWER_VEGA.fullmatch(text)] == []


def test_nothing_is_cut(drawn):
    cut = drawn[0].evaluate("""() => [...document.querySelectorAll("svg")].flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < frame.left - 2 || box.right > frame.right + 2 || box.bottom > frame.bottom + 2;
        }).map((text) => text.textContent);
    })""")
    assert cut == []
