"""What is still to be done with a prompt before it is pasted, in its language."""

_STILL_OPEN = {
    "en": 'Still open: {label} ({hint}): --set "{label}=..."',
    "ko": '아직 채우지 않은 자리: {label} ({hint}): --set "{label}=..."',
}
_ABOUT_CODE = {
    "en": "It is about code: --attach {codes}, or paste your own below.",
    "ko": "코드가 필요한 프롬프트입니다. --attach {codes} 옵션을 쓰거나, 내 코드를 아래에 붙여 넣으세요.",
}
_OR = {"en": " or ", "ko": " 또는 "}


def still_open(placeholder, language):
    """A line on a placeholder that has no text yet."""
    return _STILL_OPEN[language].format(label=placeholder.label, hint=placeholder.hint)


def about_code(codes, language):
    """A line on a prompt that wants code below it; `codes` are the names of those of the course."""
    return _ABOUT_CODE[language].format(codes=_OR[language].join(codes))
