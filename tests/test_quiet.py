"""Commands keep the notices of a backend's start off the console, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from keras_attention.quiet import NOTICE, _without_notices

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
        env={**os.environ, **environment},
    )


def test_help_does_not_wait_for_keras():
    loaded = "import sys, runpy; sys.argv[:] = ['-m', '--version']\n"
    done = run("-c", loaded + "try: runpy.run_module('keras_attention', run_name='__main__')\n"
               "except SystemExit: print(sorted({'keras', 'tensorflow', 'matplotlib'} & set(sys.modules)))")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("keras_attention ")
    assert done.stdout.endswith("[]\n")


@pytest.fixture
def loading(tmp_path):
    """A command that loads Keras before it finds that the file is no model."""
    (tmp_path / "empty.keras").touch()
    return "-m", "keras_attention", "explain", str(tmp_path / "empty.keras")


def test_a_command_prints_nothing_but_its_own(loading):
    done = run(*loading)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("keras_attention explain: ")
    assert done.stderr.count("\n") == 1


def test_an_import_that_fails_is_seen(loading):
    done = run(*loading, KERAS_BACKEND="no-such-backend")
    assert done.returncode != 0
    assert "no-such-backend" in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "I0000 00:00:1795997250.613914    3579 port.cc:153] oneDNN custom operations are on.",
        "E0000 00:00:1795997250.613914    3579 cuda_executor.cc:1] failed call to cuInit",
        "2026-11-30 00:10:05.123456: W tensorflow/core/platform/x.cc:1] no GPU",
        "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR",
        "To enable the following instructions: AVX2, in other operations, rebuild TensorFlow.",
    ],
)
def test_notices_are_known(line):
    assert NOTICE.match(line.encode("ascii"))


@pytest.mark.parametrize(
    "line",
    [
        "F0000 00:00:1795997250.613914    3579 check.cc:1] Check failed",
        "Traceback (most recent call last):",
        "ImportError: libcudart.so: cannot open shared object file",
        "UserWarning: something a user should know",
    ],
)
def test_everything_else_is_passed_on(line, capfd):
    with _without_notices():
        os.write(2, f"I0000 00:00:1.1 1 port.cc:1] a notice\n{line}\n".encode("ascii"))
    assert capfd.readouterr().err == line + "\n"


def test_errors_are_passed_on(capfd):
    with pytest.raises(RuntimeError), _without_notices():
        os.write(2, b"why it failed\n")
        raise RuntimeError
    assert capfd.readouterr().err == "why it failed\n"
