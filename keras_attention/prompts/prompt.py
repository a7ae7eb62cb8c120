"""A text to paste into an AI assistant."""

import re
from dataclasses import dataclass

from keras_attention.prompts.placeholder import Placeholder

_IN_BRACKETS = re.compile("\u3014([^\u3014\u3015]+)\u3015")


@dataclass(frozen=True)
class Prompt:
    """A text to paste into an AI assistant, with placeholders.

    Args:
        name: name of its file.
        language: "en" or "ko".
        title: what it is for, in a few words.
        purpose: the same in a sentence or two.
        text: the text; placeholders stand in tortoise shell brackets.
        placeholders: tuple of `Placeholder`, in the order of the table in the file.
        codes: tuple of the names of the code that suits it, as in `read_code`.
        notes: tuple of pairs of heading and Markdown: what an assistant gets wrong, a check, what to do before use.

    Example:
        >>> read_prompt("write-test").fill({"function": "attention"}).splitlines()[0]
        'Write tests for this function: attention'
    """

    name: str
    language: str
    title: str
    purpose: str
    text: str
    placeholders: tuple[Placeholder, ...]
    codes: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]

    def fill(self, values):
        """The text with values in the place of placeholders; the others stay as they are.

        Args:
            values: dict from the key or the label of a placeholder to text.

        Raises:
            ValueError: a name is no placeholder of this prompt, or a text is empty.
        """
        texts = self._by_label(values)
        return _IN_BRACKETS.sub(lambda found: texts.get(found[1], found[0]), self.text)

    def still_open(self, values):
        """The placeholders that `values` leaves open, as a tuple."""
        texts = self._by_label(values)
        return tuple(placeholder for placeholder in self.placeholders if placeholder.label not in texts)

    def _by_label(self, values):
        labels = {name: p.label for p in self.placeholders for name in (p.key, p.label)}
        for name, text in values.items():
            if name not in labels:
                raise ValueError(
                    f"a placeholder of {self.name} must be one of {', '.join(p.label for p in self.placeholders)}; "
                    f"received {name!r}"
                )
            if not text.strip():
                raise ValueError(f"the placeholder {name} needs a text; received {text!r}")
        return {labels[name]: text for name, text in values.items()}
