"""README.ko.md says what README.md says: the same commands, figures and links, in the same order, in Korean."""

import json
import re
import sys

import pytest
from glossary_table import ROOT
from glossary_terms import OTHER_WORDS

sys.path.insert(0, str(ROOT / "tests" / "colab"))

from korean_terms import rejected_words  # noqa: E402

ENGLISH = (ROOT / "README.md").read_text(encoding="utf-8")
KOREAN = (ROOT / "README.ko.md").read_text(encoding="utf-8")
# For a reader who is here for the first time. Only the Korean edition has it.
FIRST_STEPS = re.search(r"(?ms)^\*\*처음이라면.*?(?=^이제 실험부터)", KOREAN)[0]
HEADINGS = {
    "Five seeds, and the remedy": "시드 다섯 개, 그리고 처방",
    "The layers in your own model": "내 모델에 층 넣기",
    "Commands": "명령",
    "Notebooks": "노트북",
    "Lessons": "수업 자료",
    "Tests": "테스트",
    "Supported versions": "지원하는 버전",
    "Benchmarks": "성능 비교",
    "References": "참고 문헌",
    "Licence": "라이선스",
}
EDITIONS = {  # a link of README.md -> the same for a Korean reader
    "README.ko.md": "README.md",
    "colab/README.md": "colab/README.md#한국어",
    "lessons/en/answer-key.md": "lessons/ko/answer-key.md",
    "lessons/en/overview.md": "lessons/ko/overview.md",
    "prompts/en/": "prompts/ko/",
}


def sections(text):
    """Heading -> text, what stands above the first heading under ""."""
    parts = re.split(r"(?m)^## (.*)\n", text)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


IN_ENGLISH, IN_KOREAN = sections(ENGLISH), sections(KOREAN.replace(FIRST_STEPS, ""))


def blocks(text):
    """The blocks of code, without their comments, which are translated."""
    return [re.sub(r"  # .*", "", block) for block in re.findall(r"(?s)```\w*\n(.*?)```", text)]


def spans(text):
    """What stands between single backticks."""
    return set(re.findall(r"`([^`]+)`", re.sub(r"(?s)```.*?```", "", text)))


def numbers(text, at_least=2):
    """Numbers as they are written; those of one digit may be words in the other language."""
    found = re.findall(r"\d[\d,]*(?:\.\d+)*(?:e-?\d+)?", text)
    return {number.strip(",") for number in found if len(number.strip(",")) >= at_least}


def links(text):
    return re.findall(r"\]\(([^)]+)\)", text)


def tables(text):
    """Each table as rows of entries."""
    found = re.findall(r"(?m)(?:^\|.*\|\n?)+", re.sub(r"(?s)```.*?```", "", text))
    return [[[entry.strip() for entry in row.strip("|").split("|")] for row in table.split("\n") if row]
            for table in found]  # fmt: skip


def in_step(what, heading, english, korean):
    said = f"README.ko.md, section '{HEADINGS.get(heading, 'at the top')}': bring {what} in step with README.md"
    if isinstance(english, set):
        assert english == korean, f"{said}: add {sorted(english - korean)}, take out {sorted(korean - english)}"
    assert english == korean, f"{said}: there it is {english}, here {korean}"


def test_same_sections_in_the_same_order():
    same = [HEADINGS.get(heading, f"(a heading of {heading!r} in HEADINGS)") for heading in list(IN_ENGLISH)[1:]]
    assert list(IN_KOREAN)[1:] == same, "README.ko.md: bring the sections in step with README.md"


@pytest.fixture(params=IN_ENGLISH, ids=lambda heading: heading or "top")
def section(request):
    """(heading, text in English, text in Korean)"""
    heading = request.param
    return heading, IN_ENGLISH[heading], IN_KOREAN.get(HEADINGS.get(heading, ""), "")


