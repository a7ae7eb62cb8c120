"""Code 1: the figures of the course, other data, wrong shapes, cells out of order, the assignment."""

import numpy as np
import pytest
from notebook_files import printed_by, read

from keras_attention import by_hand, examples

NAME = "code1_attention_by_hand"
FIRST = "2.828 0.566 2.376"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_committed_outputs_show_the_figures_of_the_course(language):
    notebook = read(NAME, language)
    library = printed_by(notebook, "library")
    for figures in ("1.980 1.980 2.772", "0.238 0.238 0.525", "5.525 5.525", FIRST):
        assert f"[[{figures}]]" in library
    words = printed_by(notebook, "words")
    assert "it -> apple 0.451, sweet 0.247\n" in words and "ate -> fly 0.528\n" in words
    assert float(printed_by(notebook, "order").split()[-1]) == pytest.approx(0.46, abs=0.005)
    assert float([line.split()[-1] for line in printed_by(notebook, "order").splitlines()][-2]) <= 3e-16
    solution = printed_by(notebook, "solution-table")
    assert "0.0107]" in solution and "0.0017]" in solution
    assert "-45.3]" in solution and "-64.0]" in solution and solution.count("[1.0000 0.0000 0.0000]") == 2


def test_arrays_and_constants_equal_those_of_the_package_to_six_decimals(run_here):
    defined, _ = run_here(NAME)

    def equal(name, expected):
        np.testing.assert_allclose(defined[name], expected, rtol=0, atol=5e-7, err_msg=name)

    library = [by_hand.attention(q, examples.BOOK_K, examples.BOOK_V)[1] for q in examples.QUERIES.values()]
    equal("library_weights", np.concatenate(library))
    square = examples.W_Q, examples.W_K, examples.W_V
    output, weights = by_hand.self_attention(examples.X, *square)
    equal("words_output", output)
    equal("words_weights", weights)
    kernels = [examples.HEADS_QUERY], [examples.HEADS_KEY], [examples.HEADS_VALUE], [examples.HEADS_OUTPUT]
    output, weights = by_hand.multi_head_attention(examples.X[np.newaxis], *kernels, num_heads=2)
    equal("heads_output", output)
    equal("heads_weights", weights)
    equal("encoding", by_hand.sinusoidal_encoding(5, 4))
    equal("causal_weights", by_hand.self_attention(examples.X, *square, by_hand.causal_mask(5))[1])
    for name in ("BOOK_K", "BOOK_V", "X", "W_Q", "W_K", "W_V", "HEADS_QUERY", "HEADS_OUTPUT"):
        np.testing.assert_array_equal(defined[name], getattr(examples, name))
    assert list(defined["QUERIES"]) == list(examples.QUERIES)
    for name, query in examples.QUERIES.items():
        np.testing.assert_array_equal(defined["QUERIES"][name], query)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_runs_in_an_empty_folder(executed, language):
    notebook = executed(NAME, language)
    assert f"[[{FIRST}]]" in printed_by(notebook, "library")
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum(output.output_type == "display_data" for output in outputs) == 6


OTHER_DATA = {
    "library-data": """
BOOK_K = np.array([[2, 0, 1], [0, 2, 0], [1, 1, 1], [3, 0, 0], [0, 0, 1]])
BOOK_V = np.arange(10).reshape(5, 2)
QUERIES = {"one": np.array([[1, 2, 3]]), "two notes": np.ones((2, 3))}
""",
    "words-data": "X = np.concatenate([X, X[:2]])",
}


def test_other_sizes_of_books_notes_and_words_work(run_here):
    defined, _ = run_here(NAME, after=OTHER_DATA)
    assert defined["library_weights"].shape == (3, 5)
    assert defined["words_weights"].shape == (7, 7) and defined["causal_weights"].shape == (7, 7)
    np.testing.assert_allclose(defined["library_weights"].sum(-1), 1)


def test_one_word_and_one_more_slot_work(run_here):
    more = """
X = np.ones((1, 6))
W_Q, W_K, W_V = np.eye(6), np.eye(6), np.eye(6)
"""
    heads = "HEADS_QUERY = HEADS_KEY = HEADS_VALUE = HEADS_OUTPUT = np.eye(6)"
    defined, _ = run_here(NAME, after={"words-data": more, "heads-data": heads})
    assert defined["heads_output"].shape == (1, 1, 6)


