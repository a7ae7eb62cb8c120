"""One call of a layer beside the formulas by hand."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LayerComparison:
    """One call of a layer beside the formulas by hand.

    Attributes:
        path: str, the names on the way from the model to the layer, joined by "/"; a second call has "#2" behind it.
        output_difference: float, the largest difference of the outputs.
        weights_difference: float, the largest difference of the attention weights.
        is_equal: bool, whether both are rounding.
    """

    path: str
    output_difference: float
    weights_difference: float
    is_equal: bool
