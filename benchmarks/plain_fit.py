#!/usr/bin/env python3
"""The comparison as anyone would first write it in Keras: `compile`, `fit`, one run after another.

    plain_fit.py [--lengths 10 20 40 80 160] [--seeds 0 1] [--models transformer lstm]

Course settings: 2,000 training and 1,000 test sequences of +-1, target is the first step, Adam 0.005, 30 epochs,
batch 32; Keras' defaults otherwise (steps_per_execution 1, jit auto). Needs keras and a backend only. Prints a row a
run and the total seconds last.
"""
import argparse
import os
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras
import numpy as np
from keras import layers


class AddPosition(layers.Layer):
    def build(self, shape):
        self.table = self.add_weight(shape=shape[1:], initializer="random_normal", name="table")

    def call(self, x):
        return x + self.table


def sequences(count, length, seed):
    x = np.random.default_rng(seed).choice([-1.0, 1.0], size=(count, length, 1)).astype("float32")
    return x, (x[:, 0, 0] > 0).astype("float32")


def transformer(length, width=16, heads=2):
    inputs = layers.Input((length, 1))
    x = AddPosition()(layers.Dense(width)(inputs))
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(heads, width // heads)(x, x))
    x = layers.LayerNormalization()(x + layers.Dense(width)(layers.Dense(2 * width, activation="relu")(x)))
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid")(layers.GlobalAveragePooling1D()(x)))


def lstm(length, units=16):
    inputs = layers.Input((length, 1))
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid")(layers.LSTM(units)(inputs)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", nargs="+", type=int, default=[10, 20, 40, 80, 160])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--models", nargs="+", default=["transformer", "lstm"])
    parser.add_argument("--epochs", type=int, default=30)
    options = parser.parse_args()
    started = time.perf_counter()
    for name in options.models:
        for length in options.lengths:
            for seed in options.seeds:
                keras.utils.set_random_seed(seed)
                model = {"transformer": transformer, "lstm": lstm}[name](length)
                model.compile(keras.optimizers.Adam(0.005), "binary_crossentropy", metrics=["accuracy"])
                begun = time.perf_counter()
                model.fit(*sequences(2000, length, seed), batch_size=32, epochs=options.epochs, verbose=0)
                seconds = time.perf_counter() - begun
                accuracy = model.evaluate(*sequences(1000, length, 1000 + seed), verbose=0)[1]
                print(f"{name:<12} {length:>4} seed {seed}  accuracy {accuracy:.3f}  {seconds:.1f} s", flush=True)
    print(f"total {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
