"""Tests on event loops, as in kernels, and jobs at once, each on a loop and thread of its own."""

import asyncio
import functools
import inspect
import threading

LONGEST = 300  # seconds, of any test: what takes as long has come to a stop


def on_a_loop(test):
    """Run a test, or another function, on an event loop of its own; it may wait there."""

    async def main(*given, **fixtures):
        found = test(*given, **fixtures)
        return await found if inspect.isawaitable(found) else found

    @functools.wraps(test)
    def run(*given, **fixtures):
        return asyncio.run(asyncio.wait_for(main(*given, **fixtures), LONGEST))

    return run


def run_together(*jobs, until=lambda: True):
    """Run the jobs at once; then let each loop run on until this is so.

    A job that raises an error fails the test, as in any thread: see filterwarnings in
    pyproject.toml.
    """
    barrier = threading.Barrier(len(jobs))

    async def on_a_loop(job):
        job()
        await asyncio.sleep(0)
        while not until():  # however slow the machine
            await asyncio.sleep(0.01)

    def run(job):
        barrier.wait(timeout=30)
        asyncio.run(on_a_loop(job))

    threads = [threading.Thread(target=run, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
        assert not thread.is_alive()
