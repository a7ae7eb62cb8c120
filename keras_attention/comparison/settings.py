"""What decides a result: the settings of one cell of the comparison."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields

# What a cell means: data, training, measurement. Raise it when one of them changes; older cells are then left alone.
CELL_VERSION = 2

# The test data of a seed is drawn from a generator of its own.
TEST_SEED_OFFSET = 1000


class SettingError(ValueError):
    """A setting that cannot be used: names the argument, what came, and what is allowed."""

    def __init__(self, argument, got, allowed):
        super().__init__(f"{argument}: got {got}, allowed: {allowed}")


@dataclass(frozen=True)
class CellSettings:
    """One training run of the comparison, named by everything that decides its result.

    Args:
        task: Name of the task, as in the tasks themselves.
        model: Name of the model, a key of `grid.MODELS`.
        length: Time steps of a sequence.
        seed: Seed of the initial weights, of the order of the samples, and of the training data.
        epochs: Passes over the training data.
        train_samples: Training sequences.
        test_samples: Test sequences.
        batch_size: Sequences in a batch.
        learning_rate: Of Adam.
        backend: Name of the Keras backend.
        units: Units of the recurrent layer; `None` for a transformer.
        width: Width of the embedding; `None` where the model has none.
        num_heads: Attention heads; `None` for a recurrent model, like the next two.
        num_blocks: Transformer blocks.
        intermediate_dim: Width of the feed-forward part.
    """

    task: str
    model: str
    length: int
    seed: int
    epochs: int
    train_samples: int
    test_samples: int
    batch_size: int
    learning_rate: float
    backend: str
    units: int | None = None
    width: int | None = None
    num_heads: int | None = None
    num_blocks: int | None = None
    intermediate_dim: int | None = None

    @property
    def train_seed(self):
        """Seed of the training data."""
        return self.seed

    @property
    def test_seed(self):
        """Seed of the test data."""
        return TEST_SEED_OFFSET + self.seed

    @property
    def name(self):
        """File name of the cell without its ending: a readable part, and a hash of settings and `CELL_VERSION`."""
        canonical = json.dumps([CELL_VERSION, asdict(self)], sort_keys=True, separators=(",", ":"), allow_nan=False)
        digest = hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]
        return f"{self.task}-{self.model}-{self.length}-seed{self.seed}-{digest}"

    @property
    def label(self):
        """The cell as a reader calls it."""
        return f"{self.model}, length {self.length}, seed {self.seed}"

    @classmethod
    def from_dict(cls, values):
        """The settings with these values; a missing or an unknown field is a ValueError."""
        expected = {field.name for field in fields(cls)}
        if not isinstance(values, dict) or set(values) != expected:
            raise ValueError(f"settings: got {values!r}, allowed: a mapping with exactly {sorted(expected)}")
        return cls(**values)
