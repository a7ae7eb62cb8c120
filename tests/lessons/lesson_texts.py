"""Reads the lessons as a teacher would: steps with their clock, what is to be done in each, what is to be pressed."""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

from keras_attention.scenes.registry import find

ROOT = Path(__file__).resolve().parents[2]
LESSONS = ROOT / "lessons"
LANGUAGES = ("en", "ko")
PLANS = ("lecture-50", "workplace-90", "tutoring")
NAMES = sorted(path.stem for path in (LESSONS / "source").glob("*.md"))

# The items of a step, in English and Korean.
ITEMS = {
    "Say": "말하기", "Press": "누르기", "Run": "실행하기", "Ask": "질문", "Class": "활동", "Board": "판서",
    "Expect": "나와야 할 결과", "If it goes wrong": "문제가 생기면", "Saved output": "저장된 출력", "Leave out": "빼기",
}  # fmt: skip
TIMED = ("Say", "Press", "Run", "Ask", "Class", "Board")

_STEP = {"en": r"### (\d+)-(\d+) min · (.*)", "ko": r"### (\d+)~(\d+)분 · (.*)"}
_ITEM = re.compile(r"^\* \*\*([^*]+)\*\*(?: ?\((?:about |약 |saves )?([^)]*?)(?: 절약)?\))?\. (.*)$", re.MULTILINE)
_PRESS = re.compile(r"\[([^][]+): \*\*([^*]+)\*\*\]\(scenes\.html#([a-z-]+)\)")


def _builder():
    """lessons/build.py, under a name of its own: colab has a build.py as well."""
    spec = importlib.util.spec_from_file_location("build_lessons", LESSONS / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build_lessons = _builder()


@dataclass(frozen=True)
class Item:
    kind: str  # a key of ITEMS
    seconds: int | None
    text: str


@dataclass(frozen=True)
class Step:
    start: int  # minute
    end: int
    title: str
    account: str
    items: tuple

    def of(self, kind):
        return [item for item in self.items if item.kind == kind]

    @property
    def text(self):
        return "\n".join(item.text for item in self.items)


def path(name, language):
    return LESSONS / language / f"{name}.md"


def read(name, language):
    return path(name, language).read_text(encoding="utf-8")


def seconds(said):
    """Seconds of "1 min 30 s" or "1분 30초"; None for nothing."""
    if not said:
        return None
    minutes, rest = re.fullmatch(r"(?:(\d+)(?: min|분))? ?(?:(\d+)(?: s|초))?", said).groups()
    return 60 * int(minutes or 0) + int(rest or 0)


def items(text, language):
    """The items of a text, in order."""
    names = {label if language == "en" else korean: label for label, korean in ITEMS.items()}
    return tuple(
        Item(names[label], seconds(said), words) for label, said, words in _ITEM.findall(text) if label in names
    )


def steps(name, language):
    """The plans of a file, each a list of its steps."""
    plans = []
    for part in re.split(r"(?m)^(?=#{2,3} )", read(name, language)):
        heading, _, body = part.partition("\n")
        found = re.fullmatch(_STEP[language], heading)
        if found:
            start, end, title = int(found[1]), int(found[2]), found[3]
            if start == 0:
                plans.append([])
            plans[-1].append(Step(start, end, title, body.split("\n\n")[0].strip("\n*"), items(body, language)))
    return plans


def presses(text):
    """(scene, label of its control, chosen option) for everything that is to be pressed, in order."""
    return [(scene, label, option) for label, option, scene in _PRESS.findall(text)]


def walk(text, language):
    """(scene, values of its controls) after everything that is to be pressed, from the start of each scene."""
    values = {}
    for name, label, option in presses(text):
        scene = find(name)
        values.setdefault(name, list(scene.start))
        (place,) = [i for i, control in enumerate(scene.controls) if control.label.of(language) == label]
        control = scene.controls[place]
        if control.kind == "range":
            assert int(option) in control.values
            values[name][place] = int(option)
        else:
            values[name][place] = [choice.of(language) for choice in control.options].index(option)
        yield scene, tuple(values[name])


def figures(text):
    """Fractions with three decimals, and numbers with commas for thousands."""
    return re.findall(r"(?<![\d.])(?:\d+\.\d{3}(?!\d)|\d{1,3}(?:,\d{3})+)", text)
