"""Reads a source into blocks, and sees to it that both texts of a block say the same things."""

import re
from dataclasses import dataclass

LANGUAGES = ("en", "ko")
PLACEHOLDER = re.compile(r"\{\{(.+?)\}\}")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ITEM = re.compile(r"(?m)^@(?:(?P<timed>press|run|ask|do|board|cut) (?P<number>\d+)|(?P<other>[a-z]+))(?= |$)")
_MARKER = re.compile(r"<!-- (?:(?P<language>en|ko|both)|(?P<role>plan|step|late) (?P<minutes>\d+)) -->$")
_TYPED = re.compile(r"(?<![\d.])(?:\d+\.\d{3}(?!\d)|\d{1,3}(?:,\d{3})+)(?![\d.]*\d)")


class SourceError(ValueError):
    """A source that is not in the format, with its line."""


@dataclass(frozen=True)
class Block:
    """A piece of a lesson.

    Args:
        where: "NAME.md, line 12".
        role: None, "step" or "late"; or "plan", which has no texts.
        minutes: What stands behind the role.
        texts: language -> Markdown with placeholders.
    """

    where: str
    role: str | None
    minutes: int | None
    texts: dict


def read_source(path):
    """The blocks of a source, in order.

    Raises:
        SourceError: naming file and line where something is not in the format.
    """
    blocks, role, minutes, open_block = [], None, None, {}
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate([*lines, "<!-- both -->"], start=1):
        marker = _MARKER.match(line)
        if marker is None:
            if open_block:
                list(open_block["texts"].values())[-1].append(line)
            elif line.strip():
                raise SourceError(f"{path.name}, line {number}: stands before the first <!-- en -->.")
            continue
        if marker["language"] == "ko" and list(open_block.get("texts", ())) == ["en"]:
            open_block["texts"]["ko"] = []
            continue
        if open_block:
            blocks.append(_closed(open_block))
            open_block = {}
        if marker["role"]:
            role, minutes = marker["role"], int(marker["minutes"])
            if role == "plan":
                blocks.append(Block(f"{path.name}, line {number}", role, minutes, {}))
                role = minutes = None
        elif marker["language"] == "ko":
            raise SourceError(f"{path.name}, line {number}: <!-- ko --> has no <!-- en --> before it.")
        else:
            where = f"{path.name}, line {number}"
            open_block = {"where": where, "role": role, "minutes": minutes, "texts": {marker["language"]: []}}
            role = minutes = None
    return blocks


def _closed(parts):
    texts = {language: "\n".join(lines).strip() for language, lines in parts["texts"].items()}
    if "both" in texts:
        texts = dict.fromkeys(LANGUAGES, texts["both"])
    if tuple(texts) != LANGUAGES:
        raise SourceError(f"{parts['where']}: <!-- en --> has no <!-- ko --> behind it.")
    for language, text in texts.items():
        typed = _TYPED.search(PLACEHOLDER.sub("", text))
        if typed:
            raise SourceError(f"{parts['where']} ({language}): {typed[0]} is typed; write a placeholder.")
    _check_agreement(parts["where"], texts)
    return Block(parts["where"], parts["role"], parts["minutes"], texts)


def _check_agreement(where, texts):
    english, korean = (_outline(texts[language]) for language in LANGUAGES)
    for name, value in english.items():
        if value != korean[name]:
            raise SourceError(f"{where}: the {name} differ: en {value}, ko {korean[name]}.")


def _outline(text):
    """What both texts must have in common, by name."""
    plain = PLACEHOLDER.sub("", text)
    return {
        "headings": [len(found) for found in re.findall(r"(?m)^(#+) ", text)],
        "list items": len(re.findall(r"(?m)^ *(?:\*|\d+\.) ", text)),
        "table rows": [line.count("|") for line in re.findall(r"(?m)^\|.*\|$", plain)],
        "items": [(found["timed"] or found["other"], found["number"]) for found in ITEM.finditer(text)],
        "placeholders": sorted(PLACEHOLDER.findall(text)),
        "links": sorted(target.partition("#")[0] for target in LINK.findall(plain)),
    }
