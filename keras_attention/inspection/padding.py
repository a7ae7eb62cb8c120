"""Whether padding changes the answers of a model."""

from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.inspection.checks import check_model


@dataclass(frozen=True)
class PaddingReport:
    """What `check_padding` found; its text says right, or what is wrong.

    Attributes:
        is_ignored: bool, whether every padded row gives the same answer without its padding.
        num_rows: int, how many padded rows were compared.
        row: int, the row whose answer changed most; `None` where none changed. So are the next two.
        length: int, the real steps of that row.
        padded_length: int, its steps with padding.
        largest_change: float, the largest change of an answer.
    """

    is_ignored: bool
    num_rows: int
    row: int | None
    length: int | None
    padded_length: int | None
    largest_change: float

    def __str__(self):
        if self.is_ignored:
            return f"Padding ignored: {self.num_rows} padded rows give the same answers without their padding."
        return (
            f"Padding looked at: row {self.row}, {self.length} steps padded to {self.padded_length}, changes its "
            f"answer by up to {self.largest_change:.2g} when its padding is cut off."
        )


def check_padding(model, inputs, lengths=None, padding=0, tolerance=1e-5):
    """Checks that padding changes nothing: compares the answers to padded rows with those to the bare rows.

    Args:
        model: a Keras model or layer that takes rows of any length: (B, T) or (B, T, D), or a list, tuple or dict of
            inputs, the padding mask among them if the model asks for it.
        inputs: padded rows, an array or a structure of arrays. Of arrays with T on axis 1 the padding is cut off.
            Padding stands at the end of a row.
        lengths: integers of shape (B,), the real steps of every row. Where it is `None` and `inputs` is one array, the
            steps at the end that hold nothing but `padding` are the padding.
        padding: what padding is filled with.
        tolerance: float, how much an answer may move by rounding; it counts from the largest answer where that is
            above 1.

    Returns:
        A `PaddingReport`. Where an output has a value for every step, those of the real steps are compared. Its text
        is one sentence.

    Raises:
        ValueError: no row is padded (or all are nothing but padding), `lengths` does not fit, or the model does not
            take the bare rows, because its input has a fixed length for instance.

    Example:
        >>> model = keras.Sequential([keras.layers.Embedding(9, 4), keras.layers.GlobalAveragePooling1D()])
        >>> print(check_padding(model, np.array([[1, 2, 0, 0], [3, 4, 5, 6]])))
        Padding looked at: row 0, 2 steps padded to 4, changes its answer by up to 0.031 when its padding is cut off.

    Reference:
        How a padding mask gets lost on its way: https://github.com/keras-team/keras/issues/18416
    """
    check_model(model)
    inputs = keras.tree.map_structure(np.asarray, inputs) if _is_structure(inputs) else np.asarray(inputs)
    batch, total = _sizes(inputs)
    lengths = _lengths(inputs, lengths, padding, batch, total)  # (B,)
    padded_rows = np.flatnonzero((lengths > 0) & (lengths < total))
    if not padded_rows.size:
        raise ValueError(
            f"`inputs` must hold a row with real steps and padding at its end; of {total} steps the rows have "
            f"{', '.join(map(str, np.unique(lengths)))} real ones"
        )
    answers = _answers(model, inputs)
    changes, shares = np.zeros(batch), np.zeros(batch)  # (B,), and as shares of the largest answer (B,)
    for length in np.unique(lengths[padded_rows]):
        rows = np.flatnonzero(lengths == length)
        try:
            bare = _answers(model, _cut(inputs, rows, length, total))
        except Exception as error:  # Keras and every backend refuse another length with an error of their own
            reason = str(error).strip().split("\n")[0]
            raise ValueError(
                f"`model` must take rows of any length; it takes {total} steps, and not {length}: {reason}"
            ) from error
        for before, after in zip(answers, bare, strict=True):
            moved = np.abs(_first_steps(before[rows], after.shape, length, total) - after).reshape(len(rows), -1)
            moved = np.nan_to_num(moved.max(axis=-1), nan=np.inf)  # a NaN counts as moved
            changes[rows] = np.maximum(changes[rows], moved)  # (B,)
            largest = np.abs(before[np.isfinite(before)]).max(initial=1.0)
            shares[rows] = np.maximum(shares[rows], moved / largest)  # (B,)
    worst = int(np.argmax(shares))
    if shares[worst] <= tolerance:
        return PaddingReport(True, padded_rows.size, None, None, None, float(changes[worst]))
    return PaddingReport(False, padded_rows.size, worst, int(lengths[worst]), total, float(changes[worst]))


def _is_structure(inputs):
    return isinstance(inputs, (dict, tuple)) or (isinstance(inputs, list) and inputs and hasattr(inputs[0], "dtype"))


def _sizes(inputs):
    """B, and T, the length of axis 1 of the first array."""
    arrays = keras.tree.flatten(inputs)
    if arrays[0].ndim < 2 or len({len(array) for array in arrays}) != 1:
        shapes = ", ".join(str(array.shape) for array in arrays)
        raise ValueError(f"`inputs` must have shape (B, T) or (B, T, D), with the same B everywhere; received {shapes}")
    return arrays[0].shape[:2]


def _lengths(inputs, lengths, padding, batch, total):
    if lengths is not None:
        lengths = np.asarray(lengths)
        whole = np.issubdtype(lengths.dtype, np.integer)
        if not whole or lengths.shape != (batch,) or lengths.min() < 0 or lengths.max() > total:
            raise ValueError(
                f"`lengths` must be {batch} whole numbers from 0 to {total}, one a row; received {lengths.tolist()}"
            )
        return lengths
    if not isinstance(inputs, np.ndarray):
        raise ValueError("`lengths` must say how many steps of every row are real where `inputs` are several arrays")
    real = (inputs != padding).reshape(batch, total, -1).any(axis=-1)  # (B, T)
    return np.where(real.any(axis=1), total - np.argmax(real[:, ::-1], axis=1), 0)  # (B,)


def _cut(inputs, rows, length, total):
    """The rows without their padding."""

    def cut(array):
        array = array[rows]
        return array[:, :length] if array.shape[1:2] == (total,) else array

    return keras.tree.map_structure(cut, inputs)


def _answers(model, inputs):
    """The outputs of the model, flattened, as NumPy arrays."""
    outputs = model(keras.tree.map_structure(keras.ops.convert_to_tensor, inputs), training=False)
    arrays = [keras.ops.convert_to_numpy(output) for output in keras.tree.flatten(outputs)]
    return [array.astype("float64") for array in arrays]  # booleans and ids differ too


def _first_steps(answer, shape, length, total):
    """`answer` cut to the real steps on every axis that runs over the steps, to be compared with one of `shape`."""
    for axis in range(1, answer.ndim):
        if (answer.shape[axis], shape[axis]) == (total, length):
            answer = np.take(answer, np.arange(length), axis=axis)
    if answer.shape != shape:
        raise ValueError(
            f"`model` must give the same answers for a row with and without padding, or one for every step; for "
            f"{total} steps it gave shape {answer.shape}, for {length} shape {shape}"
        )
    return answer
