"""Pieces that several notebooks show; `build.py` copies them in as it copies the package's definitions."""

import matplotlib.pyplot as plt
from IPython.display import display


def show(figure, alt):
    """Shows a figure once, with a description for whoever cannot see it."""
    display(figure, metadata={"image/png": {"alt": alt}})
    plt.close(figure)
