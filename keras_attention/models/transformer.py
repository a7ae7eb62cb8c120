"""A transformer for a task."""

import keras
from keras import layers

from keras_attention.arguments import check_positive_int
from keras_attention.layers import AddPosition, AddSinusoidalPosition, TransformerBlock
from keras_attention.models.ends import answer_model, embed, one_of, task_input

POSITIONS = ("learned", "sinusoidal", "none")


def build_transformer(
    task,
    width=16,
    num_heads=2,
    num_blocks=1,
    intermediate_dim=32,
    position="learned",
    dropout=0.0,
    learning_rate=0.005,
):
    """Builds and compiles a transformer of post-norm blocks for a task.

    Signals are averaged over the steps before the answer, tokens are answered from the last step, where the question
    stands.

    Args:
        task: a task of `keras_attention.tasks`.
        width: int, D, the length of the vector of every step.
        num_heads: int, heads of each block; they divide `width`.
        num_blocks: int, blocks in the stack.
        intermediate_dim: int, hidden width of the feed-forward networks.
        position: "learned", "sinusoidal" or "none".
        dropout: float in [0, 1).
        learning_rate: float, of the Adam optimizer.

    Returns:
        A compiled Keras model: (B, T, 1) signals to probabilities (B, 1), or (B, T) tokens to logits (B, V).

    Raises:
        ValueError: `position` is none of the three, or a size is not a positive integer or does not fit (see
            `TransformerBlock`).

    Example:
        >>> build_transformer(AssociativeRecall(), 48, 4, 2, 96).count_params()
        40145

    Reference:
        Vaswani et al. (2017), section 3.
    """
    one_of(position, POSITIONS, "position")
    width, num_blocks = check_positive_int(width, "width"), check_positive_int(num_blocks, "num_blocks")
    inputs = task_input(task)
    x = embed(task, inputs, width)  # (B, T, D)
    if position == "learned":
        initializer = "random_normal" if task.vocabulary_size is None else keras.initializers.RandomNormal(stddev=1.0)
        x = AddPosition(initializer=initializer, name="position")(x)
    elif position == "sinusoidal":
        x = AddSinusoidalPosition(name="position")(x)
    for number in range(1, num_blocks + 1):
        x = TransformerBlock(num_heads, intermediate_dim, dropout=dropout, name=f"block_{number}")(x)  # (B, T, D)
    if task.vocabulary_size is None:
        summary = layers.GlobalAveragePooling1D(name="mean_over_steps")(x)  # (B, D)
    else:
        summary = x[:, -1]  # (B, D)
    return answer_model(task, inputs, summary, learning_rate, "transformer")
