"""Texts of our own, small enough to stand in a notebook, to adapt a language model to."""
