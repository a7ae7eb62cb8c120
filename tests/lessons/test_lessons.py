"""The lessons: minutes add up, links lead somewhere, figures are those of the package, both languages say the same."""

import re
import sys

import pytest
from lesson_texts import (
    ITEMS,
    LANGUAGES,
    LESSONS,
    NAMES,
    PLANS,
    ROOT,
    TIMED,
    build_lessons,
    items,
    path,
    presses,
    read,
    steps,
)
from lesson_texts import seconds as seconds_of

from keras_attention.scenes.registry import NAMES as SCENES

sys.path.append(str(ROOT / "tests" / "colab"))

from korean_terms import rejected_words  # noqa: E402
from making.source import SourceError, read_source  # noqa: E402

EDITIONS = [(name, language) for name in NAMES for language in LANGUAGES]
TOTALS = {"lecture-50": [50], "workplace-90": [90]}
LINK = re.compile(r"\]\(([^)\s]+)\)")


def test_the_lessons_are_what_their_sources_give():
    assert build_lessons.main(["--check"]) == 0


@pytest.mark.parametrize(("name", "language"), [(name, language) for name in PLANS for language in LANGUAGES])
def test_minutes_add_up(name, language):
    plans = steps(name, language)
    assert TOTALS.get(name, [60, 60]) == [plan[-1].end for plan in plans]
    for plan in plans:
        assert [step.start for step in plan] == [0, *(step.end for step in plan[:-1])]
        for step in plan:
            timed = [item.seconds for item in step.items if item.kind in TIMED]
            assert None not in timed
            length = 60 * (step.end - step.start)
            said = re.findall(r"\d+(?: min|분)(?: \d+(?: s|초))?|\d+(?: s|초)", step.account)
            parts = [seconds_of(part) for part in said]
            assert parts[0] == length == sum(parts[1:])
            assert 0.6 * length <= sum(timed) <= length


@pytest.mark.parametrize(("name", "language"), [(name, language) for name in PLANS for language in LANGUAGES])
def test_what_a_plan_needs(name, language):
    """Something to expect in every step, a saved output for every run, five questions to close, what to leave out."""
    for plan in steps(name, language):
        for step in plan[:-1]:
            assert step.of("Expect"), step.title
            assert not step.of("Run") or step.of("Saved output"), step.title
        assert len(plan[-1].of("Ask")) == 5
    cuts = [item for item in items(read(name, language), language) if item.kind == "Leave out"]
    assert sum(item.seconds for item in cuts) >= (5 + 10) * 60


@pytest.mark.parametrize(("name", "language"), EDITIONS)
def test_links_lead_to_files_headings_scenes_and_cells(name, language):
    for target in LINK.findall(read(name, language)):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        if file == "scenes.html":
            assert anchor in (*SCENES, "prompts"), target
            continue
        found = (LESSONS / language / file).resolve() if file else path(name, language)
        assert found.exists(), target
        if anchor:
            headings = re.findall(r"(?m)^#+ (.*)$", found.read_text(encoding="utf-8"))
            assert anchor in [re.sub(r"[^\w -]", "", h).strip().lower().replace(" ", "-") for h in headings], target
        if found.suffix == ".ipynb":
            assert ("/ko/" in target) == (language == "ko"), target


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_sections_steps_and_links(name):
    english, korean = (read(name, language) for language in LANGUAGES)
    assert _levels(english) == _levels(korean)
    assert _targets(english) == _targets(korean)
    for one, other in zip(steps(name, "en"), steps(name, "ko"), strict=True):
        for a, b in zip(one, other, strict=True):
            assert (a.start, a.end) == (b.start, b.end)
            assert [(i.kind, i.seconds) for i in a.items if i.kind != "Say"] == [
                (i.kind, i.seconds) for i in b.items if i.kind != "Say"
            ]
            assert [i.kind for i in a.items] == [i.kind for i in b.items]
            assert [scene for scene, *_ in presses(a.text)] == [scene for scene, *_ in presses(b.text)]


def _levels(text):
    return [len(found) for found in re.findall(r"(?m)^(#+) ", text)]


def _targets(text):
    """Where links lead, whichever edition: order may differ."""
    files = (target.partition("#")[0].replace("/ko/", "/").replace("/en/", "/") for target in LINK.findall(text))
    return sorted(file.replace("README.ko.md", "README.md") for file in files)


