"""The command `generate`."""

import math
import os
import secrets
import sys
from pathlib import Path

from keras_attention.commands.console import PROGRAM, whole_number
from keras_attention.quiet import import_keras_quietly

CONTEXT_LENGTH = 64  # characters
MOST_CHARACTERS = 100_000  # to write; a longer text would ask for more memory and time than anybody means to give
MOST_MINUTES = 10_000
LARGEST_SEED = 2**32 - 1  # of NumPy's global generator, which Keras seeds
# XLA uses half of a vector of 512 bits unless told otherwise, and compiles longer than these programs are worth.
XLA_FLAGS = "--xla_cpu_prefer_vector_width=512 --xla_backend_optimization_level=1"


class _UsageError(Exception):
    """What is wrong with the options, as a sentence."""


def register(commands):
    """Adds the command to the parser of all commands."""
    parser = commands.add_parser(
        "generate",
        help="train a small language model on a text, character by character, and let it write",
        description="Trains a causal transformer on a text for some time and prints what it writes. Ctrl-C ends the "
        "training early and keeps the best model so far.",
        allow_abbrev=False,
    )
    parser.add_argument("--text", metavar="FILE", help="a text in UTF-8 (default: the topics of Python's own help)")
    parser.add_argument("--minutes", help="how long to train, compiling included (default: 1)")
    parser.add_argument("--length", default="200", help="how many characters to write (default: 200)")
    parser.add_argument("--save", metavar="MODEL.keras", help="keep the model, whenever it is the best so far")
    parser.add_argument("--load", metavar="MODEL.keras", help="train nothing, write with a model that was saved")
    parser.add_argument("--prompt", metavar="TEXT", help="what to go on from (default: the beginning of a line)")
    parser.add_argument("--temperature", default="0.8", help="0 is always the likeliest, 1 as learned (default: 0.8)")
    parser.add_argument("--seed", default="0", help="the same seed and model write the same (default: 0)")
    parser.set_defaults(run=_generate)


def _generate(options):
    from keras_attention.tasks.text_file import TextFileError

    try:
        return (_train if options.load is None else _load)(options)
    except _UsageError as error:
        print(f"{PROGRAM} generate: --{error}", file=sys.stderr)
        return 2
    except TextFileError as error:
        print(f"{PROGRAM} generate: --text: {error}", file=sys.stderr)
        return 2


def _load(options):
    """Writes with the model of a file; nothing that belongs to training may be asked for."""
    for name in ("text", "minutes", "save"):
        if getattr(options, name) is not None:
            raise _UsageError(f"load: trains nothing, so --{name} cannot go with it")
    how = _how_to_write(options)
    if not os.path.isfile(options.load):  # `Path.is_file` fails where a name is too long
        raise _UsageError(f"load: there is no file {options.load!r}")
    _start_keras()
    from keras_attention.models.character_model import CharacterModel, CharacterModelError

    try:
        model = CharacterModel.load(options.load)
    except CharacterModelError as error:
        raise _UsageError(f"load: {error}") from None
    _write(model, _prompt(options.prompt, model.vocabulary), **how)
    return 0


def _train(options):
    """Trains a model on a text, saves it whenever it was the best so far, and writes with it."""
    allowed = f"a number above 0, at most {MOST_MINUTES:,}"
    minutes = "1" if options.minutes is None else options.minutes
    minutes = _number("minutes", minutes, allowed, lambda value: 0 < value <= MOST_MINUTES)
    how = _how_to_write(options)
    path = None if options.save is None else _path_to_save(options.save)
    task = _task(options.text)
    prompt = _prompt(options.prompt, task.vocabulary)
    _start_keras()
    try:
        model = _trained(task, 60 * minutes, path, how["seed"])
    except OSError as error:
        print(f"{PROGRAM} generate: --save: {options.save!r} could not be written: {error}", file=sys.stderr)
        return 1
    _write(model, prompt, **how)
    return 0


