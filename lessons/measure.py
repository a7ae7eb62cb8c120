"""Measures what the machine does in a lesson, and writes it down for the plans: lessons/measured.json.

    python lessons/measure.py pages        writing the page of scenes, opening it, answering a control (needs Chromium)
    python lessons/measure.py notebooks    every cell of the notebooks the plans run, as Colab would run them

Run `notebooks` with Colab's versions. What is not measured again stays as it was.
"""

import datetime
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
MEASURED = HERE / "measured.json"
NOTEBOOKS = ("code1_attention_by_hand", "code2_transformer_against_lstm")
ROUNDS = 5


def pages():
    """Seconds to write the page, to see its first scene, and to get an answer; medians."""
    from playwright.sync_api import sync_playwright

    from benchmarks.scenes import ANSWER, FIRST_DRAWN, FLAGS
    from keras_attention.scenes.registry import NAMES

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file, times = Path(folder, "scenes.html"), {"write": [], "open": [], "answer": []}
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for _ in range(ROUNDS):
            started = time.perf_counter()
            command = [sys.executable, "-m", "keras_attention", "scenes", "--out", str(file)]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            times["write"].append(time.perf_counter() - started)
            page = browser.new_page()
            page.goto(file.as_uri(), wait_until="commit")
            times["open"].append(page.evaluate(FIRST_DRAWN) / 1e3)
            page.wait_for_function("document.documentElement.dataset.drawn !== undefined")
            times["answer"] += [page.evaluate(ANSWER, name) / 1e3 for name in NAMES]
            page.close()
        browser.close()
    return {"page": {name: statistics.median(seconds) for name, seconds in times.items()}}


def notebooks():
    """Seconds of every cell of the notebooks, each run once."""
    import nbformat
    from building.execution import execute

    found = {}
    for name in NOTEBOOKS:
        notebook = nbformat.read(ROOT / "colab" / f"{name}.ipynb", as_version=4)
        cells = [cell for cell in execute(notebook, record_timing=True).cells if cell.cell_type == "code"]
        found[name] = {}
        for cell in cells:
            marks = cell.metadata["execution"]
            start, end = (datetime.datetime.fromisoformat(marks[mark].replace("Z", "+00:00"))
                          for mark in ("iopub.execute_input", "shell.execute_reply"))  # fmt: skip
            found[name][cell.id] = (end - start).total_seconds()
    return found


def main():
    if sys.argv[1:] not in (["pages"], ["notebooks"]):
        print("usage: python lessons/measure.py pages | notebooks", file=sys.stderr)
        return 2
    sys.path[:0] = [str(ROOT), str(ROOT / "colab")]
    from benchmarks.timing import machine

    known = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for name, seconds in (pages() if sys.argv[1] == "pages" else notebooks()).items():
        known[name] = {key: round(value, 2) for key, value in seconds.items()}
        known[name]["on"] = machine("tensorflow", "altair", "playwright")
    MEASURED.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
