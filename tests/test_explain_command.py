"""`python -m keras_attention explain`: the table of a saved model, and one line for a file that is none."""

import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest
from command_status import command_status
from keras import layers

import keras_attention
from keras_attention import AddPosition, AssociativeRecall, LowRankDense, TransformerBlock, build_transformer
from keras_attention.inspection import explain_cost

ROOT = Path(keras_attention.__file__).resolve().parent.parent


def saved(model, path):
    model.save(path)
    return path


def test_the_table_of_a_saved_model(tmp_path, capsys):
    model = build_transformer(AssociativeRecall(), 48, 4, 2, 96)
    path = saved(model, tmp_path / "model.keras")
    assert command_status("explain", path) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(explain_cost(model).table + "\n")
    assert "40,145" in out


def test_a_length_for_a_model_that_takes_any(tmp_path, capsys):
    tokens = keras.Input((None,), dtype="int32")
    x = AddPosition(20)(layers.Embedding(9, 8)(tokens))
    y = layers.MultiHeadAttention(4, key_dim=8, name="slip")(x, x)
    model = keras.Model(tokens, LowRankDense(3, 2)(TransformerBlock(2, 12)(y)))
    path = saved(model, tmp_path / "model.keras")
    assert command_status("explain", path) == 0
    assert '"?": the model takes sequences of any length' in capsys.readouterr().out
    assert command_status("explain", path, "--length", 10) == 0
    out = capsys.readouterr().out
    assert out.startswith(explain_cost(model, length=10).table + "\n") and "?" not in out.split("\n\n")[0]
    assert "slip: 4 heads of width 8 are 32 wide together, and the input is 8 wide. Is key_dim=2 meant?" in out
    assert max(map(len, out.split("\n\n", 1)[1].splitlines())) <= 96


def test_a_file_that_is_no_model_is_one_line_and_status_2(tmp_path, capsys):
    missing, text, empty = (tmp_path / name for name in ("missing.keras", "text.keras", "empty.keras"))
    text.write_text("no model\nat all", encoding="utf-8")
    empty.write_bytes(b"")
    unsafe = keras.Sequential([keras.Input((3,)), layers.Lambda(lambda x: x + 1)])
    unsafe = saved(unsafe, tmp_path / "unsafe.keras")
    cut = saved(keras.Sequential([keras.Input((3,)), layers.Dense(2)]), tmp_path / "cut.keras")
    cut.write_bytes(cut.read_bytes()[:-400])
    for path in (missing, tmp_path, text, empty, unsafe, cut, "", "m" * 256):
        assert command_status("explain", path) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and err.isascii()
        assert err.startswith("keras_attention explain: MODEL.keras: ") and repr(str(path)) in err


@pytest.mark.parametrize("length", ["0", "-3", "ten", "1.5", "", "9" * 5000])
def test_a_wrong_length(length, tmp_path, capsys):
    assert command_status("explain", tmp_path / "missing.keras", f"--length={length}") == 2
    assert capsys.readouterr().err == (
        f"keras_attention explain: --length: got {length!r}, allowed: a whole number from 1\n"
    )


def test_without_a_file(capsys):
    assert command_status("explain") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "MODEL.keras" in err


def test_in_a_process_of_its_own_under_any_code_page(tmp_path):
    x = keras.Input((5, 8))
    path = saved(keras.Model(x, TransformerBlock(2, 12, name="\ud2b8\U0001f600")(x)), tmp_path / "\ubaa8\ub378.keras")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp949"}
    command = [sys.executable, "-m", "keras_attention", "explain", path.name]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert (found.returncode, found.stderr) == (0, b"")
    out = found.stdout.decode("cp949")
    assert "TransformerBlock" in out and "532" in out and "\ud2b8" in out
