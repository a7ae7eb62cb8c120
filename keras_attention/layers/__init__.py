"""The layers, one public class per file."""

from keras_attention.layers.add_position import AddPosition
from keras_attention.layers.add_sinusoidal_position import AddSinusoidalPosition
from keras_attention.layers.character_vocabulary import CharacterVocabulary
from keras_attention.layers.low_rank_dense import LowRankDense
from keras_attention.layers.low_rank_update import LowRankUpdate, add_low_rank_update
from keras_attention.layers.multi_head_self_attention import MultiHeadSelfAttention
from keras_attention.layers.transformer_block import TransformerBlock

__all__ = [
    "AddPosition",
    "AddSinusoidalPosition",
    "CharacterVocabulary",
    "LowRankDense",
    "LowRankUpdate",
    "MultiHeadSelfAttention",
    "TransformerBlock",
    "add_low_rank_update",
]
