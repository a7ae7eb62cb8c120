"""The private parts of Keras this package cannot do without, one guarded helper each."""


def mask_of(tensor):
    """Returns the padding mask that Keras attached to `tensor`, or `None`."""
    try:
        from keras.src.backend import get_keras_mask
    except ImportError:  # another Keras may keep it elsewhere; most tensors carry it as an attribute
        return getattr(tensor, "_keras_mask", None)
    return get_keras_mask(tensor)


def inner_layers(layer):
    """Returns the layers that `layer` holds itself, without those inside them."""
    return layer._flatten_layers(include_self=False, recursive=False)


def layers_by_path(model):
    """Returns `model` and every layer inside it, however deep, each once.

    Returns:
        Dict from layer to its path below `model`: the names of the layers around it and its own, joined by "/". Keras'
        own `layer.path` depends on how a model came about, and differs after loading.
    """
    paths, waiting = {model: model.name}, [(model, "")]
    while waiting:  # level by level, so that a layer held twice has its shortest path
        parent, prefix = waiting.pop(0)
        for layer in inner_layers(parent):
            if layer not in paths:
                paths[layer] = prefix + layer.name
                waiting.append((layer, f"{paths[layer]}/"))
    return paths
