"""One training step through our attention layer against Keras' own, on the backend in use.

    KERAS_BACKEND=tensorflow|jax python -m benchmarks.attention_layer [--rounds 31]

Forward and backward pass in one compiled program, same shapes and same weights, with and without the attention weights
returned (where returned, they are part of the loss). Interleaved; prints medians and the median of the ratios.
"""

import argparse
import os
import statistics

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras  # noqa: E402
import numpy as np  # noqa: E402

from benchmarks.timing import interleaved, machine, ratio  # noqa: E402
from keras_attention import MultiHeadSelfAttention  # noqa: E402

SHAPES = {"(32, 160, 16), 2 heads": (32, 160, 16, 2), "(2, 1024, 256), 8 heads": (2, 1024, 256, 8)}


def loss_of(layer, x, probe, with_weights):
    """A number that depends on every output (and weight), so that nothing can be left out of the program."""
    if isinstance(layer, MultiHeadSelfAttention):
        result = layer(x, return_attention_scores=with_weights)
    else:
        result = layer(x, x, return_attention_scores=with_weights)
    if not with_weights:
        return keras.ops.sum(result * probe)
    outputs, weights = result
    return keras.ops.sum(outputs * probe) + keras.ops.sum(weights * weights)


def compiled_step(layer, x, probe, with_weights):
    """A function without arguments that runs forward and backward and waits for the result."""
    if keras.backend.backend() == "jax":
        import jax

        def loss(trainable, x):
            with keras.StatelessScope(state_mapping=list(zip(layer.trainable_variables, trainable, strict=True))):
                return loss_of(layer, x, probe, with_weights)

        program = jax.jit(jax.grad(loss, argnums=(0, 1)))
        values = [variable.value for variable in layer.trainable_variables]
        return lambda: jax.block_until_ready(program(values, x))

    import tensorflow as tf

    @tf.function(jit_compile=True, autograph=False)
    def program(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = loss_of(layer, x, probe, with_weights)
        return tape.gradient(value, [x, *(variable.value for variable in layer.trainable_variables)])

    return lambda: program(x)[0].numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=31)
    options = parser.parse_args()
    print(machine("tensorflow", "jax"), f"backend {keras.backend.backend()}", sep=", ")
    for title, (batch, length, width, heads) in SHAPES.items():
        generator = np.random.default_rng(0)
        x, probe = (
            keras.ops.convert_to_tensor(generator.normal(size=(batch, length, width)).astype("float32"))
            for _ in range(2)
        )
        ours = MultiHeadSelfAttention(heads)
        peer = keras.layers.MultiHeadAttention(heads, width // heads)
        ours.build(x.shape)
        peer.build(x.shape, x.shape)
        peer.set_weights([w.reshape(p.shape) for w, p in zip(ours.get_weights(), peer.get_weights(), strict=True)])
        for with_weights in (False, True):
            calls = {
                "ours": compiled_step(ours, x, probe, with_weights),
                "keras": compiled_step(peer, x, probe, with_weights),
            }
            for call in calls.values():
                call()
            seconds = interleaved(calls, options.rounds)
            medians = {name: statistics.median(values) * 1e3 for name, values in seconds.items()}
            print(
                f"{title:<24} {'with weights' if with_weights else 'without':<13} ours {medians['ours']:7.2f} ms  "
                f"Keras {medians['keras']:7.2f} ms  ratio {ratio(seconds, 'ours', 'keras'):.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
