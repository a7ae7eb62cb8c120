"""Which cells a comparison has: the models, the course's presets, and the check of what a caller asks for."""

import operator
from dataclasses import dataclass

from keras_attention.comparison.settings import CellSettings, SettingError
from keras_attention.tasks import AssociativeRecall, FirstStepRecall


@dataclass(frozen=True)
class ModelChoice:
    """How a model of the comparison is built.

    Args:
        family: "lstm", "gru" or "transformer": names the builder `build_<family>` and the preset's sizes.
        arguments: Further arguments of the builder, as (name, value) pairs.
    """

    family: str
    arguments: tuple = ()


BACKENDS = ("tensorflow", "jax", "torch")  # those that can train

CHRONO, SHORTEST_CHRONO = "lstm-chrono", 3  # the spans it is started with lie between 1 and T - 1

MODELS = {
    "lstm": ModelChoice("lstm"),
    CHRONO: ModelChoice("lstm", (("forget_bias", "chrono"),)),
    "gru": ModelChoice("gru"),
    "transformer": ModelChoice("transformer"),
    "transformer-sinusoidal": ModelChoice("transformer", (("position", "sinusoidal"),)),
    "transformer-no-position": ModelChoice("transformer", (("position", "none"),)),
}


@dataclass(frozen=True)
class Preset:
    """The course's settings for one task. Sizes are (name, value) pairs for each model family."""

    models: tuple
    lengths: tuple
    quick_lengths: tuple
    epochs: int
    train_samples: int
    learning_rate: float
    batch_size: int
    recurrent_sizes: tuple
    transformer_sizes: tuple
    test_samples: int = 1000
    seeds: tuple = (0, 1)


PRESETS = {
    "first-step-recall": Preset(
        models=("lstm", "transformer"),
        lengths=(10, 20, 40, 80, 160),
        quick_lengths=(10, 40),
        epochs=30,
        train_samples=2000,
        learning_rate=0.005,
        batch_size=32,
        recurrent_sizes=(("units", 16),),
        transformer_sizes=(("width", 16), ("num_heads", 2), ("num_blocks", 1), ("intermediate_dim", 32)),
    ),
    "associative-recall": Preset(
        models=("gru", "transformer"),
        lengths=(AssociativeRecall().length,),
        quick_lengths=(AssociativeRecall().length,),
        epochs=15,
        train_samples=8000,
        learning_rate=0.003,
        batch_size=128,
        recurrent_sizes=(("units", 96), ("width", 48)),
        transformer_sizes=(("width", 48), ("num_heads", 4), ("num_blocks", 2), ("intermediate_dim", 96)),
    ),
}


def make_task(name, length):
    """The task object: data, chance level, ceiling."""
    return FirstStepRecall(length) if name == "first-step-recall" else AssociativeRecall()


def make_grid(task, models=None, lengths=None, seeds=None, epochs=None, samples=None, quick=False, *, backend):
    """All cells of a comparison, in the order of its table.

    Args:
        task: Name of the task.
        models: Model names, or `None` for the task's own choice.
        lengths: Sequence lengths, or `None` for the course's.
        seeds: Seeds, or `None` for 0 and 1.
        epochs: Epochs, or `None` for the course's.
        samples: Training sequences, or `None` for the course's.
        quick: Whether the lengths 10 and 40 and one seed stand in for lengths and seeds that are not given.
        backend: Name of the Keras backend.

    Returns:
        Tuple of `CellSettings`, model by model, length by length, seed by seed.

    Raises:
        SettingError: For a value that cannot be used.
    """
    if backend not in BACKENDS:
        raise SettingError("KERAS_BACKEND", repr(backend), ", ".join(BACKENDS))
    if not isinstance(task, str) or task not in PRESETS:
        raise SettingError("task", repr(task), ", ".join(PRESETS))
    preset = PRESETS[task]
    if lengths is not None and task == "associative-recall":
        raise SettingError("lengths", _shown(lengths), f"no length for {task}: it follows from the number of pairs")
    if lengths is None:
        lengths = preset.quick_lengths if quick else preset.lengths
    if seeds is None:
        seeds = preset.seeds[:1] if quick else preset.seeds
    models = _distinct("models", preset.models if models is None else models, _model_name)
    lengths = _distinct("lengths", lengths, _length)
    if CHRONO in models and min(lengths) < SHORTEST_CHRONO:
        raise SettingError("lengths", min(lengths), f"a whole number from {SHORTEST_CHRONO} for {CHRONO}")
    seeds = _distinct("seeds", seeds, _seed)
    epochs = whole_number("epochs", preset.epochs if epochs is None else epochs)
    samples = whole_number("samples", preset.train_samples if samples is None else samples)
    return tuple(
        CellSettings(
            task=task,
            model=model,
            length=length,
            seed=seed,
            epochs=epochs,
            train_samples=samples,
            test_samples=preset.test_samples,
            batch_size=preset.batch_size,
            learning_rate=preset.learning_rate,
            backend=backend,
            **dict(preset.transformer_sizes if MODELS[model].family == "transformer" else preset.recurrent_sizes),
        )
        for model in models
        for length in lengths
        for seed in seeds
    )


def whole_number(argument, value, smallest=1, largest=None):
    """`value` where it is a whole number from `smallest` to `largest`; text that spells one is read."""
    allowed = f"a whole number from {smallest}" + ("" if largest is None else f" to {largest}")
    try:
        number = int(value) if isinstance(value, str) else operator.index(value)
    except (TypeError, ValueError):
        number = None
    if number is None or isinstance(value, bool) or number < smallest or (largest is not None and number > largest):
        raise SettingError(argument, repr(value), allowed)
    return number


def _distinct(argument, values, check):
    """The checked values as a tuple, each once, in the order given."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise SettingError(argument, repr(values), "a list of values")
    values = tuple(dict.fromkeys(check(argument, value) for value in values))
    if not values:
        raise SettingError(argument, "nothing", "one value or more")
    return values


def _model_name(argument, value):
    if not isinstance(value, str) or value not in MODELS:
        raise SettingError(argument, repr(value), ", ".join(MODELS))
    return value


def _length(argument, value):
    # Two steps are the fewest in which there is anything to remember.
    return whole_number(argument, value, smallest=2)


def _seed(argument, value):
    return whole_number(argument, value, smallest=0, largest=2**32 - 1)


def _shown(values):
    return " ".join(map(str, values)) if isinstance(values, (list, tuple)) else repr(values)
