"""How long a reader of the page waits: until the first scene is drawn, and for an answer to a control.

    python -m benchmarks.scenes [--rounds 5]

Headless Chromium on this machine; every round opens the page with all scenes anew. An answer is the time from the
input event until headline, table and picture are up to date. Prints medians and the worst scene.
"""

import argparse
import pathlib
import shutil
import statistics
import tempfile

from playwright.sync_api import sync_playwright

from benchmarks.timing import machine
from keras_attention.scenes.page.document import page
from keras_attention.scenes.registry import NAMES

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
FIRST_DRAWN = "new Promise(done => { const look = () => document.querySelector('.picture.drawn')" \
    " ? done(performance.now()) : requestAnimationFrame(look); look(); })"  # fmt: skip
ANSWER = """async (name) => {
    const section = document.getElementById(name), field = section.querySelector("input:not(:checked), select");
    const started = performance.now();
    if (field.type === "radio") field.click();
    else {
        field.value = field.type === "range" ? field.max : field.options[field.options.length - 1].value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
    return performance.now() - started;
}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    first, answers = [], {name: [] for name in NAMES}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = pathlib.Path(folder) / "scenes.html"
        file.write_text(page("ko"), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for _ in range(options.rounds):
            opened = browser.new_page()
            opened.goto(file.as_uri(), wait_until="commit")
            first.append(opened.evaluate(FIRST_DRAWN) / 1e3)
            opened.wait_for_function("document.documentElement.dataset.drawn !== undefined")
            for name in NAMES:
                answers[name].append(opened.evaluate(ANSWER, name))
            opened.close()
        print(machine("altair", "vl-convert-python", "playwright"), f"Chromium {browser.version}", sep=", ")
        browser.close()
    medians = {name: statistics.median(times) for name, times in answers.items()}
    slowest = max(medians, key=medians.get)
    print(f"first scene drawn after {statistics.median(first):.2f} s (longest {max(first):.2f} s)")
    print(
        f"a control answered after {statistics.median(medians.values()):.0f} ms; slowest: {slowest}, "
        f"{medians[slowest]:.0f} ms (longest {max(answers[slowest]):.0f} ms)"
    )


if __name__ == "__main__":
    main()
