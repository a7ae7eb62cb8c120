"""Whether the values of a tensor can be seen: they can while arrays are arrays, not inside a compiled program."""

import keras
import numpy as np
from keras import ops


def concrete_values(tensor):
    """Returns the values as a NumPy array, or `None` where they are symbolic or traced."""
    if isinstance(tensor, keras.KerasTensor):
        return None
    try:
        return np.asarray(ops.convert_to_numpy(tensor))
    except Exception:  # every backend refuses a traced tensor with an error class of its own
        return None
