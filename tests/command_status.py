"""Runs a command of the package in this process."""

from keras_attention import cli


def command_status(*arguments):
    """The exit status of `python -m keras_attention ARGUMENTS`, also where the parser ends it."""
    try:
        return cli.main([str(argument) for argument in arguments])
    except SystemExit as end:
        return end.code
