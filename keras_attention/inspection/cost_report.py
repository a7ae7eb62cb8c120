"""The account of what a model costs, as a table."""

from dataclasses import dataclass

from keras_attention.text_table import markdown_table


@dataclass(frozen=True)
class CostReport:
    """What `explain_cost` found: a `LayerCost` for each layer. Its text is a table with remarks below."""

    rows: tuple

    @property
    def parameters(self):
        """Parameters of the whole model, as Keras counts them."""
        return sum(row.parameters for row in self.rows)

    @property
    def remarks(self):
        """Sentences on what the table leaves open, and on what is unusual."""
        found = ["For one sample. Multiply-adds are those of matrix products; n^2 weights are the attention weights."]
        if any(_is_open(row) for row in self.rows):
            found.append('"?": the model takes sequences of any length, and none was given to count with.')
        if any(row.predicted is None for row in self.rows):
            found.append("Where nothing is predicted, multiply-adds are unknown too, and the total is without them.")
        for row in self.rows:
            if row.predicted not in (None, row.parameters):
                found.append(
                    f"{row.path}: the formula gives {row.predicted:,} parameters, Keras counts {row.parameters:,}."
                )
            if row.warning:
                found.append(f"{row.path}: {row.warning}")
        return found

    @property
    def table(self):
        """The rows as a Markdown table, with a line for the total."""
        rows = self.rows
        everything = all(row.predicted is not None for row in rows)
        columns = [
            (["layer", *(row.path for row in rows), "total"], True),
            (["kind", *(row.kind for row in rows), ""], True),
            (["parameters", *(f"{row.parameters:,}" for row in rows), f"{self.parameters:,}"], False),
            (
                [
                    "predicted",
                    *("not predicted" if row.predicted is None else f"{row.predicted:,}" for row in rows),
                    f"{sum(row.predicted for row in rows):,}" if everything else "",
                ],
                False,
            ),
            _products("multiply-adds", rows, [row.multiply_adds for row in rows]),
            _products("n^2 weights, bytes", rows, [row.weights_bytes for row in rows]),
        ]
        return markdown_table(columns)

    def __str__(self):
        return "\n\n".join([self.table, *self.remarks])


def _is_open(row):
    """Whether there is a formula for the layer, and no length to use it with."""
    return row.predicted is not None and None in (row.multiply_adds, row.weights_bytes)


def _products(heading, rows, values):
    """A column of numbers: "?" where the length is open, "-" where there is no formula or nothing to count."""
    unknown = [value is None and _is_open(row) for row, value in zip(rows, values, strict=True)]
    shown = ["-" if not value else f"{value:,}" for value in values]
    cells = ["?" if is_open else text for is_open, text in zip(unknown, shown, strict=True)]
    total = "?" if any(unknown) else f"{sum(value or 0 for value in values):,}"
    return [heading, *cells, total], False
