"""What every inspection checks first."""

import keras


def check_model(model):
    """Raises ValueError unless `model` is a Keras model or layer."""
    if not isinstance(model, keras.Layer):
        raise ValueError(f"`model` must be a Keras model or layer; received {type(model).__name__}")