@pytest.mark.parametrize(
    ("slug", "change", "sentence"),
    [
        ("library-data", "BOOK_K = BOOK_K[:, :1]", "key must have the width of query, 2; received key of shape"),
        ("library-data", "BOOK_V = BOOK_V[:2]", "value must have a row for each key"),
        ("library-data", "QUERIES['first subject'] = [2.0, 0.4]", "query must have at least 2 axes; received shape"),
        ("words-data", "X = np.ones((5, 6))", "w_query must have a kernel of shape"),
        ("words-data", "X = np.ones(4)", "x must have at least 2 axes"),
        ("words-data", "W_K = np.eye(4)[:, :3]", "key must have the width of query"),
        ("heads-data", "HEADS_KEY = HEADS_KEY[:3]", "key must have a kernel of shape"),
    ],
)
def test_a_wrong_shape_gets_a_sentence(run_here, slug, change, sentence):
    with pytest.raises(ValueError, match=sentence):
        run_here(NAME, after={slug: change})


def test_every_thing_to_change_does_what_the_text_asks_about(run_here):
    defined, printed = run_here(NAME, edits={
        "library-data": ("[1.4, 1.4]])  # (S, K)", "[0.7, 0.7]])  # (S, K)"),
        "words-data": ("[0.0, 3.0, 0.0, 0.0],  # pointer", "[0.0, 6.0, 0.0, 0.0],  # pointer"),
        "heads": ("num_heads = 2", "num_heads = 1"),
        "order": ("encoding = sinusoidal", "encoding = 0.01 * sinusoidal"),
        "clock": ("max_wavelength=100", "max_wavelength=10000"),
        "causal-mask": ("mask = causal_mask", "mask = ~causal_mask"),
    })
    assert defined["library_weights"][2].argmin() == 2
    assert defined["words_weights"][3, 1] > 0.6 and defined["words_weights"][3, 4] < 0.247
    ate = defined["heads_weights"][0, 0, 2]
    assert ate[0] == ate[1] == ate.max() < 0.5
    assert 1e-4 < float(printed.split("with positions: largest change of a word's output ")[1].split()[0]) < 0.05
    assert np.abs(defined["hands"][:, 4]).max() < 0.02 < np.abs(defined["hands"][:, 2]).max()
    assert not defined["causal_weights"][-1].any() and defined["causal_weights"][0, 0] == 0
    run_here(NAME, edits={"heads": ("num_heads = 2", "num_heads = 4")})


def test_a_cell_after_a_restart_names_the_cells_to_run_first(run_here):
    with pytest.raises(AssertionError, match=r"^First run cells 1-5\.$"):
        run_here(NAME, slugs=["library"])
    slugs = [cell.id for cell in read(NAME, "en").cells if cell.cell_type == "code"]
    named = [slug for number, slug in enumerate(slugs, start=1) if number in (1, 2, 3, 13, 15)]
    assert "hands" in run_here(NAME, slugs=named)[0]


def test_cells_can_be_run_twice(run_here):
    again = {cell.id: cell.source for cell in read(NAME, "en").cells if cell.cell_type == "code"}
    once, twice = run_here(NAME)[1], run_here(NAME, after=again)[1]
    assert twice.count("[[1.980 1.980 2.772]]") == 2 * once.count("[[1.980 1.980 2.772]]") > 0


ASSIGNMENT = ("setup", "checks", "formula", "library-data", "task-one-answer", "task-one-check", "task-two-answer",
              "task-two-check")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("softmax(scores(first_note, BOOK_K))", "Right."),
        ("attention(first_note, BOOK_K, BOOK_V)[1]", "with the division"),
        ("scores(first_note, BOOK_K)", "softmax is still missing"),
        ("softmax(scores(first_note, BOOK_K) / 2)", "by d_k itself"),
        ("softmax(scores(first_note, BOOK_K), axis=0)", "along the keys"),
        ("[[1, 2]]", "has shape (1, 2); expected is (1, 3)"),
        ("[[0.1, 0.2, 0.7]]", "Your answer is [[0.100 0.200 0.700]]"),
        ("None", "No answer yet"),
    ],
)
def test_check_of_the_first_task(run_here, answer, said):
    _, printed = run_here(NAME, ASSIGNMENT, {"task-one-answer": f"weights_without_division = {answer}"})
    assert said in printed


@pytest.mark.parametrize(
    ("divided", "without", "said"),
    [
        (0.0107, 0.0017, ["With the division: Right.", "Without it: Right."]),
        (0.0017, 0.0107, ["number without it", "number with it"]),
        (0, 0, ["made the books longer"]),
    ],
)
def test_check_of_the_second_task(run_here, divided, without, said):
    answers = f"last_book_divided, last_book_without_division = {divided}, {without}"
    _, printed = run_here(NAME, ASSIGNMENT, {"task-two-answer": answers})
    for sentence in said:
        assert sentence in printed
