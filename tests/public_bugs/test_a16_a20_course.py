"""Public bug reports A16 to A20: plateaus and seeds, fonts, code pages, and notebooks far from the repository."""

import ast
import re
import shutil
import subprocess
from pathlib import Path

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention.models import build_gru, build_lstm, build_transformer
from keras_attention.tasks import AssociativeRecall, FirstStepRecall

ROOT = Path(__file__).resolve().parents[2]
BUILDERS = [build_transformer, build_lstm, build_gru]
TASKS = [FirstStepRecall(6), AssociativeRecall(2, 3, 3)]
SOURCES = sorted((ROOT / "keras_attention").rglob("*.py"))
TEXTS = {".py", ".md", ".toml", ".txt", ".cff", ".ipynb", ".html", ".json", ".yml", ".yaml", ""}


def _tracked_texts():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, encoding="utf-8", check=True
    ).stdout.split("\0")
    files = [ROOT / name for name in listed if name]
    return {path: path.read_text(encoding="utf-8") for path in files if path.suffix in TEXTS and path.is_file()}


def _tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


# A16 and A10: the task is learnable, and no comparison rests on one seed or on unequal settings.


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
@pytest.mark.parametrize("build", BUILDERS)
def test_A10_signals_are_never_used_as_indices_and_tokens_stay_in_range(build, task):
    model = build(task)
    inputs, _ = task.sample(500, seed=0)
    tables = [layer for layer in model.layers if isinstance(layer, keras.layers.Embedding)]
    if task.vocabulary_size is None:
        assert not tables
        answers = [ops.convert_to_numpy(model(sign * np.ones((1, task.length, 1)))) for sign in (1, -1)]
        assert np.abs(answers[0] - answers[1]).max() > 1e-4  # +1 and -1 are not the same to the model
    else:
        assert inputs.min() >= 0 and inputs.max() < task.vocabulary_size
        assert [table.input_dim for table in tables] == [task.vocabulary_size]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_A16_models_are_compared_on_equal_terms(task):
    models = [build(task) for build in BUILDERS]
    optimizers = [{**m.optimizer.get_config(), "name": None} for m in models]
    assert all(optimizer == optimizers[0] for optimizer in optimizers)
    assert len({type(m.loss) for m in models}) == 1 and len({m.output_shape for m in models}) == 1
    assert 1 / 8 <= task.chance_level < task.order_blind_ceiling < 1  # what a flat plateau is measured against


def test_A16_an_lstm_starts_with_open_forget_gates():
    bias = ops.convert_to_numpy(build_lstm(FirstStepRecall(6), units=5).get_layer("lstm").cell.bias).reshape(4, 5)
    np.testing.assert_array_equal(bias, [[0] * 5, [1] * 5, [0] * 5, [0] * 5])  # input, forget, cell, output


# A17: one seed, one result.

BUILD_AND_TRAIN = """
import sys
import keras
import numpy as np
from keras_attention.models import build_gru, build_lstm, build_transformer
from keras_attention.tasks import AssociativeRecall, FirstStepRecall
from keras_attention.training import EpochTrainer

trainer = None


def weights():
    found = []
    for task in (AssociativeRecall(2, 3, 3), FirstStepRecall(6)):
        inputs, targets = task.sample(40, seed=1)
        for build in (build_transformer, build_lstm, build_gru):
            keras.utils.set_random_seed(3)
            found += [inputs, targets, *build(task).get_weights()]
    keras.utils.set_random_seed(3)
    model = build_transformer(task, dropout=0.2)
    global trainer
    if trainer is None or keras.backend.backend() == "torch":  # torch's dropout: a first `fit` draws more than a second
        trainer = EpochTrainer(model, batch_size=16)
    else:
        trainer.restart(model)
    trainer.fit(inputs, targets, epochs=2, seed=2)
    return found + trainer.model.get_weights()
"""


def test_A17_one_seed_gives_the_same_bits_twice_here_and_in_a_new_process(tmp_path, fresh_python):
    code = {}
    exec(BUILD_AND_TRAIN, code)
    first = code["weights"]()
    keras.random.normal((3,))  # what happened before does not count
    second = code["weights"]()
    done = fresh_python("-c", f"{BUILD_AND_TRAIN}\nnp.savez(sys.argv[1], *weights())", tmp_path / "weights.npz")
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "weights.npz") as third:
        for one, two, three in zip(first, second, third.values(), strict=True):
            np.testing.assert_array_equal(one, two)
            np.testing.assert_array_equal(one, three)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
@pytest.mark.parametrize("build", BUILDERS)
def test_A17_another_seed_gives_other_data_and_another_start(build, task):
    assert (task.sample(40, seed=1)[0] != task.sample(40, seed=2)[0]).any()
    starts = []
    for seed in (3, 4):
        keras.utils.set_random_seed(seed)
        starts.append(np.concatenate([weight.ravel() for weight in build(task).get_weights()]))
    assert (starts[0] != starts[1]).any()


