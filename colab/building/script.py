"""Reads a percent script into cells."""

import re
from dataclasses import dataclass

LANGUAGES = ("en", "ko")
OPTIONS = ("parameters", "form")

_EXERCISE = re.compile(r"# %% \[exercise\] (?P<name>[a-z0-9_]+/[a-z0-9_]+)$")
_SCENE = re.compile(r"# %% \[scene\] (?P<name>[a-z]+(?:-[a-z]+)*)$")
_HEADER = re.compile(r"# %%(?P<markdown> \[markdown\])? (?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)(?P<options>(?: [a-z]+)*)$")
_LANGUAGE = re.compile(r"# --- (\w+)$")


class ScriptError(ValueError):
    """A script that is not in the format, with the line."""


@dataclass(frozen=True)
class TextCell:
    slug: str
    texts: dict  # language to Markdown


@dataclass(frozen=True)
class CodeCell:
    slug: str
    title: str
    code: str  # without the title
    options: tuple


@dataclass(frozen=True)
class ExerciseCell:
    """The place of an exercise, whose cells stand in a file of its own."""

    slug: str
    name: str  # path below the folder `exercises`, without .py


@dataclass(frozen=True)
class SceneCell:
    """The place of an interactive scene, which stands in the package."""

    slug: str  # and the name of the scene


def read_script(path):
    """The cells of a script, in order.

    Raises:
        ScriptError: naming file and line where something is not in the format.
    """
    chunks = []  # [line number of the header, match of the header, lines]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("# %%"):
            header = _EXERCISE.match(line) or _SCENE.match(line) or _HEADER.match(line)
            if not header:
                raise _error(path, number, f"is not a cell header: {line}")
            chunks.append((number, header, []))
        elif chunks:
            chunks[-1][2].append(line)
    slugs = set()
    cells = []
    for number, header, lines in chunks:
        if header.re is _EXERCISE:
            cells.append(ExerciseCell(header["name"].replace("_", "-").split("/")[1], header["name"]))
            continue
        if header.re is _SCENE:
            cells.append(SceneCell(header["name"]))
            continue
        slug, options = header["slug"], tuple(header["options"].split())
        if slug in slugs or len(slug) > 64:
            raise _error(path, number, f"uses the slug {slug} again, or it is longer than 64 characters")
        slugs.add(slug)
        if set(options) - set(OPTIONS):
            raise _error(path, number, f"has an option other than {', '.join(OPTIONS)}: {' '.join(options)}")
        read = _text_cell if header["markdown"] else _code_cell
        cells.append(read(path, number, slug, lines, options))
    return cells


def _text_cell(path, number, slug, lines, _options):
    texts = {}
    for line_number, line in enumerate(lines, start=number + 1):
        language = _LANGUAGE.match(line)
        if language:
            texts[language[1]] = []
        elif line.strip() and not line.startswith("#"):
            raise _error(path, line_number, "is a line of a text cell and no comment")
        elif texts:
            list(texts.values())[-1].append(line.removeprefix("#").removeprefix(" "))
        elif line.strip():
            raise _error(path, line_number, "stands before `# --- en`")
    texts = {language: "\n".join(text).strip() for language, text in texts.items()}
    if tuple(texts) != LANGUAGES or not all(texts.values()):
        raise _error(path, number, f"is a text cell that needs a text in {' and '.join(LANGUAGES)}, in this order")
    return TextCell(slug, texts)


def _code_cell(path, number, slug, lines, options):
    code = "\n".join(lines).strip("\n")
    title, _, code = code.partition("\n")
    if not re.match(r"# \w", title) or not code.strip():
        raise _error(path, number, "is a code cell that needs a comment as its title, and code below it")
    return CodeCell(slug, title.removeprefix("# "), code.strip("\n"), options)


def _error(path, number, what):
    return ScriptError(f"{path.name}, line {number}: {what}.")
