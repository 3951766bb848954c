"""A student's server: what the lessons need, and nothing that asks other machines."""

import os

c = get_config()  # noqa: F821

# Each of these would take memory in every server, and the lessons use none.
c.ServerApp.jpserver_extensions = {
    "jupyterlab": True,
    "jupyter_lsp": False,
    "jupyter_server_terminals": False,
    "nbclassic": False,
    "notebook": False,
    "notebook_shim": False,
}
c.ServerApp.terminals_enabled = False

# No news, no question for updates, no list of extensions from a registry.
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"

# A kernel that nobody uses and no page shows ends. Notebooks are saved by then.
c.MappingKernelManager.cull_idle_timeout = int(os.environ["POSENC_KERNEL_SECONDS"])
c.MappingKernelManager.cull_interval = 60
c.MappingKernelManager.cull_connected = False

# Sockets in a folder of the student's instead of ports, which every user of the machine can open.
c.KernelManager.transport = "ipc"
