"""Reads glossary.md, and finds terms in texts."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "glossary.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Row:
    english: str
    korean: str
    meaning: str
    meaning_korean: str
    formula: str
    place: str
    names: str

    @property
    def word(self):
        """The English word without what stands in brackets."""
        return re.sub(r" \(.*", "", self.english).strip("`")

    @property
    def korean_word(self):
        return self.korean.strip("`")


def rows():
    lines = re.findall(r"(?m)^\| (.*) \|$", TEXT)[1:]  # without the heading
    return [Row(*(entry.strip() for entry in line.split("|"))) for line in lines]


def english_pattern(word):
    """The word alone or in the plural, with hyphens or spaces, upper or lower case."""
    pattern = re.escape(word).replace(r"\ ", "[ -]").replace(r"\-", "[ -]")
    pattern = pattern[:-1] + "(?:y|ies)" if word.endswith("y") else pattern + "(?:s|es)?"
    return re.compile(rf"(?<![\w-]){pattern}(?![\w-])", re.IGNORECASE)


def korean_pattern(word):
    """The word at the start of a Korean word; a particle may follow."""
    return re.compile(rf"(?<![A-Za-z가-힣]){re.escape(word)}(?![A-Za-z])")


def notebooks():
    """The notebooks of the course by number: (path from the root, sections by number in both languages)."""
    found = {}
    for path in (ROOT / "colab").glob("code*.ipynb"):
        number = int(re.match(r"code(\d+)_", path.name)[1])
        found[number] = (f"colab/{path.name}", _sections(path), _sections(path.parent / "ko" / path.name))
    return dict(sorted(found.items()))


def _sections(path):
    """Section number -> text; what stands above the first numbered heading belongs to none."""
    texts, number = {}, None
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "markdown":
            for part in re.split(r"(?m)^(?=## )", "".join(cell["source"])):
                if part.startswith("## "):
                    heading = re.match(r"## (\d+) ", part)
                    number = heading and int(heading[1])
                if number:
                    texts[number] = re.sub(r"\s+", " ", texts.get(number, "") + " " + part)
    return texts


def first_place(row, all_rows):
    """The first section of a notebook whose Korean edition has the word, not as a part of a longer term; or None."""
    longer = [other.korean_word for other in all_rows if row.korean_word in other.korean_word]
    longer = [word for word in longer if word != row.korean_word]
    for number, (path, _, korean) in notebooks().items():
        for section, text in korean.items():
            for word in longer:
                text = text.replace(word, "*")
            if korean_pattern(row.korean_word).search(text):
                return f"[Code {number}, {section}]({path}) [(ko)]({path.replace('colab/', 'colab/ko/')})"
    return None
