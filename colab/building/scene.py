"""Takes a scene out of the package: its sentences, and its picture as a finished Vega-Lite specification."""

import json
import sys
import unicodedata
from pathlib import Path

from building.script import CodeCell, SceneCell, ScriptError, TextCell

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 116  # columns of a line of the specification


def with_scenes(cells, language):
    """`cells` with the three cells of a scene in place of each that names one.

    Raises:
        ScriptError: there is no scene of that name.
    """
    expanded = []
    for cell in cells:
        expanded += _cells(cell.slug, language) if isinstance(cell, SceneCell) else [cell]
    return expanded


def _cells(name, language):
    """What is asked, the picture, what it means."""
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    from keras_attention.scenes.page import texts
    from keras_attention.scenes.registry import find
    from keras_attention.scenes.stage.chart import notebook_specification

    try:
        scene = find(name)
    except ValueError as problem:
        raise ScriptError(f"[scene] {name}: {problem}") from None
    specification = notebook_specification(scene, language)
    del specification["$schema"]  # a web address; show_scene says which version it is
    texts_of = {
        f"{name}-scene": f"## {scene.number} {scene.title.of(language)}\n\n{scene.lead.of(language)}\n\n"
        f"**{texts.TODO.of(language)}:** {scene.todo.of(language)}",
        f"{name}-means": f"**{texts.NOTICE.of(language)}:** {scene.notice.of(language)}\n\n"
        f"**{texts.LIMITS.of(language)}:** {scene.limits.of(language)}\n\n"
        f"<details><summary>{texts.QUESTION.of(language)}</summary>\n\n{scene.question.of(language)}\n\n"
        f"{scene.answer.of(language)}\n\n</details>",
    }
    before, after = (TextCell(slug, {language: text}) for slug, text in texts_of.items())
    code = f"specification = r'''\n{_lines(specification, name)}\n'''\nshow_scene(specification)"
    return [before, CodeCell(name, f"Scene {scene.number}, {name}", code, ("form",)), after]


def _lines(specification, name):
    """JSON in lines that an editor can show; without its line breaks it is JSON again."""
    text = json.dumps(specification, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    if "'''" in text:
        raise ScriptError(f"[scene] {name}: the specification holds three quotation marks in a row")
    lines, start, width, comma = [], 0, 0, 0
    for place, letter in enumerate(text):
        width += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if width > WIDTH:
            end = comma or next(i for i in range(place, start, -1) if not text[i - 1].isspace())
            lines.append(text[start:end])
            start, comma = end, 0
            width = sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text[start : place + 1])
        if letter == ",":
            comma = place + 1
    return "\n".join([*lines, text[start:]])
