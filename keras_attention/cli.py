"""The commands of `python -m keras_attention`."""

import argparse
import os
import sys

import keras_attention
from keras_attention.commands import compare, explain, generate, prompt, scenes
from keras_attention.commands.console import PROGRAM


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message}; --help lists what is allowed\n")


def main(arguments=None):
    """Runs one command.

    Args:
        arguments: Command line without the program's name; `None` for that of this process.

    Returns:
        Exit status: 0 done, 1 something failed, 2 wrong usage, 130 interrupted.
    """
    for stream in (sys.stdout, sys.stderr):  # a folder's name may hold what the console's code page lacks
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    parser = _Parser(prog=PROGRAM, description="The commands of the course on attention.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {keras_attention.__version__}")
    commands = parser.add_subparsers(metavar="command")
    for command in (compare, explain, generate, prompt, scenes):
        command.register(commands)
    options = parser.parse_args(arguments)
    if not hasattr(options, "run"):
        parser.print_help()
        return 0
    try:
        return options.run(options)
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # output that cannot be written: a disk is full, for instance
        if not isinstance(error, BrokenPipeError):  # its reader is gone, as in `... | head`, and wants to hear no more
            print(f"{PROGRAM}: {error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python writes out what is left when it ends
        return 1
