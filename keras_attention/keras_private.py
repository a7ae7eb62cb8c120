"""The private parts of Keras this package cannot do without, one guarded helper each."""


def mask_of(tensor):
    """Returns the padding mask that Keras attached to `tensor`, or `None`."""
    try:
        from keras.src.backend import get_keras_mask
    except ImportError:  # another Keras may keep it elsewhere; most tensors carry it as an attribute
        return getattr(tensor, "_keras_mask", None)
    return get_keras_mask(tensor)


def all_layers(model):
    """Returns `model` and every layer inside it, however deep, each once."""
    return list(model._flatten_layers(include_self=True, recursive=True))
