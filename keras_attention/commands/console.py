"""What every command prints and reads with."""

PROGRAM = "keras_attention"
CONSOLE_WIDTH = 96


def whole_number(text, least, most=float("inf")):
    """The whole number from `least` to `most` that a text spells, or `None` where it spells none."""
    try:
        number = int(text) if text.isascii() and text.isdecimal() else None
    except ValueError:  # Python reads 4,300 digits and no more
        return None
    return number if number is not None and least <= number <= most else None
