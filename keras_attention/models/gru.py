"""A GRU for a task."""

from keras import layers

from keras_attention.arguments import check_positive_int
from keras_attention.models.ends import answer_model, embed, task_input


def build_gru(task, units=16, width=None, learning_rate=0.005):
    """Builds and compiles a GRU for a task; it answers from its last hidden state.

    Args:
        task: a task of `keras_attention.tasks`.
        units: int, size of the hidden state.
        width: int, width of the token embedding; `None` takes `units`. Signals go in as they are.
        learning_rate: float, of the Adam optimizer.

    Returns:
        A compiled Keras model: (B, T, 1) signals to probabilities (B, 1), or (B, T) tokens to logits (B, V).

    Raises:
        ValueError: a size is not a positive integer.

    Example:
        >>> build_gru(AssociativeRecall(), units=96, width=48).count_params()
        44513

    Reference:
        Cho et al. (2014), Learning phrase representations using RNN encoder-decoder, section 2.3.
    """
    units = check_positive_int(units, "units")
    width = units if width is None else check_positive_int(width, "width")
    inputs = task_input(task)
    x = inputs if task.vocabulary_size is None else embed(task, inputs, width)  # (B, T, D)
    summary = layers.GRU(units, name="gru")(x)  # (B, units)
    return answer_model(task, inputs, summary, learning_rate, "gru")
