"""A causal language model: at every position, which token comes next?"""

import keras
from keras import layers

from keras_attention.arguments import check_positive_int
from keras_attention.layers import AddPosition, TransformerBlock


def build_language_model(
    vocabulary_size,
    context_length,
    width=128,
    num_heads=4,
    num_blocks=4,
    intermediate_dim=None,
    dropout=0.0,
    learning_rate=0.001,
):
    """Builds and compiles a language model: pre-norm blocks under a causal mask, learned positions.

    Position t sees the tokens up to t and answers with a logit for every token that could stand at t + 1. Targets are
    thus the inputs moved by one: `model.fit(rows[:, :-1], rows[:, 1:])`. The loss is in nats a token.

    Args:
        vocabulary_size: int, V, the number of different tokens; they are 0 to V - 1.
        context_length: int, the most tokens the model can see.
        width: int, D, the length of the vector of every position.
        num_heads: int, heads of each block; they divide `width`.
        num_blocks: int, blocks in the stack.
        intermediate_dim: int, hidden width of the feed-forward networks; `None` takes 4 * `width`.
        dropout: float in [0, 1).
        learning_rate: float, of the AdamW optimizer.

    Returns:
        A compiled Keras model: (B, T) tokens with T <= `context_length` to logits (B, T, V).

    Raises:
        ValueError: a size is not a positive integer or does not fit (see `TransformerBlock`).

    Example:
        >>> model = build_language_model(vocabulary_size=50, context_length=64)
        >>> model(np.zeros((1, 10), "int32")).shape
        (1, 10, 50)

    Reference:
        Radford et al. (2019), Language models are unsupervised multitask learners, section 2. Pre-norm: Xiong et al.
        (2020), On layer normalization in the transformer architecture, figure 1.
    """
    # What comes back is used: Keras refuses NumPy's integers here and there.
    vocabulary_size = check_positive_int(vocabulary_size, "vocabulary_size")
    context_length = check_positive_int(context_length, "context_length")
    width = check_positive_int(width, "width")
    num_blocks = check_positive_int(num_blocks, "num_blocks")
    intermediate_dim = 4 * width if intermediate_dim is None else intermediate_dim
    tokens = keras.Input((None,), dtype="int32", name="tokens")
    x = layers.Embedding(vocabulary_size, width, name="token_embedding")(tokens)  # (B, T, D)
    x = AddPosition(context_length, name="position")(x)
    for number in range(1, num_blocks + 1):
        block = TransformerBlock(
            num_heads,
            intermediate_dim,
            dropout=dropout,
            activation="gelu",
            normalize_first=True,
            name=f"block_{number}",
        )
        x = block(x, use_causal_mask=True)  # (B, T, D)
    x = layers.LayerNormalization(epsilon=1e-5, name="final_norm")(x)
    logits = layers.Dense(vocabulary_size, name="next_token")(x)  # (B, T, V)
    model = keras.Model(tokens, logits, name="language_model")
    model.compile(
        optimizer=keras.optimizers.AdamW(learning_rate, weight_decay=0.1, beta_2=0.99, global_clipnorm=1.0),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    return model
