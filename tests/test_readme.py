"""The README says what is true: its example runs, its commands are the ones that work, its links lead somewhere."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_example_runs_as_it_stands():
    (example,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{example}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(2, 4, 4, 4)") == 2


def test_set_up_is_two_commands():
    install = "python -m pip install -r requirements.txt && "
    assert f"\n{install}python -m keras_attention compare\n" in README
    assert f"\n{install}python -m pytest\n" in README


def test_links_lead_to_files():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target


COMMANDS = r"`(?:python -m keras_attention )?((?:compare|explain|generate|prompt|scenes)\b[^`]*)`"


@pytest.mark.parametrize("options", re.findall(COMMANDS, README))
def test_commands_are_accepted(options):
    from keras_attention import cli

    words = shlex.split(options)
    with pytest.raises(SystemExit) as stopped:
        cli.main([*words, "--help"])
    assert stopped.value.code == 0


def test_importing_the_package_loads_nothing_heavier_than_keras():
    program = (
        "import sys, keras; before = set(sys.modules); import keras_attention; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=True
    )
    third_party = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert third_party == {"keras_attention"}
