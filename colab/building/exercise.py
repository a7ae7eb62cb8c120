"""Reads an exercise: its texts, the cells of the notebook, and what the answer key says. The format: `exercises`."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

from building.script import LANGUAGES, CodeCell, ExerciseCell, ScriptError, TextCell, read_script

ROOT = Path(__file__).resolve().parents[2] / "exercises"
SECTIONS = ("question", "read-up", "answer", "check", "solution", "grading", "answers")
READ_UP = {"en": "**Read up:**", "ko": "**읽을 곳:**"}


@dataclass(frozen=True)
class Slip:
    """The idea behind a wrong answer and the hint it gets, each by language."""

    idea: dict
    hint: dict


@dataclass(frozen=True)
class Answer:
    """One thing to fill in: judged, with slips, or a text of one's own, with points to look for."""

    name: str
    slips: dict  # name of a slip to Slip
    points: tuple  # of {language: text}
    wrong: tuple  # of (a wrong answer as its source, name of its slip)


@dataclass(frozen=True)
class Exercise:
    """An exercise: its texts by section and language, the two cells of a learner, the answers it asks for."""

    slug: str
    texts: dict
    answer_cell: CodeCell
    check_cell: CodeCell
    answers: tuple


def read_exercise(name):
    """The exercise in the file `name`.py, a path below the folder `exercises`.

    Raises:
        ScriptError: the file does not exist, or a part is missing.
    """
    path = ROOT / f"{name}.py"
    if not path.exists():
        raise ScriptError(f"There is no exercise {name}.")
    cells = {cell.slug: cell for cell in read_script(path)}
    if tuple(cells) != SECTIONS:
        raise ScriptError(f"{path.name} must have the cells {', '.join(SECTIONS)}, in this order.")
    texts = {cell.slug: cell.texts for cell in cells.values() if isinstance(cell, TextCell)}
    asked, values = cells["answer"], _Values(path.name, cells["check"].code, cells["answers"].code)
    names = re.findall(r"(?m)^(?:def )?answer_(\w+)", asked.code)
    answers = tuple(values.answer(answer) for answer in names)
    calls = [_call(answer) for answer in answers]
    slug = path.stem.replace("_", "-")
    return Exercise(
        slug,
        texts,
        CodeCell(f"{slug}-answer", asked.title, asked.code, ()),
        CodeCell(f"{slug}-check", cells["check"].title, "\n".join([cells["check"].code, "\n", *calls]), ("form",)),
        answers,
    )


def with_exercises(cells):
    """`cells` with the three cells of an exercise in place of each that names one."""
    expanded = []
    for cell in cells:
        if isinstance(cell, ExerciseCell):
            exercise = read_exercise(cell.name)
            texts = {
                language: f"{exercise.texts['question'][language]}\n\n"
                f"{READ_UP[language]} {exercise.texts['read-up'][language]}"
                for language in LANGUAGES
            }
            expanded += [TextCell(exercise.slug, texts), exercise.answer_cell, exercise.check_cell]
        else:
            expanded.append(cell)
    return expanded


def _call(answer):
    name, upper = f"answer_{answer.name}", answer.name.upper()
    if answer.points:
        return f'look_for("{name}", {name}, {upper}_POINTS)'
    return f'check("{name}", {name}, judge_{answer.name}, {upper}_SLIPS)'


class _Values:
    """The constants of an exercise, as they stand in its text."""

    def __init__(self, file_name, *codes):
        self.file_name = file_name
        self.found = {}  # name to (code in which it stands, node of its value)
        for code in codes:
            for node in ast.parse(code).body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    self.found[node.targets[0].id] = code, node.value

    def answer(self, name):
        upper = name.upper()
        if f"{upper}_POINTS" in self.found:
            points = self._literal(f"{upper}_POINTS")
            return Answer(name, {}, tuple(dict(zip(LANGUAGES, point, strict=True)) for point in points), ())
        slips = {slip: Slip(dict(zip(LANGUAGES, texts[:2], strict=True)), dict(zip(LANGUAGES, texts[2:], strict=True)))
                 for slip, texts in self._literal(f"{upper}_SLIPS").items()}
        code, wrong = self._named(f"{upper}_WRONG")
        pairs = [pair.elts for pair in wrong.elts]
        wrong = tuple((ast.get_source_segment(code, answer), ast.literal_eval(slip)) for answer, slip in pairs)
        return Answer(name, slips, (), wrong)

    def _named(self, name):
        if name not in self.found:
            raise ScriptError(f"{self.file_name} defines no {name}.")
        return self.found[name]

    def _literal(self, name):
        """The value of a constant; a dict may take in another one with `**NAME`."""
        node = self._named(name)[1]
        if not isinstance(node, ast.Dict):
            return ast.literal_eval(node)
        value = {}
        for key, entry in zip(node.keys, node.values, strict=True):
            value |= {ast.literal_eval(key): ast.literal_eval(entry)} if key else self._literal(entry.id)
        return value
