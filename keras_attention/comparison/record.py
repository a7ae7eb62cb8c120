"""What a finished cell holds, and its file's text."""

import json
from dataclasses import asdict, dataclass, fields

from keras_attention.comparison.settings import CELL_VERSION, CellSettings


class DamagedCell(ValueError):
    """The text of a cell file is not that of a finished cell with the settings expected."""


@dataclass(frozen=True)
class CellResult:
    """The measurements of one training run.

    Args:
        test_accuracy: Share of right answers on the test sequences, computed with NumPy from the model's outputs.
        loss: Training loss of each epoch.
        accuracy: Training accuracy of each epoch.
        parameters: Weights of the model.
        compile_seconds: Seconds spent compiling; 0 for a seed that found the program ready.
        train_seconds: Seconds of training without compiling.
        first_step_attention: Mean weight on the first step, over samples, heads and query positions; `None` without
            attention, and where the first step is not what the task asks for.
        first_step_attention_by_head: The same for each head.
        listed_share: Associative recall only: share of answers that are among the values listed in the sequence.
        uncommon_accuracy: Associative recall only: accuracy where another value is listed more often than the answer;
            `None` where no test sequence is of that kind.
    """

    test_accuracy: float
    loss: tuple
    accuracy: tuple
    parameters: int
    compile_seconds: float
    train_seconds: float
    first_step_attention: float | None = None
    first_step_attention_by_head: tuple | None = None
    listed_share: float | None = None
    uncommon_accuracy: float | None = None


SHARES = ("test_accuracy", "first_step_attention", "listed_share", "uncommon_accuracy")
LARGEST = 1e300  # NaN and the infinities fail the comparison with it, as no other number here does
OPTIONAL = ("first_step_attention", "first_step_attention_by_head", "listed_share", "uncommon_accuracy")


@dataclass(frozen=True)
class CellRecord:
    """A finished cell: its settings, its result, and where it was made.

    Args:
        settings: `CellSettings`.
        result: `CellResult`.
        versions: Name to version of Python, the package and its libraries.
        hardware: Name to description of the machine.
    """

    settings: CellSettings
    result: CellResult
    versions: dict
    hardware: dict

    def to_text(self):
        """The cell file's text."""
        content = {"cell_version": CELL_VERSION} | asdict(self)
        return json.dumps(content, indent=1, allow_nan=False) + "\n"

    @classmethod
    def from_text(cls, text, settings):
        """The record in `text`, which must be that of a finished cell with these settings.

        Raises:
            DamagedCell: Says what is wrong.
        """
        try:
            content = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise DamagedCell(f"not JSON ({error})") from None
        if not isinstance(content, dict):
            raise DamagedCell("not a mapping")
        if content.get("cell_version") != CELL_VERSION:
            raise DamagedCell(f"cell version {content.get('cell_version')!r} instead of {CELL_VERSION}")
        if content.get("settings") != asdict(settings):
            raise DamagedCell("settings of another cell")
        for part, needed, kinds in (("versions", {"backend"}, str), ("hardware", {"processor", "cores"}, (str, int))):
            found = content.get(part)
            if not isinstance(found, dict) or not needed <= set(found):
                raise DamagedCell(f"no {part}")
            if not all(isinstance(value, kinds) for value in found.values()):
                raise DamagedCell(f"{part} that are no texts")
        return cls(settings, _checked(content.get("result"), settings), content["versions"], content["hardware"])


def _no_constant(name):
    raise ValueError(f"{name} is no number")


def _checked(values, settings):
    """The `CellResult` with these values, every one of the kind and size it must have."""
    names = [field.name for field in fields(CellResult)]
    if not isinstance(values, dict) or set(values) != set(names):
        raise DamagedCell(f"result: the fields are not {', '.join(names)}")
    for name, value in values.items():
        if value is None and name in OPTIONAL:
            continue
        if name in ("loss", "accuracy", "first_step_attention_by_head"):
            wrong = not isinstance(value, list) or not value or not all(map(_is_number, value))
            wrong = wrong or (name != "first_step_attention_by_head" and len(value) != settings.epochs)
        else:
            wrong = not _is_number(value) or value < 0 or (name in SHARES and value > 1)
            wrong = wrong or (name == "parameters" and not isinstance(value, int))
        if wrong:
            raise DamagedCell(f"result: {name} is {str(value)[:40]}")
    return CellResult(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -LARGEST < value < LARGEST
