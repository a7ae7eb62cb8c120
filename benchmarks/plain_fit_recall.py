#!/usr/bin/env python3
"""Associative recall as anyone would first write it in Keras: `compile`, `fit`, one run after another.

    plain_fit_recall.py [--seeds 0 1] [--models transformer gru] [--epochs 15]

Course settings: 8,000 training and 1,000 test rows of five key-value pairs, the query token and a key; target is the
value of that key. Adam 0.003, 15 epochs, batch 128. Transformer of 40,145 parameters, GRU of 44,513. Keras' defaults
otherwise (steps_per_execution 1, jit auto). Needs keras and a backend only. Prints a row a run and the total last.
"""
import argparse
import os
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
from keras import layers
from recall_rows import rows


class AddPosition(layers.Layer):
    def build(self, shape):
        start = keras.initializers.RandomNormal(stddev=1.0)
        self.table = self.add_weight(shape=shape[1:], initializer=start, name="table")

    def call(self, x):
        return x + self.table


def embedded(inputs, width=48):
    return layers.Embedding(17, width, embeddings_initializer=keras.initializers.RandomNormal(stddev=1.0))(inputs)


def transformer(width=48, heads=4, blocks=2):
    inputs = layers.Input((12,), dtype="int32")
    x = AddPosition()(embedded(inputs))
    for _ in range(blocks):
        x = layers.LayerNormalization()(x + layers.MultiHeadAttention(heads, width // heads)(x, x))
        x = layers.LayerNormalization()(x + layers.Dense(width)(layers.Dense(2 * width, activation="relu")(x)))
    return keras.Model(inputs, layers.Dense(17)(x[:, -1]))


def gru(units=96):
    inputs = layers.Input((12,), dtype="int32")
    return keras.Model(inputs, layers.Dense(17)(layers.GRU(units)(embedded(inputs))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--models", nargs="+", default=["transformer", "gru"])
    parser.add_argument("--epochs", type=int, default=15)
    options = parser.parse_args()
    started = time.perf_counter()
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for name in options.models:
        for seed in options.seeds:
            keras.utils.set_random_seed(seed)
            model = {"transformer": transformer, "gru": gru}[name]()
            model.compile(keras.optimizers.Adam(0.003), loss, metrics=["accuracy"])
            begun = time.perf_counter()
            model.fit(*rows(8000, seed), batch_size=128, epochs=options.epochs, verbose=0)
            seconds = time.perf_counter() - begun
            accuracy = model.evaluate(*rows(1000, 1000 + seed), verbose=0)[1]
            size = f"{model.count_params():,} parameters"
            print(f"{name:<12} {size} seed {seed}  accuracy {accuracy:.3f}  {seconds:.1f} s", flush=True)
    print(f"total {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
