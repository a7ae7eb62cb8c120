"""The command line: help, versions, and wrong values in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_status import command_status

import keras_attention

ROOT = Path(keras_attention.__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def nothing_is_trained(monkeypatch):
    from keras_attention.comparison import runner

    monkeypatch.setattr(runner, "run_jobs", lambda *arguments: pytest.fail("a worker was started"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--models", "lst"],
            "--models: got 'lst', allowed: lstm, lstm-chrono, gru, transformer, transformer-sinusoidal",
        ),
        (["--models", "lstm", "cnn"], "--models: got 'cnn', allowed: lstm"),
        (["--task", "copy"], "--task: got 'copy', allowed: first-step-recall, associative-recall"),
        (["--lengths", "0"], "--lengths: got '0', allowed: a whole number from 2"),
        (["--lengths", "10", "1e2"], "--lengths: got '1e2', allowed: a whole number from 2"),
        (["--task", "associative-recall", "--lengths", "10", "20"], "--lengths: got 10 20, allowed: no length"),
        (["--seeds", "-1"], "--seeds: got '-1', allowed: a whole number from 0"),
        (["--seeds", "x"], "--seeds: got 'x', allowed: a whole number from 0"),
        (["--epochs", "0"], "--epochs: got '0', allowed: a whole number from 1"),
        (["--samples", "1.5"], "--samples: got '1.5', allowed: a whole number from 1"),
        (["--samples", ""], "--samples: got '', allowed: a whole number from 1"),
        (["--workers", "0"], "--workers: got '0', allowed: a whole number from 1"),
        (["--workers", "two"], "--workers: got 'two', allowed: a whole number from 1"),
        (["--results", ""], "--results: got '', allowed: the path of a folder"),
        (["--models"], "argument --models: expected at least one argument"),
        (["--epoch", "3"], "unrecognized arguments: --epoch 3"),
        (["--quick", "yes"], "unrecognized arguments: yes"),
    ],
)
def test_a_wrong_value_is_one_line_and_status_2(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command_status("compare", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.endswith("\n")
    assert err.startswith("keras_attention") and said in err and err.isascii()
    assert os.listdir(tmp_path) == []


def test_a_results_folder_that_is_a_file(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for folder in (file, file / "below"):
        assert command_status("compare", "--results", str(folder)) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1
        assert f"--results: got {str(folder)!r}, allowed: a folder that can be written" in err
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_unknown_command(capsys):
    assert command_status("compete") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "'compete'" in err and "compare" in err


def test_without_a_command_there_is_help(capsys):
    assert command_status() == 0
    assert "compare" in capsys.readouterr().out


def test_help_of_compare_names_every_option_and_model(capsys):
    assert command_status("compare", "--help") == 0
    text = capsys.readouterr().out
    options = (
        "--task",
        "--models",
        "--lengths",
        "--seeds",
        "--epochs",
        "--samples",
        "--results",
        "--workers",
        "--quick",
    )
    for word in (*options, "lstm-chrono", "transformer-no-position", "associative-recall"):
        assert word in text
    assert text.isascii()


def test_from_any_folder_under_any_code_page(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp949", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "keras_attention"]
    found = subprocess.run([*command, "--version"], cwd=tmp_path, env=environment, capture_output=True, check=True)
    assert found.stdout.decode("cp949").strip() == f"keras_attention {keras_attention.__version__}"
    folder = tmp_path / "file \U0001f600"
    folder.write_text("", encoding="utf-8")
    found = subprocess.run(
        [*command, "compare", "--results", folder], cwd=tmp_path, env=environment, capture_output=True
    )
    assert found.returncode == 2
    assert "allowed: a folder that can be written" in found.stderr.decode("cp949").splitlines()[-1]


def test_a_backend_that_cannot_train(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "KERAS_BACKEND": "numpy"}
    command = [sys.executable, "-m", "keras_attention", "compare"]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert found.returncode == 2
    assert found.stderr == "keras_attention compare: KERAS_BACKEND: got 'numpy', allowed: tensorflow, jax, torch\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_output_that_cannot_be_written_is_one_line_and_status_1():
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "keras_attention", "prompt"]
    with open("/dev/full", "wb") as full:
        found = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE)
    said = found.stderr.decode("utf-8")
    assert found.returncode == 1 and said.count("\n") == 1, said
    assert said.startswith("keras_attention: [Errno 28]")


def test_a_reader_that_has_enough_is_no_error():
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "keras_attention", "prompt"]
    found = subprocess.run(command, env=environment, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (found.returncode, found.stderr) == (1, b"")
