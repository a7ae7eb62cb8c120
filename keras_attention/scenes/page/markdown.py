"""The little Markdown of the prompts as HTML: paragraphs, lists, blocks of code, code in a line."""

import html
import re

from keras_attention.scenes.page.html import text


def to_html(markdown):
    """HTML of paragraphs, `* ` lists, fenced blocks and links; a link keeps its words and loses its target."""
    parts = re.split(r"^```[^\n]*\n(.*?)^```$", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        f'<pre tabindex="0"><code>{html.escape(part.rstrip())}</code></pre>' if number % 2 else _prose(part)
        for number, part in enumerate(parts)
    )


def _prose(markdown):
    blocks = (block.strip() for block in re.split(r"\n\s*\n", markdown))
    return "".join(_list(block) if block.startswith("* ") else f"<p>{_line(block)}</p>" for block in blocks if block)


def _list(block):
    items = re.split(r"^\* ", block, flags=re.MULTILINE)[1:]
    return "<ul>" + "".join(f"<li>{_line(item)}</li>" for item in items) + "</ul>"


def _line(words):
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words)
    return text(re.sub(r"\s+", " ", words.strip()))
