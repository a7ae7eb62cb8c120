#!/usr/bin/env python3
"""The same comparison as a PyTorch user would write it: eager, fused attention, fused Adam.

    torch_eager.py [--lengths 10 20 40 80 160] [--seeds 0 1] [--models transformer lstm] [--workers 2]

Its LSTM starts without Keras' forget bias of 1: compare its times, not its accuracies. Same data, settings and sizes
as plain_fit.py. Needs torch and numpy only. Prints a row a run and the total last.
"""
import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def sequences(count, length, seed):
    x = np.random.default_rng(seed).choice([-1.0, 1.0], size=(count, length, 1)).astype("float32")
    return torch.from_numpy(x), torch.from_numpy((x[:, 0, 0] > 0).astype("float32"))


class Transformer(nn.Module):
    def __init__(self, length, width=16, heads=2):
        super().__init__()
        self.heads, self.width = heads, width
        self.project, self.table = nn.Linear(1, width), nn.Parameter(0.05 * torch.randn(length, width))
        self.qkv, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.norm1, self.norm2, self.answer = nn.LayerNorm(width), nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, x):
        x = self.project(x) + self.table
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + self.merge(mixed))
        x = self.norm2(x + self.narrow(F.relu(self.wide(x))))
        return self.answer(x.mean(1))[:, 0]


class Recurrent(nn.Module):
    def __init__(self, length, units=16):
        super().__init__()
        self.lstm, self.answer = nn.LSTM(1, units, batch_first=True), nn.Linear(units, 1)

    def forward(self, x):
        return self.answer(self.lstm(x)[0][:, -1])[:, 0]


def run(name, length, seed, epochs, threads):
    if threads:
        torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = {"transformer": Transformer, "lstm": Recurrent}[name](length)
    optimiser = torch.optim.Adam(model.parameters(), 0.005, fused=True)
    x, y = sequences(2000, length, seed)
    begun = time.perf_counter()
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(32):
            optimiser.zero_grad()
            F.binary_cross_entropy_with_logits(model(x[rows]), y[rows]).backward()
            optimiser.step()
    seconds = time.perf_counter() - begun
    with torch.no_grad():
        x, y = sequences(1000, length, 1000 + seed)
        accuracy = ((model(x) > 0) == (y > 0.5)).float().mean().item()
    return f"{name:<12} {length:>4} seed {seed}  accuracy {accuracy:.3f}  {seconds:.1f} s"


def print_runs(run, cells, epochs, workers):
    """Runs all cells, one after the other with all threads or in processes of one thread, and prints a line each."""
    started = time.perf_counter()
    if workers == 1:
        for cell in cells:
            print(run(*cell, epochs, 0), flush=True)
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for line in pool.map(run, *zip(*cells, strict=True), repeat(epochs), repeat(1)):
                print(line, flush=True)
    print(f"total {time.perf_counter() - started:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", nargs="+", type=int, default=[10, 20, 40, 80, 160])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--models", nargs="+", default=["transformer", "lstm"])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--workers", type=int, default=1,
                        help="processes of one thread each, longest runs first; 1: this process, all threads")
    options = parser.parse_args()
    cells = [(name, length, seed) for length in sorted(options.lengths, reverse=True)
             for name in options.models for seed in options.seeds]
    print_runs(run, cells, options.epochs, options.workers)


if __name__ == "__main__":
    main()
