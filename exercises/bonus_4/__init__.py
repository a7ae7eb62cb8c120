"""Bonus 4, Attention and transformers: six exercises."""
