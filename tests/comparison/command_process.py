"""The command in a process of its own that can be interrupted, killed and looked at.

Processes are forked from one that has imported the package already, so that each starts at once.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from pathlib import Path

PATIENCE = 240  # seconds until a test gives up waiting
HERE = str(Path(__file__).resolve().parent)
STUB = f"import sys; sys.path[:] = sys.argv[1:]; sys.path.append({HERE!r}); from stub_worker import main; main()"


def _serve(arguments, output, encoding, stub):
    os.setsid()
    descriptor = os.open(output, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)
    sys.stderr = open(2, "w", encoding=encoding, closefd=False, buffering=1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from keras_attention.cli import main
    from keras_attention.comparison import pool

    if stub:
        pool.START = STUB
    sys.exit(main(arguments))


class CommandProcess:
    """One run of the command: leader of a process group, with its output in a file or on a terminal.

    Args:
        arguments: Arguments of the command.
        output: File or terminal for what it prints.
        encoding: Of its output.
        stub: Whether its workers only pretend to train (`stub_worker.py`).
    """

    def __init__(self, arguments, output, encoding="utf-8", stub=True):
        self.output = Path(output)
        arguments = list(map(str, arguments))
        self.process = context().Process(target=_serve, args=(arguments, str(output), encoding, stub))
        self.process.start()
        self.pid = self.process.pid
        wait_until(lambda: self.process.exitcode is not None or os.getpgid(self.pid) == self.pid)

    def text(self):
        return self.output.read_text(encoding="utf-8") if self.output.exists() else ""

    def wait(self, seconds=PATIENCE):
        """Exit status, or `None` while it runs."""
        self.process.join(seconds)
        return self.process.exitcode

    def signal_group(self, number):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def workers(self):
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii")
        return [int(child) for child in children.split()]

    def group_is_empty(self):
        """Whether no process of the group is left, zombies not counted."""
        for status in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, _, group = status.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
                if int(group) == self.pid and state != "Z":
                    return False
        return True


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def context():
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["keras_attention.cli", "keras_attention.comparison.runner"])
    return found
