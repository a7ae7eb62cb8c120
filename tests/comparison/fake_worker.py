"""Stands in for a worker: speaks its protocol, trains nothing, and fails as it is told.

What happens to a cell is decided by its length: 13 dies, 17 raises, 19 waits for ever, anything else is finished.
"""

import json
import os
import signal
import sys
import time


def report(kind, **details):
    print(json.dumps({"kind": kind} | details), flush=True)


def main():
    report("ready")
    for line in sys.stdin:
        job = json.loads(line)
        for cell in job["cells"]:
            report("epoch", seed=cell["seed"])
            if cell["length"] == 13:
                print("last words", file=sys.stderr, flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            if cell["length"] == 17:
                report("failed", text="Traceback\nMemoryError: too long")
                break
            if cell["length"] == 19:
                time.sleep(600)
            report("finished", seed=cell["seed"])
        report("idle")


main()
