"""The layers of a language model by their parts in it, and how it reads new tokens beside a key-value cache."""

from dataclasses import dataclass

import keras
from keras import layers

from keras_attention.layers import AddPosition, TransformerBlock


@dataclass(frozen=True)
class LanguageModelParts:
    """The layers of a model of `build_language_model`, also of one that was saved and loaded.

    Example:
        >>> parts = language_model_parts(build_language_model(vocabulary_size=50, context_length=64))
        >>> caches = parts.empty_caches(batch_size=1)
        >>> x, caches = parts.read(np.array([[3, 1, 4]]), caches)
        >>> x, caches = parts.read(np.array([[1]]), caches)
        >>> parts.logits(x).shape
        (1, 1, 50)
    """

    embedding: layers.Embedding
    position: AddPosition
    blocks: tuple
    norm: layers.LayerNormalization
    head: layers.Dense

    @property
    def vocabulary_size(self):
        """How many tokens there are."""
        return self.embedding.input_dim

    @property
    def context_length(self):
        """The most tokens the model can see."""
        return self.position.table.shape[0]

    def empty_caches(self, batch_size):
        """A cache for each block, with room for the whole context."""
        return [block.empty_cache(batch_size, self.context_length) for block in self.blocks]

    def read(self, tokens, caches):
        """Reads tokens behind those in the caches.

        Args:
            tokens: integers of shape (B, T).
            caches: a cache for each block.

        Returns:
            Tensor of shape (B, T, D), what leaves the last block; and the new caches.
        """
        x = self.position(self.embedding(tokens), start=caches[0]["position"])  # (B, T, D)
        extended = []
        for block, cache in zip(self.blocks, caches, strict=True):
            x, cache = block(x, use_causal_mask=True, cache=cache, training=False)  # (B, T, D)
            extended.append(cache)
        return x, extended

    def logits(self, x):
        """What leaves the last block (B, T, D) as logits for the next token (B, T, V)."""
        return self.head(self.norm(x))


def language_model_parts(model):
    """Finds the parts of a language model by its layers, not by how it came about.

    Args:
        model: a Keras model as `build_language_model` makes it.

    Returns:
        `LanguageModelParts`.

    Raises:
        ValueError: the model is not one chain of an embedding, learned positions, transformer blocks under a causal
            mask, a normalization and a dense layer.
    """
    if not isinstance(model, keras.Model):
        raise ValueError(f"`model` must be a Keras model; received {type(model).__name__}")
    steps = [layer for layer in model.layers if not isinstance(layer, layers.InputLayer)]
    kinds = [layers.Embedding, AddPosition, *[TransformerBlock] * (len(steps) - 4)]
    kinds += [layers.LayerNormalization, layers.Dense]
    fitting = len(steps) == len(kinds) > 4 and all(map(isinstance, steps, kinds))
    if not fitting or steps[0].input_dim != steps[-1].units or not _is_causal_chain(model, steps):
        seen = ", ".join(f"{layer.name} ({type(layer).__name__})" for layer in steps)
        raise ValueError(
            "`model` must be a chain of Embedding, AddPosition, one TransformerBlock or more, called with "
            "`use_causal_mask=True`, LayerNormalization and Dense, with as many tokens out as in, as "
            "`build_language_model` makes it; received "
            f"a {type(model).__name__} with the layers {seen or 'none'}"
        )
    embedding, position, *blocks, norm, head = steps
    return LanguageModelParts(embedding, position, tuple(blocks), norm, head)


def _is_causal_chain(model, steps):
    """Whether the model calls these layers and nothing else, each once on what the one before it gives."""
    saved = model.get_config().get("layers", [])  # what a `.keras` file says of how the layers are connected
    calls = {operation["name"]: operation["inbound_nodes"] for operation in saved if "inbound_nodes" in operation}
    if len(calls) != len(steps) + 1:  # and the input
        return False
    before = model.layers[0].name
    for layer in steps:
        if len(calls.get(layer.name, ())) != 1:
            return False
        (call,) = calls[layer.name]
        arguments = {name: value for name, value in call["kwargs"].items() if value is not None}
        causal = arguments.pop("use_causal_mask", None) is True
        if arguments or causal != isinstance(layer, TransformerBlock):
            return False
        if [tensor["config"]["keras_history"][0] for tensor in call["args"]] != [before]:
            return False
        before = layer.name
    return True
