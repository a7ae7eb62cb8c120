"""What the benchmarks share: interleaved timing, medians, and a line that says on what."""

import importlib.metadata
import os
import platform
import statistics
import time


def interleaved(calls, rounds):
    """Times every call once a round, in turn, so that a busy machine slows all of them alike.

    Args:
        calls: dict from name to a function without arguments.
        rounds: int.

    Returns:
        Dict from name to the list of seconds, one a round.
    """
    seconds = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            started = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - started)
    return seconds


def ratio(seconds, name, reference):
    """The median over the rounds of the ratio of two calls of the same round."""
    return statistics.median(a / b for a, b in zip(seconds[name], seconds[reference], strict=True))


def machine(*packages):
    """One line: processor, cores, Python, and the versions of the packages that are installed."""
    versions = []
    for package in ("keras", *packages, "numpy"):
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(versions)}"
