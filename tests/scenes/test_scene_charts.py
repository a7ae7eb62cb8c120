"""Scenes without a browser: what they say, how large they are, and where their numbers come from."""

import itertools
import json
import pathlib
import runpy

import numpy as np
import pytest
from scene_specimen import SPECIMEN

from keras_attention.scenes import NAMES, chart
from keras_attention.scenes.registry import find
from keras_attention.scenes.stage import theme
from keras_attention.scenes.stage.chart import notebook_chart, page_specification
from keras_attention.scenes.stage.shown import cell
from keras_attention.scenes.stage.text import Text

TEXTS = ("title", "lead", "todo", "notice", "limits", "question", "answer", "picture")
SCENES = [find(name) for name in NAMES]
TERMS = pathlib.Path(__file__).parent.parent / "colab" / "korean_terms.py"
rejected_words = runpy.run_path(str(TERMS))["rejected_words"]


def _texts(scene):
    """Every text of a scene."""
    named = [getattr(scene, name) for name in TEXTS] + list(scene.columns)
    controls = [text for control in scene.controls for text in (control.label, *getattr(control, "options", ()))]
    return named + controls + [scene.shown(*values).sentence for values in scene.settings]


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_a_specification_is_small_and_in_both_languages(scene):
    for language, narrow in itertools.product(("en", "ko"), (False, True)):
        found = page_specification(scene, language, narrow)
        assert len(json.dumps(found)) < 100_000
        assert "url" not in json.dumps(found) and found["description"] == scene.picture.of(language)
    assert scene.draw("en", narrow=True).to_dict(validate=True)["$schema"] == found["$schema"]  # the wide one: below
    names = [param["name"] for param in found["params"]]
    assert len(set(names)) == len(names) and all(name.startswith(scene.prefix) for name in names)


def test_names_on_the_page_differ():
    params = [control.name for scene in SCENES for control in scene.controls]
    assert len(set(params)) == len(params)
    assert [scene.name for scene in SCENES] == list(NAMES)
    numbers = [scene.number for scene in SCENES]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("scene", SCENES, ids=NAMES)
def test_texts_are_whole(scene):
    for text in _texts(scene):
        assert text.en.strip() and text.ko.strip()
        assert not any("가" <= letter <= "힣" for letter in text.en)
        assert rejected_words(text.ko) == [] and "\N{EM DASH}" not in text.en + text.ko
    assert all(any("가" <= letter <= "힣" for letter in getattr(scene, name).ko) for name in TEXTS)
    for values in scene.settings:
        shown = scene.shown(*values)
        assert shown.rows and all(len(row) == len(scene.columns) for row in shown.rows)
        assert len(shown.of("ko")["rows"]) == len(shown.rows)


@pytest.mark.parametrize("scene", [*SCENES, SPECIMEN], ids=[*NAMES, "specimen"])
def test_a_notebook_gets_native_inputs_and_the_headline(scene):
    found = notebook_chart(scene, "ko").to_dict()
    params = {param["name"]: param for param in found["params"]}
    for control in scene.controls:
        bind = params[control.name]["bind"]
        assert bind["input"] == control.kind and params[control.name]["value"] == control.start
        assert bind.get("options", list(control.values)) == list(control.values)
    assert f"{scene.prefix}_shown.sentence" in json.dumps(found["vconcat"][0])
    assert found["config"]["background"] == "#ffffff"


def test_a_notebook_asks_by_name():
    assert chart("library", "ko").to_dict()["description"] == find("library").picture.of("ko")
    with pytest.raises(ValueError, match="name must be one of bottleneck, .*received 'libary'"):
        chart("libary")
    with pytest.raises(ValueError, match="language must be one of en, ko; received 'kr'"):
        chart("library", "kr")


def test_cells():
    assert [cell(value) for value in (0.4514, -0.25, 0, 1048576, np.float64(2), "A", Text("a", "가"))] == [
        "0.451", "\N{MINUS SIGN}0.250", "0", "1,048,576", "2.000", "A", "a"]  # fmt: skip
    assert cell(Text("a", "가"), "ko") == "가"
    with pytest.raises(ValueError, match="text or a number"):
        cell(True)


def test_dark_partners_have_contrast_too():
    def luminance(colour):
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(one, other):
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    for partner, grounds in ((lambda c: c, ("#ffffff", "#faf9f7")), (theme.DARK.get, ("#15171b", "#1c1f25"))):
        for ground in (*grounds, partner(theme.FAINT)):
            assert min(contrast(partner(ink), ground) for ink in (theme.INK, theme.MUTED, theme.ACCENT)) >= 4.5
            assert contrast(partner(theme.GREY), ground) >= 3 or ground == partner(theme.FAINT)
        assert contrast(partner(theme.ON_ACCENT), partner(theme.ACCENT)) >= 4.5
        assert min(contrast(partner(theme.INK), partner(tint)) for tint in (theme.ACCENT_MID, theme.ACCENT_SOFT)) >= 4.5
