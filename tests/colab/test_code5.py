"""Code 5: the figures of the course, other sizes, the explorer against NumPy, the slips, the assignment."""

import itertools
import re

import numpy as np
import pytest
from notebook_files import printed_by, read

from keras_attention import by_hand, examples

NAME = "code5_tensors_in_a_layer"
BEGIN = ["setup", "checks", "drawing"]
EXPLORER = [*BEGIN, "cost-function", "explorer-function", "explorer"]
TASK = [*BEGIN, "formulas", "task-answer", "task-check"]


def check_figures(notebook):
    """The figures that do not depend on chance, and those that do within their range."""
    dense = printed_by(notebook, "dense")
    assert "einsum equals loop: True | product equals loop: True" in dense
    assert re.search(r"Y = X W\^T \+ c +\(B, J\) +\(4, 2\)\n", dense)
    assert [float(n) for n in re.findall(r"\d+\.\d+", dense)] == [11, 26, 12, 24, 15, 21, 13, 24]
    assert "(3, 2)" in printed_by(notebook, "dense-keras")
    split = printed_by(notebook, "split")
    assert re.findall(r"\(\d[^)]*\)$", split, re.MULTILINE) == ["(2, 4, 8)", "(2, 4, 2, 4)", "(2, 2, 4, 4)"]
    assert printed_by(notebook, "steps").count("(2, 2, 4, 4)\n") == 4
    worked = printed_by(notebook, "worked")
    assert "scores  [[2.0, 0.0], [0.0, 2.0]]\n        weights [[0.804, 0.196], [0.196, 0.804]]" in worked
    assert "scores  [[0.0, 2.0], [1.0, 0.0]]\n        weights [[0.196, 0.804], [0.67, 0.33]]" in worked
    variances = re.findall(r"(?m)^ *(\d+) +(\S+) +(\S+)$", printed_by(notebook, "variance"))
    assert [int(width) for width, _, _ in variances] == [4, 16, 64, 256]
    for width, before, after in variances:
        assert float(before) == pytest.approx(int(width), rel=0.03) and float(after) == pytest.approx(1, rel=0.03)
    softmax = printed_by(notebook, "slip-softmax")
    assert [re.search(r"row sums (.*)", line)[1] for line in softmax.splitlines()] == [
        "[1.0, 1.0]", "[1.0, 1.0]", "[1.0, 1.0]", "[1.13, 0.87]"
    ]
    assert "weights [[0.33, 0.804], [0.67, 0.196]]" in softmax
    reshape = printed_by(notebook, "slip-reshape")
    assert re.search(r"shapes alike: +True", reshape) and "right and slip:  True False" in reshape
    assert re.search(r"without transpose: +\[\[1.0, 1.0\], \[2.0, 0.0\]\]", reshape)
    transpose = printed_by(notebook, "slip-transpose")
    assert "size 2 is different from 3" in transpose and transpose.count("True") == 1
    assert "right:\n [[ 7.000 16.000 25.000]" in transpose and "slip:\n [[15.000 18.000 21.000]" in transpose
    cost = printed_by(notebook, "cost")
    assert "16 multiply-adds by counting, 16 by formula" in cost
    assert cost.count(" 67,108,864 ") == 5 and "256    268,435,456" in cost
    low_rank = printed_by(notebook, "low-rank")
    for figures in (r"W: +262,144\n", r"V: +8,192 \(3\.1%\)", r"rank of U V: +8\n", r"output: +True",
                    r"W: +8,388,608\n", r"V: +262,144\n", r"loop: +67,108,864\n"):
        assert re.search(figures, low_rank), figures
    missed = [float(share) for share in re.findall(r"rank 8: (\S+)%", printed_by(notebook, "low-rank-limits"))]
    assert missed[0] == pytest.approx(97, abs=1) and missed[1] == pytest.approx(10, abs=1)
    lora = printed_by(notebook, "lora")
    assert "B = 0: largest change of the output 0.0\n" in lora and "rank of the change 8\n" in lora
    assert "the same: True" in lora and "8,192 numbers to train, 262,144 frozen" in lora
    explored = printed_by(notebook, "explorer")
    assert "out:            (b, h, t, s) = (2, 2, 4, 4)" in explored and "multiply-adds:  256" in explored
    listed = printed_by(notebook, "explorer-list")
    assert "(h, i) = (4, 3)" in listed and "(4, 3) | it equals (first @ second).T: True" in listed
    for slug in ("dense-keras", "steps", "worked-keras", "low-rank-keras", "lora"):
        assert float(re.findall(r"\d\.\de[+-]\d+", printed_by(notebook, slug))[-1]) < 1e-5, slug


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_outputs_show_the_figures_of_the_course(language):
    notebook = read(NAME, language)
    check_figures(notebook)
    assert float(re.search(r"\d+\.\d", printed_by(notebook, "finish"))[0]) < 60


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    check_figures(notebook)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 7


