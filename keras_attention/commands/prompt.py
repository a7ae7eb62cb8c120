"""The command `prompt`."""

import sys

from keras_attention.commands.console import PROGRAM

# What is still to be done, in the language of the prompt.
STILL_OPEN = {
    "en": 'Still open: {label} ({hint}): --set "{label}=..."',
    "ko": '아직 채우지 않은 자리: {label} ({hint}): --set "{label}=..."',
}
ABOUT_CODE = {
    "en": "It is about code: --attach {codes}, or paste your own below.",
    "ko": "코드가 필요한 프롬프트입니다. --attach {codes} 옵션을 쓰거나, 내 코드를 아래에 붙여 넣으세요.",
}
OR = {"en": " or ", "ko": " 또는 "}


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
    from keras_attention.prompts import LANGUAGES, code_names, prompt_names, read_code, read_prompt

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
        text = STILL_OPEN[options.language].format(label=placeholder.label, hint=placeholder.hint)
        print(text, file=sys.stderr)
    if options.attach is None and prompt.codes:
        codes = OR[options.language].join(prompt.codes)
        print(ABOUT_CODE[options.language].format(codes=codes), file=sys.stderr)
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
