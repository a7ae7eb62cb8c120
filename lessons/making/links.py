"""What a placeholder may link to: scenes and their controls, notebooks and their cells, exercises."""

import json
import re
from pathlib import Path

from building.exercise import read_exercise

from keras_attention.scenes.registry import find

ROOT = Path(__file__).resolve().parents[2]
PAGE = "scenes.html"  # where a teacher writes the page of scenes, beside the plans


def names(language):
    """The functions a placeholder can call for a link in `language`."""
    korean = language == "ko"

    def scene(name):
        number = find(name).number
        return f"[{'장면' if korean else 'scene'} {number}]({PAGE}#{name})"

    def press(name, control, option):
        control = _named(find(name).controls, lambda c: c.name == f"{find(name).prefix}_{control}", control)
        if control.kind == "range":
            chosen = str(_named(control.values, lambda value: value == option, option))
        else:
            chosen = _named(control.options, lambda text: text.en == option, option).of(language)
        return f"[{control.label.of(language)}: **{chosen}**]({PAGE}#{name})"

    def notebook(name):
        path, cells = read_notebook(name, language)
        title = "".join(cells[0]["source"]).split("\n")[0].removeprefix("# ")
        return f"[{title}]({path})"

    def cell(name, slug):
        path, cells = read_notebook(name, language)
        short = "".join(cells[0]["source"]).split("\n")[0].removeprefix("# ").partition(":")[0]
        codes = [c["id"] for c in cells if c["cell_type"] == "code"]
        number = codes.index(slug) + 1
        return f"[{short}의 {number}번 셀]({path})" if korean else f"[{short}, cell {number}]({path})"

    def edit(name, slug, old, new):
        """A cell, and what to replace in it by what."""
        _, cells = read_notebook(name, language)
        (source,) = ("".join(c["source"]) for c in cells if c["id"] == slug)
        if source.count(old) != 1:
            raise ValueError(f"{old!r} stands {source.count(old)} times in the cell {slug}")
        return f"{cell(name, slug)}: `{old}` \N{RIGHTWARDS ARROW} `{new}`"

    def exercise(name):
        heading = read_exercise(name).texts["question"][language].split("\n")[0].removeprefix("### ")
        return f"[{heading}](answer-key.md#{anchor(heading)})"

    functions = (scene, press, notebook, cell, edit, exercise)
    return {function.__name__: function for function in functions}


def _named(choices, fits, name):
    found = [choice for choice in choices if fits(choice)]
    if not found:
        raise ValueError(f"none of {', '.join(str(choice) for choice in choices)} is {name!r}")
    return found[0]


def anchor(heading):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def read_notebook(name, language):
    """Link target from lessons/en or lessons/ko, and the cells of the notebook whose file name begins with `name`."""
    (english,) = (path for path in (ROOT / "colab").glob("*.ipynb") if f"{path.stem}_".startswith(f"{name}_"))
    folder = "colab/ko/" if language == "ko" else "colab/"
    path = ROOT / folder / english.name
    return f"../../{folder}{english.name}", json.loads(path.read_text(encoding="utf-8"))["cells"]
