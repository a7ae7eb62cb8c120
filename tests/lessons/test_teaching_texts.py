"""Teaching points, misconceptions, analogies, check questions and work: what each of these texts has to have."""

import contextlib
import io
import itertools
import math
import re
import sys

import numpy as np
import pytest
from lesson_texts import LANGUAGES, LESSONS, presses, read

from keras_attention.scenes.registry import NAMES as SCENES

sys.path.append(str(LESSONS.parent / "tests"))

from glossary_table import rows as glossary_rows  # noqa: E402

language = pytest.mark.parametrize("language", LANGUAGES)


def sections(name, language):
    """(heading, text) of every section of a lesson."""
    parts = re.split(r"(?m)^## (.*)\n", read(name, language))
    return list(zip(parts[1::2], parts[2::2], strict=True))


def parts(text):
    """Label -> what stands behind **Label.** until the next label."""
    found = re.split(r"(?m)^\*\*([^*]+?)[.?]?\*\*", text)
    return dict(zip(found[1::2], found[2::2], strict=True))


def table(text):
    """The entries of a table, without heading and rule."""
    lines = re.findall(r"(?m)^\|(.*)\|$", text)[2:]
    return [[entry.strip() for entry in line.split("|")] for line in lines]


@language
def test_every_section_of_the_course_has_its_teaching_points(language):
    labels = ("Stop and ask", "Press") if language == "en" else ("멈추고 묻기", "누르기")
    course = sections("teaching-points", language)[:9]
    for number, ((heading, text), scene) in enumerate(zip(course, SCENES[:9], strict=True), start=1):
        assert heading.startswith(f"{number} ")
        question, press = (parts(text)[label] for label in labels)
        assert "?" in question
        assert {pressed for pressed, *_ in presses(press)} == {scene}, heading
        said = table(text)
        assert len(said) >= 3 and all(re.fullmatch('".*[.?]"', words) and answer for words, answer in said)


@language
def test_every_misconception_comes_with_something_that_shows_it(language):
    labels = {
        "en": ["Why one thinks so", "What is right", "Show it", "Ask"],
        "ko": ["왜 그렇게 생각할까요", "바르게 알기", "보여 주기", "물어보기"],
    }[language]
    found = sections("misconceptions", language)
    assert [int(heading.split()[0]) for heading, _ in found] == list(range(1, len(found) + 1)) and len(found) >= 5
    of_the_course = ("library", "position", "multi-head", "cost", "self-attention")
    for (heading, text), scene in itertools.zip_longest(found, of_the_course):
        own = parts(text)
        assert list(own) == labels, heading
        shown = re.findall(r"\]\((\S+)\)", own[labels[2]])
        assert [link for link in shown if re.search(r"^scenes\.html#|\.ipynb$|^answer-key\.md#", link)], heading
        assert scene is None or f"scenes.html#{scene}" in shown, heading
        assert re.search(r"\?(?=.*\(.+\)\s*\Z)", own[labels[3]].split("\n---")[0], flags=re.DOTALL), heading


def analogies(language):
    heading = "# Analogies" if language == "en" else "# 비유"
    text = read("analogies", language)
    assert text.startswith(heading)
    return text, table(text.partition("\n## ")[0])


@language
def test_analogies_have_a_strength_a_limit_and_a_source(language):
    strengths = ("direct", "partial", "none") if language == "en" else ("직접", "부분", "없음")
    words = {row.word if language == "en" else row.korean_word for row in glossary_rows()}
    split = {"query, key, value", "쿼리, 키, 값"}
    text, rows = analogies(language)
    cited = set()
    for concept, everyday, brain, strength, limit in rows:
        assert concept in split or concept in words, concept
        assert everyday and limit and strength in strengths
        sources = re.findall(r"\[(\d)\](?!\()", brain)
        assert bool(sources) == (strength != strengths[2]), concept
        cited |= set(sources)
    assert cited == set(re.findall(r"(?m)^(\d)\. .*\]\(https://doi\.org/", text))
    assert strengths[0] not in [row[3] for row in rows]  # as the text above the table says


def test_analogies_agree_and_hold_those_of_the_course():
    english, korean = (analogies(language)[1] for language in LANGUAGES)
    same = {"direct": "직접", "partial": "부분", "none": "없음"}
    assert [same[row[3]] for row in english] == [row[3] for row in korean]
    translated = {row.word: row.korean_word for row in glossary_rows()} | {"query, key, value": "쿼리, 키, 값"}
    assert [translated[row[0]] for row in english] == [row[0] for row in korean]
    assert {"attention", "query, key, value", "softmax", "multi-head attention", "positional encoding",
            "residual connection", "causal mask"} <= {row[0] for row in english}  # fmt: skip


def shares(scores):
    powers = [math.exp(score) for score in scores]
    return [power / sum(powers) for power in powers]


def commonest(draws, kinds):
    """The share of the commonest of `draws` values, a mean over all lists there are."""
    lists = itertools.product(range(kinds), repeat=draws)
    return sum(max(map(values.count, values)) for values in lists) / kinds**draws / draws


