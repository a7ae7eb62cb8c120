"""Whether a model looks into the future."""

from dataclasses import dataclass

import keras
import numpy as np

from keras_attention.inspection.checks import check_model


@dataclass(frozen=True)
class CausalityReport:
    """What `check_causal` found. `changed_step` and `moved_step` are `None` where nothing moved."""

    is_causal: bool
    changed_step: int | None
    moved_step: int | None
    largest_change: float

    def __str__(self):
        if self.is_causal:
            return "Causal: changing later steps moved no earlier output."
        return (
            f"Not causal: changing the steps from {self.changed_step} on moved the output at step {self.moved_step} "
            f"by up to {self.largest_change:.2g}."
        )


def check_causal(model, inputs, tolerance=1e-5):
    """Checks that no output depends on a later step: changes the later steps and looks at the earlier outputs.

    Args:
        model: a Keras model or layer whose output keeps the steps of its input: (B, T, ...) to (B, T, ...).
        inputs: array of shape (B, T) of token ids, or (B, T, D) of numbers. Token ids are exchanged for other ids that
            occur in `inputs`, numbers are moved by about one standard deviation, each by another amount.
        tolerance: float, how much an output may move by rounding.

    Returns:
        A `CausalityReport`: whether the model is causal, and the first earlier output that moved. Its text is one
        sentence.

    Raises:
        ValueError: the inputs have fewer than two steps, hold a single token id, or the output has no such steps.

    Example:
        >>> layer = TransformerBlock(num_heads=2, intermediate_dim=16)
        >>> print(check_causal(layer, np.random.default_rng(0).normal(size=(1, 4, 8))))
        Not causal: changing the steps from 1 on moved the output at step 0 by up to 0.6.
    """
    check_model(model)
    inputs = np.asarray(inputs)
    if inputs.ndim < 2 or inputs.shape[1] < 2:
        raise ValueError(f"`inputs` must have shape (B, T) or (B, T, D) with T >= 2; received shape {inputs.shape}")
    changed = _changed(inputs)
    before = _output(model, inputs)  # (B, T, ...)
    length = inputs.shape[1]
    if before.ndim < 2 or before.shape[1] != length:
        raise ValueError(
            f"`model` must give an output for every step, shape (B, {length}, ...); it gave shape {before.shape}"
        )
    for step in range(1, length):
        mixed = np.concatenate([inputs[:, :step], changed[:, step:]], axis=1)  # (B, T, ...)
        moved = np.abs(_output(model, mixed)[:, :step] - before[:, :step])  # (B, step, ...)
        moved = moved.max(axis=tuple(axis for axis in range(moved.ndim) if axis != 1))  # (step,)
        if not (moved <= tolerance).all():  # a NaN counts as moved
            first = int(np.argmax(~(moved <= tolerance)))
            return CausalityReport(False, step, first, float(moved[first]))
    return CausalityReport(True, None, None, 0.0)


def _output(model, inputs):
    outputs = model(keras.ops.convert_to_tensor(inputs), training=False)
    return keras.ops.convert_to_numpy(keras.tree.flatten(outputs)[0]).astype("float64")  # booleans and ids differ too


def _changed(inputs):
    """Inputs of the same shape and kind that differ at every step."""
    if np.issubdtype(inputs.dtype, np.floating):
        # Random amounts: a normalization in the model would cancel a common one. The seed is one that nobody draws
        # inputs with: a change that is a multiple of the inputs would be cancelled too.
        change = np.random.default_rng(20_170_612).uniform(-2, 2, size=inputs.shape)
        return (inputs + (inputs.std() or 1.0) * change).astype(inputs.dtype)
    ids = np.unique(inputs)
    if ids.size < 2:
        raise ValueError(f"`inputs` must hold at least two different token ids; received only {ids.tolist()}")
    return ids[(np.searchsorted(ids, inputs) + 1) % ids.size].astype(inputs.dtype)