def test_other_sizes_work_and_arrays_equal_those_of_the_package(run_here):
    """The things to change that change sizes, all at once."""
    defined, printed = run_here(NAME, edits={
        "dense-data": ("[0.0, 1.0, 3.0]])", "[0.0, 1.0, 3.0], [2.0, 0.0, 1.0]])"),
        "sizes": ("2, 4, 8, 2", "3, 5, 8, 4"),
        "worked-data": ("TENSOR_HEADS = 2", "TENSOR_HEADS = 1"),
        "low-rank": ("512, 8 ", "64, 40 "),
        "cost": ('"t": tokens_now, "s"', '"t": 1, "s"'),
    }, after={"dense-data": "DENSE_C = np.append(DENSE_C, 30)"})
    np.testing.assert_array_equal(defined["by_einsum"][0], [11, 26, 34])
    assert "W has shape (3, 3): X @ W runs." in printed
    np.testing.assert_array_equal(defined["heads"], by_hand.split_heads(defined["addresses"], 4))
    for b, h, t in np.ndindex(3, 4, 5):
        np.testing.assert_array_equal(defined["heads"][b, h, t], 100 * t + 2 * h + np.arange(2))
    expected = by_hand.attention(defined["q"], defined["k"], defined["k"])[1]
    np.testing.assert_allclose(defined["weights"], expected, rtol=1e-12)
    assert defined["weights"].shape == (3, 4, 5, 5)
    assert defined["small_z"][0, 0].tolist() == [[2, 2], [1, 2]]
    assert "rank of U V:           40\n" in printed and "5,120 (125.0%)" in printed
    assert re.search(r"(?m)^ +256 +1,048,576$", printed)  # twice the keys, twice the cost


def test_three_keys_for_two_queries_work(run_here):
    more = "TENSOR_KEYS = np.concatenate([TENSOR_KEYS, TENSOR_KEYS[:, :1]], axis=1)"
    slugs = [*BEGIN, "dense-data", "dense", "sizes", "formulas", "split", "worked-data", "worked", "worked-keras",
             "slip-softmax", "slip-reshape"]
    defined, _ = run_here(NAME, slugs, after={"worked-data": more})
    assert defined["small_weights"].shape == defined["layer_weights"].shape == (1, 2, 2, 3)


@pytest.mark.parametrize(
    ("slug", "change", "sentence"),
    [
        ("dense-data", "DENSE_W = DENSE_W.T", r"DENSE_W must have shape \(J, 3\).*\(3, 2\)"),
        ("dense-data", "DENSE_C = DENSE_C[:1]", r"DENSE_C \(J,\); received .*\(1,\)"),
        ("dense-data", "DENSE_X = DENSE_X[0]", r"DENSE_X must have shape \(B, I\); received shape \(3,\)"),
        ("sizes", "H = 3", "num_heads must divide the width of x, 8; received 3"),
        ("sizes", "T = 0", "T must be an integer of at least 1; received 0"),
        ("worked-data", "TENSOR_KEYS = TENSOR_KEYS[..., :2]", "key must have the width of query, 2"),
    ],
)
def test_a_wrong_size_or_shape_gets_a_sentence(run_here, slug, change, sentence):
    slugs = [*BEGIN, "dense-data", "dense", "sizes", "formulas", "split", "worked-data", "worked"]
    with pytest.raises(ValueError, match=sentence):
        run_here(NAME, slugs, after={slug: change})