def answers():
    """Number of a question -> what its answer must say, computed without the package."""
    root = math.sqrt(2)
    both = shares([1.4 * 2 / root, 1.4 * 2 / root, 1.4 * 2.8 / root])
    mixture = 10 * both[0] + 6 * both[2]
    bonus = shares([4 / root, -2 / root, 2 / root])
    output = [10 * bonus[slot] + 5 * bonus[2] for slot in (0, 1)]
    note = [10 * (2 * 2), 10 * (0.4 * 2), 10 * (2 * 1.4 + 0.4 * 1.4)]
    blind = sum(math.comb(10, k) * max(k, 10 - k) for k in range(11)) / 2**10 / 10
    attention, feed_forward = 4 * 512**2 + 4 * 512, 2 * 512 * 2048 + 2048 + 512
    block = attention + feed_forward + 4 * 512
    queries = np.zeros((2, 10, 48)).reshape(2, 10, 4, 12).transpose(0, 2, 1, 3)  # (B, H, T, K)
    return {
        1: [f"{4 / root:.3f}"],
        2: [*(f"{weight:.3f}" for weight in both), f"[{mixture:.3f}, {mixture:.3f}]"],
        4: [f"{attention:,}"],
        5: ["4", f"{4096**2:,}", f"{8192**2:,}"],
        6: [f"{8 / 40:.1f}", "40", "1", f"{40**2:,}"],
        7: [f"{1 - 0.11 - 0.13:.2f}"],
        8: [f"{1 / 5:.3f}"],
        9: [*(f"{weight:.3f}" for weight in bonus), f"[{output[0]:.2f}, {output[1]:.2f}]", f"{1 / 3:.3f}", "[5, 5]"],
        10: [f"{shares([score / root for score in note])[2]:.4f}", f"{shares(note)[2]:.4f}"],
        11: [f"{blind:.3f}"],
        12: ["1.000", str(sum(range(1, 6)))],
        13: [f"{feed_forward / block:.1%}", f"{feed_forward:,}", f"{block:,}"],
        14: [str(queries.shape), str((queries @ queries.swapaxes(2, 3)).shape)],
        15: [str(32768**2 * 4 // 2**30), f"{32768**2:,}"],
        16: [f"{2 * 512 * 8:,}", f"{512**2:,}", f"{2 * 512 * 8 / 512**2:.1%}"],
        17: [f"{(1 / (1 + math.exp(-1))) ** 80:.0e}"],
        19: [f"{1 / 10:.2f}"],
        20: [f"{1 / 8:.3f}", f"{commonest(5, 8):.3f}"],
    }


@language
def test_answers_to_the_check_questions_are_right(language):
    questions, _, explained = read("check-questions", language).rpartition("\n## ")
    explained = explained.split("\n---")[0]
    number_of_questions = len(re.findall(r"(?m)^\d+\. ", questions))
    found = dict(re.findall(r"(?ms)^\*\*(\d+)\.\*\* (.*?)(?=^\*\*\d|\Z)", explained))
    assert list(map(int, found)) == list(range(1, number_of_questions + 1))
    heard = "*Often heard:*" if language == "en" else "*자주 나오는 답:*"
    for number, expected in answers().items():
        answer, said, _ = re.sub(r"\s+", " ", found[str(number)]).partition(heard)
        assert said, number
        missing = [part for part in expected if not re.search(rf"(?<![\d.,]){re.escape(part)}(?!\d)", answer)]
        assert not missing, f"{number}: {missing}"
    for number in range(1, 6):
        assert "answer-key.md#" in found[str(number)]


@language
def test_costs_of_documents_are_those_of_the_formulas(language):
    text = read("from-attention-to-work", language)
    rows = [row for row in table(text.split("\n## ")[3]) if row[1]]
    assert [int(row[1].replace(",", "")) for row in rows] == [300, 2000, 8000, 32768]
    for _, tokens, *said in rows:
        length, width = int(tokens.replace(",", "")), 768
        squared, linear = 2 * length**2 * width, length * (4 * width**2 + 2 * width * 3072)
        memory = f"{length**2 * 12 * 12 * 4 / 2**30:.2f}"
        assert said[0] == f"{length**2:,}" and said[1].startswith(memory) and said[1].endswith("GiB")
        assert said[2] == f"{squared / (squared + linear):.0%}"
    (program,) = re.findall(r"(?s)```python\n(.*?)```", text)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    scores, memory, share = printed.getvalue().strip().split(" | ")
    assert [scores, memory.replace(" ", ""), share] == [entry.replace(" ", "") for entry in rows[2][2:]]


@language
def test_three_jobs_and_all_three_architectures(language):
    text = read("from-attention-to-work", language)
    assert [scene for scene, *_ in presses(text)][:3] == ["encoder-decoder"] * 3
    assert len({option for scene, _, option in presses(text) if scene == "encoder-decoder"}) == 3
    assert len(table(text)[0]) == 4  # a job in every column but the first
