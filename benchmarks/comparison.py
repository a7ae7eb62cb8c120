"""The whole comparison against the plain programs a Keras or PyTorch user would write first.

    python -m benchmarks.comparison [--rounds 1] [--lengths 10 20 40 80 160] [--torch-python PYTHON]

Runs, one after the other in every round: `python -m keras_attention compare` (default grid, fresh folder),
`plain_fit.py`, and with --torch-python (a Python that has torch) `torch_eager.py`, in one process and with
`--workers 2`. Wall time of the whole command, imports included. Prints seconds and ratios. One round takes about
15 minutes on two cores.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

from benchmarks.timing import interleaved, machine, ratio

HERE = pathlib.Path(__file__).resolve().parent


def command(*words):
    subprocess.run(words, cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compare(lengths):
    with tempfile.TemporaryDirectory() as folder:
        command(sys.executable, "-m", "keras_attention", "compare", "--results", folder, "--lengths", *lengths)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--lengths", nargs="+", default=["10", "20", "40", "80", "160"])
    parser.add_argument("--torch-python")
    options = parser.parse_args()
    lengths = options.lengths
    calls = {
        "compare": lambda: compare(lengths),
        "plain_fit": lambda: command(sys.executable, str(HERE / "plain_fit.py"), "--lengths", *lengths),
    }
    if options.torch_python:
        eager = (options.torch_python, str(HERE / "torch_eager.py"), "--lengths", *lengths)
        calls["torch_eager"] = lambda: command(*eager)
        calls["torch_eager --workers 2"] = lambda: command(*eager, "--workers", "2")
    print(machine("tensorflow"), flush=True)
    seconds = interleaved(calls, options.rounds)
    for name, values in seconds.items():
        line = f"{name:<26} {statistics.median(values):7.1f} s"
        if name != "compare":
            line += f"   compare takes {ratio(seconds, 'compare', name):.3f} of it"
        print(line)


if __name__ == "__main__":
    main()
