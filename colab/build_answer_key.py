"""Writes the answer keys for teachers, lessons/en/answer-key.md and lessons/ko/answer-key.md, from the exercises.

    python colab/build_answer_key.py            writes both
    python colab/build_answer_key.py --check    writes nothing; fails where one is not what the exercises give
"""

import argparse
import sys
from pathlib import Path

from building.answer_key import answer_key
from building.script import LANGUAGES, ScriptError

HERE = Path(__file__).resolve().parent
LESSONS = HERE.parent / "lessons"


def sources():
    """The scripts of all notebooks, in order."""
    return sorted(path for path in (HERE / "source").glob("*.py") if not path.stem.startswith("common"))


def key_path(language):
    return LESSONS / language / "answer-key.md"


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the answer keys from the exercises.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a key is out of date")
    options = parser.parse_args(arguments)
    try:
        keys = {key_path(language): answer_key(sources(), language).encode("utf-8") for language in LANGUAGES}
    except ScriptError as problem:
        print(problem, file=sys.stderr)
        return 1
    if options.check:
        old = [path for path, key in keys.items() if not path.exists() or path.read_bytes() != key]
        for path in old:
            print(f"{path.relative_to(LESSONS.parent).as_posix()} is not what the exercises give.")
        print("Run: python colab/build_answer_key.py" if old else "The answer keys are what the exercises give.")
        return 1 if old else 0
    for path, key in keys.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(key)
        print(f"{path.relative_to(LESSONS.parent).as_posix()} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
