"""A part of a prompt that its reader fills in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Placeholder:
    """A part of a prompt that its reader fills in.

    Args:
        key: its English name, the same in every language.
        label: its name in the language of the prompt, as it stands between the brackets.
        hint: what to write there.
        example: such a text.
    """

    key: str
    label: str
    hint: str
    example: str
