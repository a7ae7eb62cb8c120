"""The interactive scenes of the course: in a notebook, or on a page of their own.

Altair is imported when a scene is first drawn.
"""

from keras_attention.scenes.registry import NAMES

__all__ = ["NAMES", "chart"]


def chart(name, language="en"):
    """One scene for a notebook: the picture, its headline, and native inputs below it.

    Args:
        name: One of `NAMES`.
        language: "en" or "ko".

    Returns:
        Altair chart.

    Example:
        >>> from keras_attention.scenes import chart
        >>> chart("self-attention")  # doctest: +SKIP
    """
    from keras_attention.scenes.registry import find
    from keras_attention.scenes.stage.chart import notebook_chart

    return notebook_chart(find(name), language)
