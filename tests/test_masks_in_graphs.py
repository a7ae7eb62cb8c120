"""Masks in compiled programs, on TensorFlow with all sizes unknown until they run: an error, never a broadcast."""

import keras
import numpy as np
import pytest
from keras import ops

from keras_attention import MultiHeadSelfAttention

B, T, D, H = 2, 4, 8, 2


IN_A_GRAPH = [  # inputs, mask, attention_mask
    ((2, 4), (2, 1), None), ((2, 4), (2, 3), None), ((2, 4), (2, 5), None), ((2, 4), (1, 4), None),
    ((2, 3), (3, 2), None), ((1, 4), (2, 4), None), ((2, 1), (2, 3), None),
    ((2, 4), None, (1, 1)), ((2, 4), None, (1, 4)), ((2, 4), None, (4, 1)), ((2, 4), None, (2, 8)),
    ((2, 4), None, (8, 2)), ((2, 1), None, (4, 4)), ((2, 4), None, (2, 1, 4)), ((2, 4), None, (2, 8, 2)),
    ((1, 4), None, (3, 4, 4)), ((2, 4), None, (3, 4, 4)), ((2, 4), None, (2, 3, 4, 4)), ((2, 4), None, (2, 2, 1, 4)),
]  # fmt: skip


@pytest.mark.parametrize("jit_compile", [False, True])
@pytest.mark.parametrize("sizes", IN_A_GRAPH, ids=str)
def test_masks_of_other_sizes_in_a_graph_of_unknown_sizes(sizes, jit_compile):
    if keras.backend.backend() != "tensorflow":
        pytest.skip("sizes are known whenever another backend runs")
    import tensorflow as tf

    inputs, *shapes = sizes
    name = "attention_mask" if shapes[0] is None else "mask"
    shape = shapes[0] or shapes[1]
    layer = MultiHeadSelfAttention(H)
    layer.build((None, None, D))
    signature = [tf.TensorSpec([None, None, D]), tf.TensorSpec([None] * len(shape), tf.bool)]
    traced = tf.function(
        lambda x, mask: layer(x, **{name: mask}), input_signature=signature, jit_compile=jit_compile
    )
    with pytest.raises(tf.errors.InvalidArgumentError):
        traced(tf.ones((*inputs, D)), tf.ones(shape, tf.bool))


@pytest.mark.parametrize("shape", [(T, T), (B, T, T), (1, T, T), (B, H, T, T), (1, H, T, T), (B, 1, T, T)])
def test_legal_masks_in_a_graph_of_unknown_sizes(shape):
    rng = np.random.default_rng(0)
    mask = rng.random(shape) > 0.3
    padding = np.array([[True] * T, [True, True, True, False]])
    layer = MultiHeadSelfAttention(H)
    x = rng.normal(size=(B, T, D)).astype("float32")
    expected = ops.convert_to_numpy(layer(x, mask=padding, attention_mask=mask))
    if keras.backend.backend() == "tensorflow":
        import tensorflow as tf

        specs = [tf.TensorSpec([None, None, D])] + [tf.TensorSpec([None] * n, tf.bool) for n in (2, len(shape))]
        traced = tf.function(lambda x, p, m: layer(x, mask=p, attention_mask=m), input_signature=specs)
    elif keras.backend.backend() == "jax":
        import jax

        traced = jax.jit(lambda x, p, m: layer(x, mask=p, attention_mask=m))
    else:
        pytest.skip("torch runs eagerly")
    np.testing.assert_allclose(ops.convert_to_numpy(traced(x, padding, mask)), expected, atol=1e-6)
