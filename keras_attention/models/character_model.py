"""A language model together with its characters, as one file."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

import keras

from keras_attention.layers.character_vocabulary import CharacterVocabulary
from keras_attention.models.language_model_parts import language_model_parts
from keras_attention.vocabulary import Vocabulary


class CharacterModelError(ValueError):
    """A file that holds no such model; the message is one sentence."""


@dataclass(frozen=True)
class CharacterModel:
    """A language model and the characters its tokens stand for.

    Args:
        language_model: a model of `build_language_model`.
        vocabulary: the `Vocabulary` of its tokens.

    Example:
        >>> vocabulary = Vocabulary("to be or not to be")
        >>> language_model = build_language_model(len(vocabulary), context_length=8, width=16, num_blocks=1)
        >>> CharacterModel(language_model, vocabulary).save("model.keras")
        >>> CharacterModel.load("model.keras").vocabulary.characters
        ' benort'
    """

    language_model: keras.Model
    vocabulary: Vocabulary

    def save(self, path):
        """Writes a `.keras` file, whole or not at all; no other file is needed to load it.

        The file holds a model of two layers, a `CharacterVocabulary` and the language model.

        Args:
            path: the file; it ends in `.keras`.
        """
        path = Path(path)
        plain = type(self.language_model).from_config(self.language_model.get_config())  # no optimizer, no loss
        plain.set_weights(self.language_model.get_weights())
        tokens = keras.Input((None,), dtype="int32", name="tokens")
        characters = CharacterVocabulary(self.vocabulary.characters, name="characters")
        model = keras.Model(tokens, plain(characters(tokens)), name="character_model")
        temporary = path.with_name(f".{path.stem}.{secrets.token_hex(8)}.keras")
        try:
            model.save(temporary)
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)

    @classmethod
    def load(cls, path):
        """Reads what `save` wrote.

        Args:
            path: the file.

        Returns:
            A `CharacterModel`.

        Raises:
            CharacterModelError: there is no such file, or it holds no such model.
        """
        path = Path(path)
        if not os.path.isfile(path):
            raise CharacterModelError(f"there is no file {str(path)!r}")
        try:
            model = keras.models.load_model(path, compile=False)
            characters, language_model = model.get_layer("characters"), model.get_layer("language_model")
            parts = language_model_parts(language_model)
            if parts.vocabulary_size != len(characters.vocabulary):
                raise ValueError(f"{len(characters.vocabulary)} characters for {parts.vocabulary_size} tokens")
            return cls(language_model, characters.vocabulary)
        except Exception as error:  # Keras raises whatever the bytes of a file lead to
            reason = str(error).strip().split("\n")[0]
            raise CharacterModelError(f"{str(path)!r} holds no character model: {reason}") from error
