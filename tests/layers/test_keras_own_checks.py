"""Keras' own `run_layer_test`, where the wheel has it: config, builds, symbolic and eager shapes, a training step."""

import pytest

from keras_attention import (
    AddPosition,
    AddSinusoidalPosition,
    LowRankDense,
    MultiHeadSelfAttention,
    TransformerBlock,
)

testing = pytest.importorskip("keras.src.testing", reason="this Keras has no testing module")


class TestLayers(testing.TestCase):
    def check(self, layer_class, arguments, weights, seeds=0, **call):
        weights_asked = call.get("return_attention_scores", False)
        self.run_layer_test(
            layer_class,
            arguments,
            input_shape=(2, 5, 8),
            call_kwargs=call,
            expected_output_shape=((2, 5, 8), (2, 2, 5, 5)) if weights_asked else (2, 5, 8),
            expected_num_trainable_weights=weights,
            expected_num_non_trainable_weights=0,
            expected_num_seed_generators=seeds,
            expected_num_losses=0,
            supports_masking=True,
            run_training_check=not weights_asked,  # its loss takes a single output
            run_mixed_precision_check=not weights_asked,  # its symbolic call takes no arguments
        )

    def test_add_position(self):
        self.check(AddPosition, {"max_length": 7}, weights=1)
        self.check(AddPosition, {}, weights=1)

    def test_add_sinusoidal_position(self):
        self.check(AddSinusoidalPosition, {"max_wavelength": 50}, weights=0)

    def test_low_rank_dense(self):
        self.check(LowRankDense, {"units": 8, "rank": 3}, weights=3)
        self.check(LowRankDense, {"units": 8, "rank": 8, "use_bias": False}, weights=2)

    def test_multi_head_self_attention(self):
        self.check(MultiHeadSelfAttention, {"num_heads": 2}, weights=8)
        self.check(MultiHeadSelfAttention, {"num_heads": 4, "dropout": 0.3, "use_bias": False}, weights=4, seeds=1)

    def test_multi_head_self_attention_with_weights(self):
        self.check(MultiHeadSelfAttention, {"num_heads": 2}, weights=8, return_attention_scores=True)

    def test_transformer_block(self):
        self.check(TransformerBlock, {"num_heads": 2, "intermediate_dim": 12}, weights=16)
        pre_norm = {"num_heads": 2, "intermediate_dim": 12, "dropout": 0.3, "normalize_first": True}
        self.check(TransformerBlock, pre_norm, weights=16, seeds=3)

    def test_transformer_block_with_weights(self):
        arguments = {"num_heads": 2, "intermediate_dim": 12}
        self.check(TransformerBlock, arguments, weights=16, return_attention_scores=True)
