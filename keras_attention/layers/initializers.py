"""What the config of a layer holds of an initializer."""

import keras


def initializer_config(initializer):
    """Returns the name alone of an initializer whose settings are all Keras' defaults, otherwise its whole config.

    A name is understood by every Keras; settings are not: 3.15 writes two for "glorot_uniform" that 3.13 refuses.
    """
    kind = type(initializer)
    known = getattr(keras.initializers, kind.__name__, None) is kind
    if known and kind is not keras.initializers.Constant:  # a Constant is nothing without its value
        if kind().get_config() == initializer.get_config():
            return kind.__name__
    return keras.initializers.serialize(initializer)
