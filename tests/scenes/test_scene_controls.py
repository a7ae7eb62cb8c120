"""Every control of every scene, moved by keyboard and by mouse: what is shown equals what the package computes."""

import itertools

import pytest
from scene_specimen import HOSTILE, SPECIMEN

from keras_attention.scenes.registry import NAMES, find

STEPS = 6  # moves of a control with many values
SCENES = [*NAMES, "specimen"]
everywhere = pytest.mark.parametrize(("language", "name"), list(itertools.product(("en", "ko"), SCENES)))


def _find(name):
    return SPECIMEN if name == "specimen" else find(name)


def _replaced(values, place, value):
    return (*values[:place], value, *values[place + 1 :])


@everywhere
def test_it_starts_with_the_first_setting(open_page, language, name):
    scene = _find(name)
    opened = open_page(language)
    opened.set(scene, scene.start)
    opened.check(scene, scene.start)


@everywhere
def test_by_keyboard(open_page, language, name):
    scene, opened = _find(name), open_page(language)
    opened.set(scene, scene.start)
    for place, control in enumerate(scene.controls):
        values = opened.values(scene)
        field = opened.section(scene).locator(f"[name={control.name}]")
        if control.kind == "radio":
            opened.section(scene).locator(f"[name={control.name}]:checked").focus()
        else:
            field.focus()
        current, all_values = control.values.index(values[place]), control.values
        for _ in range(min(STEPS, len(all_values))):
            forward = current + 1 < len(all_values)
            if control.kind == "radio":  # goes round
                key, current = "ArrowRight", (current + 1) % len(all_values)
            elif control.kind == "select":
                key, current = ("ArrowDown", current + 1) if forward else ("Home", 0)
            else:
                key, current = ("ArrowRight", current + 1) if forward else ("Home", 0)
            opened.page.keyboard.press(key)
            opened.check(scene, _replaced(values, place, all_values[current]))


@everywhere
def test_by_mouse(open_page, language, name):
    scene, opened = _find(name), open_page(language)
    opened.set(scene, scene.start)
    for place, control in enumerate(scene.controls):
        values, section = opened.values(scene), opened.section(scene)
        if control.kind == "radio":
            for value in control.values[:STEPS]:
                section.locator(f"label:has([name={control.name}][value='{value}'])").click()
                opened.check(scene, _replaced(values, place, value))
        elif control.kind == "select":
            for value in control.values[-STEPS:]:
                section.locator(f"select[name={control.name}]").select_option(str(value))
                opened.check(scene, _replaced(values, place, value))
        else:
            track = section.locator(f"[name={control.name}]")
            box = track.bounding_box()
            for share in (0.02, 0.5, 0.98):
                track.click(position={"x": share * box["width"], "y": box["height"] / 2})
                value = opened.values(scene)[place]
                assert value in control.values
                opened.check(scene, _replaced(values, place, value))
            ends = control.values[0], control.values[-1]
            track.click(position={"x": 1, "y": box["height"] / 2})
            assert opened.values(scene)[place] == ends[0]
            track.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
            assert opened.values(scene)[place] == ends[1]


@everywhere
def test_a_press_on_the_picture(open_page, language, name):
    scene, opened = _find(name), open_page(language)
    opened.set(scene, scene.start)
    marks = opened.section(scene).locator(".picture svg [style*='cursor: pointer']")
    seen = set()
    for place in range(0, marks.count(), max(1, marks.count() // 12)):
        marks.nth(place).click(force=True)  # whatever lies on top of it there
        values = opened.values(scene)
        seen.add(values)
        opened.check(scene, values)
    assert len(seen) != 1, "every mark that looks as if it could be pressed chooses the same"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_narrow_window_keeps_what_was_chosen(open_page, language):
    scene, opened = find("self-attention"), open_page(language)
    opened.set(scene, (2,))
    size = opened.page.viewport_size
    opened.page.set_viewport_size({"width": 360, "height": 800})
    opened.section(scene).locator(".picture.narrow").wait_for()
    opened.check(scene, (2,))
    opened.page.set_viewport_size(size)
    opened.section(scene).locator(".picture:not(.narrow)").wait_for()
    opened.check(scene, (2,))


def test_texts_are_text(open_page):
    opened = open_page("en")
    assert opened.page.title() != "broken"
    assert opened.section(SPECIMEN).locator("h2").text_content() == HOSTILE
    assert opened.section(SPECIMEN).locator(".picture").get_attribute("aria-label") == HOSTILE
    assert opened.section(SPECIMEN).locator("fieldset label").last.text_content() == HOSTILE
