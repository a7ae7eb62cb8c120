"""The prompts: English and Korean files in step, and texts that fill as they should."""

import re
import sys
from pathlib import Path

import pytest

from keras_attention.prompts import code_names, prompt_names, read_code, read_prompt

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "colab"))

from korean_terms import rejected_words  # noqa: E402

HEADINGS = {
    "en": [
        "Purpose",
        "Text",
        "Placeholders",
        "What to attach",
        "Errors an assistant makes here",
        "Check",
        "Before you use the answer",
    ],
    "ko": [
        "쓰임새",
        "프롬프트",
        "채울 자리",
        "붙일 코드",
        "AI가 여기서 자주 틀리는 것",
        "확인하기",
        "답을 쓰기 전에",
    ],
}
NAMES = prompt_names()


def _file(name, language):
    return (ROOT / "prompts" / language / f"{name}.md").read_text(encoding="utf-8")


def _blocks(text):
    """The fenced blocks of a file, as pairs of what stands behind the fence and the content."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def _prose(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def test_there_are_at_least_ten_in_both_languages():
    assert len(NAMES) >= 10
    for language in ("en", "ko"):
        assert sorted(path.stem for path in (ROOT / "prompts" / language).iterdir()) == NAMES


@pytest.mark.parametrize("prompt", NAMES)
def test_both_languages_say_the_same(prompt):
    english, korean = _file(prompt, "en"), _file(prompt, "ko")
    for language, text in (("en", english), ("ko", korean)):
        assert re.findall(r"(?m)^## (.*)$", _prose(text)) == HEADINGS[language]
        assert text.encode("cp949")
    (kind, english_text), *english_code = _blocks(english)
    (other_kind, korean_text), *korean_code = _blocks(korean)
    assert kind == other_kind == "text" and english_code == korean_code
    first, second = read_prompt(prompt, "en"), read_prompt(prompt, "ko")
    assert [p.key for p in first.placeholders] == [p.label for p in first.placeholders]
    assert [p.key for p in first.placeholders] == [p.key for p in second.placeholders]
    for one in (first, second):
        assert [heading for heading, _ in one.notes] == HEADINGS[one.language][4:]
        assert all(words for _, words in one.notes)
    assert first.codes == second.codes and set(first.codes) <= set(code_names())
    for one, other in ((first, english_text), (second, korean_text)):
        assert one.text.split() == other.split() and one.title and one.purpose
        assert max(map(len, other.splitlines())) <= 110
        assert sorted(re.findall("〔([^〕]*)〕", one.text)) == sorted(p.label for p in one.placeholders)
        assert all(p.hint and p.example for p in one.placeholders)
    for pattern in (r"(?m)^\* ", r"(?m)^\d\. ", r"(?m)^- ", r"(?m)^[a-j]\. ", r"arXiv:\S+", r"\]\([^)]*\)"):
        assert len(re.findall(pattern, english)) == len(re.findall(pattern, korean)), pattern


@pytest.mark.parametrize("prompt", NAMES)
def test_korean_is_korean(prompt):
    text = _file(prompt, "ko")
    quoted = ["참석", "캐주얼 마스크", "변환기"] if prompt == "translate-term" else []  # as what not to write
    assert rejected_words(text) == quoted
    prose = re.sub(r"`[^`]*`|https?:\S+|\(.*?\)", "", _prose(text))
    letters = re.findall(r"[^\W\d_]", prose)
    assert sum("가" <= letter <= "힣" for letter in letters) > 0.7 * len(letters)
    sentences = re.findall(r"(\S+다)\.(?=\s|$)", _prose(text))
    assert sentences and all(end.endswith("니다") for end in sentences)
    assert re.findall("[가-힣]", _prose(_file(prompt, "en"))) == [] or prompt == "translate-term"


@pytest.mark.parametrize("prompt", NAMES)
def test_every_prompt_asks_to_verify_and_to_disclose(prompt):
    for language, told in (("en", r"assistant"), ("ko", r"AI")):
        assert re.search(told, _file(prompt, language).split(HEADINGS[language][-1])[1])


@pytest.mark.parametrize("prompt", NAMES)
def test_links_lead_somewhere(prompt):
    for language in ("en", "ko"):
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", _file(prompt, language)):
            assert (ROOT / "prompts" / language / target).exists(), target


def test_only_line_breaks_that_mean_something_are_kept():
    text = read_prompt("find-bug").text
    begins = [line for line in text.splitlines() if line]
    assert begins[0] == "My attention code runs, but the result is wrong. Help me find out why."
    assert begins[1:5] == [
        "What I see: 〔what I see〕",
        "What I expected: 〔what I expected〕",
        "My code:",
        "〔my code〕",
    ]
    assert [line[:2] for line in begins if line[0].isdigit()] == ["1.", "2.", "3.", "4."] and "\n\nLook at" in text
    assert all(line[-1] in ".:;?〕)" for name in NAMES for line in read_prompt(name).text.splitlines() if line)


def test_filling():
    prompt = read_prompt("write-test", "ko")
    english_key, korean_label = prompt.placeholders[0].key, prompt.placeholders[1].label
    values = {english_key: "a 〔fear〕 \\1 & <b>", korean_label: "$&"}
    filled = prompt.fill(values)
    assert filled == prompt.text.replace("〔함수〕", "a 〔fear〕 \\1 & <b>").replace("〔걱정〕", "$&")
    assert prompt.still_open(values) == ()
    assert [p.key for p in prompt.still_open({"function": "f"})] == ["fear"]
    assert prompt.fill({}) == prompt.text


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: read_prompt("write-tests"), "must be one of adapt-code1, .*; received 'write-tests'"),
        (lambda: read_prompt("../en/write-test"), "must be one of adapt-code1, .*; received '../en/write-test'"),
        (lambda: read_prompt("write-test", "fr"), "language must be one of en, ko; received 'fr'"),
        (lambda: read_prompt("write-test").fill({"x": "f"}), "must be one of function, fear; received 'x'"),
        (lambda: read_prompt("write-test").fill({"fear": " "}), "the placeholder fear needs a text; received ' '"),
        (lambda: read_code("code0"), "must be one of code1, code2.*; received 'code0'"),
        (lambda: read_code("code1", "de"), "language must be one of en, ko; received 'de'"),
    ],
)
def test_wrong_names(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_code_is_that_of_the_notebook():
    for language, title in (("en", "Code 1: Attention by hand"), ("ko", "Code 1: 손으로 계산하는 어텐션")):
        text = read_code("code1", language)
        heading, fence, code = text.split("\n", 2)[0], text.split("\n")[2], text.split("```python\n")[1]
        assert heading == title and fence == "```python" and text.endswith("\n```")
        defined = {}
        exec(code.split("# @title Cell 3")[0].replace("\n```", ""), defined)
        assert defined["LANGUAGE"] == language
        assert "def attention(query, key, value, mask=None):" in code and f'LANGUAGE = "{language}"' in code
    for name in code_names():
        assert read_code(name).encode("cp949") and read_code(name).count("```") == 2
