"""Explanation of associative recall: which value stood behind this key?"""

from keras_attention.comparison.outcome import all_solved, by_model, counts, paragraph
from keras_attention.comparison.table import share, solved
from keras_attention.tasks import AssociativeRecall


def the_task(rows):
    """What is asked, and what can be had without solving it."""
    task = AssociativeRecall()
    return paragraph(f"""
        The task. A sequence lists {task.num_pairs} pairs of a key and a value and then names one of the keys; the
        answer is its value. Guessing one of {task.num_values} values scores {share(rows[0]["chance_level"])}. Naming
        the value that is listed most often, which needs no order, can expect {share(rows[0]["order_blind_ceiling"])}:
        the order-blind ceiling.
    """)


def what_happened(rows):
    """Paragraphs on the numbers of the models."""
    results = ". ".join(f"{name}: {solved(row)}, {share(row['median'])}" for name, (row,) in by_model(rows).items())
    habits = "Every run here is solved."
    if not all_solved(rows):
        unsolved = [row for row in rows if counts(row)[0] < counts(row)[1]]
        texts = [f"{r['model']} has {share(r['listed_share'])} and {share(r['uncommon_accuracy'])}" for r in unsolved]
        habits = f"Where not every run is solved: {'; '.join(texts)}."
    return [
        paragraph(f"Solved runs and median accuracy. {results}."),
        paragraph(f"""
            What wrong answers are made of. 'listed' is the share of all answers that are among the listed values,
            'uncommon' the accuracy where another value is listed more often than the right one. An order-blind model at
            its best has 1.000 and 0.000. {habits}
        """),
        paragraph("""
            Why. A transformer compares the key asked for with every key of the list, and positions tell it which value
            stands behind which key. A recurrent network has to have all pairs in its state before it knows which one
            will be asked for.
        """),
    ]


def what_not_to_conclude(rows):
    """The limits of a table this small."""
    runs = max(len(row["seeds"]) for row in rows)
    verdict = ""
    if not all_solved(rows):
        verdict = """
            'Not solved' means in this budget; with more data, more epochs or other settings the same network may solve
            it."""
    return paragraph(f"""
        What not to conclude. {verdict} Read every seed, and no rate of success out of {runs} a row; one small task does
        not rank two kinds of network.
    """)
