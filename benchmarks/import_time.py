"""What `import keras_attention` costs over `import keras`.

    python -m benchmarks.import_time [--rounds 9]

Each import in a process of its own, interleaved; prints medians and the median of the ratios.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys

from benchmarks.timing import interleaved, machine, ratio

ROOT = str(pathlib.Path(__file__).resolve().parent.parent)


def start(module):
    environment = {**os.environ, "PYTHONPATH": ROOT, "TF_CPP_MIN_LOG_LEVEL": "3"}
    subprocess.run([sys.executable, "-c", f"import {module}"], env=environment, check=True, stderr=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    calls = {module: lambda module=module: start(module) for module in ("keras", "keras_attention")}
    for call in calls.values():
        call()  # writes the byte code
    seconds = interleaved(calls, options.rounds)
    print(machine("tensorflow"))
    print(
        f"import keras {statistics.median(seconds['keras']):.2f} s, "
        f"import keras_attention {statistics.median(seconds['keras_attention']):.2f} s, "
        f"ratio {ratio(seconds, 'keras_attention', 'keras'):.3f}"
    )


if __name__ == "__main__":
    main()
