"""What is measured on a trained model, in NumPy."""

import numpy as np


def answers(outputs):
    """The answers a model gives.

    Args:
        outputs: (B, 1) probabilities of a 1, or (B, V) scores of V tokens.

    Returns:
        (B,) integers.
    """
    if outputs.shape[-1] == 1:
        return (outputs[:, 0] > 0.5).astype("int64")  # (B,)
    return np.argmax(outputs, axis=-1)  # (B,)


def first_step_attention(weights):
    """Mean weight on the first step for each head.

    Args:
        weights: (B, H, T, S) attention weights.

    Returns:
        (H,) means over samples and all query positions.
    """
    return weights[:, :, :, 0].mean(axis=(0, 2), dtype="float64")  # (H,)


def listed_values(inputs):
    """The values a sequence of associative recall lists: (B, 2 P + 2) token ids to (B, P)."""
    return inputs[:, 1:-2:2]


def listed_share(inputs, given):
    """Share of the answers that are among the listed values, right or wrong.

    Args:
        inputs: (B, 2 P + 2) token ids.
        given: (B,) answers.
    """
    return float((listed_values(inputs) == given[:, None]).any(axis=1).mean())


def uncommon_accuracy(inputs, targets, given):
    """Accuracy where another value is listed more often than the right one.

    A model that names the commonest value, which is the best that can be done without order, is always wrong there.

    Args:
        inputs: (B, 2 P + 2) token ids.
        targets: (B,) right answers.
        given: (B,) answers.

    Returns:
        The accuracy, or `None` where there is no such sequence.
    """
    values = listed_values(inputs)  # (B, P)
    counts = (values[:, :, None] == values[:, None, :]).sum(axis=2)  # (B, P) how often each value is listed
    of_target = (values == targets[:, None]).sum(axis=1)  # (B,)
    uncommon = of_target < counts.max(axis=1)  # (B,)
    if not uncommon.any():
        return None
    return float((given == targets)[uncommon].mean())
