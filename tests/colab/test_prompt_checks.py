"""The checks at the end of the prompts: each one runs as it stands, and says so where an answer is wrong."""

import contextlib
import io
import re
from pathlib import Path

import keras
import pytest
from notebook_files import SMALL, read

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "prompts" / "en").glob("*.md"))
CELLS = {
    "code1": ("code1_attention_by_hand", None),
    "code2": (
        "code2_transformer_against_lstm",
        "setup checks drawing by-hand keras-layer bridge layers layers-check parameters task models fit".split(),
    ),
}


def _checks(path):
    """The blocks of code in a file, as (where it runs, code, what it prints or None)."""
    found = re.findall(
        r"^```python (\w+)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?",
        path.read_text(encoding="utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )
    return [(place, code, printed or None) for place, code, printed in found]


CHECKS = {f"{path.stem}-{number}": check for path in FILES for number, check in enumerate(_checks(path))}


@pytest.fixture(scope="module")
def notebooks():
    """The names that each notebook defines, after a run of its cells."""
    registered = dict(keras.saving.get_custom_objects())
    spaces = {"package": {}}
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setenv("MPLBACKEND", "agg")
        for place, (name, slugs) in CELLS.items():
            spaces[place] = {}
            for cell in read(name, "en").cells:
                if cell.cell_type == "code" and (slugs is None or cell.id in slugs):
                    exec(compile(cell.source, cell.id, "exec"), spaces[place])
                    after = SMALL[name].get("parameters", "") if "parameters" in cell.metadata.get("tags", ()) else ""
                    exec(after, spaces[place])
    yield spaces
    keras.saving.get_custom_objects().clear()
    keras.saving.get_custom_objects().update(registered)


@pytest.fixture
def printed_by(notebooks, tmp_path, monkeypatch):
    """A function (check, code before it, replacement in it) -> what the check prints, run where it says."""

    def run(name, before="", replace=("", "")):
        place, code, _ = CHECKS[name]
        monkeypatch.chdir(ROOT if place == "package" else tmp_path)
        assert replace[0] in code
        space, printed = dict(notebooks[place]), io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(before, "before", "exec"), space)
            exec(compile(code.replace(*replace) if replace[0] else code, name, "exec"), space)
        return printed.getvalue()

    return run


def test_every_prompt_ends_in_a_check():
    assert {name.rpartition("-")[0] for name in CHECKS} == {path.stem for path in FILES}
    assert {place for place, _, _ in CHECKS.values()} == {"code1", "code2", "package"}


@pytest.mark.parametrize("check", [name for name, (_, _, printed) in CHECKS.items() if printed])
def test_it_prints_what_the_file_says(check, printed_by):
    assert printed_by(check) == CHECKS[check][2]


def test_weight_and_influence_of_every_step(printed_by):
    lines = printed_by("read-attention-map-0").splitlines()
    numbers = [list(map(float, re.findall(r"\d\.\d{3}", line))) for line in lines]
    assert len(lines) == 4 and sum(weight for weight, _, _ in numbers) == pytest.approx(1, abs=3e-3)
    assert all(alike == 0.25 and 0 <= turned <= 1 for _, alike, turned in numbers)


def _layer(old, new):
    """The layers of Code 2 with a mistake in them, as code."""
    (cell,) = [cell for cell in read(CELLS["code2"][0], "en").cells if cell.id == "layers"]
    assert old in cell.source
    return cell.source.replace(old, new)


OTHER_LUNCH = """
BOOK_NAMES = ["soup", "salad", "noodles", "rice"]
BOOK_K = [[1, 0, 2], [0, 1, 0], [3, 2, 2], [0, 2, 1]]
BOOK_V = [[5], [7], [9], [8]]
QUERIES = {"spicy": [[2, 0, 0]]}
"""
WRONG_DIVISION = """
def attention(query, key, value, mask=None):
    weights = softmax(scores(query, key) / np.shape(query)[-1])
    return weights @ np.asarray(value), weights
"""
LEAK = """
def first_step_recall(length, num_samples, seed):
    rng = np.random.default_rng()
    inputs = np.repeat(np.where(rng.random((num_samples, 1, 1)) < 0.25, 1.0, -1.0), length, axis=1).astype("float32")
    return inputs, (inputs[:, -1, 0] > 0).astype("float32")
"""
UPSIDE_DOWN = ("ops.where(attention_mask, scores, -1e9)", "ops.where(attention_mask, -1e9, scores)")
WITHOUT_TRANSPOSE = (
    "return ops.reshape(x, (batch, length, self.num_heads, width // self.num_heads))",
    "return ops.transpose(ops.reshape(x, (batch, self.num_heads, length, width // self.num_heads)), (0, 2, 1, 3))",
)
OVER_QUERIES = ("ops.softmax(scores, axis=-1)", "ops.softmax(scores, axis=-2)")


@pytest.mark.parametrize(
    ("check", "before", "replace", "said"),
    [
        ("explain-code-0", "", ("[2, 0.4]", "[1, 1]"), "score 2.000, divided by sqrt(d_k) 1.414"),
        ("adapt-code1-0", OTHER_LUNCH, ("", ""), "spicy: most to noodles, 0.861; as written out; order does not"),
        ("adapt-code1-0", WRONG_DIVISION, ("", ""), "most to book A, 0.519; NOT as written out"),
        ("adapt-code2-0", LEAK, ("", ""), "same seed, same data: False"),
        ("adapt-code2-0", LEAK, ("", ""), "test sequences that were trained on: 1.000"),
        ("adapt-code2-0", LEAK, ("", ""), "always the commoner answer scores 0.7"),
        ("find-bug-0", _layer(*UPSIDE_DOWN), ("", ""), "another future moves nothing earlier: False"),
        ("find-bug-0", _layer(*WITHOUT_TRANSPOSE), ("", ""), "sees only itself depends only on itself: False"),
        ("find-bug-0", _layer(*WITHOUT_TRANSPOSE), ("", ""), "shuffled steps give shuffled outputs: False"),
        ("find-bug-0", _layer(*OVER_QUERIES), ("", ""), "each query's weights sum to 1: False"),
        ("find-bug-1", "", ("use_causal_mask=True", "use_causal_mask=False"), "Not causal: changing the steps from 1"),
        ("compare-with-paper-0", "", ("(num_heads=8, int", "(num_heads=16, int"), "whole block  3,152,384  formula"),
        ("prepare-lesson-0", "", ("0.451", "0.450"), "does not compute: ['0.450']"),
        ("prepare-lesson-0", "", ("5-12", "6-12"), "ends at minute 12 | gaps or overlaps at [6]"),
        ("translate-term-0", "", ('"attention weight"', '"교차 어텐션"'), ""),
        ("update-old-code-0", _layer(*UPSIDE_DOWN), ("", ""), "as by hand: False"),
        ("update-old-code-0", "", ("paste your", "tf.matmul K.dot BOOK.x Lambda"), "['tf.matmul', 'K.dot', 'Lambda']"),
        ("estimate-cost-0", "", ("4_096,", "100,"), "length 200: scores of one head 40,000; "),
    ],
)
def test_it_says_what_is_wrong(check, before, replace, said, printed_by):
    printed = printed_by(check, before, replace)
    assert said in printed if said else printed == ""


def test_planted_bugs_are_noticed_by_tests_that_look(printed_by):
    masked = """
def test_the_causal_mask():
    _, weights = attention(BOOK_K, BOOK_K, BOOK_V, np.tri(3, dtype=bool))
    assert weights[0, 1] == weights[0, 2] == 0 and weights[2, 0] > 0

"""
    printed = printed_by("write-test-0", "", ("def planted", masked + "def planted"))
    assert "NOT NOTICED" not in printed and printed.count("test_the_causal_mask") == 2


def test_a_layer_that_cannot_be_saved_ends_in_an_error(printed_by):
    forgets = _layer('return {**super().get_config(), "num_heads": self.num_heads}', "return super().get_config()")
    with pytest.raises(TypeError, match="num_heads"):
        printed_by("update-old-code-0", forgets)
