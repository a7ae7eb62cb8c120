"""Every answer that the exercises judge, with all that belongs to it."""

import functools
import importlib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "exercises"
LESSONS = sorted(path.name for path in FOLDER.iterdir() if (path / "__init__.py").exists())


@dataclass(frozen=True)
class Judged:
    name: str  # lesson, exercise and answer
    judge: object
    slips: dict
    right: list
    wrong: list


@functools.cache
def modules():
    """{"lesson/exercise": its module}."""
    paths = sorted(path for lesson in LESSONS for path in (FOLDER / lesson).glob("[a-z]*.py"))
    return {f"{path.parent.name}/{path.stem}": importlib.import_module(f"exercises.{path.parent.name}.{path.stem}")
            for path in paths}


@functools.cache
def judged_answers():
    found = []
    for place, module in modules().items():
        names = [name.removeprefix("judge_") for name in vars(module) if name.startswith("judge_")]
        for name in names:
            parts = [getattr(module, f"{name.upper()}_{part}") for part in ("SLIPS", "RIGHT", "WRONG")]
            found.append(Judged(f"{place}/{name}", getattr(module, f"judge_{name}"), *parts))
    return found