def _trained(task, seconds, path, seed):
    """A model trained on a task for some time, with what a person wants to see on the way."""
    import keras

    from keras_attention.commands.training_progress import make_progress
    from keras_attention.models.character_model import CharacterModel
    from keras_attention.models.language_model import build_language_model
    from keras_attention.timed_training import mean_loss, train_for

    keras.utils.set_random_seed(seed)
    language_model = build_language_model(task.vocabulary_size, task.context_length)
    model = CharacterModel(language_model, task.vocabulary)
    parameters = language_model.count_params()
    print(
        f"{len(task.text):,} characters, {task.vocabulary_size} different; {parameters:,} parameters. Losses are in "
        f"nats a character; guessing: {task.chance_loss:.3f}",
        flush=True,
    )
    with make_progress(seconds) as shown:

        def on_progress(progress):
            shown.update(progress)
            if progress.is_best and path is not None:
                model.save(path)

        training = train_for(language_model, task, seconds, seed, on_progress)
    if path is not None:
        model.save(path)
    loss = mean_loss(language_model, *task.held_out())
    print(
        f"{'Stopped: ' if training.interrupted else ''}{training.steps:,} steps in {training.seconds:.0f} s, "
        f"held-out loss {loss:.3f}{'' if path is None else f'; saved as {path}'}",
        flush=True,
    )
    return model


def _start_keras():
    """Imports Keras, with the compiler's flags in place."""
    os.environ["XLA_FLAGS"] = f"{XLA_FLAGS} {os.environ.get('XLA_FLAGS', '')}"
    import_keras_quietly()


def _how_to_write(options):
    """The numbers that `generate` takes."""
    return {
        "length": _whole_number("length", options.length, 1, MOST_CHARACTERS),
        "temperature": _number("temperature", options.temperature, "a number from 0", lambda value: value >= 0),
        "seed": _whole_number("seed", options.seed, 0, LARGEST_SEED),
    }


def _task(name):
    """The task of a file, or of the text in every Python."""
    from keras_attention.tasks.next_character import NextCharacter, python_help
    from keras_attention.tasks.text_file import TextFileError, read_text_file

    text = python_help() if name is None else read_text_file(name)
    if len(set(text)) == 1:
        raise TextFileError(f"{name!r} holds nothing but {text[0]!r}: there is nothing to predict")
    try:
        return NextCharacter(text, CONTEXT_LENGTH)
    except ValueError:
        least = NextCharacter.least_characters(CONTEXT_LENGTH)
        found = f"{len(text):,} character{'s' if len(text) != 1 else ''}"
        raise TextFileError(f"{name!r} is too short: {found}, and at least {least:,} are needed") from None


def _prompt(text, vocabulary):
    """The prompt as token ids; without one, the beginning of a line."""
    if text is None:
        text = next((start for start in "\n " if start in vocabulary.characters), vocabulary.characters[0])
    if not text:
        raise _UsageError("prompt: got nothing, allowed: a text of at least one character")
    try:
        return vocabulary.encode(text)
    except ValueError as error:
        raise _UsageError(f"prompt: {error}") from None


def _write(model, prompt, length, temperature, seed):
    """Prints the prompt and what the model writes after it."""
    from keras_attention.generation import generate

    written = generate(model.language_model, prompt, length, temperature, seed=seed)
    print("\n" + _printable(model.vocabulary.decode(prompt) + model.vocabulary.decode(written)).strip("\n"), flush=True)


def _printable(text):
    """A text without characters that would move the cursor or change colours; they are escaped."""
    return "".join(
        character if character.isprintable() or character in "\n\t" else ascii(character)[1:-1] for character in text
    )


def _path_to_save(name):
    path = Path(name)
    if path.suffix != ".keras" or os.path.isdir(path):
        raise _UsageError(f"save: got {name!r}, allowed: the name of a file that ends in .keras")
    trial = path.with_name(f".{path.stem}.{secrets.token_hex(8)}.keras")  # a name as long as that of an unfinished file
    try:
        trial.touch()
        trial.unlink()
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or error
        allowed = f"a file in a folder that is there and can be written ({reason})"
        raise _UsageError(f"save: got {name!r}, allowed: {allowed}") from None
    return path


def _whole_number(name, text, least, most):
    number = whole_number(text, least, most)
    if number is None:
        raise _UsageError(f"{name}: got {text!r}, allowed: a whole number from {least} to {most:,}")
    return number


def _number(name, text, allowed, is_right):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and is_right(value)):
        raise _UsageError(f"{name}: got {text!r}, allowed: {allowed}")
    return value
