"""The notebook of the scenes: every scene of the package, drawn by Jupyter itself, and by Altair in Colab."""

import altair as alt
import pytest
from building.pictures import VEGA_LITE, with_pictures
from building.scene import WIDTH
from nbformat.v4 import new_code_cell, new_notebook, new_output
from notebook_files import code_cells, read, text_cells

from keras_attention.scenes.registry import NAMES, find

CAUGHT = "shown = []\n\n\ndef display(*what, **how):\n    shown.append((what, how))\n"


def test_every_scene_has_its_section():
    for edition in ("en", "ko"):
        notebook = read("scenes", edition)
        assert [cell.id for cell in code_cells(notebook)][2:] == list(NAMES)
        texts = {cell.id: cell.source for cell in text_cells(notebook)}
        for scene in map(find, NAMES):
            before, after = texts[f"{scene.name}-scene"], texts[f"{scene.name}-means"]
            assert before.startswith(f"## {scene.number} {scene.title.of(edition)}\n")
            assert all(text.of(edition) in before for text in (scene.lead, scene.todo))
            assert all(text.of(edition) in after for text in (scene.notice, scene.limits, scene.question, scene.answer))


def test_jupyter_gets_a_bundle_that_it_draws_itself(run_here):
    defined, printed = run_here("scenes", after={"drawing": CAUGHT})
    assert "scenes drawn by Jupyter" in printed and len(defined["shown"]) == len(NAMES)
    for name, ((bundle,), how) in zip(NAMES, defined["shown"], strict=True):
        assert how == {"raw": True} and set(bundle) == {VEGA_LITE, "text/plain"}
        scene = find(name)
        assert bundle[VEGA_LITE]["description"] == scene.picture.en
        params = {param["name"]: param for param in bundle[VEGA_LITE]["params"]}
        assert all("bind" in params[control.name] for control in scene.controls)


def test_colab_draws_with_altair(run_here, monkeypatch):
    monkeypatch.setenv("COLAB_RELEASE_TAG", "release-colab")
    defined, printed = run_here("scenes", ("setup", "drawing", "library"), after={"drawing": CAUGHT})
    (((chart,), how),) = defined["shown"]
    assert "scenes drawn by Altair" in printed and isinstance(chart, alt.VConcatChart) and how == {}
    assert chart.to_dict()["description"] == find("library").picture.en  # and is valid Vega-Lite


def test_lines_of_a_specification_can_be_shown():
    lines = [line for cell in code_cells(read("scenes", "ko")) for line in cell.source.split("\n")]
    assert max(map(len, lines)) <= WIDTH + 4 and not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_still_picture_stands_for_a_scene(language):
    for cell in code_cells(read("scenes", language))[2:]:
        (output,) = cell.outputs
        assert set(output.data) == {"image/png", "text/plain"}
        assert output.metadata["image/png"]["alt"] == find(cell.id).picture.of(language)


def test_other_outputs_keep_what_they_have():
    stream = new_output("stream", text="as it was\n")
    notebook = with_pictures(new_notebook(cells=[new_code_cell("", id="one", outputs=[stream])]))
    assert notebook.cells[0].outputs == [stream]
