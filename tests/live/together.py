"""Tests on event loops, as in kernels, and jobs that run together in threads."""

import asyncio
import functools
import inspect
import threading

LONGEST = 300  # seconds; a test that takes longer has stopped


def on_a_loop(test):
    """Run a test or another function on an event loop, where it may wait."""

    async def main(*given, **fixtures):
        found = test(*given, **fixtures)
        return await found if inspect.isawaitable(found) else found

    @functools.wraps(test)
    def run(*given, **fixtures):
        return asyncio.run(asyncio.wait_for(main(*given, **fixtures), LONGEST))

    return run


def run_together(*jobs, until=lambda: True):
    """Run each job on a loop and thread of its own; each loop continues until this is so.

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
