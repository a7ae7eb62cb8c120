"""What every command prints with."""

PROGRAM = "keras_attention"
CONSOLE_WIDTH = 96
