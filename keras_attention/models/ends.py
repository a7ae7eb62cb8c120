"""Both ends of a model for a task: what comes in, what goes out, and how it is trained."""

import keras
from keras import layers


def embed(task, inputs, width):
    """Gives every step a vector: (B, T, 1) signals through a dense layer, (B, T) tokens from a table, to (B, T, D).

    Signals are projected and never used as indices: an embedding of two rows asked for -1 and +1 gives the same row
    for both.
    """
    if task.vocabulary_size is None:
        return layers.Dense(width, name="signal_projection")(inputs)
    return layers.Embedding(
        task.vocabulary_size,
        width,
        # Keras would start with numbers of about 0.03: beside positions of that size the keys look alike, and the
        # associative recall task stays unsolved for many epochs.
        embeddings_initializer=keras.initializers.RandomNormal(stddev=1.0),
        name="token_embedding",
    )(inputs)


def task_input(task):
    """The symbolic input of a task: (B, T, 1) for signals, (B, T) for tokens."""
    if task.vocabulary_size is None:
        return keras.Input((task.length, 1), name="signals")
    return keras.Input((task.length,), dtype="int32", name="tokens")


def answer_model(task, inputs, summary, learning_rate, name):
    """Finishes and compiles a model: (B, D) to a probability (B, 1), or to logits (B, V) over the tokens."""
    if task.vocabulary_size is None:
        outputs = layers.Dense(1, activation="sigmoid", name="answer")(summary)  # (B, 1)
        loss = keras.losses.BinaryCrossentropy()
    else:
        outputs = layers.Dense(task.vocabulary_size, name="answer")(summary)  # (B, V)
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model = keras.Model(inputs, outputs, name=name)
    model.compile(optimizer=keras.optimizers.Adam(learning_rate), loss=loss, metrics=["accuracy"])
    return model


def one_of(value, allowed, argument):
    """Returns `value`; ValueError unless it is one of the allowed ones."""
    if value not in allowed:
        raise ValueError(f"`{argument}` must be one of {', '.join(map(repr, allowed))}; received {value!r}")
    return value
