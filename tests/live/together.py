"""Running jobs at the same time, each on the event loop of a thread of its own, as kernels do."""

import asyncio
import threading


def run_together(*jobs, rest=0.0):
    """Run the jobs at once; then let each loop run on for `rest` seconds.

    Raise what any of them raised.
    """
    failures = []
    barrier = threading.Barrier(len(jobs))

    async def on_a_loop(job):
        job()
        await asyncio.sleep(rest)

    def run(job):
        try:
            barrier.wait(timeout=30)
            asyncio.run(on_a_loop(job))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
        assert not thread.is_alive()
    if failures:
        raise failures[0]
