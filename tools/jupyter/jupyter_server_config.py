"""How `make lab` reads and saves lessons: whoever only opens one is not asked to save it.

JupyterLab writes the language of the kernel, with the exact version of Python, into each notebook
that it opens (jupyter/notebook#2123). It finds that there already, and it is left out of the file.
"""

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

STORED = {"name": "python"}


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