def test_a_wrong_rank_gets_a_sentence(run_here):
    slugs = [*BEGIN, "cost-function", "low-rank-functions", "low-rank"]
    with pytest.raises(ValueError, match="RANK must be an integer of at least 1; received -8"):
        run_here(NAME, slugs, edits={"low-rank": ("512, 8 ", "512, -8 ")})


def test_explorer_says_what_numpy_does(run_here):
    """Shape as NumPy's, and a cost that a loop over all letters confirms."""
    defined, _ = run_here(NAME, EXPLORER)
    sizes = {"b": 2, "h": 3, "t": 4, "s": 5, "d": 2, "i": 3, "j": 4, "r": 2, "n": 3}
    for equation in ("bi,ji->bj", "bti,ji->btj", "bhtd,bhsd->bhts", "bhts,bhsd->bhtd", "bi,ri,jr->bj", "nd,nd->n",
                     "ij,jh", "ii->i", "bi->", "bi, ij -> bj"):
        found = defined["einsum_cost"](equation, sizes)
        letters = sorted(set(re.findall("[a-z]", equation)))
        inputs = equation.replace(" ", "").split("->")[0].split(",")
        arrays = [np.ones([sizes[letter] for letter in letters]) for letters in inputs]
        given = np.einsum(equation, *arrays)
        assert given.shape == found.shape, equation
        assert found.multiply_adds == sum(1 for _ in itertools.product(*(range(sizes[letter]) for letter in letters)))
        assert given.sum() == found.multiply_adds  # of ones: every product is 1


