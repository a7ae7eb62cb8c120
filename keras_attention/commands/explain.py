"""The command `explain`."""

import os
import sys
import textwrap

from keras_attention.commands.console import CONSOLE_WIDTH, PROGRAM, whole_number
from keras_attention.quiet import import_keras_quietly


def register(commands):
    """Adds the command to the parser of all commands."""
    parser = commands.add_parser(
        "explain",
        help="say what every layer of a saved model costs",
        description="Prints a table of a saved model: a row for each layer, its parameters by formula and as Keras "
        "counts them, its multiply-adds, and the bytes of its attention weights, all for one sample. Below it stands "
        "what is unusual: heads that are together wider than their input, for instance.",
        allow_abbrev=False,
    )
    parser.add_argument("model", metavar="MODEL.keras", help="file written by model.save")
    parser.add_argument("--length", metavar="N", help="sequence length to count with, where the model takes any length")
    parser.set_defaults(run=_explain)


def _explain(options):
    try:
        length = _length(options.length)
        model = _load(options.model)
    except _UsageError as error:
        print(f"{PROGRAM} explain: {error}", file=sys.stderr)
        return 2
    from keras_attention.inspection import explain_cost

    try:
        report = explain_cost(model, length)
    except ValueError as error:  # a subclassed model may come out of its file without having been built
        print(f"{PROGRAM} explain: {_one_line(error)}", file=sys.stderr)
        return 1
    remarks = (textwrap.fill(remark, CONSOLE_WIDTH) for remark in report.remarks)
    print("\n\n".join([report.table, *remarks]), flush=True)
    return 0


class _UsageError(Exception):
    """What is wrong with the arguments, as a sentence."""


def _length(text):
    if text is None:
        return None
    number = whole_number(text, least=1)
    if number is None:
        raise _UsageError(f"--length: got {text!r}, allowed: a whole number from 1")
    return number


def _load(name):
    """The model of a file, with the layers of this package known to Keras."""
    if not os.path.isfile(name):  # `Path.is_file` fails where a name is too long
        raise _UsageError(f"MODEL.keras: got {name!r}, allowed: a file written by model.save")
    import_keras_quietly()
    import keras

    import keras_attention.models  # noqa: F401  (registers what a file may hold)

    try:
        return keras.saving.load_model(name, compile=False)
    except Exception as error:  # Keras raises whatever the bytes of a file lead to
        raise _UsageError(f"MODEL.keras: {name!r} cannot be loaded: {_one_line(error)}") from None


def _one_line(error):
    return textwrap.shorten(str(error) or type(error).__name__, 300, placeholder=" ...")
