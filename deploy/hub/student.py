"""What runs for a student: hands out the lessons, then becomes the student's Jupyter server.

It runs with the student's rights, so it can write nowhere else. If the lessons cannot be copied,
because the disk is full for example, the server starts all the same.
"""

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deploy.hub.lessons import hand_out  # noqa: E402
from deploy.hub.light import keep_out  # noqa: E402

LESSONS = Path(__file__).resolve().parents[2] / "notebooks"


def main():
    os.umask(0o077)
    try:
        hand_out(LESSONS, Path.home() / "notebooks")
    except OSError as error:
        print(f"The lessons could not be copied: {error}", file=sys.stderr, flush=True)
    # Kernels talk through sockets in this folder. Ports would be open to everybody on the machine.
    with tempfile.TemporaryDirectory(prefix="posenc-", ignore_cleanup_errors=True) as folder:
        os.environ["JUPYTER_RUNTIME_DIR"] = folder
        serve()


def serve():
    keep_out()
    from jupyterhub.singleuser import main

    main()


if __name__ == "__main__":
    main()
