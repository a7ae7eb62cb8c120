"""Explanation of first-step recall: one model looks the answer up, the other has to carry it."""

import math

from keras_attention.comparison.outcome import all_solved, at_lengths, by_model, outcome, paragraph
from keras_attention.comparison.table import share

RECURRENT = ("lstm", "lstm-chrono", "gru")
WITH_POSITIONS = ("transformer", "transformer-sinusoidal")


def the_task(rows):
    """What is asked, and what can be had without solving it."""
    one_a_length = list({row["length"]: row for row in rows}.values())
    ceilings = at_lengths(one_a_length, lambda row: share(row["order_blind_ceiling"]))
    return paragraph(f"""
        The task. A sequence is T random signs, and the answer is its first one. Guessing scores
        {share(rows[0]["chance_level"])}. A model that knows which signs occur, but not in which order, can expect at
        most {ceilings}: the order-blind ceiling.
    """)


def what_happened(rows):
    """A paragraph for each kind of model in the table."""
    models = by_model(rows)
    with_positions = {name: models[name] for name in WITH_POSITIONS if name in models}
    paragraphs = [_looks_up(with_positions)] if with_positions else []
    if "transformer-no-position" in models:
        paragraphs.append(_order_blind(models["transformer-no-position"]))
    if "lstm" in models:
        paragraphs.append(_carries("lstm", models["lstm"], "forget gate", 1))
    if "gru" in models:
        paragraphs.append(_carries("gru", models["gru"], "update gate", 0))
    if "lstm" in models or "lstm-chrono" in models:
        paragraphs.append(_chrono(models.get("lstm-chrono")))
    return paragraphs


def what_not_to_conclude(rows):
    """The limits of a table this small."""
    runs = max(len(row["seeds"]) for row in rows)
    recurrent = [row for row in rows if row["model"] in RECURRENT]
    verdict = "" if all_solved(rows) else "'Not solved' means in this budget, and says nothing beyond it."
    if not all_solved(recurrent):
        verdict = """
            'Not solved' means in this budget, never that a recurrent network is unable to: Hochreiter and Schmidhuber
            (1997, task 3a) solve a task of this kind at length 100 with more examples."""
    return paragraph(f"""
        What not to conclude. {verdict} Training here rests on a plateau near chance and then succeeds within a few
        epochs, so most runs end near chance or near 1, and a mean describes neither: read every seed, and read no rate
        of success out of {runs} a row. Nor does it make attention better in general: this task was chosen because
        looking up is all it needs.
    """)


def _looks_up(models):
    results = ". ".join(f"{name}: {outcome(rows)}" for name, rows in models.items())
    shares = ". ".join(
        f"{name}: " + at_lengths(rows, lambda row: share(row["first_step_attention"])) for name, rows in models.items()
    )
    return paragraph(f"""
        Looking up. Every step of a transformer is one look away from the first one, at any T. {results}. The share of
        attention that went to the first step, to be read beside 1/T, its share if all steps got the same. {shares}.
        A weight tells where a block looks; it does not prove why the answer is right.
    """)


def _order_blind(rows):
    scores = at_lengths(rows, lambda row: f"{share(row['median'])} (ceiling {share(row['order_blind_ceiling'])})")
    return paragraph(f"""
        Without positions. To a transformer without positions every order of a sequence is the same, so it can expect no
        more than the order-blind ceiling, give or take the luck of the test sequences. transformer-no-position, median:
        {scores}.
    """)


def _carries(model, rows, gate, bias):
    kept = 1 / (1 + math.exp(-bias))
    left = at_lengths(rows, lambda row: f"{kept ** row['length']:.1e}")
    return paragraph(f"""
        Carrying. The {model} has to keep the first step through all later ones. In Keras its {gate} starts at
        sigma({bias}) = {kept:.3f}, so before training about {kept:.3f}^T of the first step is left at the end: {left}.
        The gradient that has to teach it to keep more is as faint. {model}: {outcome(rows)}.
    """)


def _chrono(rows):
    start = "its forget bias is drawn as log U[1, T-1], so that some units hold on for about T steps from the outset"
    if rows is None:
        return paragraph(f"""
            A remedy is another start of the same LSTM (Tallec and Ollivier 2018): {start}. That is the model
            lstm-chrono; --models lstm lstm-chrono sets the two side by side.
        """)
    return paragraph(f"""
        A remedy is another start of the same LSTM (Tallec and Ollivier 2018): {start}. lstm-chrono: {outcome(rows)}.
    """)
