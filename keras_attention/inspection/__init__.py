"""Looks inside models: attention weights as arrays, what layers cost, and checks a learner can run."""

from keras_attention.inspection.causality import CausalityReport, check_causal
from keras_attention.inspection.cost_report import CostReport
from keras_attention.inspection.costs import explain_cost
from keras_attention.inspection.layer_cost import LayerCost
from keras_attention.inspection.positions import top_positions
from keras_attention.inspection.weights import ATTENTION_LAYERS, attention_weights

__all__ = [
    "ATTENTION_LAYERS",
    "CausalityReport",
    "CostReport",
    "LayerCost",
    "attention_weights",
    "check_causal",
    "explain_cost",
    "top_positions",
]
