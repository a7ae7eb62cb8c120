"""Writing with a key-value cache: against reading everything again, against itself further on, and against PyTorch.

    KERAS_BACKEND=tensorflow|jax python -m benchmarks.generation cache      with and without the cache
    KERAS_BACKEND=tensorflow|jax python -m benchmarks.generation position   a token late in the context, against early
    KERAS_BACKEND=tensorflow|jax python -m benchmarks.generation memory     bytes of the cache, counted and predicted
    KERAS_BACKEND=tensorflow|jax python -m benchmarks.generation peer --torch-python PYTHON

Models of `build_language_model` with width 128 and 4 blocks. Calls are interleaved; prints medians. The loops are
compiled before the clock starts. `peer` trains our model and a plain PyTorch one for 60 seconds each, in turn, on the
text of Python's own help, and lets both write; PYTHON is a Python that has torch. A round of it takes three minutes.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras  # noqa: E402
import numpy as np  # noqa: E402

from benchmarks.timing import interleaved, machine, ratio  # noqa: E402
from keras_attention import build_language_model, generate, generate_plain  # noqa: E402
from keras_attention.commands.generate import XLA_FLAGS  # noqa: E402
from keras_attention.cost import key_value_cache_bytes  # noqa: E402
from keras_attention.models.language_model_parts import language_model_parts  # noqa: E402
from keras_attention.tasks.next_character import python_help  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
VOCABULARY, WIDTH, BLOCKS = 101, 128, 4


def model_with(context_length):
    keras.utils.set_random_seed(0)
    return build_language_model(VOCABULARY, context_length, width=WIDTH, num_blocks=BLOCKS)


def prompt_of(length):
    return np.random.default_rng(0).integers(0, VOCABULARY, length)


def cache(options):
    """Fills a context of 256 behind a prompt of 16."""
    model, prompt, count = model_with(256), prompt_of(16), 240
    calls = {
        "cached": lambda: generate(model, prompt, count, seed=0),
        "recomputed": lambda: generate_plain(model, prompt, count, seed=0),
    }
    for temperature in (0.0, 1.0):  # compiles both
        written = [write(model, prompt, count, temperature, seed=0) for write in (generate, generate_plain)]
        print(f"temperature {temperature:.0f}: same tokens: {np.array_equal(*written)}", flush=True)
    seconds = interleaved(calls, options.rounds or 5)
    for name, values in seconds.items():
        print(f"{name:<11} {count / statistics.median(values):8.1f} tokens/s")
    print(f"cached is {ratio(seconds, 'recomputed', 'cached'):.1f} times as fast")


def position(options):
    """The cost of a token near position 32, and near 512: the 17th to 32nd token after prompts of 8 and of 480."""
    model = model_with(512)
    calls = {
        (start, count): lambda start=start, count=count: generate(model, prompt_of(start), count, seed=0)
        for start in (8, 480)
        for count in (17, 32)  # one program: what is longer is only the loop
    }
    for call in calls.values():
        call()
    seconds = interleaved(calls, options.rounds or 101)
    costs = {
        start: [(more - fewer) / 15 for fewer, more in zip(seconds[start, 17], seconds[start, 32], strict=True)]
        for start in (8, 480)
    }
    for start, values in costs.items():
        print(f"positions {start + 18:>3} to {start + 32:>3}: {statistics.median(values) * 1e3:.3f} ms a token")
    print(f"late / early: {statistics.median(costs[480]) / statistics.median(costs[8]):.2f}")


def memory(options):
    """The cache of 32 full contexts of 512: the bytes of its tensors, and what the process grows by when it is kept."""
    parts, batch, context = language_model_parts(model_with(512)), 32, 512
    predicted = key_value_cache_bytes(context, WIDTH, num_blocks=BLOCKS, batch=batch)
    tokens = np.zeros((batch, 1), "int32")
    read_one = compiled(lambda caches: parts.read(tokens, caches)[1])
    kept = [read_one(parts.empty_caches(batch))]  # compiled, and every page of memory written to
    grown = []
    for _ in range(options.rounds or 5):
        before = resident_bytes()
        kept.append(read_one(parts.empty_caches(batch)))
        grown.append(resident_bytes() - before)
    held = sum(keras.ops.convert_to_numpy(tensor).nbytes for one in kept[-1] for tensor in one.values())
    print(f"predicted {predicted / 1e6:8.3f} MB")
    print(f"tensors   {held / 1e6:8.3f} MB, {held / predicted:.4f} of it")
    grown = statistics.median(grown)
    print(f"process   {grown / 1e6:8.3f} MB, {grown / predicted:.4f} of it")


def compiled(function):
    if keras.backend.backend() == "jax":
        import jax

        program = jax.jit(function)
        return lambda caches: jax.block_until_ready(program(caches))
    import tensorflow as tf

    return tf.function(function, jit_compile=True, autograph=False)


def resident_bytes():
    """What the process has in memory now."""
    pages = int(pathlib.Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * resource.getpagesize()


def peer(options):
    """Both programs for 60 seconds in every round, on the same file."""
    if not options.torch_python:
        raise SystemExit("peer needs --torch-python")
    reports = {"keras_char.py": [], "torch_char.py": []}
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "help.txt")
        text.write_text(python_help(), encoding="utf-8")
        for seed in range(options.rounds or 3):
            for name, python in (("keras_char.py", sys.executable), ("torch_char.py", options.torch_python)):
                words = [python, str(HERE / name), "--text", str(text)]
                words += ["--seed", str(seed), "--seconds", options.seconds]
                environment = os.environ | {"PYTHONPATH": str(HERE.parent)}
                if name == "keras_char.py":
                    environment["XLA_FLAGS"] = f"{XLA_FLAGS} {os.environ.get('XLA_FLAGS', '')}"  # as the command does
                ran = subprocess.run(words, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True)
                report = json.loads(ran.stdout.splitlines()[-1])
                del report["written"]
                reports[name].append(report)
                print(name, *(f"{key} {value:.4g}" for key, value in report.items()), sep="  ", flush=True)
    ours, theirs = reports.values()
    for key in ("held_out_loss", "characters_per_second"):
        medians = [statistics.median(report[key] for report in side) for side in (ours, theirs)]
        ratios = statistics.median(one[key] / other[key] for one, other in zip(ours, theirs, strict=True))
        print(f"{key}: ours {medians[0]:.4g}, PyTorch {medians[1]:.4g}, ratio {ratios:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = {"cache": cache, "position": position, "memory": memory, "peer": peer}
    parser.add_argument("part", choices=parts)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", default="60", help="of training, for peer (default: 60)")
    parser.add_argument("--torch-python")
    options = parser.parse_args()
    print(machine("tensorflow", "jax", "torch"), f"backend {keras.backend.backend()}", sep=", ", flush=True)
    parts[options.part](options)


if __name__ == "__main__":
    main()
