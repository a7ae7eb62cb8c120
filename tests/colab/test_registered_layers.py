"""Running a notebook in this process leaves the layers of the package what they were for every other test."""

import keras
import pytest

import keras_attention


@pytest.fixture
def afterwards():
    """Checks once the fixtures below have been put away."""
    layers = keras_attention.AddPosition, keras_attention.MultiHeadSelfAttention, keras_attention.TransformerBlock
    yield
    for layer in layers:
        assert keras.saving.get_registered_object(keras.saving.get_registered_name(layer)) is layer


def test_a_notebook_takes_the_names_only_while_it_runs(afterwards, run_here):
    defined, _ = run_here("code2_transformer_against_lstm", ["setup", "checks", "layers"])
    taught = defined["TransformerBlock"]
    assert keras.saving.get_registered_object("keras_attention>TransformerBlock") is taught
