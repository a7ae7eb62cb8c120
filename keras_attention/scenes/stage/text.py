"""A sentence in both languages."""

import re
from dataclasses import dataclass

LANGUAGES = ("en", "ko")


@dataclass(frozen=True)
class Text:
    """The same thing said in English and in Korean.

    Both stand side by side in the source, so that neither can change without the other being seen.
    """

    en: str
    ko: str

    def of(self, language):
        """The sentence in `language`, "en" or "ko".

        In Korean, no line ends between a closing bracket or quotation mark and the particle behind it.
        """
        if language not in LANGUAGES:
            raise ValueError(f"language must be one of {', '.join(LANGUAGES)}; received {language!r}.")
        return re.sub("(?<=[)\\]\u2019\u201d])(?=[가-힣])", "\N{WORD JOINER}", getattr(self, language))
