"""Keeps the notices of a backend's start off the console of a command.

TensorFlow writes notices about CUDA and oneDNN to standard error while it is imported, in spite of
TF_CPP_MIN_LOG_LEVEL=3: its C++ part is not set up yet. They look like errors and are none.
"""

import contextlib
import os
import re
import sys
import tempfile

# A line of the C++ log below the level "fatal", and what belongs to such lines.
NOTICE = re.compile(
    rb"WARNING: All log messages before absl::InitializeLog"
    rb"|[IWE]\d{4} \d\d:\d\d:"
    rb"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: [IWE] "
    rb"|To enable the following instructions:"
)


def started_as_command():
    """Whether Python is starting `python -m keras_attention`; `sys.argv` is then ["-m", ...]."""
    return sys.argv[:1] == ["-m"]


def import_keras_quietly():
    """Imports Keras; of what is written to standard error meanwhile, notices are left out."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    with _without_notices():
        import keras  # noqa: F401


@contextlib.contextmanager
def _without_notices():
    """Holds back what arrives at file descriptor 2, and passes on afterwards what is not a notice, errors included."""
    try:
        original = os.dup(2)
    except OSError:  # no standard error, as in a program without a console
        yield
        return
    sys.stderr.flush()
    with tempfile.TemporaryFile() as held:
        os.dup2(held.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(original, 2)
            os.close(original)
            held.seek(0)
            for line in held:
                if not NOTICE.match(line):
                    os.write(2, line)
