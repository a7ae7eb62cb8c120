"""The museum of failures: every bug fails its own check and no other, the mended models fail none."""

import contextlib
import io
import linecache
import re

import keras
import numpy as np
import pytest
from keras import ops
from notebook_files import SMALL, code_cells, printed_by, read

import keras_attention
from keras_attention import inspection

NAME = "museum_of_failures"
CHECKS = ["inverted mask", "causal", "padding", "by hand", "cost", "round trip"]
OWN = dict(zip("ABCDEF", CHECKS, strict=True))  # bug to the check that sees it
NOT_APPLYING = {"C": {"causal"}, "D": {"causal", "padding"}}
MODELS = [*OWN, "A mended", "C mended", "D mended", "E mended"]
BEGIN = ["setup", "common-checks", "by-hand", "parameters", "rows", "layers", "check-inverted-mask",
         "check-causal-padding", "compare-with-by-hand", "explain-cost", "check-round-trip", "examine", "reader"]
EXHIBITS = ["a-layer", "a-train", "a-twin", "b-layer", "b-train", "c-layer", "c-train", "c-twin", "d-layer", "d-train",
            "d-twin", "e-layer", "e-train", "e-twin", "f-layer", "f-train"]
X = np.random.default_rng(0).normal(size=(3, 6, 8)).astype("float32")  # (B, T, D)


def table(notebook):
    """{model: {check: "ok", "FAIL" or "-"}} as the last cell prints it."""
    heading, *lines = printed_by(notebook, "matrix").splitlines()
    starts = [heading.index(check) for check in CHECKS]
    return {
        line[:9].strip(): {check: line[start:].split()[0] for check, start in zip(CHECKS, starts, strict=True)}
        for line in lines
    }


def assert_every_bug_fails_its_own_check(found):
    assert sorted(found) == sorted(MODELS)
    for model, marks in found.items():
        off = NOT_APPLYING.get(model[0], set())
        failed = {OWN[model]} if model in OWN else set()
        assert marks == {c: "-" if c in off else "FAIL" if c in failed else "ok" for c in CHECKS}, model


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_run(language):
    notebook = read(NAME, language)
    assert_every_bug_fails_its_own_check(table(notebook))
    printed = "".join(printed_by(notebook, cell.id) for cell in code_cells(notebook))
    accuracies = {name: float(a) for name, a in re.findall(r"(?m)^([A-F](?: mended)?): \D*(0\.\d+)", printed)}
    counting = float(re.findall(r"0\.\d+", printed_by(notebook, "rows"))[-1])
    assert sorted(accuracies) == sorted(MODELS) and abs(counting - 0.75) < 0.02
    for name in ("E", "F", "A mended", "E mended"):
        assert abs(accuracies[name] - counting) < 0.02
    assert accuracies["A"] > counting + 0.03 and accuracies["B"] > counting + 0.1
    assert min(accuracies[name] for name in ("C", "C mended", "D", "D mended")) > 0.95
    assert float(re.search(r"\d+\.\d", printed_by(notebook, "finish"))[0]) < 120


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_small_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    assert_every_bug_fails_its_own_check(table(notebook))
    assert printed_by(notebook, "a-train").startswith("A: ")
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 1


def test_every_showcase_links_its_report():
    texts = {cell.id: cell.source for cell in read(NAME, "en").cells}
    reports = {
        "a": ["tensorflow/text/pull/894", "tensorflow/text/issues/938"],
        "b": ["keras-team/keras/issues/23038"],
        "c": ["keras-team/keras/issues/18416", "keras-team/keras-hub/issues/138"],
        "d": ["jsbaan/transformer-from-scratch/pull/6", "ajhalthor/Transformer-Neural-Network/issues/8"],
        "e": ["fchollet/keras-resources/issues/53"],
        "f": ["keras-team/keras-io/issues/1884", "keras-team/keras/issues/19899"],
    }
    for showcase, links in reports.items():
        for link in links:
            assert f"(https://github.com/{link})" in texts[f"{showcase}-means"]


@pytest.fixture(scope="module")
def museum():
    """The names of the notebook with all models put up, untrained."""
    registered = dict(keras.saving.get_custom_objects())
    defined = {}
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setenv("MPLBACKEND", "agg")
        for cell in code_cells(read(NAME, "en")):
            if cell.id in BEGIN + EXHIBITS:
                # A kernel keeps the text of its cells in the same way.
                patch.setitem(linecache.cache, cell.id, (len(cell.source), None, cell.source.splitlines(True), cell.id))
                exec(compile(cell.source, cell.id, "exec"), defined)
                exec(SMALL[NAME]["parameters"] if cell.id == "parameters" else "", defined)
        yield defined
    keras.saving.get_custom_objects().clear()
    keras.saving.get_custom_objects().update(registered)


