"""The command `prompt`."""

import sys

from keras_attention.commands.console import PROGRAM


def register(commands):
    """Adds the command to the parser of all commands."""
    parser = commands.add_parser(
        "prompt",
        help="print a prompt for an AI assistant, ready to paste",
        description="Prints a prompt for an AI assistant, the chosen code below it. Without a name it lists the "
        "prompts. What is still to be filled in is named on standard error.",
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of a prompt")
    parser.add_argument("--attach", metavar="CODE", help="the code of a notebook to put below: code1, code2, ...")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PLACEHOLDER=TEXT",
        help="what to write for a placeholder; once for each",
    )
    parser.add_argument("--language", default="en", help="en or ko (default: en)")
    parser.set_defaults(run=_prompt)


def _prompt(options):
    from keras_attention.prompts import (
        LANGUAGES,
        about_code,
        code_names,
        prompt_names,
        read_code,
        read_prompt,
        still_open,
    )

    try:
        names = prompt_names()
        _check("--language", options.language, LANGUAGES)
        if options.name is None:
            if options.attach is not None or options.set:
                raise ValueError(f"NAME: got none, allowed: {', '.join(names)}")
            _print_list([read_prompt(name, options.language) for name in names])
            return 0
        _check("NAME", options.name, names)
        prompt = read_prompt(options.name, options.language)
        values = dict(_pair(text) for text in options.set)
        parts = [prompt.fill(values)]
        if options.attach is not None:
            _check("--attach", options.attach, code_names())
            parts.append(read_code(options.attach, options.language))
    except (ValueError, FileNotFoundError) as error:
        print(f"{PROGRAM} prompt: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    print("\n\n".join(parts), flush=True)
    for placeholder in prompt.still_open(values):
        print(still_open(placeholder, options.language), file=sys.stderr)
    if options.attach is None and prompt.codes:
        print(about_code(prompt.codes, options.language), file=sys.stderr)
    return 0


def _check(argument, value, allowed):
    if value not in allowed:
        raise ValueError(f"{argument}: got {value!r}, allowed: {', '.join(allowed)}")


def _print_list(prompts):
    width = max(len(prompt.name) for prompt in prompts)
    for prompt in prompts:
        print(f"{prompt.name:<{width}}  {prompt.title}")


def _pair(text):
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--set: got {text!r}, allowed: PLACEHOLDER=TEXT")
    return name.strip(), value
