"""One language of a lesson: placeholders filled, steps timed, links turned to the right edition."""

import re

from making import figures, links, plan
from making.source import LINK, PLACEHOLDER, SourceError

NOTE = {
    "en": "This page is made from `lessons/source/{}` by `python lessons/build.py`: edit it there.",
    "ko": "이 문서는 `python lessons/build.py`가 `lessons/source/{}`에서 만듭니다. 고칠 때는 그 파일을 고치세요.",
}


def edition(blocks, language):
    """The Markdown of the blocks in "en" or "ko".

    Raises:
        SourceError: a placeholder fails, or the minutes do not add up.
    """
    names = {**figures.names(language), **links.names(language)}
    parts, clock, planned = [], 0, None
    for block in blocks:
        if block.role == "plan":
            _check_total(planned, clock)
            planned, clock = block, 0
            continue
        text = _filled(block, language, names)
        if block.role == "step":
            text = plan.step(text, block.minutes, clock, language, block.where)
            clock += block.minutes
        else:
            if block.role == "late":
                _check_saved(block, text)
            text = plan.with_items(text, language, block.where)
        parts.append(LINK.sub(lambda link: f"]({_of_edition(link[1], language)})", text))
    _check_total(planned, clock)
    source = blocks[0].where.partition(",")[0]
    return "\n\n".join([*parts, "---", NOTE[language].format(source)]) + "\n"


def _filled(block, language, names):
    def value(found):
        try:
            return eval(f'f"""{{{found[1]}}}"""', dict(names))
        except Exception as problem:
            raise SourceError(f"{block.where} ({language}): {found[0]}: {problem}") from problem

    return PLACEHOLDER.sub(value, block.texts[language])


def _of_edition(target, language):
    if language == "en":
        return target
    target = re.sub(r"^\.\./\.\./colab/([\w.]+\.ipynb)$", r"../../colab/ko/\1", target)
    target = target.replace("../../prompts/en/", "../../prompts/ko/").replace("../../README.md", "../../README.ko.md")
    return "../../colab/README.md#한국어" if target == "../../colab/README.md" else target


def _check_total(planned, clock):
    if clock != (planned.minutes if planned else 0):
        raise SourceError(f"{planned.where if planned else 'A step without a plan'}: the steps take {clock} min.")


def _check_saved(block, text):
    saved = sum(number for kind, number, _ in plan.items(text) if kind == "cut")
    if saved < block.minutes:
        raise SourceError(f"{block.where}: leaving out saves {saved} of {block.minutes} min.")
