"""Steps of a plan: their items, how long each takes, and what the builder writes about it."""

import math
import re

from making.source import ITEM, SourceError

WORDS_PER_MINUTE = 110  # English, slowly, for a class
SYLLABLES_PER_MINUTE = 250  # Korean, the same
ROUNDED_TO = 5  # seconds
MOST_OPEN = 0.4  # of a step

SPOKEN, MACHINE, CLASS = ("say",), ("press", "run"), ("ask", "do", "board")
NO_TIME = ("expect", "wrong", "saved")
LABELS = {
    "say": ("Say", "말하기"),
    "press": ("Press", "누르기"),
    "run": ("Run", "실행하기"),
    "ask": ("Ask", "질문"),
    "do": ("Class", "활동"),
    "board": ("Board", "판서"),
    "expect": ("Expect", "나와야 할 결과"),
    "wrong": ("If it goes wrong", "문제가 생기면"),
    "saved": ("Saved output", "저장된 출력"),
    "cut": ("Leave out", "빼기"),
}
ACCOUNT = {
    "en": ("about {} of speech (estimated)", "{} at the machine", "{} for board and class", "{} to spare"),
    "ko": ("말하기 약 {}(추정)", "누르기와 실행 {}", "판서와 활동 {}", "여유 {}"),
}


def speech_seconds(text, language):
    """How long a text takes to be spoken, estimated from its length. A digit counts like a word or a syllable."""
    text = re.sub(r"\]\([^)]*\)|[*`\[\]]", " ", text)
    digits = len(re.findall(r"\d", text))
    if language == "en":
        length, rate = len(re.findall(r"[A-Za-z][\w'’-]*", text)) + digits, WORDS_PER_MINUTE
    else:
        length = len(re.findall("[가-힣]", text)) + digits + 2 * len(re.findall("[A-Za-z]+", text))
        rate = SYLLABLES_PER_MINUTE
    return ROUNDED_TO * math.ceil(60 * length / rate / ROUNDED_TO)


def duration(seconds, language):
    """Seconds in words: "1 min 30 s" or "1분 30초"."""
    minutes, rest = divmod(seconds, 60)
    units = ((minutes, " min"), (rest, " s")) if language == "en" else ((minutes, "분"), (rest, "초"))
    said = " ".join(f"{number}{unit}" for number, unit in units if number)
    return said or f"0{units[1][1]}"


def items(text):
    """(kind, number behind it or None, its text) for every item of a text."""
    return [(kind, number, words) for kind, number, words, _ in _found(text)]


def _found(text):
    for match in ITEM.finditer(text):
        rest = text[match.end() :]
        stop = re.search(r"\n(?=@)|\n\s*\n|\Z", rest)
        words = " ".join(rest[: stop.start()].split())
        number = match["number"] and int(match["number"])
        yield match["timed"] or match["other"], number, words, (match.start(), match.end() + stop.start())


def with_items(text, language, where):
    """`text` with its items as a list: what is to be done in bold, and the time it takes."""
    place = ("en", "ko").index(language)
    parts, last = [], 0
    for kind, number, words, (start, end) in _found(text):
        if kind not in LABELS:
            raise SourceError(f"{where}: @{kind} is none of @{', @'.join(LABELS)}.")
        if number is None and kind not in (*SPOKEN, *NO_TIME):
            raise SourceError(f"{where}: @{kind} needs a number.")
        label = f"* **{LABELS[kind][place]}**{_time(kind, number, words, language)}"
        parts += [text[last:start], label, _said(kind, words)]
        last = end
    return "".join([*parts, text[last:]])


def _said(kind, words):
    return f" “{words}”" if kind in SPOKEN else f" {words}"


def _time(kind, number, words, language):
    if kind in NO_TIME:
        return "."
    if kind == "cut":
        return f" (saves {number} min)." if language == "en" else f"({number}분 절약)."
    if kind in SPOKEN:
        said = duration(speech_seconds(words, language), language)
        return f" (about {said})." if language == "en" else f"(약 {said})."
    said = duration(number, language)
    return f" ({said})." if language == "en" else f"({said})."


def step(text, minutes, clock, language, where):
    """A step with the clock in its heading and its account below it; `clock` is the minute at which it begins."""
    heading, _, rest = text.partition("\n")
    if not heading.startswith("### "):
        raise SourceError(f"{where}: a step begins with a heading ###.")
    title, end = heading.removeprefix("### "), clock + minutes
    clock = f"### {clock}-{end} min · {title}" if language == "en" else f"### {clock}~{end}분 · {title}"
    return f"{clock}\n\n{account(rest, minutes, language, where)}\n\n{with_items(rest.strip(), language, where)}"


def account(text, minutes, language, where):
    """One line: how the minutes of a step are used."""
    parts = times(text, language)
    spare = 60 * minutes - sum(parts)
    if not 0 <= spare <= MOST_OPEN * 60 * minutes:
        raise SourceError(f"{where} ({language}): {sum(parts)} s of {60 * minutes} s are used.")
    names = ACCOUNT[language]
    used = [names[i].format(duration(seconds, language)) for i, seconds in enumerate((*parts, spare)) if seconds]
    return f"*{duration(60 * minutes, language)}: {', '.join(used)}*"


def times(text, language):
    """Seconds of speech, at the machine, and of board and class."""
    found = items(text)
    return [
        sum(speech_seconds(words, language) for kind, _, words in found if kind in SPOKEN),
        *(sum(number for kind, number, _ in found if kind in kinds) for kinds in (MACHINE, CLASS)),
    ]
