"""Every action of the plans, done as written: what is to be expected stands on the screen or is printed afterwards."""

import contextlib
import io
import json
import re
import shlex

import pytest
from lesson_texts import LANGUAGES, LESSONS, NAMES, PLANS, figures, read, steps, walk

from keras_attention import cli
from keras_attention.scenes.stage.shown import cell

STEPS = [
    pytest.param(language, step, id=f"{name}-{language}-{number}-{step.start}")
    for name in PLANS
    for language in LANGUAGES
    for number, plan in enumerate(steps(name, language))
    for step in plan
]
CELL = re.compile(r"\[[^][]*?(?:, cell (\d+)|의 (\d+)번 셀)\]\(([^)]+\.ipynb)\)(?:: `([^`]+)` → `([^`]+)`)?")
COMMAND = re.compile(r"python -m keras_attention ([^`\n]*)")


def on_the_screen(scene, values, language):
    """All that a scene says for these values of its controls."""
    shown = scene.shown(*values)
    said = shown.of(language)
    printed = [cell(number) for number in shown.printed]
    return " ".join([said["number"], said["sentence"], *(entry for row in said["rows"] for entry in row), *printed])


def cells(text, language):
    """{path: {number: (old, new) or None}} of the cells a text names; old and new where something is to be replaced."""
    named = {}
    for english, korean, path, old, new in CELL.findall(text):
        own = named.setdefault((LESSONS / language / path).resolve(), {})
        number = int(english or korean)
        own[number] = (old, new) if old else own.get(number)
    return named


def code_cells(path):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def stored(path, numbers):
    """What the cells printed when the notebook was executed."""
    outputs = (output for number in numbers for output in code_cells(path)[number - 1]["outputs"])
    return "\n".join("".join(output.get("text", "")) for output in outputs)


def printed_after(path, edits):
    """What the cells up to the last of `edits` print, with what is to be replaced replaced."""
    names, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        for number, code in enumerate(code_cells(path)[: max(edits)], start=1):
            source = "".join(code["source"])
            old, new = edits.get(number) or ("", "")
            assert not old or source.count(old) == 1, (number, old)
            exec(compile(source.replace(old, new) if old else source, f"cell {number}", "exec"), names)
    return printed.getvalue()


@pytest.mark.parametrize(("language", "step"), STEPS)
def test_what_to_expect_appears(language, step, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    seen = [on_the_screen(scene, values, language) for scene, values in walk(step.text, language)]
    for path, named in cells(step.text, language).items():
        seen.append(stored(path, named))
        if any(named.values()):
            seen.append(printed_after(path, named))
    for prompt in re.findall(r"\]\((\.\./\.\./prompts/[^)]+)\)", step.text):
        seen.append((LESSONS / language / prompt).read_text(encoding="utf-8"))
    for item in step.of("Expect"):
        missing = [figure for figure in figures(item.text) if not re.search(rf"(?<![\d,.]){figure}", " ".join(seen))]
        assert not missing, f"{missing} of {item.text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_run_as_written(language, tmp_path, monkeypatch, capsys):
    commands = sorted({line.strip() for name in NAMES for line in COMMAND.findall(read(name, language))})
    assert any(command.startswith("scenes ") for command in commands)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lessons" / language).mkdir(parents=True)
    for command in commands:
        words = shlex.split(command)
        if words[0] in ("scenes", "prompt"):
            assert cli.main(words) == 0, command
        else:  # what takes long: its arguments are read, and nothing else
            with pytest.raises(SystemExit) as stopped:
                cli.main([*words, "--help"])
            assert stopped.value.code == 0, command
    assert (tmp_path / "lessons" / language / "scenes.html").stat().st_size > 100_000
    assert capsys.readouterr().err == ""
