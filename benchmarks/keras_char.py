"""Our character model, trained for a fixed time, then writing: the same report as `torch_char.py`.

    keras_char.py --text FILE [--seconds 60] [--length 200]

What `python -m keras_attention generate` does, with its settings; the time includes compiling. It writes twice: the
first time the loop is compiled as well ("first_characters_per_second"), and after that it is not. Prints one line of
JSON.
"""

import argparse
import json
import pathlib
import time

import keras

from keras_attention import build_language_model, generate
from keras_attention.commands.generate import CONTEXT_LENGTH
from keras_attention.tasks.next_character import NextCharacter
from keras_attention.timed_training import mean_loss, train_for


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--length", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    task = NextCharacter(options.text.read_text(encoding="utf-8"), CONTEXT_LENGTH)
    keras.utils.set_random_seed(options.seed)
    model = build_language_model(task.vocabulary_size, task.context_length)
    training = train_for(model, task, options.seconds, options.seed)
    inputs, targets = task.held_out()
    speeds = []
    for _ in range(2):
        begun = time.perf_counter()
        written = generate(model, inputs[0, :1], options.length, seed=options.seed)
        speeds.append(options.length / (time.perf_counter() - begun))
    report = {
        "steps": training.steps,
        "held_out_loss": mean_loss(model, inputs, targets),
        "characters_per_second": speeds[1],
        "first_characters_per_second": speeds[0],
        "written": task.vocabulary.decode(written),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
