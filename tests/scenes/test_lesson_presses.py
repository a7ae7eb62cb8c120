"""What the lessons tell a teacher to press, pressed in the page by the words that stand there."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "lessons"))

from lesson_texts import LANGUAGES, NAMES, read, walk  # noqa: E402


def press(section, control, value, language):
    """Sets a control by its label, as somebody would who reads it: with the mouse, or with the arrow keys."""
    label = control.label.of(language)
    if control.kind == "select":
        section.get_by_label(label, exact=True).select_option(control.options[value].of(language))
    elif control.kind == "radio":
        group = section.get_by_role("group", name=label, exact=True)
        group.get_by_role("radio", name=control.options[value].of(language), exact=True).check()
    else:
        slider = section.get_by_label(label, exact=True)
        slider.press("Home")
        for _ in range(control.values.index(value)):
            slider.press("ArrowRight")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_pressed_as_written(open_page, name, language):
    page, before = open_page(language), {}
    for scene, values in walk(read(name, language), language):
        if scene.name not in before:
            before[scene.name] = scene.start
            page.set(scene, scene.start)
        changed = [i for i, (old, new) in enumerate(zip(before[scene.name], values, strict=True)) if old != new]
        for place in changed:
            press(page.section(scene), scene.controls[place], values[place], language)
        page.check(scene, values)
        before[scene.name] = values
