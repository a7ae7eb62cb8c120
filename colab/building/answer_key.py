# ruff: noqa: E501
"""The answer key as Markdown: exercises with solutions, grading and the ideas behind wrong answers, and the answers to
"Change one thing" of the other notebooks."""

import re

from building.exercise import ROOT, read_exercise, with_exercises
from building.script import CodeCell, ExerciseCell, ScriptError, TextCell, read_script

CHANGE = {"en": "**Change one thing.**", "ko": "**하나만 바꿔 보기.**"}
_CELL_NUMBER = re.compile(r"\{cell:([a-z0-9-]+)\}")

TEXTS = {
    "en": {
        "title": "# Answer key",
        "intro": "For teachers: solutions, grading criteria, and the ideas behind wrong answers, which the checks in "
        "the notebooks name too. A check tests properties of an answer, so answers in another form count as well; let "
        "them count when you grade.\n\nThis page is generated from the folder `exercises` by `python "
        "colab/build_answer_key.py`: edit it there.",
        "notebook": "The exercises with their checks: [notebook]({}).",
        "read-up": "**Read up:** {}",
        "solution": "**Solution.** {}",
        "grading": "**Grading.**\n\n{}",
        "wrong": "**Wrong answers to `{}`, and the ideas behind them:**",
        "columns": ("answer", "the idea behind it", "hint"),
        "points": "**What to look for in `{}`:**",
        "changes": '## "Change one thing": what comes out',
    },
    "ko": {
        "title": "# 교사용 정답지",
        "intro": "가르치는 분을 위한 문서입니다. 풀이와 채점 기준, 그리고 틀린 답의 바탕에 있는 오개념을 모았습니다. 노트북의 "
        "확인용 셀도 같은 오개념을 짚어 줍니다. 확인용 셀은 답이 갖추어야 할 성질을 확인하므로 다른 꼴로 쓴 맞는 답도 인정합니다. 채점할 "
        "때도 그렇게 해 주세요.\n\n이 문서는 `python colab/build_answer_key.py`가 `exercises` 폴더에서 만들어 냅니다. 고칠 것이 "
        "있으면 그 폴더의 파일을 고치세요.",
        "notebook": "확인용 셀이 있는 연습 문제는 [노트북]({})에 있습니다.",
        "read-up": "**읽을 곳:** {}",
        "solution": "**풀이.** {}",
        "grading": "**채점 기준**\n\n{}",
        "wrong": "**`{}`의 틀린 답과 그 바탕에 있는 오개념**",
        "columns": ("답", "오개념", "힌트"),
        "points": "**`{}`에서 살펴볼 점**",
        "changes": "## 하나만 바꿔 보기: 바꾸면 어떻게 되나요?",
    },
}


def answer_key(sources, language):
    """The answer key of the notebooks whose scripts are `sources`, paths in the order of the page."""
    say = TEXTS[language]
    with_exercise = [path for path in sources if any(isinstance(cell, ExerciseCell) for cell in read_script(path))]
    parts = [say["title"], say["intro"]]
    for path in with_exercise:
        parts += _lesson(path, language)
    parts.append(say["changes"])
    for path in sources:
        if changes_file(path).exists():
            parts += _changes(path, language)
    return "\n\n".join(parts) + "\n"


def changes_file(path):
    """The file with the answers to "Change one thing" of the notebook whose script is `path`."""
    return ROOT / "changes" / path.name


def asked_changes(path, language):
    """{slug of a text cell: (heading of its section, what is to be changed)} of a notebook, in order."""
    cells = with_exercises(read_script(path))
    numbers = _numbers(cells)
    asked, heading = {}, ""
    for cell in cells:
        if isinstance(cell, TextCell):
            text = _CELL_NUMBER.sub(lambda found: numbers[found[1]], cell.texts[language])
            for paragraph in text.split("\n\n"):
                if paragraph.startswith("## "):
                    heading = paragraph.removeprefix("## ").split("\n")[0]
                if paragraph.startswith(CHANGE[language]):
                    asked[cell.slug] = heading, " ".join(paragraph.removeprefix(CHANGE[language]).split())
    return asked


def _lesson(path, language):
    say = TEXTS[language]
    cells = read_script(path)
    title = cells[0].texts[language].split("\n")[0]
    folder = "../../colab/ko/" if language == "ko" else "../../colab/"
    parts = [f"#{title}", say["notebook"].format(f"{folder}{path.stem}.ipynb")]
    numbers = _numbers(with_exercises(cells))
    for cell in cells:
        if isinstance(cell, ExerciseCell):
            exercise = read_exercise(cell.name)
            parts.append(_CELL_NUMBER.sub(lambda found: numbers[found[1]], exercise.texts["question"][language]))
            parts += [say[name].format(exercise.texts[name][language]) for name in ("read-up", "solution", "grading")]
            for answer in exercise.answers:
                parts += _ideas(answer, language)
    return parts


def _ideas(answer, language):
    say, name = TEXTS[language], f"answer_{answer.name}"
    if answer.points:
        return [say["points"].format(name), "\n".join(f"* {point[language]}" for point in answer.points)]
    rows = {}  # name of a slip to the wrong answers that show it
    for wrong, slip in answer.wrong:
        rows.setdefault(slip, []).append(_code(wrong))
    lines = [f"| {' | '.join(say['columns'])} |", "|---|---|---|"]
    for slip, answers in rows.items():
        cells = ", ".join(answers), answer.slips[slip].idea[language], answer.slips[slip].hint[language]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return [say["wrong"].format(name), "\n".join(lines)]


def _changes(path, language):
    title = read_script(path)[0].texts[language].split("\n")[0]
    parts, last = [f"##{title}"], None
    answers = {cell.slug: cell.texts[language] for cell in read_script(changes_file(path))}
    asked = asked_changes(path, language)
    if set(asked) != set(answers):
        problem = ", ".join(sorted(set(asked) ^ set(answers)))
        raise ScriptError(f"{changes_file(path)} must answer every thing to change, and nothing else: {problem}.")
    for slug, (heading, question) in asked.items():
        if heading != last:
            parts.append(f"#### {heading}")
        last = heading
        parts += [f"*{_without_stars(question)}*", answers[slug]]
    return parts


def _without_stars(text):
    """`text` without the marks of emphasis; a star between backticks is a piece of code and stays."""
    return re.sub(r"(`[^`]*`)|\*", lambda found: found[1] or "", text)


def _numbers(cells):
    codes = [cell for cell in cells if isinstance(cell, CodeCell)]
    return {cell.slug: str(number) for number, cell in enumerate(codes, start=1)}


def _code(source):
    """A piece of Python on one line, as code."""
    return f"`{' '.join(source.split())}`"
