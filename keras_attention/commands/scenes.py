"""The command `scenes`."""

import pathlib
import sys

from keras_attention.commands.console import PROGRAM
from keras_attention.scenes import NAMES

LANGUAGES = ("en", "ko")
ALL = "all"


def register(commands):
    """Adds the command to the parser of all commands."""
    parser = commands.add_parser(
        "scenes",
        help="write the interactive scenes as one page that needs no network",
        description="Writes one HTML file with the interactive scenes of the course and all they need.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", metavar="FILE", default="scenes.html", help="where to write it (default: scenes.html)")
    parser.add_argument(
        "--language", default="en", help="en, ko, or all for two pages that link each other (default: en)"
    )
    parser.add_argument("--only", metavar="NAME", help=f"a single scene, one of {', '.join(NAMES)}")
    parser.set_defaults(run=_scenes)


def _scenes(options):
    if options.language not in (*LANGUAGES, ALL):
        return _refuse(f"--language: got {options.language!r}, allowed: {', '.join((*LANGUAGES, ALL))}")
    if options.only is not None and options.only not in NAMES:
        return _refuse(f"--only: got {options.only!r}, allowed: {', '.join(NAMES)}")
    names = NAMES if options.only is None else (options.only,)
    files = _files(options)
    try:
        from keras_attention.scenes.page.document import page

        pages = {}
        for language, file in files.items():
            others = [other.name for key, other in files.items() if key != language]
            pages[file] = page(language, names, *others)
    except ImportError as error:
        return _refuse(f"{error.name} is missing; python -m pip install altair vl-convert-python")
    for file, html in pages.items():
        try:
            file.write_text(html, encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: a null character in the path
            reason = getattr(error, "strerror", None) or error
            return _refuse(f"--out: got {options.out!r}, allowed: the path of a file that can be written ({reason})")
        print(f"Written to {file}: {', '.join(names)} ({len(html.encode('utf-8')) / 1e6:.2f} MB)")
    return 0


def _files(options):
    """The path of each page to write, by language: `scenes.html`, and `scenes.ko.html` if both are asked for."""
    out = pathlib.Path(options.out)
    if options.language != ALL:
        return {options.language: out}
    return {"en": out, "ko": out.parent / f"{out.stem}.ko{out.suffix}"}


def _refuse(message):
    print(f"{PROGRAM} scenes: {message}", file=sys.stderr)
    return 2
