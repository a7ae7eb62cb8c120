"""The characters of a model, as a layer, so that they are saved with it."""

import keras

from keras_attention.vocabulary import Vocabulary


@keras.saving.register_keras_serializable(package="keras_attention")
class CharacterVocabulary(keras.layers.Layer):
    """Hands token ids on as they are, and knows which character each of them stands for.

    It has no weights. Its characters are part of its configuration, so a model that holds it can be saved, loaded in
    another process, and given a text.

    Args:
        characters: string, the characters; token id i is the i-th of them in the order of their code points.
        **kwargs: `name`, `dtype` and `trainable`, as for every Keras layer.

    Call arguments:
        inputs: integers of shape (B, T).

    Returns:
        The same.

    Raises:
        ValueError: there are no characters.

    Example:
        >>> CharacterVocabulary("banana").vocabulary.encode("nab")
        array([2, 0, 1], dtype=int32)
    """

    def __init__(self, characters, **kwargs):
        super().__init__(**kwargs)
        self.vocabulary = Vocabulary(characters)

    def call(self, inputs):
        return inputs

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        return {**super().get_config(), "characters": self.vocabulary.characters}