# A18 and A19: text that any font and any code page can show.


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_A18_A19_text_of_the_package_can_be_drawn_and_printed_everywhere(path):
    """No dash, tick or Hangul that the font of a figure or code page 949 lacks, in output, pictures and help()."""
    texts = ast.walk(_tree(path))
    if "scenes" in path.parts:  # all else is a page in both languages and in UTF-8, drawn with the reader's own fonts
        definitions = (ast.Module, ast.ClassDef, ast.FunctionDef)
        texts = [node.body[0].value for node in texts if isinstance(node, definitions) and ast.get_docstring(node)]
    for node in texts:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value.encode("cp949")
            # The words of the course's examples, and the words in prompts, also stand there in Korean, for texts in
            # that language.
            korean = path.name == "examples.py" or "prompts" in path.parts
            assert node.value.isascii() or korean, f"line {node.lineno}: {node.value!r}"


OPENERS = {"open", "fdopen", "read_text", "write_text", "TextIOWrapper", "NamedTemporaryFile", "TemporaryFile"}
PROCESSES = {"run", "Popen", "check_output", "check_call", "call"}


def _without_encoding(tree):
    """Line numbers of calls that open text without naming its encoding."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", None)
        owner = getattr(getattr(function, "value", None), "id", None)
        given = {keyword.arg: getattr(keyword.value, "value", None) for keyword in node.keywords}
        texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        mode = given.get("mode", next((text for text in texts if re.fullmatch(r"[rwaxbt+]{1,3}", text)), None))
        if name in OPENERS and owner not in ("os", "zipfile", "tarfile", "webbrowser", "Image"):
            binary = "b" in mode if isinstance(mode, str) else name.endswith("TemporaryFile")
            if not binary and "encoding" not in given:
                yield node.lineno
        if name in PROCESSES and owner == "subprocess":
            if {"text", "universal_newlines"} & set(given) and "encoding" not in given:
                yield node.lineno


def test_A19_every_text_file_is_opened_with_its_encoding_named():
    found = {path: list(_without_encoding(_tree(path))) for path in _tracked_texts() if path.suffix == ".py"}
    assert {str(path): lines for path, lines in found.items() if lines} == {}


def test_A19_the_check_sees_what_it_should():
    wrong = ["open(p)", "open(p, 'w')", "p.read_text()", "p.write_text(t)", "p.open()", "subprocess.run(c, text=True)"]
    right = ["open(p, 'rb')", "p.read_text(encoding='utf-8')", "p.open('wb')", "os.open(p, 1)", "subprocess.run(c)"]
    assert all(list(_without_encoding(ast.parse(code))) for code in wrong)
    assert not any(list(_without_encoding(ast.parse(code))) for code in right)


def test_A19_the_commands_speak_code_page_949(fresh_python, tmp_path):
    """As on a Korean Windows console, in a folder with a name that code page 949 lacks."""
    folder = tmp_path / "\ud55c\uae00 \u2014 \u2713"
    folder.mkdir()
    for arguments, status in ((["compare", "--help"], 0), (["compare", "--lengths", "\u2713"], 2)):
        done = fresh_python(
            "-X", "warn_default_encoding", "-m", "keras_attention", *arguments, folder=folder, PYTHONIOENCODING="cp949"
        )
        assert done.returncode == status and "UnicodeEncodeError" not in done.stderr, done.stderr
        own = [line for line in done.stderr.splitlines() if "EncodingWarning" in line and line.startswith(str(ROOT))]
        assert own == []


# A20: nothing in the repository leads a reader to somebody else's package, or to models that do not load.


def test_A20_no_text_installs_the_package_of_somebody_else():
    """`keras-attention` on PyPI belongs to other people; this project's name ends in -course."""
    install = re.compile(r"\binstall(?:[ \t]+[^\s&|;]+)*?[ \t]+keras[-_]attention(?![-\w/.])")
    found = {str(path): install.findall(text) for path, text in _tracked_texts().items()}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert install.search(" ".join(["pip", "install", "-q", "keras-attention"]))
    assert not install.search("pip install keras-attention-course")
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        assert not re.match(r"keras[-_]attention\b", line.strip())
    assert 'name = "keras-attention-course"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_A12_A20_no_lambda_layers_and_no_unsafe_loading(path):
    for node in ast.walk(_tree(path)):
        assert getattr(node, "attr", getattr(node, "id", None)) != "Lambda", node.lineno
        if isinstance(node, ast.Call):
            unsafe = [k for k in node.keywords if k.arg == "safe_mode" and getattr(k.value, "value", None) is not True]
            assert not unsafe, node.lineno
        assert getattr(node, "attr", None) != "enable_unsafe_deserialization", node.lineno


def test_A14_no_model_file_is_shipped():
    """A .keras file of a newer Keras need not open in Colab: models are built by code and trained."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, encoding="utf-8", check=True)
    assert not [name for name in listed.stdout.splitlines() if name.endswith((".keras", ".h5", ".pb", ".pt", ".pkl"))]
