"""The figures that lessons name, by name, all computed by the package or printed by an executed notebook."""

import inspect
import re
from dataclasses import dataclass

import numpy as np

from keras_attention import by_hand, cost, examples
from keras_attention.tasks import FirstStepRecall
from making.links import read_notebook


@dataclass(frozen=True)
class Run:
    """A row of the table that Code 2 prints: texts, as they stand there."""

    accuracy: str
    solved: str
    first_step: str
    parameters: str
    seconds: str


def score(note, book):
    """Score of a book ("A", "B", "C") for a note of the library, divided by sqrt(d_k)."""
    query = examples.QUERIES[note]
    return by_hand.scores(query, examples.BOOK_K)[0, _book(book)] / np.sqrt(query.shape[-1])


def weight(note, book):
    """Attention weight of a book for a note."""
    return by_hand.attention(examples.QUERIES[note], examples.BOOK_K, examples.BOOK_V)[1][0, _book(book)]


def mixture(note):
    """What comes home for a note: "[5.525, 5.525]"."""
    output, _ = by_hand.attention(examples.QUERIES[note], examples.BOOK_K, examples.BOOK_V)
    return f"[{', '.join(f'{number:.3f}' for number in output[0])}]"


def short_card(book):
    """Weight of a book for the note that is curious about both, once card C is [0.7, 0.7]."""
    keys = [*examples.BOOK_K[:2], [0.7, 0.7]]
    return by_hand.attention(examples.QUERIES["curious about both"], keys, examples.BOOK_V)[1][0, _book(book)]


def vectors(rows):
    """Vectors as they are written on cards: "[2, 0], [0, 2]"."""
    return ", ".join(f"[{', '.join(f'{number:g}' for number in row)}]" for row in rows)


def look(word, other, causal=False):
    """Weight that a word of the five gives to another."""
    mask = by_hand.causal_mask(len(examples.WORDS)) if causal else None
    _, weights = by_hand.self_attention(examples.X, examples.W_Q, examples.W_K, examples.W_V, mask)
    return weights[_word(word), _word(other)]


def head(number, word, other):
    """Weight that a word gives to another in head 0 or 1."""
    kernels = examples.HEADS_QUERY, examples.HEADS_KEY, examples.HEADS_VALUE, examples.HEADS_OUTPUT
    _, weights = by_hand.multi_head_attention(examples.X[np.newaxis], *([kernel] for kernel in kernels), num_heads=2)
    return weights[0, number, _word(word), _word(other)]


def largest_change(positions):
    """Largest change of an output when the words are shuffled: "0.46", or the size of a rounding error, "1e-16"."""
    order = np.random.default_rng(0).permutation(len(examples.X))  # that of Code 1
    encoding = positions * by_hand.sinusoidal_encoding(*examples.X.shape)
    kernels = examples.W_Q, examples.W_K, examples.W_V
    before, _ = by_hand.self_attention(examples.X + encoding, *kernels)
    after, _ = by_hand.self_attention(examples.X[order] + encoding, *kernels)
    change = np.abs(after - before[order]).max()
    return f"{change:.2f}" if change > 1e-6 else "1e-16"


def ceiling(length):
    """The order-blind ceiling of first-step recall."""
    return FirstStepRecall(length).order_blind_ceiling


def _book(letter):
    return examples.BOOK_NAMES.index(f"book {letter}")


def _word(word):
    return examples.WORDS.index(word)


def names(language):
    """All names a placeholder can use for figures in `language`."""

    def output(notebook, slug):
        _, cells = read_notebook(notebook, language)
        (cell,) = [cell for cell in cells if cell["id"] == slug]
        return "".join("".join(part.get("text", "")) for part in cell["outputs"]).strip("\n")

    def run(model, length):
        """A row of any table of Code 2."""
        printed = "\n".join(output("code2", slug) for slug in ("table", "chrono", "solution-runs"))
        row = rf"(?m)^{model} +{length}  ([\d. ]+?)  (\d) of (\d) +(\S+)  \S+ +(\S+) +(\S+)$"
        accuracy, solved, runs, first_step, parameters, seconds = re.search(row, printed).groups()
        solved = f"{runs}번 중 {solved}번" if language == "ko" else f"{solved} of {runs}"
        return Run(accuracy.strip(), solved, first_step, parameters, seconds)

    formulas = {name: value for name, value in inspect.getmembers(cost, inspect.isfunction) if not name.startswith("_")}
    own = (score, weight, mixture, short_card, vectors, look, head, largest_change, ceiling, output, run)
    modules = {"np": np, "by_hand": by_hand, "examples": examples, "cost": cost}
    return {**modules, **formulas, **{function.__name__: function for function in own}}
