"""The whole comparison against the plain programs a Keras or PyTorch user would write first.

    python -m benchmarks.comparison [--rounds 1] [--lengths 10 20 40 80 160] [--torch-python PYTHON]
    python -m benchmarks.comparison --task associative-recall [--rounds 1] [--torch-python PYTHON]

Runs, one after the other in every round: `python -m keras_attention compare` (the task's default grid, fresh folder),
the plain Keras program, and with --torch-python (a Python that has torch) the eager PyTorch program, in one process
and with `--workers 2`. Wall time of the whole command, imports included. Prints seconds and ratios. One round takes
about 15 minutes on two cores for first-step recall, about 8 for associative recall.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

from benchmarks.timing import interleaved, machine, ratio

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = {  # in Keras, in PyTorch
    "first-step-recall": ("plain_fit.py", "torch_eager.py"),
    "associative-recall": ("plain_fit_recall.py", "torch_eager_recall.py"),
}


def command(*words):
    subprocess.run(words, cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compare(task, options):
    with tempfile.TemporaryDirectory() as folder:
        command(sys.executable, "-m", "keras_attention", "compare", "--task", task, "--results", folder, *options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=PROGRAMS, default="first-step-recall")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--lengths", nargs="+", help="of first-step recall (default: 10 20 40 80 160)")
    parser.add_argument("--epochs", nargs=1, help="fewer than the task's own, to try the programs out")
    parser.add_argument("--torch-python")
    options = parser.parse_args()
    shared = []
    for name in ("lengths", "epochs"):
        if getattr(options, name):
            shared += [f"--{name}", *getattr(options, name)]
    in_keras, in_torch = PROGRAMS[options.task]
    calls = {
        "compare": lambda: compare(options.task, shared),
        in_keras: lambda: command(sys.executable, str(HERE / in_keras), *shared),
    }
    if options.torch_python:
        eager = (options.torch_python, str(HERE / in_torch), *shared)
        calls[in_torch] = lambda: command(*eager)
        calls[f"{in_torch} --workers 2"] = lambda: command(*eager, "--workers", "2")
    print(machine("tensorflow"), flush=True)
    seconds = interleaved(calls, options.rounds)
    for name, values in seconds.items():
        line = f"{name:<34} {statistics.median(values):7.1f} s"
        if name != "compare":
            line += f"   compare takes {ratio(seconds, 'compare', name):.3f} of it"
        print(line)


if __name__ == "__main__":
    main()
