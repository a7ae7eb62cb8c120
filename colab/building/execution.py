"""Runs a notebook as a learner would: a fresh kernel in an empty folder, the package out of reach."""

import copy
import json
import os
import sys
import tempfile
from pathlib import Path

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell

# Even where the package is installed, the notebook must do without it.
HIDE_PACKAGE = "import sys; sys.modules['keras_attention'] = None; del sys"


class NotebookFailed(RuntimeError):
    """A notebook that did not run to its end in silence, with the cell."""


def with_code_after(notebook, codes):
    """A copy of a notebook with a cell of code after some cells: to run it with small settings or with other data.

    Args:
        notebook: a notebook.
        codes: dict from a cell's slug, or "parameters" for the cell with this tag, to the code to run after it.
    """
    notebook = copy.deepcopy(notebook)
    for place, code in codes.items():
        found = [i for i, cell in enumerate(notebook.cells)
                 if place == cell.id or place in cell.metadata.get("tags", ())]
        if len(found) != 1:
            raise ValueError(f"{place} must be one cell; the notebook has {len(found)}")
        notebook.cells.insert(found[0] + 1, new_code_cell(code, id=f"after-{place}"))
    return notebook


def execute(notebook, timeout=900, record_timing=False):
    """A copy of a notebook with the outputs of a run.

    Args:
        notebook: a notebook.
        timeout: seconds that one cell may take.
        record_timing: whether the metadata of a code cell keep, as "execution", when it was started and done.

    Raises:
        NotebookFailed: a cell ended in an error or wrote to stderr.
    """
    notebook = copy.deepcopy(notebook)
    metadata = copy.deepcopy(notebook.metadata)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        empty = Path(folder, "empty")
        empty.mkdir()
        kernel = _kernel(Path(folder))
        client = NotebookClient(
            notebook, km=kernel, timeout=timeout, record_timing=record_timing,
            resources={"metadata": {"path": str(empty)}},
        )
        try:
            client.execute(env=_environment(folder))
        except CellExecutionError as problem:
            raise NotebookFailed(str(problem)) from None
        finally:
            if kernel.has_kernel:  # a kernel that was handed to the client is ours to end
                run_sync(kernel.shutdown_kernel)(now=True)
    notebook.metadata = metadata
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if not record_timing:
                cell.metadata.pop("execution", None)
            cell.outputs = _joined(cell.outputs)
            for output in cell.outputs:
                if output.output_type == "stream" and output.name == "stderr":
                    raise NotebookFailed(f"Cell {cell.id} wrote to stderr:\n{output.text}")
    return notebook


def _kernel(folder):
    """A kernel of this interpreter, whatever kernels are installed."""
    spec = folder / "kernels" / "python3"
    spec.mkdir(parents=True)
    arguments = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", "--log-level=40",
                 f"--IPKernelApp.exec_lines={HIDE_PACKAGE}"]
    kernel = {"argv": arguments, "display_name": "Python 3", "language": "python"}
    (spec / "kernel.json").write_text(json.dumps(kernel), encoding="utf-8")
    specs = KernelSpecManager(kernel_dirs=[str(folder / "kernels")], ensure_native_kernel=False)
    return AsyncKernelManager(kernel_name="python3", kernel_spec_manager=specs)


def _environment(folder):
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MPLBACKEND")}
    return environment | {"IPYTHONDIR": str(Path(folder, "ipython"))}


def _joined(outputs):
    """Outputs with neighbouring pieces of stdout as one: where they are cut depends on timing."""
    joined = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined
