"""Class: how many students one machine serves, with a real hub, real servers and real kernels.

The hub is that of `make hub`. Students are simulated down to what a browser sends: within a minute
each arrives, signs in, starts a server, opens lesson 02, runs it whole, and then moves its slider
at up to ten steps a second, for three seconds out of twelve. A step ends when the picture has come.
The simulation shares the machine with what it measures. `POSENC_CLASS=1,5` measures these sizes.
"""

import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import psutil

from benchmarks import Table

SIZES = [int(size) for size in os.environ.get("POSENC_CLASS", "1,5,10,30").split(",")]
ARRIVAL_SECONDS = 60
DRAG_SECONDS, REST_SECONDS, ROUNDS = 3, 9, 4
STEP_SECONDS = 0.1
LESSON, SLIDER, STOPS = "notebooks/02_heatmaps.ipynb", "base", range(20, 60)
MEGABYTE = 1e6


class Arrival(NamedTuple):
    """A student who is ready to move the slider, and the seconds from arriving until then."""

    notebook: object
    explorer: tuple
    signed_in: float
    served: float
    first_picture: float
    ready: float


class Measured(NamedTuple):
    """What a class of one size took."""

    size: int
    all_ready: float
    to_start: float
    arrivals: list
    steps: list
    seconds: float
    students: list
    rest: float
    used: float


def run():
    """Return the tables of all sizes, or the reason why there are none."""
    from tools.hub import running

    if running.python() is None:
        return [Table("not measured", ["why"], [["make hub has not installed JupyterHub"]])]
    measured = [measure(size) for size in SIZES]
    return [starting(measured), moving(measured), memory(measured), conclusions(measured)]


# ------------------------------------------------------------------------------ a class


def measure(size):
    """Let a class of this size arrive and work on a fresh hub."""
    from tools.hub import running

    with tempfile.TemporaryDirectory(prefix="posenc-class-") as folder:
        os.chmod(folder, 0o711)
        hub = running.Hub(Path(folder, "data"))
        try:
            with running.started(hub), ThreadPoolExecutor(size) as pool:
                return work(hub, size, pool)
        finally:
            running.forget_users(hub)


def work(hub, size, pool):
    before, begin = processor_seconds(hub), time.perf_counter()
    pauses = [ARRIVAL_SECONDS * count / size for count in range(size)]
    ready = []
    arrivals = list(pool.map(lambda one: arrive(hub, *one, ready, size), enumerate(pauses)))
    all_ready, to_start = time.perf_counter() - begin, processor_seconds(hub) - before
    students, rest = memory_of(hub)
    before, begin = processor_seconds(hub), time.perf_counter()
    steps = sum(pool.map(drag_and_rest, arrivals, range(size)), [])
    seconds, used = time.perf_counter() - begin, processor_seconds(hub) - before
    return Measured(
        size, all_ready, to_start / size, arrivals, steps, seconds, students, rest, used
    )


def arrive(hub, number, pause, ready, size):
    """Come after a pause, run the lesson, and return when everybody has."""
    from tools.hub.student import Student

    time.sleep(pause)
    begin = time.perf_counter()
    student = Student(hub, f"s{number}-{hub.port}")
    student.sign_in().raise_for_status()
    signed_in = time.perf_counter() - begin
    student.start_server()
    served = time.perf_counter() - begin
    notebook = student.open(LESSON)
    opened = time.perf_counter() - begin
    first, whole = notebook.run_all()
    if notebook.errors:
        raise RuntimeError(notebook.errors[0])
    ready.append(number)
    while len(ready) < size:
        notebook.rest(0.2)
    explorer = notebook.explorer(SLIDER)
    return Arrival(notebook, explorer, signed_in, served, opened + first, opened + whole)


def drag_and_rest(arrival, number):
    """Drag for some seconds, rest three times as long, and so on; return the steps."""
    period = DRAG_SECONDS + REST_SECONDS
    time.sleep(period * (number * 0.618 % 1))  # the students' rounds are spread evenly
    steps = []
    for _ in range(ROUNDS):
        steps += drag(arrival)
        time.sleep(REST_SECONDS)
    return steps


