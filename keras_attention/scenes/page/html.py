"""Text and data on their way into HTML."""

import html
import json
import re


def text(words):
    """Escapes a text; `code` between back ticks is set as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(words))


def data(value):
    """JSON that can stand inside a script element, whatever its strings hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def script(source):
    """JavaScript that can stand inside a script element: nothing in it ends the element."""
    return re.sub(r"</(?=script)", r"<\\/", source, flags=re.IGNORECASE)
