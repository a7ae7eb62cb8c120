"""One interactive scene."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from keras_attention.scenes.stage.choice import Choice
from keras_attention.scenes.stage.slider import Slider
from keras_attention.scenes.stage.text import Text


@dataclass(frozen=True)
class Scene:
    """A picture with controls, its numbers, and what a reader and a teacher need beside it.

    Args:
        name: Name on the command line and anchor in the page, with hyphens.
        number: Its place among the scenes; up to 9 the section of the course page that it belongs to.
        title: Heading.
        lead: What is asked, in two or three sentences.
        todo: One sentence: what to do.
        notice: What to see while doing it.
        limits: Where the picture breaks down.
        question: The question at which a teacher pauses.
        answer: What a class should find out about it.
        picture: Text alternative: what the picture shows, whatever the controls say.
        controls: Native inputs; each control's name is a Vega parameter that the picture uses.
        columns: Headings of the table.
        draw: (language, narrow) -> Altair chart `WIDE` or `NARROW` pixels wide, without parameters.
        shown: Values of the controls, in order -> `Shown`.
    """

    name: str
    number: int
    title: Text
    lead: Text
    todo: Text
    notice: Text
    limits: Text
    question: Text
    answer: Text
    picture: Text
    controls: tuple[Choice | Slider, ...]
    columns: tuple[Text, ...]
    draw: Callable
    shown: Callable

    @property
    def start(self):
        """The values of the controls at first."""
        return tuple(control.start for control in self.controls)

    @property
    def settings(self):
        """Every combination of values of the controls, the last control changing fastest."""
        return tuple(itertools.product(*(control.values for control in self.controls)))

    @property
    def prefix(self):
        """What the names of the scene's Vega parameters begin with."""
        return self.name.replace("-", "_")
