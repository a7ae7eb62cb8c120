"""Every right answer passes, every listed wrong one is named as listed, and no message gives an answer away."""

import re

import numpy as np
from exercise_files import judged_answers, modules

from exercises.checking import feedback, reading_points

HANGUL = re.compile("[가-힣]")
PLAIN_ENDING = re.compile(r"(?:다|까|요|죠)\W*$")


def test_right_answers_pass(judged, spoken):
    for answer in judged.right:
        assert feedback(answer, judged.judge, judged.slips) in ("right.", "맞았습니다.")


def test_wrong_answers_are_named_as_listed(judged, spoken):
    assert judged.wrong
    for answer, slip in judged.wrong:
        assert judged.judge(answer) == slip, (answer, slip)
        said = feedback(answer, judged.judge, judged.slips)
        idea, hint = judged.slips[slip][spoken == "ko"], judged.slips[slip][2 + (spoken == "ko")]
        assert idea in said and said.endswith(hint) and not said.startswith(("right", "맞았"))


def test_at_least_sixty_wrong_answers():
    assert sum(len(judged.wrong) for judged in judged_answers()) >= 60


def test_every_slip_is_shown_by_a_wrong_answer():
    """Two answers of an exercise may share a table of slips; then one of them shows it."""
    shown = {judged.slips[slip] for judged in judged_answers() for _, slip in judged.wrong}
    for judged in judged_answers():
        assert set(judged.slips.values()) <= shown, judged.name


def test_slips_are_four_texts_in_two_languages(judged):
    for name, texts in judged.slips.items():
        assert len(texts) == 4, name
        for text, korean in zip(texts, (False, True, False, True), strict=True):
            assert bool(HANGUL.search(text)) == korean, text
            assert text[-1] in ".?)" and text == text.strip()
            assert not korean or PLAIN_ENDING.search(text), text
            (text if korean else text.encode("ascii").decode("ascii")).encode("cp949")


def numbers_in(text):
    return [float(found.replace(",", "")) for found in re.findall(r"\d[\d,]*(?:\.\d+)?", text.replace(", ", " "))]


def test_no_message_gives_the_answer_away(judged):
    for right in judged.right:
        for text in (text for texts in judged.slips.values() for text in texts):
            if isinstance(right, str):
                assert right.strip() not in re.findall(r"[^\s\"`]+", text), text
            elif not callable(right):
                said = numbers_in(text)
                given = {entry for entry in np.ravel(right)}
                assert not all(any(np.isclose(number, entry, rtol=5e-3) for number in said) for entry in given), text


def points():
    return {f"{place}/{name}": getattr(module, name) for place, module in modules().items()
            for name in vars(module) if name.endswith("_POINTS")}


def test_a_text_of_ones_own_gets_questions_and_no_verdict(spoken):
    assert points()
    for name, listed in points().items():
        said = reading_points("Because the weights sum to 1.", listed)
        assert said.count("\n  - ") == len(listed) >= 2, name
        for english, korean in listed:
            assert english.endswith("?") and english.isascii() and not HANGUL.search(english)
            assert korean.endswith(("나요?", "가요?", "까요?")) and HANGUL.search(korean)
            assert (korean if spoken == "ko" else english) in said
        assert not re.search(r"\bright\b|맞았|틀렸", said)
    assert reading_points(None, listed) == reading_points("  ", listed)
    assert reading_points(5, listed) != reading_points(None, listed)
