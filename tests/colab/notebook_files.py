"""Where the notebooks are, and how to read them."""

from pathlib import Path

import nbformat

COLAB = Path(__file__).resolve().parents[2] / "colab"
SOURCES = sorted(path.stem for path in (COLAB / "source").glob("*.py") if not path.stem.startswith("common"))
EDITIONS = [(name, language) for name in SOURCES for language in ("en", "ko")]
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}  # metadata of a cell folded in Colab and JupyterLab

# What runs behind a cell (a slug, or "parameters") to make a notebook small enough for a test.
SMALL = {
    "code1_attention_by_hand": {},
    "code2_transformer_against_lstm": {"parameters": """
LENGTHS, SEEDS, EPOCHS, TRAIN_SAMPLES, TEST_SAMPLES = (4,), (0,), 2, 70, 60
FIT_LENGTH, FIT_EPOCHS, CHRONO_LENGTH, CHALLENGE_LENGTH, CHALLENGE_SEEDS = 4, 1, 4, 4, (0,)
"""},
    "code3_associative_recall": {"parameters": """
TRAIN_SAMPLES, TEST_SAMPLES, SEEDS, EPOCHS, SIDE_EPOCHS, FIT_EPOCHS, BATCH_SIZE = 128, 60, (0,), 3, 3, 1, 64
WIDTH, NUM_HEADS, NUM_BLOCKS, INTERMEDIATE_DIM, UNITS = 8, 2, 1, 16, 8
MORE_SAMPLES, MANY_SAMPLES, HEADS_SEEDS = 256, 128, {1: (0,)}
""", "compiled-epoch": """
def compiled_epoch(model, batch_size):  # eager, one step: eight programs take half a minute to compile
    model.run_eagerly = True
    return lambda *samples_and_order: {"loss": float(model.train_on_batch(*samples_and_order[:2])[0])}
"""},
    "code4_from_mask_to_writing": {"parameters": """
STEPS_IN_A_PART, STEPS_AT_ONCE, ADAPT_STEPS, WIDTH, NUM_BLOCKS, SPEED_CONTEXT = 4, 2, 2, 16, 1, 64
"""},
    "code5_tensors_in_a_layer": {},
    "exercises_3_8": {},
    "exercises_bonus_4": {},
    "exercises_m03_10_4": {},
    "museum_of_failures": {"parameters": "EPOCHS, TRAIN_ROWS, TEST_ROWS = 0, 100, 100"},
    "scenes": {},
}


def notebook_path(name, language):
    return COLAB / ("ko" if language == "ko" else "") / f"{name}.ipynb"


def read(name, language):
    """A committed notebook."""
    return nbformat.read(notebook_path(name, language), as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "markdown"]


def printed_by(notebook, slug):
    """The text a cell printed."""
    (cell,) = [cell for cell in notebook.cells if cell.id == slug]
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")
