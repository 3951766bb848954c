"""Ends the students' servers, the hub and the proxy: `make hub-stop`."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request

import psutil

from deploy.hub.settings import Refused, Settings, data_folder, load

PATIENCE_SECONDS = 10


def main():
    settings = load(data_folder())
    stop_hub(settings)
    stop_proxy(settings)


def stop_hub(settings: Settings):
    """Ask the hub to end all servers and itself."""
    token = settings.private.joinpath("stop_token").read_text()
    request = urllib.request.Request(
        f"http://127.0.0.1:{settings.hub_port}/hub/api/shutdown",
        data=json.dumps({"servers": True, "proxy": False}).encode(),
        headers={"Authorization": f"token {token}"},
    )
    try:
        urllib.request.urlopen(request, timeout=30).close()
    except urllib.error.URLError as error:
        why = f"The hub does not answer: {error.reason}. Start it, then stop it."
        raise Refused(why) from None


def stop_proxy(settings: Settings):
    """End the proxy that start.py started, if it still runs."""
    file = settings.private / "proxy.pid"
    try:
        process = psutil.Process(int(file.read_text()))
        if "configurable-http-proxy" in " ".join(process.cmdline()):
            process.terminate()
            wait_until_ended(process)
    except (OSError, ValueError, psutil.NoSuchProcess):
        pass
    finally:
        file.unlink(missing_ok=True)


def wait_until_ended(process: psutil.Process):
    """Wait until a process has ended; one that does not end is killed.

    The hub has started the proxy. While it still ends the servers of students, the ended proxy
    stays in the list of processes, as a zombie.
    """
    until = time.monotonic() + PATIENCE_SECONDS
    while process.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > until:
            process.kill()
        time.sleep(0.05)


if __name__ == "__main__":
    main()
