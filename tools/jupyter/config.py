"""How JupyterLab opens the course: at the first lesson, the file list closed, with no question.

Whoever only opens a lesson is not asked to save it. JupyterLab writes the language of the kernel,
with the exact version of Python, into each notebook that it opens (jupyter/notebook#2123). It
finds that there already, and it is left out of the file. overrides.json stops it from asking
whether it may show news.
"""

import json
from pathlib import Path

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.commands import get_workspaces_dir
from jupyterlab_server.workspaces_handler import WorkspacesManager

STORED = {"name": "python"}
# How the windows stood is kept under a name of the course's own: tabs of other work stay away.
WORKSPACE = "posenc"


class Lessons(AsyncLargeFileManager):
    """Files as ever, but for the language of notebooks."""

    async def get(self, *args, **kwargs):
        model = await super().get(*args, **kwargs)
        return _with_language(model, STORED, IPythonKernel.language_info)

    async def save(self, model, path=""):
        return await super().save(_with_language(model, IPythonKernel.language_info, STORED), path)


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
