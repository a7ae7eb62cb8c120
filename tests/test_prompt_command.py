"""The command `prompt`: what it prints, where, and under which code page."""

import os
import subprocess
import sys

import pytest
from command_status import command_status

from keras_attention.prompts import files, prompt_names, read_code, read_prompt


def _run(capsys, *arguments):
    return command_status("prompt", *arguments), *capsys.readouterr()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_list_names_every_prompt(language, capsys):
    status, out, err = _run(capsys, "--language", language)
    assert (status, err) == (0, "")
    lines = dict(line.split("  ", 1) for line in out.splitlines())
    assert {name: title.strip() for name, title in lines.items()} == {
        name: read_prompt(name, language).title for name in prompt_names()
    }


def test_text_and_code_go_to_standard_output_and_nothing_else(capsys):
    status, out, err = _run(capsys, "write-test", "--attach", "code1", "--set", "function=attention")
    prompt = read_prompt("write-test")
    assert status == 0
    assert out == prompt.text.replace("〔function〕", "attention") + "\n\n" + read_code("code1") + "\n"
    assert err == 'Still open: fear (the mistake that would cost you most): --set "fear=..."\n'


def test_all_filled_is_silent_and_a_value_may_hold_an_equals_sign(capsys):
    status, out, err = _run(capsys, "write-test", "--set", "fear=a = b", "--set", "function=f", "--attach", "code2")
    assert (status, err) == (0, "") and "most afraid of: a = b\n" in out


def test_it_says_where_code_belongs(capsys):
    _, _, err = _run(capsys, "explain-code", "--set", "part=cell 3", "--set", "what I know=a")
    assert err == "It is about code: --attach code1 or code2, or paste your own below.\n"
    assert _run(capsys, "translate-term", "--set", "term=a", "--set", "sentence=b", "--set", "audience=c")[2] == ""


def test_korean_takes_both_names(capsys):
    status, out, err = _run(capsys, "write-test", "--language", "ko", "--set", "function=f", "--set", "걱정=g")
    assert status == 0 and "〔" not in out and "함수의 테스트를 써 주세요: f" in out and "Still" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["write-tests"], "prompt: NAME: got 'write-tests', allowed: adapt-code1, adapt-code2, "),
        (["write-test", "--attach", "code0"], "prompt: --attach: got 'code0', allowed: code1, code2"),
        (["write-test", "--language", "fr"], "prompt: --language: got 'fr', allowed: en, ko"),
        (["--language", "fr"], "prompt: --language: got 'fr', allowed: en, ko"),
        (["write-test", "--set", "function"], "prompt: --set: got 'function', allowed: PLACEHOLDER=TEXT"),
        (["write-test", "--set", "function="], "the placeholder function needs a text"),
        (["write-test", "--set", "x=y"], "must be one of function, fear; received 'x'"),
        (["--attach", "code1"], "prompt: NAME: got none, allowed: adapt-code1, "),
        (["write-test", "more"], "unrecognized arguments: more"),
    ],
)
def test_a_wrong_value_is_one_line_and_status_2(arguments, said, capsys):
    status, out, err = _run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and err.startswith("keras_attention") and said in err and err.isascii()


def test_without_the_repository_it_says_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(files, "REPOSITORY", tmp_path)
    status, out, err = _run(capsys)
    assert (status, out) == (1, "") and err.count("\n") == 1 and "run this in a clone" in err


def test_under_code_page_949():
    """Everything in one process whose console has code page 949: every prompt in both languages, code attached."""
    program = (
        "import sys\n"
        "from keras_attention import cli\n"
        "from keras_attention.prompts import prompt_names\n"
        "for language in ('en', 'ko'):\n"
        "    assert cli.main(['prompt', '--language', language]) == 0\n"
        "    for name in prompt_names():\n"
        "        assert cli.main(['prompt', name, '--attach', 'code2', '--language', language]) == 0\n"
    )
    environment = os.environ | {"PYTHONIOENCODING": "cp949"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True)
    out, err = done.stdout.decode("cp949"), done.stderr.decode("cp949")
    assert done.returncode == 0, err
    assert "\\u" not in out and "\\u" not in err and "아직 채우지 않은 자리: 걱정" in err
    for language in ("en", "ko"):
        for name in prompt_names():
            assert read_prompt(name, language).text in out.replace("\r\n", "\n")
