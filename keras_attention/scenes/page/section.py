"""One section of the page."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A part of the page with its entry in the table of contents.

    Args:
        anchor: Its id; a link to it is `#anchor`.
        mark: What stands before the title in the table of contents, a number or nothing.
        title: The heading, not yet escaped.
        html: The whole `<section>` element.
    """

    anchor: str
    mark: str
    title: str
    html: str
