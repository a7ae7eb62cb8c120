"""The code of a notebook as text to paste below a prompt."""

import json
import re

from keras_attention.prompts.files import LANGUAGES, REPOSITORY


def code_names():
    """The names of the code there is: code1 and so on, in order."""
    return sorted(_notebooks("en"), key=lambda name: int(name.removeprefix("code")))


def read_code(name, language="en"):
    """The code of a notebook, all cells in order, under its title.

    Args:
        name: one of `code_names()`.
        language: "en" or "ko", the edition of the notebook.

    Returns:
        Text: the title, then the cells as one fenced block.

    Raises:
        ValueError: there is no code of this name, or not in this language.
    """
    if name not in code_names():
        raise ValueError(f"the name of a code must be one of {', '.join(code_names())}; received {name!r}")
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}; received {language!r}")
    cells = json.loads(_notebooks(language)[name].read_text(encoding="utf-8"))["cells"]
    title = "".join(cells[0]["source"]).partition("\n")[0].removeprefix("# ")
    code = "\n\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return f"{title}\n\n```python\n{code}\n```"


def _notebooks(language):
    folder = REPOSITORY / "colab" / ("ko" if language == "ko" else "")
    paths = ((re.match(r"(code\d+)_", path.name), path) for path in folder.glob("code*.ipynb"))
    return {found[1]: path for found, path in paths if found}
