"""What one layer of a model costs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LayerCost:
    """A row of the account of a model's cost.

    Attributes:
        path: str, the names on the way from the model to the layer, joined by "/".
        kind: str, the class of the layer.
        parameters: int, as Keras counts them.
        predicted: int, parameters by formula from the arguments and the width of the input; `None` where
            `explain_cost` has no formula for this kind of layer.
        multiply_adds: int, products added up for one sample; `None` without a formula, or where the length is open.
        weights_bytes: int, bytes of the n^2 attention weights of one sample, 0 for layers that have none; `None` as
            for `multiply_adds`.
        warning: str, what is unusual about the layer, or "".
    """

    path: str
    kind: str
    parameters: int
    predicted: int | None = None
    multiply_adds: int | None = None
    weights_bytes: int | None = None
    warning: str = ""
