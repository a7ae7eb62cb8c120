"""A control that offers a few named possibilities."""

from dataclasses import dataclass

import altair as alt

from keras_attention.scenes.stage.text import Text


@dataclass(frozen=True)
class Choice:
    """A native radio group, or a native select for more than about six options.

    Args:
        name: Name of the Vega parameter, unique on the page. Its value is the index of the chosen option.
        label: What is chosen.
        options: The possibilities, in order.
        kind: "radio" or "select".
        start: Index of the option chosen at first.
    """

    name: str
    label: Text
    options: tuple[Text, ...]
    kind: str = "radio"
    start: int = 0

    @property
    def values(self):
        """All values the control can take."""
        return tuple(range(len(self.options)))

    @property
    def place(self):
        """Vega expression: how many of `values` come before the current one."""
        return self.name

    def binding(self, language):
        """The native input for a notebook."""
        bind = alt.binding_radio if self.kind == "radio" else alt.binding_select
        labels = [option.of(language) for option in self.options]
        return bind(options=list(self.values), labels=labels, name=f"{self.label.of(language)} ")
