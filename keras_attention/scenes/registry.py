"""The scenes by name, in the order of the page. A scene is imported when it is first asked for."""

import importlib

NAMES = (
    "bottleneck",
    "translation",
    "library",
    "self-attention",
    "multi-head",
    "position",
    "block",
    "encoder-decoder",
    "cost",
    "einsum",
)


def find(name):
    """The `Scene` called `name`.

    Raises:
        ValueError: There is none of that name.
    """
    if name not in NAMES:
        raise ValueError(f"name must be one of {', '.join(NAMES)}; received {name!r}.")
    return importlib.import_module(f"keras_attention.scenes.{name.replace('-', '_')}").SCENE
