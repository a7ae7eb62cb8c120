"""The whole page."""

import functools
import pathlib
import urllib.parse

import altair as alt

from keras_attention.scenes.page import texts
from keras_attention.scenes.page.html import script, text
from keras_attention.scenes.page.prompt_section import prompt_section
from keras_attention.scenes.page.scene_section import scene_section
from keras_attention.scenes.registry import NAMES, find
from keras_attention.scenes.stage import theme

# Nothing may be fetched, whatever a specification says. Vega compiles its expressions, hence unsafe-eval.
POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:"


def page(language="en", names=NAMES, other_file=None):
    """HTML of the page.

    Args:
        language: "en" or "ko".
        names: Which scenes, in this order; below all of them follow the prompts.
        other_file: Name of the file, in the same folder, that holds the page in the other language; it gets a link.

    Returns:
        A string: one HTML file that needs nothing beside it.
    """
    sections = [scene_section(find(name), language) for name in names]
    return document([*sections, *_prompts(language)] if names == NAMES else sections, language, other_file)


def _prompts(language):
    try:
        return [prompt_section(language)]
    except FileNotFoundError:  # a package that was installed without its repository
        return []


def document(sections, language, other_file=None):
    """HTML of a page of the given `Section`s, one after the other."""
    title = text(texts.TITLE.of(language))
    entries = "".join(
        f'<li><a href="#{section.anchor}"><span aria-hidden="true">{text(section.mark)}</span> '
        f"{text(section.title)}</a></li>"
        for section in sections
    )
    contents = text(texts.CONTENTS.of(language))
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{_style()}</style>
</head>
<body>
<header class="top">{_link(language, other_file)}<h1>{title}</h1><p>{text(texts.INTRODUCTION.of(language))}</p></header>
<noscript><p class="top">{text(texts.NO_SCRIPT.of(language))}</p></noscript>
<nav aria-label="{contents}"><h2>{contents}</h2><ol>{entries}</ol></nav>
<main>{"".join(section.html for section in sections)}</main>
<footer><p>{text(texts.CREDIT.of(language))}</p></footer>
<script>{script(_vega())}</script>
<script>{script(_file("script.js"))}</script>
</body>
</html>
"""


def _link(language, other_file):
    """A link to the page in the other language, if there is one."""
    if other_file is None:
        return ""
    other = next(each for each in texts.LANGUAGE_NAMES if each != language)
    target = text(urllib.parse.quote(other_file))
    name = texts.LANGUAGE_NAMES[other]
    return f'<p class="language"><a href="{target}" lang="{other}" hreflang="{other}">{name}</a></p>'


def _style():
    """The style sheet, with the colours of the theme and the rule that turns a picture dark."""
    constants = {name: value for name, value in vars(theme).items() if name.isupper() and isinstance(value, str)}
    names = {name.lower().replace("_", "-"): value for name, value in constants.items() if value in theme.DARK}
    light = "".join(f"--{name}:{value};" for name, value in names.items())
    dark = "".join(f"--{name}:{theme.DARK[value]};" for name, value in names.items())
    swaps = "".join(
        f'.picture [{paint}="{value}"]{{{paint}:{theme.DARK[value]}}}'
        for value in names.values()
        for paint in ("fill", "stroke")
    )
    return (
        f":root{{{light}--font:{theme.FONT};}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}{swaps}}}\n"
        f"{_file('style.css')}{_file('prompts.css')}"
    )


def _file(name):
    return pathlib.Path(__file__).with_name(name).read_text(encoding="utf-8")


@functools.cache
def _vega():
    """Vega, Vega-Lite and Vega-Embed as one script, in the versions that Altair writes for."""
    import vl_convert

    return vl_convert.javascript_bundle(vl_version=".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2]))
