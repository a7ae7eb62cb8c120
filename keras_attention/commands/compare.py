"""The command `compare`."""

import sys
import textwrap

from keras_attention.backend_name import backend_name
from keras_attention.commands.console import CONSOLE_WIDTH, PROGRAM
from keras_attention.comparison.grid import MODELS, PRESETS, make_grid, whole_number
from keras_attention.comparison.settings import SettingError


def register(commands):
    """Adds the command to the parser of all commands."""
    parser = commands.add_parser(
        "compare",
        help="train models on a task that asks for memory, and explain the table",
        description="Trains every model at every length with every seed, and writes a table with its explanation and a "
        "picture. Running again runs only what is missing.",
        allow_abbrev=False,
    )
    parser.add_argument("--task", default="first-step-recall", help=f"one of {', '.join(PRESETS)} (default: the first)")
    parser.add_argument("--models", nargs="+", help=f"some of {', '.join(MODELS)} (default: {_defaults('models')})")
    parser.add_argument("--lengths", nargs="+", help="lengths of the sequences (default: 10 20 40 80 160)")
    parser.add_argument("--seeds", nargs="+", help="seeds (default: 0 1)")
    parser.add_argument("--epochs", help=f"passes over the training sequences (default: {_defaults('epochs')})")
    parser.add_argument("--samples", help=f"training sequences (default: {_defaults('train_samples')})")
    parser.add_argument("--results", metavar="FOLDER", default="results", help="where results go (default: results)")
    parser.add_argument("--workers", metavar="N", help="processes at once (default: one for each core)")
    parser.add_argument("--quick", action="store_true", help="lengths 10 and 40 and one seed, where none are given")
    parser.set_defaults(run=_compare)


def _defaults(name):
    """The presets' values for one option, as in "30 for first-step-recall, 15 for associative-recall"."""
    values = {task: getattr(preset, name) for task, preset in PRESETS.items()}
    texts = {task: " ".join(value) if isinstance(value, tuple) else str(value) for task, value in values.items()}
    return ", ".join(f"{text} for {task}" for task, text in texts.items())


def _compare(options):
    from keras_attention.comparison.runner import default_workers, report, run, write

    given = (options.models, options.lengths, options.seeds, options.epochs, options.samples, options.quick)
    try:
        cells = make_grid(options.task, *given, backend=backend_name())
        workers = default_workers() if options.workers is None else whole_number("workers", options.workers)
        outcome = run(cells, options.results, workers)
    except SettingError as error:
        option = "" if str(error).startswith("KERAS_BACKEND") else "--"
        print(f"{PROGRAM} compare: {option}{error}", file=sys.stderr)
        return 2
    failed = _tell_what_failed(outcome)
    if outcome.records:
        table, *paragraphs = report(outcome)
        texts = [table, *(textwrap.fill(text, CONSOLE_WIDTH) for text in paragraphs)]
        print("\n" + "\n\n".join(texts), flush=True)
        try:
            write(outcome, options.results)
        except OSError as error:
            print(f"{PROGRAM} compare: not written: {error}; finished runs are kept", file=sys.stderr)
            failed = True
        else:
            print(f"\nWritten to {options.results}: table.md, table.csv, figure.png", flush=True)
    if outcome.interrupted:
        done = f"{len(outcome.records)} of {outcome.total} cells are finished and kept"
        print(f"Stopped: {done}. The same command goes on from here.", file=sys.stderr)
        return 130
    return 1 if failed else 0


def _tell_what_failed(outcome):
    """Says which cells have no result and why, each reason once."""
    for reason in dict.fromkeys(outcome.lost.values()):
        cells = "; ".join(cell.label for cell, text in outcome.lost.items() if text == reason)
        print(f"\nNo result for {cells}:\n{textwrap.indent(reason, '    ')}", file=sys.stderr)
    if outcome.lost:
        failed = f"{len(outcome.lost)} of {outcome.total} cells failed"
        print(f"\n{failed}. The same command runs them again.", file=sys.stderr)
    return bool(outcome.lost)
