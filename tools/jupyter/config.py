"""How JupyterLab opens the course: at the first lesson, the file list closed, with no question.

A saved lesson names no widgets: these end with their kernel, and JupyterLab would show an error for
the picture or the question that is stored beside the name. While the kernel runs, the names are
kept here, for a page that is loaded again.

Whoever only opens a lesson is not asked to save it. JupyterLab writes the language of the kernel,
with the exact version of Python, into each notebook that it opens (jupyter/notebook#2123). It
finds that there already, and it is left out of the file. overrides.json stops it from asking
whether it may show news.
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
TO_OPEN = "To open this picture"  # as a picture says that waits for an answer
TO_MOVE = "press Start above, click on this cell, and press Shift + Enter"
AGAIN = {
    "output_type": "display_data",
    "metadata": {},
    "data": {"text/html": f"<p><small>A stored picture. To move it, {TO_MOVE}.</small></p>"},
}
# How the windows stood is kept under a name of the course's own: tabs of other work stay away.
WORKSPACE = "posenc"


class Lessons(AsyncLargeFileManager):
    """Files as ever, but for the language and the widgets of notebooks."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._widgets = {}  # by kernel: what names a widget, by cell and place in its outputs

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
        """Return what stands for the kernel of a notebook until it is restarted, or None."""
        for one in await self.parent.session_manager.list_sessions():
            if one["path"] == path.strip("/"):
                kernel = self.parent.kernel_manager.get_kernel(one["kernel"]["id"])
                return one["kernel"]["id"], getattr(kernel.provisioner, "pid", None)


def _cells(model):
    """Yield each code cell of a notebook, and the outputs that hold more than the name of a widget.

    These come with their place. Where widgets are saved with all that they are, there are none.
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
c.ServerApp.allow_root = True  # in a container root is the usual user
c.LabApp.app_settings_dir = str(Path(__file__).parent)
# An address, no file name: so the line that Jupyter prints with --no-browser leads there too.
c.LabApp.default_url = f"/lab/workspaces/{WORKSPACE}/tree/notebooks/00_start_here.ipynb"

workspaces = WorkspacesManager(get_workspaces_dir())
if not workspaces.load(WORKSPACE)["data"]:  # the first start; later it is as one left it
    closed = {"data": {"layout-restorer:data": {}}, "metadata": {"id": WORKSPACE}}
    workspaces.save(WORKSPACE, json.dumps(closed))
