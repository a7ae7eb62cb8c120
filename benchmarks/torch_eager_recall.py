#!/usr/bin/env python3
"""Associative recall as a PyTorch user would write it: eager, fused attention, fused Adam.

    torch_eager_recall.py [--seeds 0 1] [--models transformer gru] [--epochs 15] [--workers 2]

Same data, settings and sizes as plain_fit_recall.py. Needs torch and numpy only. Prints a row a run and the total last.
"""
import argparse
import time

import torch
from recall_rows import rows
from torch import nn
from torch.nn import functional as F
from torch_eager import print_runs


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv, self.merge = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + self.merge(mixed))
        return self.norm2(x + self.narrow(F.relu(self.wide(x))))


class Transformer(nn.Module):
    def __init__(self, width=48, heads=4, blocks=2):
        super().__init__()
        self.embedding, self.table = nn.Embedding(17, width), nn.Parameter(torch.randn(12, width))
        self.blocks, self.answer = nn.Sequential(*(Block(width, heads) for _ in range(blocks))), nn.Linear(width, 17)

    def forward(self, x):
        return self.answer(self.blocks(self.embedding(x) + self.table)[:, -1])


class Recurrent(nn.Module):
    def __init__(self, width=48, units=96):
        super().__init__()
        self.embedding, self.gru = nn.Embedding(17, width), nn.GRU(width, units, batch_first=True)
        self.answer = nn.Linear(units, 17)

    def forward(self, x):
        return self.answer(self.gru(self.embedding(x))[0][:, -1])


def run(name, seed, epochs, threads):
    if threads:
        torch.set_num_threads(threads)
    torch.manual_seed(seed)
    model = {"transformer": Transformer, "gru": Recurrent}[name]()
    optimiser = torch.optim.Adam(model.parameters(), 0.003, fused=True)
    x, y = (torch.from_numpy(array).long() for array in rows(8000, seed))
    begun = time.perf_counter()
    for _ in range(epochs):
        for batch in torch.randperm(len(x)).split(128):
            optimiser.zero_grad()
            F.cross_entropy(model(x[batch]), y[batch]).backward()
            optimiser.step()
    seconds = time.perf_counter() - begun
    with torch.no_grad():
        x, y = (torch.from_numpy(array).long() for array in rows(1000, 1000 + seed))
        accuracy = (model(x).argmax(1) == y).float().mean().item()
    size = f"{sum(parameter.numel() for parameter in model.parameters()):,} parameters"
    return f"{name:<12} {size} seed {seed}  accuracy {accuracy:.3f}  {seconds:.1f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1])
    parser.add_argument("--models", nargs="+", default=["transformer", "gru"])
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--workers", type=int, default=1, help="processes of one thread each; 1: this one, all threads")
    options = parser.parse_args()
    cells = [(name, seed) for name in options.models for seed in options.seeds]
    print_runs(run, cells, options.epochs, options.workers)


if __name__ == "__main__":
    main()
