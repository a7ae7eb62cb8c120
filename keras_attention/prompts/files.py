"""Reads prompts from their files, one file for each prompt and language."""

import re
from pathlib import Path

from keras_attention.prompts.placeholder import Placeholder
from keras_attention.prompts.prompt import Prompt

REPOSITORY = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "ko")

_ROW = re.compile("^\\| *\u3014([^\u3015]+)\u3015 *\\|([^|]*)\\|([^|]*)\\|$", flags=re.MULTILINE)
_WRAP = re.compile(
    r"(?<!\n)(?<!\u3015)\n *(?!\n|\u3014|- |\d\. |[a-z]\. )"  # not where a list, a placeholder or a paragraph begins
)
_TEXT = re.compile(r"^```text\n(.*?)\n```$", flags=re.MULTILINE | re.DOTALL)


def prompt_names():
    """The names of all prompts, sorted.

    Raises:
        FileNotFoundError: there are none, as in a package that was installed without its repository.
    """
    names = sorted(path.stem for path in (REPOSITORY / "prompts" / "en").glob("*.md"))
    if not names:
        raise FileNotFoundError(f"the prompts are files of the repository: run this in a clone; {REPOSITORY} has none")
    return names


def read_prompt(name, language="en"):
    """Reads a prompt.

    Args:
        name: one of `prompt_names()`.
        language: "en" or "ko".

    Returns:
        A `Prompt`.

    Raises:
        ValueError: there is no prompt of this name, or not in this language.
        FileNotFoundError: see `prompt_names`.
    """
    names = prompt_names()
    if name not in names:
        raise ValueError(f"the name of a prompt must be one of {', '.join(names)}; received {name!r}")
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}; received {language!r}")
    (_, title), (_, purpose), (_, text), (_, table), (_, attach), *notes = _sections(name, language)
    keys = [key for key, _, _ in _ROW.findall(_sections(name, "en")[3][1])]
    rows = [[entry.strip() for entry in row] for row in _ROW.findall(table)]
    return Prompt(
        name=name,
        language=language,
        title=title.removeprefix("# "),
        purpose=purpose,
        text=_without_wraps(_TEXT.search(text)[1]),
        placeholders=tuple(Placeholder(key, *row) for key, row in zip(keys, rows, strict=True)),
        codes=tuple(dict.fromkeys(re.findall(r"`(code\d+)`", attach))),
        notes=tuple(notes),
    )


def _without_wraps(text):
    """The text with the line breaks that mean something: where it is pasted, windows have another width."""
    return _WRAP.sub(" ", text)


def _sections(name, language):
    """The parts of a file as pairs of heading and text: title, purpose, text, placeholders, what to attach, notes."""
    content = (REPOSITORY / "prompts" / language / f"{name}.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)\n", f"## \n{content}", flags=re.MULTILINE)[1:]
    return [(heading, text.strip()) for heading, text in zip(parts[::2], parts[1::2], strict=True)]
