"""For the tests of the public bug reports: seeds, the kinds of layer that share promises, and fresh processes."""

import os
import subprocess
import sys
from pathlib import Path

import keras
import pytest

from keras_attention import MultiHeadSelfAttention, TransformerBlock

ROOT = Path(__file__).resolve().parents[2]

KINDS = {
    "attention": lambda **kwargs: MultiHeadSelfAttention(2, **kwargs),
    "post-norm": lambda **kwargs: TransformerBlock(2, 12, **kwargs),
    "pre-norm": lambda **kwargs: TransformerBlock(2, 12, normalize_first=True, **kwargs),
}


@pytest.fixture(autouse=True)
def fixed_seeds():
    keras.utils.set_random_seed(5)


@pytest.fixture(params=list(KINDS))
def make(request):
    """Makes a layer of two heads: attention, a post-norm block and a pre-norm block, one after the other."""
    return KINDS[request.param]


@pytest.fixture
def fresh_python():
    """Runs Python code or a module in a new process, in another folder, with the package as the only addition."""

    def run(*arguments, folder=None, **environment):
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", **environment},
            encoding="utf-8",
            errors="replace",
            capture_output=True,
            timeout=300,
        )

    return run
