"""Letters, notes and small stories from a laboratory of fruit flies, in English and in Korean.

Written for this course, CC BY 4.0 (see LICENSE-TEXTS.md). Lines are broken, and only characters occur that every
keyboard of the language has.
"""

from pathlib import Path


def _text(name):
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


# Letters, notes and small stories from a laboratory of fruit flies, written for this course.
ENGLISH_LETTERS = _text("english.txt")
# The same laboratory, in Korean.
KOREAN_LETTERS = _text("korean.txt")
