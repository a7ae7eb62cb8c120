"""The numbers that stand on the screen for one setting of the controls."""

from dataclasses import dataclass

from keras_attention.scenes.stage.text import Text


@dataclass(frozen=True)
class Shown:
    """What a scene says for one setting of its controls, computed by the package.

    Args:
        number: The most important number, as it is printed large.
        sentence: What that number is; goes on where the number ends.
        rows: The table: a row is a tuple of texts, whole numbers and fractions, in the order of the scene's columns.
        printed: The numbers that the picture itself prints, each as often as it does; whole numbers and fractions.
    """

    number: str
    sentence: Text
    rows: tuple[tuple, ...]
    printed: tuple

    def of(self, language):
        """The same in one language, ready for JSON: every cell as the string that is shown."""
        rows = [[cell(value, language) for value in row] for row in self.rows]
        return {"number": self.number, "sentence": self.sentence.of(language), "rows": rows}


def cell(value, language="en"):
    """One entry of a table as it is printed: fractions with three digits, whole numbers with commas, a real minus sign.

    Example:
        >>> cell(0.4512), cell(1048576), cell("book A")
        ('0.451', '1,048,576', 'book A')
    """
    if isinstance(value, Text):
        return value.of(language)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise ValueError(f"value must be a text or a number; received {value!r}.")
    number = float(value)
    text = f"{value:,}" if isinstance(value, int) else f"{number:.3f}"
    return text.replace("-", "\N{MINUS SIGN}")  # as Vega prints it
