"""`python -m keras_attention scenes`."""

import re

import pytest
from command_status import command_status

from keras_attention.scenes import NAMES


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "libary"], f"--only: got 'libary', allowed: {', '.join(NAMES)}"),
        (["--only", ""], "--only: got '', allowed: "),
        (["--language", "kr"], "--language: got 'kr', allowed: en, ko, all"),
        (["--languages", "ko"], "unrecognized arguments: --languages ko"),
        (["--only", "library", "--out", ""], "--out: got '', allowed: the path of a file that can be written"),
        (["--only", "library", "--out", "missing/page.html"], "--out: got 'missing/page.html', allowed: the path of"),
        (["--only", "library", "--out", "."], "--out: got '.', allowed: the path of a file that can be written"),
        (["--only", "library", "--language", "all", "--out", "missing/page.html"], "--out: got 'missing/page.html', "),
        (["--only", "library", "--out", "a\0b"], "--out: got 'a\\x00b', allowed: the path of a file"),
    ],
)
def test_a_wrong_value_is_one_line_and_status_2(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command_status("scenes", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("keras_attention") and said in err
    assert list(tmp_path.iterdir()) == []


def test_without_altair_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "keras_attention.scenes.page.document", None)
    assert command_status("scenes", "--out", str(tmp_path / "page.html")) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "python -m pip install altair vl-convert-python" in err


@pytest.mark.parametrize("language", ["en", "ko"])
def test_one_file_with_everything_in_it(language, tmp_path, capsys):
    file = tmp_path / "page.html"
    assert command_status("scenes", "--language", language, "--out", str(file)) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.startswith(f"Written to {file}: {', '.join(NAMES)} (") and out.isascii()
    assert file.stat().st_size <= 1_500_000
    html = file.read_text(encoding="utf-8")
    assert html.startswith(f'<!DOCTYPE html>\n<html lang="{language}">')
    assert re.findall(r'<section class="scene" id="([a-z-]+)"', html) == list(NAMES)
    assert not re.search(r"<(?:script|img|iframe)[^>]+src=|<link|@import|url\(", html.split("<script>")[0])


def test_both_languages_are_two_pages_that_link_each_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command_status("scenes", "--only", "library", "--language", "all", "--out", "a page.html") == 0
    out, err = capsys.readouterr()
    assert err == "" and [line.split(":")[0] for line in out.splitlines()] == [
        "Written to a page.html", "Written to a page.ko.html"]  # fmt: skip
    for language, file, other, target in (
        ("en", "a page.html", "ko", "a%20page.ko.html"), ("ko", "a page.ko.html", "en", "a%20page.html")
    ):  # fmt: skip
        html = (tmp_path / file).read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in html and f'<a href="{target}" lang="{other}"' in html
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a page.html", "a page.ko.html"]


def test_a_single_scene(tmp_path):
    file = tmp_path / "page.html"
    assert command_status("scenes", "--only", "self-attention", "--out", str(file)) == 0
    assert re.findall(r'<section class="scene" id="([a-z-]+)"', file.read_text(encoding="utf-8")) == ["self-attention"]
    assert "hreflang" not in file.read_text(encoding="utf-8")