def test_the_checks_of_the_package_say_the_same(museum, monkeypatch):
    """Of each model of the notebook, and of the account of parameters, which the notebook has in short."""
    taught = museum["MultiHeadSelfAttention"]
    kinds = (*inspection.ATTENTION_LAYERS, taught)
    monkeypatch.setattr("keras_attention.inspection.weights.ATTENTION_LAYERS", kinds)
    monkeypatch.setitem(inspection.hand_comparison.BY_HAND, taught, keras_attention.by_hand.from_layer)
    full, padded, near = museum["FULL"], museum["PADDED"], museum["NEAR"]
    theirs = {
        "inverted mask": lambda model: inspection.check_inverted_mask(model, full, attention_mask=near),
        "causal": lambda model: inspection.check_causal(model, full),
        "padding": lambda model: inspection.check_padding(model, padded),
        "by hand": lambda model: inspection.compare_with_by_hand(model, full),
    }
    for exhibit in map(museum["MUSEUM"].get, ["A", "B", "C", "D", "E", "E mended"]):
        for check, run in theirs.items():
            passes, sentence = museum["verdict"](check, exhibit)
            if passes is None:
                with pytest.raises(ValueError) as problem:
                    run(exhibit.model)
                assert sentence == f"Does not apply: {problem.value}."
            else:
                report = run(exhibit.model)
                assert getattr(report, museum["CHECKS"][check][1]) == passes
                assert re.sub(r"\d\.\de-0\d", "", str(report)) == re.sub(r"\d\.\de-0\d", "", sentence)
        warned = any("Is key_dim=4 meant?" in remark for remark in inspection.explain_cost(exhibit.model).remarks)
        assert museum["explain_cost"](exhibit.model).is_usual != warned


def test_a_fresh_process_gets_the_cells_with_the_layers_and_no_others(museum):
    definitions = museum["definitions_of"]([museum["MUSEUM"][name].model for name in ("A mended", "C", "F")])
    for name in ("AddPosition", "NearSteps", "MultiHeadSelfAttention", "AttentionBlock", "PositionTable", "QuickBlock"):
        assert definitions.count(f"\nclass {name}(") == 1
    assert "class LookAwayMask" not in definitions and "put_up" not in definitions
    compile(definitions, "definitions", "exec")


MASKS = {
    "none": {},
    "padding": {"mask": np.arange(6) < np.array([[6], [2], [4]])},
    "pairs": {"attention_mask": np.tri(6, k=1, dtype=bool)},
    "causal": {"use_causal_mask": True},
    "all": {"mask": np.arange(6) < np.array([[6], [2], [0]]), "attention_mask": np.eye(6, k=-1, dtype=bool),
            "use_causal_mask": True},
}


def test_the_layers_are_those_of_the_package(run_here):
    taught = run_here(NAME, ["setup", "layers"])[0]
    ours, theirs = taught["MultiHeadSelfAttention"](2), keras_attention.MultiHeadSelfAttention(2)
    for layer in (ours, theirs):
        layer.build(X.shape)
    ours.set_weights([np.random.default_rng(1).normal(size=w.shape) for w in theirs.get_weights()])
    theirs.set_weights(ours.get_weights())
    for name, masks in MASKS.items():
        for one, other in zip(ours(X, return_attention_scores=True, **masks),
                              theirs(X, return_attention_scores=True, **masks), strict=True):
            one, other = ops.convert_to_numpy(one), ops.convert_to_numpy(other)
            np.testing.assert_allclose(one, other, atol=1e-5, err_msg=name)
    ours, theirs = taught["AddPosition"](9), keras_attention.AddPosition(9)
    theirs.build(X.shape)
    ours.build(X.shape)
    ours.set_weights(theirs.get_weights())
    np.testing.assert_array_equal(ops.convert_to_numpy(ours(X)), ops.convert_to_numpy(theirs(X)))
    np.testing.assert_array_equal(ops.convert_to_numpy(taught["NearSteps"](1)(X)), np.eye(6, dtype=bool))


def test_counting_by_counts_of_all_words_at_once(run_here):
    defined, _ = run_here(NAME, ["setup", "parameters", "rows"])
    rows, favourites = defined["favourite_word"](200, 5)
    real = rows > 0  # (N, T)
    assert set(real.sum(axis=1)) <= set(range(12, 25)) and set(favourites) == set(range(1, 9))
    assert abs((rows == favourites[:, None])[real].mean() - 9 / 16) < 0.02  # half of the words, and 1/8 of the others
    for looks in (defined["NEAR"] & defined["PAST"], np.eye(24, dtype=bool)):
        is_word = np.eye(9)[rows][..., 1:] * real[..., None]  # (N, T, V)
        counts = np.einsum("ts,nsv->ntv", looks.astype(float), is_word)
        best = counts == counts.max(axis=-1, keepdims=True)
        share = (best / best.sum(axis=-1, keepdims=True))[np.arange(200), :, favourites - 1]  # (N, T)
        assert defined["by_counting"](rows, favourites, looks) == pytest.approx(share[real].mean())


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells 1-10, 12\.$"):
        run_here(NAME, slugs=["a-examine"])
    with pytest.raises(AssertionError, match=r"^First run the cell that puts up A\.$"):
        run_here(NAME, slugs=[*BEGIN, "a-examine"])


def test_a_model_is_trained_and_put_up_again(museum):
    def verdicts():
        return [museum["verdict"]("causal", museum["MUSEUM"][name])[0] for name in "ABC"]

    assert verdicts() == [True, False, None]
    museum["EPOCHS"] = 1
    weights = museum["MUSEUM"]["A mended"].model.get_weights()
    museum["put_up"]("B", lambda: museum["build_reader"](museum["AttentionBlock"](museum["HEADS"], museum["DROPOUT"])))
    again = museum["MUSEUM"]["B"].model.get_weights()
    assert verdicts() == [True, True, None]
    assert any(np.abs(one - other).max() > 1e-3 for one, other in zip(weights, again, strict=True))
