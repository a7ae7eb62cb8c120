"""The characters a model reads and writes, each with its number."""

import numpy as np


class Vocabulary:
    """A list of characters: a text goes in and token ids come out, and the other way round.

    There is no token for unknown characters: a model never writes what it never read, and a text that holds such a
    character is refused by name.

    Args:
        characters: the characters, at least one; each counts once, and their order does not matter.

    Raises:
        ValueError: there is none, or what was given is no text.

    Example:
        >>> vocabulary = Vocabulary("banana")
        >>> vocabulary.characters, vocabulary.encode("nab").tolist(), vocabulary.decode([2, 0, 1])
        ('abn', [2, 0, 1], 'nab')
    """

    def __init__(self, characters):
        if not isinstance(characters, str) or not characters:
            raise ValueError(f"`characters` must be a text with at least one character; received {characters!r}")
        self.characters = "".join(sorted(set(characters)))
        self._code_points = _code_points(self.characters)  # (V,), sorted

    def __len__(self):
        return len(self.characters)

    def encode(self, text):
        """Turns a text into token ids.

        Args:
            text: string.

        Returns:
            int32 array of shape (length of the text,).

        Raises:
            ValueError: the text holds a character that is not in the vocabulary; the first five of them are named. Or
                it is no text.
        """
        if not isinstance(text, str):
            raise ValueError(f"`text` must be a text; received {type(text).__name__}")
        given = _code_points(text)  # (T,)
        ids = np.searchsorted(self._code_points, given)
        known = self._code_points[np.minimum(ids, len(self) - 1)] == given
        if not known.all():
            # Not through an array of characters: NumPy would make an empty text of a null character.
            unknown = list(dict.fromkeys(text[place] for place in np.flatnonzero(~known)))
            named = ", ".join(f"{character!r} (U+{ord(character):04X})" for character in unknown[:5])
            more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
            raise ValueError(f"`text` holds what is not in the vocabulary: {named}{more}")
        return ids.astype("int32")

    def decode(self, ids):
        """Turns token ids into a text.

        Args:
            ids: integers of shape (T,), each from 0 to V - 1.

        Returns:
            A string of T characters.

        Raises:
            ValueError: an id is outside, or no integer.
        """
        ids = np.asarray(ids)
        if ids.size and not np.issubdtype(ids.dtype, np.integer):
            raise ValueError(f"`ids` must be integers; received {ids.dtype}")
        outside = ids[(ids < 0) | (ids >= len(self))]
        if outside.size:
            raise ValueError(f"`ids` must be from 0 to {len(self) - 1}; received {outside.flat[0]}")
        if ids.ndim != 1:
            raise ValueError(f"`ids` must have shape (T,), one text; received shape {ids.shape}")
        return "".join(self.characters[number] for number in ids.tolist())


def _code_points(text):
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
