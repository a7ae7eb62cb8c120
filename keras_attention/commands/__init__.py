"""One command of `python -m keras_attention` per file; each adds itself with `register`."""
