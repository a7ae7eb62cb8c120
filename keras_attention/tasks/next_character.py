"""Next character: what follows in a text?"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from keras_attention.tasks.draws import generator, integer
from keras_attention.vocabulary import Vocabulary

HELD_OUT_SHARE = 10  # one in so many characters, the last ones of the text


def python_help():
    """The text that stands in every Python: the topics of its own help, in English, about 460,000 characters."""
    from pydoc_data.topics import topics

    return "\n".join(topics[name] for name in sorted(topics))


@dataclass(frozen=True)
class NextCharacter:
    """Given the characters so far, which one comes next? The question is asked at every position of a row.

    A row of a text that begins "to be or", at context length 5, inputs over targets::

        t  o  _  b  e
        |  |  |  |  |
        o  _  b  e  _       (the same text, one character further; _ is the blank)

    The last tenth of the text is held out: a model is trained on what comes before it, and judged by its mean loss
    there. Any text will do, Korean as well: a token is a character (a code point), so that a Hangul syllable is one.

    Args:
        text: what to read. At least 20 * (`context_length` + 1) characters, so that the held-out tenth has two rows.
        context_length: T, how many characters a row has, at least 1.
        characters: the characters of the vocabulary; `None` takes those of the text. Give those of several texts to
            train one model on one after the other.

    Raises:
        ValueError: the text is too short or no text, `context_length` is not an integer of at least 1, or the text has
            characters that are not among those given.

    Example:
        >>> task = NextCharacter("to be or not to be. " * 10, context_length=5)
        >>> inputs, targets = task.held_out()
        >>> task.vocabulary.decode(inputs[0]), task.vocabulary.decode(targets[0])
        ('to be', 'o be ')
    """

    name: ClassVar[str] = "next-character"

    text: str = field(repr=False)
    context_length: int = 64
    characters: str | None = field(default=None, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "context_length", integer("context_length", self.context_length, 1))
        least = self.least_characters(self.context_length)
        if not isinstance(self.text, str) or len(self.text) < least:
            found = f"{len(self.text):,} characters" if isinstance(self.text, str) else type(self.text).__name__
            raise ValueError(
                f"text must have at least {least:,} characters at context_length {self.context_length}; "
                f"received {found}."
            )
        object.__setattr__(self, "_ids", self.vocabulary.encode(self.text))  # (length of the text,)

    @staticmethod
    def least_characters(context_length):
        """How many characters a text must have, so that the held-out tenth has two rows."""
        return 2 * HELD_OUT_SHARE * (context_length + 1)

    @cached_property
    def vocabulary(self):
        """The `Vocabulary`, from characters to token ids and back."""
        return Vocabulary(self.text if self.characters is None else self.characters)

    @property
    def vocabulary_size(self):
        """V, how many different characters there are."""
        return len(self.vocabulary)

    @property
    def length(self):
        """T, number of tokens in a row."""
        return self.context_length

    @property
    def num_train_characters(self):
        """How many characters come before the part that is held out."""
        return len(self._ids) * (HELD_OUT_SHARE - 1) // HELD_OUT_SHARE

    def sample(self, num_samples, seed):
        """Draws rows from the part to train on; the same arguments give the same arrays everywhere.

        The text is cut into rows, from a random place on, and these are shuffled; when all are used up, it is cut anew
        from another place. So no part is read a second time before all others have been read.

        Args:
            num_samples: N, at least 1.
            seed: Integer of at least 0.

        Returns:
            Inputs and targets, int32 (N, T), token ids; the targets are the inputs moved on by one character.
        """
        num_samples, rng = integer("num_samples", num_samples, 1), generator(seed)
        starts, drawn = [], 0
        while drawn < num_samples:
            last = self.num_train_characters - self.context_length - 1
            first = int(rng.random() * min(self.context_length, last + 1))
            cuts = np.arange(first, last + 1, self.context_length)
            starts.append(cuts[np.argsort(rng.random(len(cuts)), kind="stable")])
            drawn += len(cuts)
        return self._rows(np.concatenate(starts)[:num_samples])

    def held_out(self):
        """The part held out, in rows one after the other.

        Returns:
            Inputs and targets, int32 (N, T), token ids.
        """
        last = len(self._ids) - self.context_length - 1
        return self._rows(np.arange(self.num_train_characters, last + 1, self.context_length))

    def _rows(self, starts):
        rows = self._ids[starts[:, np.newaxis] + np.arange(self.context_length + 1)]  # (N, T + 1)
        return rows[:, :-1], rows[:, 1:]

    @property
    def chance_level(self):
        """Accuracy of guessing one of the characters."""
        return 1 / self.vocabulary_size

    @property
    def chance_loss(self):
        """Loss of guessing, in nats a character: every character gets the same probability."""
        return math.log(self.vocabulary_size)
