"""Configure how JupyterLab opens the course: at the first lesson, with no file list or question.

A saved lesson names no widgets. Widgets end with their kernel, and JupyterLab would show an error
instead of the picture or the question that is stored beside the name. While the kernel runs, the
names are kept here, for a page that is loaded again.

JupyterLab writes the language of the kernel, with the exact version of Python, into each notebook
that it opens (jupyter/notebook#2123), and would then ask you to save a lesson that you have only
opened. So it finds this language in the notebook already, and the file does not keep it.
overrides.json stops JupyterLab from asking whether it may show news.
"""

import json
import re
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.commands import get_workspaces_dir
from jupyterlab_server.workspaces_handler import WorkspacesManager

STORED = {"name": "python"}
WIDGET = "application/vnd.jupyter.widget-view+json"
NAMING = {WIDGET, "text/plain"}
PICTURE = re.compile(r"^\w+Explorer\(", re.MULTILINE)
TO_OPEN = "To open this picture"  # the words of a picture that waits for an answer
TO_MOVE = "press Start above, click on this cell, and press Shift + Enter"
AGAIN = {
    "output_type": "display_data",
    "metadata": {},
    "data": {"text/html": f"<p><small>A stored picture. To move it, {TO_MOVE}.</small></p>"},
}
# The layout of windows has a name of the course's own, so tabs of other work stay away.
WORKSPACE = "posenc"


class Lessons(AsyncLargeFileManager):
    """Open and save files as usual, except for the language and the widgets of notebooks."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._widgets = {}  # by kernel: {(cell, place in its outputs): name of a widget}

    async def get(self, path, *args, **kwargs):
        model = await super().get(path, *args, **kwargs)
        live = self._widgets.get(await self._kernel(path), {})
        for cell, outputs in _cells(model):
            for place, data in outputs:
                data.pop(WIDGET, None)
                if (cell["id"], place) in live:
                    data[WIDGET] = live[cell["id"], place]
            stored = outputs and not any(WIDGET in data for _, data in outputs)
            if stored and PICTURE.search(cell["source"]) and TO_OPEN not in str(outputs):
                cell["outputs"].append(AGAIN)
        return _with_language(model, STORED, IPythonKernel.language_info)

    async def save(self, model, path=""):
        found = {}
        for cell, outputs in _cells(model):
            cell["outputs"] = [one for one in cell["outputs"] if one.get("data") != AGAIN["data"]]
            for place, data in outputs:
                if WIDGET in data:
                    found[cell["id"], place] = data.pop(WIDGET)
        if kernel := await self._kernel(path):
            self._widgets[kernel] = found
        return await super().save(_with_language(model, IPythonKernel.language_info, STORED), path)

    async def _kernel(self, path):
        """Return what identifies the kernel of a notebook until it is restarted, or None."""
        for one in await self.parent.session_manager.list_sessions():
            if one["path"] == path.strip("/"):
                kernel = self.parent.kernel_manager.get_kernel(one["kernel"]["id"])
                return one["kernel"]["id"], getattr(kernel.provisioner, "pid", None)


def _cells(model):
    """Yield each code cell of a notebook, and its outputs that are more than a widget's name.

    Each of these outputs comes with its place. If a notebook stores the whole state of its widgets,
    there are no cells to change.
    """
    notebook = model.get("content") if model.get("type") == "notebook" else None
    if notebook and "widgets" not in notebook["metadata"]:
        for cell in notebook["cells"]:
            found = enumerate(output.get("data", {}) for output in cell.get("outputs", ()))
            if cell["cell_type"] == "code" and "id" in cell:
                yield cell, [(place, data) for place, data in found if set(data) - NAMING]


def _with_language(model, old, new):
    if model.get("type") == "notebook" and model.get("content"):
        metadata = model["content"]["metadata"]
        if metadata.get("language_info") == old:
            metadata["language_info"] = dict(new)
    return model


c = get_config()  # noqa: F821
c.ServerApp.contents_manager_class = Lessons
c.ServerApp.allow_root = True  # root is the usual user in a container
c.LabApp.app_settings_dir = str(Path(__file__).parent)
# An address and not a file name, so that the line that Jupyter prints with --no-browser leads there
# too.
c.LabApp.default_url = f"/lab/workspaces/{WORKSPACE}/tree/notebooks/00_start_here.ipynb"

workspaces = WorkspacesManager(get_workspaces_dir())
if not workspaces.load(WORKSPACE)["data"]:  # only at the first start: later the user's layout stays
    closed = {"data": {"layout-restorer:data": {}}, "metadata": {"id": WORKSPACE}}
    workspaces.save(WORKSPACE, json.dumps(closed))
