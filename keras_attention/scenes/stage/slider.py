"""A control for a number in a range."""

from dataclasses import dataclass

import altair as alt

from keras_attention.scenes.stage.text import Text


@dataclass(frozen=True)
class Slider:
    """A native range input over whole numbers.

    Args:
        name: Name of the Vega parameter, unique on the page. Its value is the number.
        label: What is set.
        minimum, maximum: The ends, both included.
        start: The number at first.
        step: Distance between neighbouring numbers.
    """

    name: str
    label: Text
    minimum: int
    maximum: int
    start: int
    step: int = 1

    kind = "range"

    @property
    def values(self):
        """All values the control can take."""
        return tuple(range(self.minimum, self.maximum + 1, self.step))

    @property
    def place(self):
        """Vega expression: how many of `values` come before the current one."""
        return f"(({self.name} - {self.minimum}) / {self.step})"

    def binding(self, language):
        """The native input for a notebook."""
        label = f"{self.label.of(language)} "
        return alt.binding_range(min=self.minimum, max=self.maximum, step=self.step, name=label)