WRONG = ["3", "'bi,ji->bk'", "'bi,ji->bb'", "'bi,,ji->bj'", "'bi;ji->bj'", "'bi,ji->bj->b'", "'bx,jx->bj'", "''",
         "'b...i,ji->b...j'"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_explorer_answers_what_is_wrong_in_one_sentence(run_here, language):
    cases = [(f"EQUATION = {equation}", ()) for equation in WRONG]
    cases += [("SIZES = {'b': 0, 'h': 1, 't': 1, 's': 1, 'd': 1}", ("'b'", "0")), ("SIZES = 4", ("4",))]
    wrong = "\n".join(f"{change}\nexplore(EQUATION, SIZES)\nEQUATION = 'bhtd,bhsd->bhts'" for change, _ in cases)
    _, printed = run_here(NAME, EXPLORER, edits={"setup": ('LANGUAGE = "en"', f'LANGUAGE = "{language}"')},
                          after={"explorer": wrong})
    answers = re.split(r"multiply-adds:  256\n", printed)[1].splitlines()[1::2]
    assert len(answers) == len(cases)
    for answer, (change, words) in zip(answers, cases, strict=True):
        assert answer.startswith("  ") and "must" in answer, change
        assert bool(re.match("  .*[가-힣].*다\\. ", answer)) == (language == "ko"), change
        assert all(word in answer for word in words)


def test_hand_counts_of_the_text(run_here):
    """What the texts claim beside the outputs."""
    defined, _ = run_here(NAME, EXPLORER)
    layer = defined["einsum_cost"]("bti,ji->btj", {"b": 32, "t": 128, "i": 768, "j": 3072})
    assert layer.shape == (32, 128, 3072) and 768 * 3072 + 3072 == 2_362_368
    assert defined["einsum_cost"]("ij,jk", {"i": 3, "j": 2, "k": 4}).output == "ik"  # h renamed
    assert 1 / (1 + np.exp(-1 / np.sqrt(2))) == pytest.approx(0.670, abs=5e-4)
    z = by_hand.scores(*(by_hand.split_heads(x, 2) for x in (examples.TENSOR_QUERIES, examples.TENSOR_KEYS)))
    np.testing.assert_array_equal(z[0, 0], z[0, 0].T)  # why head 0 hides the wrong axis, and head 1 does not
    assert (z[0, 1] != z[0, 1].T).any()


ANSWERS = {
    "right": ("return softmax(scores(q, k) / K**0.5)", "Right."),
    "loop": ("return np.stack([np.stack([softmax(q[b, h] @ k[b, h].T / K**0.5) for h in range(num_heads)]) "
             "for b in range(B)])", "Right."),
    "no division": ("return softmax(scores(q, k))", "The division by sqrt(K) is missing"),
    "by K": ("return softmax(scores(q, k) / K)", "it takes its root"),
    "by root of D": ("return softmax(scores(q, k) / D**0.5)", "of the whole width D"),
    "wrong axis": ("return softmax(scores(q, k) / K**0.5, axis=-2)", "The softmax runs along t"),
    "scores": ("return scores(q, k) / K**0.5", "softmax is missing"),
    "raw scores": ("return scores(q, k)", "the division and softmax are missing"),
    "no transpose": ("q, k = queries.reshape(B, num_heads, -1, K), keys.reshape(B, num_heads, -1, K)\n"
                     "    return softmax(scores(q, k) / K**0.5)", "reshape went straight"),
    "cut as (K, H)": ("q, k = (x.reshape(B, -1, K, num_heads).transpose(0, 3, 1, 2) for x in (queries, keys))\n"
                      "    return softmax(scores(q, k) / K**0.5)", "Cut it as (H, K)"),
    "heads last": ("return softmax(scores(q, k) / K**0.5).transpose(0, 2, 3, 1)", "(B, H, T, S) is (2, 3, 5, 7) here"),
    "numbers": ("return np.ones((B, num_heads, 5, 7)) / 7", "The first row of your answer is [0.143"),
    "nothing": ("return None", "No answer yet"),
}


@pytest.mark.parametrize(("line", "said"), ANSWERS.values(), ids=ANSWERS)
def test_check_of_the_assignment(run_here, line, said):
    answer = f"""
def attention_weights(queries, keys, num_heads):
    B, _, D = queries.shape
    K = D // num_heads
    q, k = split_heads(queries, num_heads), split_heads(keys, num_heads)
    {line}
"""
    _, printed = run_here(NAME, TASK, {"task-answer": answer})
    assert said in printed.splitlines()[-1]


def test_the_slip_in_section_five_and_the_wrong_einsum_are_the_same(run_here):
    slugs = [*BEGIN, "dense-data", "dense", "slip-transpose"]
    defined, _ = run_here(NAME, slugs)
    slip = np.einsum("bi,ij->bj", defined["X"], defined["square"])
    np.testing.assert_array_equal(slip, defined["X"] @ defined["square"])


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells? [\d, -]+\.$") as stopped:
        run_here(NAME, slugs=["steps"])
    numbers = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", str(stopped.value)):
        numbers |= set(range(int(first), int(last or first) + 1))
    slugs = [cell.id for cell in read(NAME, "en").cells if cell.cell_type == "code"]
    named = [slug for number, slug in enumerate(slugs, start=1) if number in numbers]
    assert "weights" in run_here(NAME, slugs=[*named, "steps"])[0]


def test_cells_can_be_run_twice(run_here):
    again = {cell.id: cell.source for cell in read(NAME, "en").cells if cell.cell_type == "code"}
    again["low-rank"] = again["low-rank"].replace("512, 8 ", "64, 8 ")
    _, printed = run_here(NAME, after=again, edits={"low-rank": ("512, 8 ", "64, 8 ")})
    for figures in ("[0.67, 0.33]]", "67,108,864", "rank of U V:           8\n", "(h, i) = (4, 3)", "Right.\n"):
        assert printed.count(figures) % 2 == 0 and figures in printed
