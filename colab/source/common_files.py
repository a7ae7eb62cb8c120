"""Finished runs as files, as notebooks keep them; copied in by `build.py`."""

import hashlib
import json
from pathlib import Path

from common_start import pick

from keras_attention.comparison.files import write_whole


def path_of(folder, settings):
    """The file of the run with these settings."""
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode("ascii")).hexdigest()[:10]
    return Path(folder, f"{settings['run']}-{digest}.json")


def save_run(folder, settings, run):
    """Writes a finished run, whole or not at all."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_whole(path_of(folder, settings), json.dumps({"settings": settings, "run": run}))


def load_run(folder, settings, is_whole):
    """The finished run with these settings, or None; a damaged file is set aside."""
    path = path_of(folder, settings)
    if not path.exists():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["settings"] == settings and is_whole(settings, content["run"]):
            return content["run"]
    except (ValueError, KeyError, TypeError):
        pass
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    print(pick(f"{path.name} is damaged; it is now called {aside.name}, and the run is done again.",
               f"{path.name} 파일이 손상되었습니다. {aside.name} 이름으로 치워 두고 이 실험을 다시 합니다."))
    return None


def kept_runs(folder, settings, is_whole, train):
    """Yields (seed, run, whether it was in its file): first the runs there are, then new ones, each saved at once.

    Args:
        folder: where the files are.
        settings: dict from seed to everything that decides its run.
        is_whole: function (settings, run) that says whether nothing is missing.
        train: function (seeds) that yields (seed, run).
    """
    found = {seed: load_run(folder, own, is_whole) for seed, own in settings.items()}
    for seed, run in found.items():
        if run:
            yield seed, run, True
    for seed, run in train([seed for seed, run in found.items() if not run]):
        save_run(folder, settings[seed], run)
        yield seed, run, False
