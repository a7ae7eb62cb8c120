"""The command `generate`: wrong values in one line, training, saving, loading in another process, Ctrl-C."""

import os
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path

import keras
import numpy as np
import pytest
from command_status import command_status

import keras_attention
from keras_attention import timed_training
from keras_attention.commands import generate
from keras_attention.layers.character_vocabulary import CharacterVocabulary
from keras_attention.models import language_model
from keras_attention.models.character_model import CharacterModel, CharacterModelError
from keras_attention.vocabulary import Vocabulary

ROOT = Path(keras_attention.__file__).resolve().parent.parent
TEXT = "초파리가 사과를 먹었다. \N{FLY} 그리고 잤다.\n" * 20  # code page 949 has no fly


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A model small enough to compile in a moment."""
    build = partial(language_model.build_language_model, width=8, num_heads=2, num_blocks=1)
    monkeypatch.setattr(language_model, "build_language_model", build)
    monkeypatch.setattr(generate, "CONTEXT_LENGTH", 8)
    monkeypatch.setenv("XLA_FLAGS", os.environ.get("XLA_FLAGS", ""))  # the command adds to it


@pytest.fixture
def text_file(tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--minutes", "0"], "--minutes: got '0', allowed: a number above 0"),
        (["--minutes", "inf"], "--minutes: got 'inf', allowed: a number above 0"),
        (["--minutes", "one"], "--minutes: got 'one', allowed: a number above 0"),
        (["--minutes", ""], "--minutes: got '', allowed: a number above 0"),
        (["--minutes", "1e308"], "--minutes: got '1e308', allowed: a number above 0, at most 10,000"),
        (["--length", "0"], "--length: got '0', allowed: a whole number from 1"),
        (["--length", "99999999999"], "--length: got '99999999999', allowed: a whole number from 1 to 100,000"),
        (["--length", "9" * 5000], "9', allowed: a whole number from 1 to 100,000"),  # Python reads 4,300 digits
        (["--length", "1.5"], "--length: got '1.5', allowed: a whole number from 1"),
        (["--temperature", "-1"], "--temperature: got '-1', allowed: a number from 0"),
        (["--temperature", "nan"], "--temperature: got 'nan', allowed: a number from 0"),
        (["--seed", "x"], "--seed: got 'x', allowed: a whole number from 0"),
        (["--seed", "4294967296"], "--seed: got '4294967296', allowed: a whole number from 0 to 4,294,967,295"),
        (["--prompt", ""], "--prompt: got nothing, allowed: a text of at least one character"),
        (["--prompt", "초파리"], "--prompt: `text` holds what is not in the vocabulary: '초' (U+CD08), '파'"),
        (["--save", "model.h5"], "--save: got 'model.h5', allowed: the name of a file that ends in .keras"),
        (["--save", "nowhere/model.keras"], "--save: got 'nowhere/model.keras', allowed: a file in a folder that is"),
        (["--save", "file/model.keras"], "--save: got 'file/model.keras', allowed: a file in a folder that is there"),
        (["--save", "m" * 240 + ".keras"], "m.keras', allowed: a file in a folder that is there and can be written (F"),
        (["--save", "m" * 255 + ".keras"], "m.keras', allowed: a file in a folder that is there and can be written (F"),
        (["--load", "m" * 256], "--load: there is no file 'mmm"),
        (["--save", "\0.keras"], "--save: got '\\x00.keras', allowed: a file in a folder that is there"),
        (["--load", "model.keras", "--text", "a"], "--load: trains nothing, so --text cannot go with it"),
        (["--load", "model.keras", "--minutes", "1"], "--load: trains nothing, so --minutes cannot go with it"),
        (["--load", "model.keras"], "--load: there is no file 'model.keras'"),
        (["--load", "file"], "--load: 'file' holds no character model: "),
        (["--text", "nothing"], "--text: there is no file 'nothing'"),
        (["--text", "empty"], "'empty' is empty"),
        (["--text", "file"], "'file' is too short: 4 characters, and at least 180 are needed"),
        (["--text", "ones"], "'ones' holds nothing but '1': there is nothing to predict"),
        (["--text", "binary"], "'binary' is binary (byte 2 is 0), not a text in UTF-8"),
        (["--text", "korean"], "'korean' is not in UTF-8 (byte 0 is 0xc3) but perhaps in code page 949 (EUC-KR)"),
        (["--text"], "argument --text: expected one argument"),
        (["--min", "1"], "unrecognized arguments: --min 1"),
    ],
)
def test_a_wrong_value_is_one_line_and_status_2(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(timed_training, "train_for", lambda *arguments: pytest.fail("training has begun"))
    files = {"empty": b"", "file": b"text", "ones": b"1" * 500, "binary": b"ab\0", "korean": "초파리".encode("cp949")}
    for name, data in files.items():
        Path(name).write_bytes(data)
    assert command_status("generate", *arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.endswith("\n")
    assert err.startswith("keras_attention") and said in err
    assert sorted(os.listdir(tmp_path)) == sorted(files)


def test_train_save_and_load_in_another_process_under_code_page_949(text_file, tmp_path, capsys):
    file = tmp_path / "나의 모델.keras"
    options = ["--length", "30", "--seed", "1", "--prompt", "\N{FLY} 초파리"]
    assert command_status("generate", "--text", text_file, "--minutes", "0.03", "--save", str(file), *options) == 0
    first, *rest = capsys.readouterr().out.split("\n")
    assert first.startswith(f"{len(TEXT):,} characters, {len(set(TEXT))} different; ")
    assert any("steps  training loss" in line and line.endswith("best so far") for line in rest)
    (summary,) = [line for line in rest if "held-out loss" in line and "saved as" in line]
    written = "\n".join(rest[rest.index(summary) + 2 : -1])
    assert written.startswith("\N{FLY} 초파리") and set(written) <= set(TEXT)
    assert sorted(os.listdir(tmp_path)) == sorted([file.name, "text.txt"])

    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp949"}
    command = [sys.executable, "-m", "keras_attention", "generate", "--load", str(file), *options]
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert found.returncode == 0, found.stderr
    shown = found.stdout.decode("cp949").strip("\n").replace("\r\n", "\n")
    assert shown == written.replace("\N{FLY}", r"\U0001fab0")


class Trainer:
    """Trains nothing; Ctrl-C in the second piece."""

    def __init__(self, model, batch_size):
        self.pieces = 0

    def fit(self, inputs, targets, epochs):
        self.pieces += 1
        if self.pieces == 2:
            raise KeyboardInterrupt
        return {"loss": [1.0]}


def test_ctrl_c_keeps_the_best_so_far_and_writes(text_file, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(timed_training, "EpochTrainer", Trainer)
    monkeypatch.setattr(timed_training, "MEASUREMENTS", 1e9)
    monkeypatch.setattr("keras_attention.generation.generate", lambda model, prompt, length, *_, seed: [0] * length)
    file = tmp_path / "model.keras"
    assert command_status("generate", "--text", text_file, "--save", str(file), "--length", "3") == 0
    out = capsys.readouterr().out
    assert "Stopped: 16 steps in " in out and f"saved as {file}" in out
    assert CharacterModel.load(file).vocabulary.characters == "".join(sorted(set(TEXT)))


def test_what_would_move_the_cursor_is_escaped():
    assert generate._printable("가\tb\n\x1b[31m\r\x00\xa0") == "가\tb\n\\x1b[31m\\r\\x00\\xa0"


def test_a_saved_model_is_one_file_with_the_same_answers(tmp_path):
    vocabulary = Vocabulary("초파리 \N{FLY}\n\"'\\")
    own = language_model.build_language_model(len(vocabulary), 8)
    CharacterModel(own, vocabulary).save(tmp_path / "model.keras")
    assert os.listdir(tmp_path) == ["model.keras"]
    with warnings.catch_warnings(action="error"):
        loaded = CharacterModel.load(tmp_path / "model.keras")
    assert loaded.vocabulary.characters == vocabulary.characters
    tokens = np.array([[0, 3, 1, 4]], "int32")
    np.testing.assert_array_equal(loaded.language_model.predict_on_batch(tokens), own.predict_on_batch(tokens))


def test_a_model_without_characters_is_refused(tmp_path):
    language_model.build_language_model(5, 8).save(tmp_path / "plain.keras")
    with pytest.raises(CharacterModelError, match="holds no character model: No such layer: characters"):
        CharacterModel.load(tmp_path / "plain.keras")


def test_another_model_under_these_names_is_refused(tmp_path):
    tokens = keras.Input((None,), dtype="int32")
    inner = keras.Sequential([tokens, keras.layers.Embedding(3, 3)], name="language_model")
    fitting = language_model.build_language_model(5, 8)
    for model, why in ((inner, "`model` must be a chain"), (fitting, "3 characters for 5 tokens")):
        characters = CharacterVocabulary("abc", name="characters")
        keras.Model(tokens, model(characters(tokens))).save(tmp_path / "other.keras")
        with pytest.raises(CharacterModelError, match=f"holds no character model: {why}"):
            CharacterModel.load(tmp_path / "other.keras")


def test_help_names_every_option(capsys):
    assert command_status("generate", "--help") == 0
    text = capsys.readouterr().out
    for option in ("--text", "--minutes", "--length", "--save", "--load", "--prompt", "--temperature", "--seed"):
        assert option in text
    assert text.isascii() and "Ctrl-C" in text
