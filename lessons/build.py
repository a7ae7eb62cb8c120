"""Writes the lesson texts, lessons/en/NAME.md and lessons/ko/NAME.md, from lessons/source/NAME.md.

    python lessons/build.py            writes them all
    python lessons/build.py --check    writes nothing; fails where one is not what its source gives

A source holds both languages. It is a row of blocks; the English text of a block stands above the Korean one:

    <!-- en -->
    ## Questions to close
    ...
    <!-- ko -->
    ## 마무리 질문
    ...

`<!-- both -->` starts a block that is the same in both. The two texts of a block must have the same headings, list
items, table rows, placeholders and link targets, or the builder says which line to look at.

**Figures are never typed.** `{{attention_parameters(512):,}}` is a field of a Python f-string over the package:
`by_hand`, `examples`, `cost` and every function of `cost`, `np`, and the names defined in `making/figures.py`
(`weight`, `look`, `run`, ...) and `making/links.py` (`scene`, `press`, `cell`, `edit`, `notebook`, `exercise`), which
also give links and the labels of a scene in the right language. A figure with three decimals or a comma for thousands
outside of a placeholder is an error.

**Links** are written as from `lessons/en/`. In the Korean edition a link to a notebook, a prompt or the README leads to
its Korean edition.

**Plans.** `<!-- plan 50 -->` says how long the steps below it take together. `<!-- step 7 -->` stands before a block
that is one step of 7 minutes; its first line is a heading, in front of which the builder writes the clock. The items of
a step start with a sign, and go on to the next item or an empty line:

    @say Words to be spoken.       as long as they take at the speed in `making/plan.py`, marked as an estimate
    @press 30 What to press.       the seconds it takes, with the hand and until all have seen it
    @run 60 What to run.           the same; `took("code1", "library")` is the machine's share, measured
    @ask 60 A question.            the seconds for question and answers
    @do 120 What the class does.   the seconds planned for it
    @board 30 What to write.       the same
    @expect, @wrong, @saved        what should appear, what may go wrong, where a saved output is: no time of their own

The builder adds up every step in either language, writes the account below its heading, and fails where the parts are
longer than the step or leave more than two fifths of it open. `<!-- late 5 -->` stands before a block whose items
`@cut 3 What to leave out.` must save that many minutes together.
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path += [str(HERE), str(HERE.parent / "colab")]  # behind all others: there is a build.py in either
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

from making.edition import edition  # noqa: E402
from making.source import LANGUAGES, SourceError, read_source  # noqa: E402


def sources():
    return sorted((HERE / "source").glob("*.md"))


def lesson_path(source, language):
    return HERE / language / source.name


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the lessons in both languages.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a lesson is out of date")
    options = parser.parse_args(arguments)
    try:
        texts = {
            lesson_path(source, language): edition(read_source(source), language).encode("utf-8")
            for source in sources()
            for language in LANGUAGES
        }
    except SourceError as problem:
        print(problem, file=sys.stderr)
        return 1
    old = [path for path, text in texts.items() if not path.exists() or path.read_bytes() != text]
    if options.check:
        for path in old:
            print(f"{path.relative_to(HERE.parent).as_posix()} is not what its source gives.")
        print("Run: python lessons/build.py" if old else "The lessons are what their sources give.")
        return 1 if old else 0
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(texts[path])
        print(f"{path.relative_to(HERE.parent).as_posix()} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
