"""An LSTM for a task."""

from keras import layers

from keras_attention.arguments import check_positive_int
from keras_attention.models.chrono import ChronoBias
from keras_attention.models.ends import answer_model, embed, one_of, task_input

FORGET_BIASES = ("one", "chrono")


def build_lstm(task, units=16, width=None, forget_bias="one", learning_rate=0.005):
    """Builds and compiles an LSTM for a task; it answers from its last hidden state.

    Args:
        task: a task of `keras_attention.tasks`.
        units: int, size of the hidden state.
        width: int, width of the token embedding; `None` takes `units`. Signals go in as they are.
        forget_bias: "one", Keras' own start, whose forget gates are sigma(1) = 0.731 and whose memory is 0.731^T after
            T steps; or "chrono", which spans the whole sequence (see `ChronoBias`).
        learning_rate: float, of the Adam optimizer.

    Returns:
        A compiled Keras model: (B, T, 1) signals to probabilities (B, 1), or (B, T) tokens to logits (B, V).

    Raises:
        ValueError: `forget_bias` is neither of the two, or a size is not a positive integer.

    Example:
        >>> build_lstm(FirstStepRecall(40)).count_params()
        1169

    Reference:
        Hochreiter & Schmidhuber (1997), Long short-term memory. Forget bias of 1: Jozefowicz et al. (2015), section 2.
    """
    one_of(forget_bias, FORGET_BIASES, "forget_bias")
    start = {} if forget_bias == "one" else {"unit_forget_bias": False, "bias_initializer": ChronoBias(task.length)}
    units = check_positive_int(units, "units")
    width = units if width is None else check_positive_int(width, "width")
    inputs = task_input(task)
    x = inputs if task.vocabulary_size is None else embed(task, inputs, width)  # (B, T, D)
    summary = layers.LSTM(units, name="lstm", **start)(x)  # (B, units)
    return answer_model(task, inputs, summary, learning_rate, "lstm")