def test_same_commands_and_code(section):
    heading, english, korean = section
    in_step("the code", heading, blocks(english), blocks(korean))
    in_step("what stands in backticks", heading, spans(english), spans(korean))


def test_same_figures(section):
    heading, english, korean = section
    in_step("the figures", heading, numbers(english), numbers(korean))


def test_same_tables(section):
    heading, english, korean = section
    in_step("the number of tables", heading, len(tables(english)), len(tables(korean)))
    for table, translated in zip(tables(english), tables(korean), strict=True):
        in_step("the rows of a table", heading, len(table), len(translated))
        figures = ":" in "".join(table[1])  # a column of it is aligned to the right
        for row, own in zip(table, translated, strict=True):
            in_step("the columns of a table", heading, len(row), len(own))
            for entry, said in zip(row, own, strict=True):
                if figures and not re.search("[가-힣]", said):
                    in_step("a table", heading, entry, said)
                in_step("the figures of a table", heading, numbers(entry, 2 - figures), numbers(said, 2 - figures))
                in_step("the code of a table", heading, spans(entry), spans(said))


def test_same_links_to_the_korean_editions(section):
    heading, english, korean = section
    in_step("the links", heading, [EDITIONS.get(link, link) for link in links(english)], links(korean))


def test_links_lead_to_files_and_headings():
    for link in links(KOREAN):
        if not link.startswith("http"):
            path, _, anchor = link.partition("#")
            assert (ROOT / path).exists(), link
            if anchor:
                lines = re.findall(r"(?m)^#+ (.*)$", (ROOT / path).read_text(encoding="utf-8"))
                assert anchor in [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in lines]


def test_it_is_korean_in_the_words_of_the_glossary():
    prose = re.sub(r"(?s)```.*?```|`[^`]*`|\]\([^)]*\)|(?m:^\|.*\|$)", " ", KOREAN)
    letters = re.findall(r"[A-Za-z가-힣]", prose.split("## 참고 문헌")[0])
    assert sum("가" <= letter <= "힣" for letter in letters) / len(letters) > 0.8
    assert rejected_words(KOREAN) == []
    assert [other for others in OTHER_WORDS.values() for other in others if other in KOREAN] == []


def test_first_steps_open_korean_notebooks_in_which_there_is_what_they_say():
    assert re.findall(r"(?m)^\d\. \*\*(.*?)\.\*\*", FIRST_STEPS) == [
        "열기", "올리기", "실행하기", "풀어 보기", "확인하기"]  # fmt: skip
    notebooks = [link for link in links(FIRST_STEPS) if link.endswith(".ipynb")]
    assert [link.rpartition("/")[0] for link in notebooks] == ["colab/ko"] * 3
    code1 = (ROOT / notebooks[0]).read_text(encoding="utf-8")
    for said in ("나와야 할 결과", "하나만 바꿔 보기"):
        assert said in re.sub(r"\s+", " ", FIRST_STEPS) and f"**{said}." in code1


def test_the_exercise_of_the_first_steps_is_answered_and_checked_as_they_say(capsys):
    """The answer cell as it is, a wrong answer, and the right one, each followed by the check."""
    notebook = [link for link in links(FIRST_STEPS) if "exercises" in link][0]
    code = ["".join(cell["source"]) for cell in json.loads((ROOT / notebook).read_text(encoding="utf-8"))["cells"]
            if cell["cell_type"] == "code"]  # fmt: skip
    answer = next(place for place, cell in enumerate(code) if "= None" in cell)
    names = {}
    for cell in code[:answer]:
        exec(cell, names)
    said = []
    for own in ("None", "4", "4 / math.sqrt(2)"):
        capsys.readouterr()
        exec(code[answer].replace("None", own, 1), names)
        exec(code[answer + 1], names)
        said.append(capsys.readouterr().out.partition(": ")[2].strip())
    assert said[0] == "아직 답하지 않았습니다." and "내적까지만" in said[1] and said[2] == "맞았습니다."
    assert said[2] in FIRST_STEPS
