"""Tables as text: padded Markdown, readable on a console too."""


def markdown_table(columns):
    """Lays out a table with columns of even width.

    Args:
        columns: list of (texts, left): the heading and the cells of a column, and whether they stand on its left side.

    Returns:
        The lines, joined: a heading, a rule, and a line for each row.

    Example:
        >>> print(markdown_table([(["layer", "dense"], True), (["parameters", "12"], False)]))
        | layer | parameters |
        |:------|-----------:|
        | dense |         12 |
    """
    padded = []
    for texts, left in columns:
        width = max(map(len, texts))
        padded.append([text.ljust(width) if left else text.rjust(width) for text in texts])
    lines = ["| " + " | ".join(texts) + " |" for texts in zip(*padded, strict=True)]
    rules = [_rule(len(texts[0]), left) for texts, (_, left) in zip(padded, columns, strict=True)]
    return "\n".join([lines[0], "|" + "|".join(rules) + "|", *lines[1:]])


def _rule(width, left):
    return ":" + "-" * (width + 1) if left else "-" * (width + 1) + ":"
