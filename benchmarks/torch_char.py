#!/usr/bin/env python3
"""A character model in plain PyTorch, trained on the CPU for a fixed time, then writing: the peer of our own.

    torch_char.py --text FILE [--seconds 60] [--length 200]

The setting: the first nine tenths of the text are trained on, windows of 64 characters at random places, 12 a step; 4
pre-norm blocks of width 128 with 4 heads, fused attention, GELU, no dropout; AdamW (0.9, 0.99), weight decay 0.1,
gradients clipped at norm 1, learning rate 0.001 after 100 steps, falling with a cosine to a tenth as the time runs out.
Loss on the last tenth, in windows side by side, in nats a character. It writes without a cache: the last 64 characters
are read again for each new one. Needs torch only. Prints one line of JSON.
"""

import argparse
import json
import math
import pathlib
import time

import torch
from torch import nn
from torch.nn import functional

CONTEXT, BATCH, WIDTH, HEADS, BLOCKS = 64, 12, 128, 4, 4


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.before_attention = nn.LayerNorm(WIDTH)
        self.project = nn.Linear(WIDTH, 3 * WIDTH)
        self.merge = nn.Linear(WIDTH, WIDTH)
        self.feed_forward = nn.Sequential(
            nn.LayerNorm(WIDTH), nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH)
        )

    def forward(self, x):
        parts = self.project(self.before_attention(x)).chunk(3, dim=-1)
        heads = (part.unflatten(-1, (HEADS, WIDTH // HEADS)).transpose(1, 2) for part in parts)
        mixed = functional.scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.merge(mixed.transpose(1, 2).flatten(2))
        return x + self.feed_forward(x)


class CharacterModel(nn.Module):
    def __init__(self, vocabulary_size):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary_size, WIDTH)
        self.positions = nn.Parameter(torch.empty(CONTEXT, WIDTH))
        self.blocks = nn.Sequential(*(Block() for _ in range(BLOCKS)), nn.LayerNorm(WIDTH))
        self.head = nn.Linear(WIDTH, vocabulary_size, bias=False)
        for weight in self.parameters():
            if weight.ndim == 2:
                nn.init.normal_(weight, std=0.02)

    def forward(self, tokens):
        return self.head(self.blocks(self.tokens(tokens) + self.positions[: tokens.shape[1]]))


def train(model, tokens, seconds):
    """Trains for a time; returns the number of steps."""
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.99), weight_decay=0.1, fused=True)
    begun, steps, passed = time.perf_counter(), 0, 0.0
    while passed < 1:
        rate = 1e-3 * min(steps / 100, 1.0) * (0.55 + 0.45 * math.cos(math.pi * passed))
        for group in optimizer.param_groups:
            group["lr"] = rate
        starts = torch.randint(len(tokens) - CONTEXT, (BATCH, 1))
        window = tokens[starts + torch.arange(CONTEXT + 1)]
        loss = functional.cross_entropy(model(window[:, :-1]).transpose(1, 2), window[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        steps += 1
        passed = (time.perf_counter() - begun) / seconds
    return steps


@torch.no_grad()
def held_out_loss(model, tokens):
    count = (len(tokens) - 1) // CONTEXT
    inputs, targets = (tokens[at : at + count * CONTEXT].view(count, CONTEXT) for at in (0, 1))
    losses = [
        functional.cross_entropy(model(x).transpose(1, 2), y, reduction="sum")
        for x, y in zip(inputs.split(64), targets.split(64), strict=True)
    ]
    return float(sum(losses)) / targets.numel()


@torch.no_grad()
def write(model, prompt, length):
    """Writes characters behind a prompt; returns them and the seconds."""
    begun = time.perf_counter()
    for _ in range(length):
        chances = model(prompt[None, -CONTEXT:])[0, -1].softmax(dim=-1)
        prompt = torch.cat([prompt, torch.multinomial(chances, 1)])
    return prompt[-length:], time.perf_counter() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--length", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    text = options.text.read_text(encoding="utf-8")
    characters = sorted(set(text))
    number = {character: place for place, character in enumerate(characters)}
    tokens = torch.tensor([number[character] for character in text])
    cut = len(tokens) * 9 // 10
    torch.manual_seed(options.seed)
    model = CharacterModel(len(characters))
    steps = train(model, tokens[:cut], options.seconds)
    written, seconds = write(model, tokens[cut : cut + 1], options.length)
    report = {
        "steps": steps,
        "held_out_loss": held_out_loss(model, tokens[cut:]),
        "characters_per_second": options.length / seconds,
        "written": "".join(characters[token] for token in written),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
