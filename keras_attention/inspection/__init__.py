"""Looks inside models: attention weights as arrays, what layers cost, and checks a learner can run."""

from keras_attention.inspection.causality import CausalityReport, check_causal
from keras_attention.inspection.cost_report import CostReport
from keras_attention.inspection.costs import explain_cost
from keras_attention.inspection.hand_comparison import HandComparison, compare_with_by_hand
from keras_attention.inspection.inverted_mask import MaskReport, check_inverted_mask
from keras_attention.inspection.layer_comparison import LayerComparison
from keras_attention.inspection.layer_cost import LayerCost
from keras_attention.inspection.padding import PaddingReport, check_padding
from keras_attention.inspection.positions import top_positions
from keras_attention.inspection.round_trip import RoundTripReport, check_round_trip
from keras_attention.inspection.weights import ATTENTION_LAYERS, attention_weights

__all__ = [
    "ATTENTION_LAYERS",
    "CausalityReport",
    "CostReport",
    "HandComparison",
    "LayerComparison",
    "LayerCost",
    "MaskReport",
    "PaddingReport",
    "RoundTripReport",
    "attention_weights",
    "check_causal",
    "check_inverted_mask",
    "check_padding",
    "check_round_trip",
    "compare_with_by_hand",
    "explain_cost",
    "top_positions",
]