@pytest.mark.parametrize("name", NAMES)
def test_korean_is_korean(name):
    text = read(name, "ko")
    assert rejected_words(text) == []
    plain = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)|[‘“\"][^’”\"]*[’”\"]", " ", text, flags=re.DOTALL)
    letters = re.findall(r"[^\W\d_]", plain)
    assert len(re.findall("[가-힣]", plain)) > 0.6 * len(letters)
    register = [end for end in re.findall(r"(\S+다)[.!](?=\s|$)", plain) if not end.endswith("니다")]
    assert register == []
    assert not re.search("[가-힣]", re.sub("‘[^’]*’|“[^”]*”|#한국어", "", read(name, "en")))


@pytest.mark.parametrize("name", NAMES)
def test_particles_follow_the_reading_of_the_number(name):
    """The last digit as it is read: 0 yeong, 1 il, 3 sam, 6 yuk, 7 chil and 8 pal end in a consonant, 1, 7, 8 in l."""
    plain = re.sub(r"\]\([^)]*\)|[*\[`]", "", read(name, "ko"))
    for digit, particle in re.findall(r"(\d)\]?(을|를|은|는|이|가|과|와|으로|로)(?![가-힣])", plain):
        closed = digit in ("036" if particle.endswith("로") else "013678")
        assert (particle in ("을", "은", "이", "과", "으로")) == closed, digit + particle


def test_the_items_have_the_labels_the_builder_writes():
    from making.plan import LABELS

    assert dict(LABELS.values()) == ITEMS


STEP = "<!-- plan {} -->\n<!-- step 5 -->\n<!-- en -->\n### A\n@ask {} Why?\n<!-- ko -->\n### 가\n@ask {} 왜?\n"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<!-- en -->\nA\n", "no <!-- ko --> behind"),
        ("<!-- ko -->\n가\n", "no <!-- en --> before"),
        ("A\n<!-- en -->\n", "before the first"),
        ("<!-- en -->\n0.525\n<!-- ko -->\n값\n", "0.525 is typed"),
        ("<!-- en -->\n1,050,624\n<!-- ko -->\n값\n", "1,050,624 is typed"),
        ("<!-- en -->\n## A\n<!-- ko -->\n값\n", "headings differ"),
        ("<!-- en -->\n* a\n* b\n<!-- ko -->\n* 값\n", "list items differ"),
        ("<!-- en -->\n{{ceiling(10)}}\n<!-- ko -->\n값\n", "placeholders differ"),
        ("<!-- en -->\n@ask 60 Why?\n<!-- ko -->\n@ask 50 왜?\n", "items differ"),
        ("<!-- en -->\n[a](b.md)\n<!-- ko -->\n[값](c.md)\n", "links differ"),
        (STEP.format(6, 240, 240), "the steps take 5 min"),
        (STEP.format(5, 301, 301), "301 s of 300 s"),
        (STEP.format(5, 60, 60), "60 s of 300 s"),
        ("<!-- late 5 -->\n<!-- en -->\n@cut 4 A\n<!-- ko -->\n@cut 4 가\n", "saves 4 of 5 min"),
        ("<!-- en -->\n{{nobody}}\n<!-- ko -->\n{{nobody}}\n", "nobody"),
        ('<!-- en -->\n{{press("library", "note", "x")}}\n<!-- ko -->\n{{press("library", "note", "x")}}\n', "'x'"),
    ],
)
def test_a_source_that_does_not_fit_is_refused(tmp_path, source, message):
    from making.edition import edition

    file = tmp_path / "lesson.md"
    file.write_text(source, encoding="utf-8")
    with pytest.raises(SourceError, match=re.escape(message)):
        edition(read_source(file), "en")


def test_an_outdated_lesson_is_found(tmp_path, monkeypatch, capsys):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.md").write_text("<!-- en -->\nA\n<!-- ko -->\n가\n", encoding="utf-8")
    monkeypatch.setattr(build_lessons, "HERE", tmp_path / "")
    assert build_lessons.main(["--check"]) == 1 and build_lessons.main([]) == 0 and build_lessons.main(["--check"]) == 0
    (tmp_path / "ko" / "a.md").write_text("나\n", encoding="utf-8")
    assert build_lessons.main(["--check"]) == 1
    assert "ko/a.md is not what its source gives." in capsys.readouterr().out