def drag(arrival):
    """Send the next step when the picture of the last has come, at most ten times a second."""
    begin = time.perf_counter()
    steps = []
    while (due := begin + STEP_SECONDS * len(steps)) < begin + DRAG_SECONDS:
        now = time.perf_counter()
        if now > begin + DRAG_SECONDS:
            break
        time.sleep(max(0, due - now))
        stop = STOPS[len(steps) % len(STOPS)]
        steps.append(arrival.notebook.move(arrival.explorer, stop).seconds)
    return steps


# ------------------------------------------------------------------------------ processes


def memory_of(hub):
    """Return (own, share) in megabytes of each student's processes, and what the hub takes."""
    groups = {}
    for process in hub.processes():
        server = hub.server_of(process)
        groups.setdefault(server, []).append(process)
    rest = sum(share for _, share in map(megabytes, groups.pop(None, [])))
    students = [
        tuple(map(sum, zip(*map(megabytes, group), strict=True))) for group in groups.values()
    ]
    return students, rest


def megabytes(process):
    """Return what a process has to itself, and that with its share of what it shares."""
    with suppress(psutil.NoSuchProcess):
        found = process.memory_full_info()
        return found.uss / MEGABYTE, found.pss / MEGABYTE
    return 0, 0


def processor_seconds(hub):
    """Return the processor time of hub, proxy, servers and kernels so far."""
    total = 0
    for process in hub.processes():
        with suppress(psutil.NoSuchProcess):
            total += sum(process.cpu_times()[:2])
    return total


# ------------------------------------------------------------------------------ tables


def starting(measured):
    """From arriving to a lesson that has been run."""
    columns = [
        "students", "all ready after [s]", "one: signed in [s]", "server [s]", "first picture [s]",
        "lesson run [s]", "the slowest [s]", "processor time each [s]",
    ]  # fmt: skip
    rows = []
    for one in measured:
        middle = [median(arrival[place] for arrival in one.arrivals) for place in range(2, 6)]
        slowest = max(arrival.ready for arrival in one.arrivals)
        rows.append([one.size, one.all_ready, *middle, slowest, one.to_start])
    return Table("From arriving to a lesson that has been run (medians)", columns, rows)


def moving(measured):
    columns = [
        "students", "steps", "lost", "median [ms]", "95 % [ms]", "worst [ms]",
        "processor time a step [ms]", "cores in use",
    ]  # fmt: skip
    rows = []
    for one in measured:
        seen = [1e3 * step for step in one.steps if step is not None]
        lost = len(one.steps) - len(seen)
        within = quantiles(seen, n=20)[-1]
        a_step = 1e3 * one.used / len(one.steps)
        rows.append([
            one.size, len(one.steps), lost, median(seen), within, max(seen), a_step,
            one.used / one.seconds,
        ])  # fmt: skip
    return Table("Moving the slider, one in four at any moment", columns, rows)


def memory(measured):
    columns = [
        "students",
        "own [MB each]",
        "with share [MB each]",
        "hub and proxy [MB]",
        "all [MB]",
    ]
    rows = []
    for one in measured:
        own, share = (median(student[place] for student in one.students) for place in (0, 1))
        total = one.rest + sum(student[1] for student in one.students)
        rows.append([one.size, own, share, one.rest, total])
    return Table("Memory of a server and a kernel that has run lesson 02", columns, rows)


def conclusions(measured):
    """How many students a core and a gigabyte serve, from the largest class."""
    one = measured[-1]
    a_step = one.used / len(one.steps)
    a_student = a_step / STEP_SECONDS * DRAG_SECONDS / (DRAG_SECONDS + REST_SECONDS)
    share = median(student[1] for student in one.students)
    columns = ["students per core, one in four moving a slider", "students per GB"]
    return Table(f"From {one.size} students", columns, [[1 / a_student, 1e3 / share]])
