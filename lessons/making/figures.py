"""The figures that lessons name, by name, all computed by the package or printed by an executed notebook."""

import inspect
import json
import math
import re
from dataclasses import dataclass

import numpy as np

from keras_attention import by_hand, cost, examples
from keras_attention.scenes.registry import find
from keras_attention.tasks import AssociativeRecall, FirstStepRecall
from making import plan
from making.links import ROOT, read_notebook


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


def weight_with(changed, card, note, book):
    """Weight of a book for a note after the card of the book `changed` is replaced by `card`."""
    keys = [card if place == _book(changed) else key for place, key in enumerate(examples.BOOK_K)]
    return by_hand.attention(examples.QUERIES[note], keys, examples.BOOK_V)[1][0, _book(book)]


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


def open_cells(kind):
    """How many of the cells are open for the encoder (0), the decoder (1) or both (2) in the scene of the masks."""
    *_, (_, number) = find("encoder-decoder").shown(kind, 0).rows
    return number


def gib(tokens, heads=12, blocks=12):
    """GiB of the attention weights of all heads of all blocks."""
    return f"{cost.attention_weights_bytes(tokens, heads, num_blocks=blocks) / 2**30:g}"


def ceiling(length):
    """The order-blind ceiling of first-step recall."""
    return FirstStepRecall(length).order_blind_ceiling


def recall_ceiling():
    """The order-blind ceiling of associative recall with the settings of the course."""
    return AssociativeRecall().order_blind_ceiling


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

    def took(name, part="all"):
        """Seconds of the page of scenes (write, open, answer), of a cell, or of all cells of a notebook.

        Where a notebook printed a time itself, that is the one: its readers see it too.
        """
        printed = "" if name == "page" else output(name, "finish" if part == "all" else part)
        runs = [float(number) for number in re.findall(r"(?m) ([\d.]+) s$", printed)]
        total = re.search(r"([\d.]+)(?: (second|minute)s since cell 1|(초|분)[가이] 지났)", printed)
        if total:
            seconds = float(total[1]) * (60 if "minute" in total.groups() or "분" in total.groups() else 1)
        elif runs:
            seconds = sum(runs)
        else:
            (seconds,) = (times[part] for key, times in measured.items() if f"{key}_".startswith(f"{name}_"))
        if seconds >= 90:
            return f"{seconds / 60:.1f}{'분' if language == 'ko' else ' min'}"
        number = math.ceil(seconds) if seconds >= 10 else math.ceil(10 * seconds) / 10
        return f"{number}{'초' if language == 'ko' else ' s'}"

    def speech_rate():
        """How fast the plans speak."""
        if language == "ko":
            return f"1분에 {plan.SYLLABLES_PER_MINUTE}음절"
        return f"{plan.WORDS_PER_MINUTE} words a minute"

    def run(model, length):
        """A row of any table of Code 2."""
        printed = "\n".join(output("code2", slug) for slug in ("table", "chrono", "solution-runs"))
        row = rf"(?m)^{model} +{length}  ([\d. ]+?)  (\d) of (\d) +(\S+)  \S+ +(\S+) +(\S+)$"
        accuracy, solved, runs, first_step, parameters, seconds = re.search(row, printed).groups()
        solved = f"{runs}번 중 {solved}번" if language == "ko" else f"{solved} of {runs}"
        return Run(accuracy.strip(), solved, first_step, parameters, seconds)

    measured = json.loads((ROOT / "lessons" / "measured.json").read_text(encoding="utf-8"))
    formulas = {name: value for name, value in inspect.getmembers(cost, inspect.isfunction) if not name.startswith("_")}
    library, words = (score, weight, mixture, weight_with, vectors), (look, head, largest_change)
    own = (*library, *words, open_cells, gib, ceiling, recall_ceiling, output, took, speech_rate, run)
    modules = {"np": np, "by_hand": by_hand, "examples": examples, "cost": cost}
    return {**modules, **formulas, **{function.__name__: function for function in own}}
