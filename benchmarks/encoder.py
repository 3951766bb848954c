"""Filling the table: this project's encoder against the usual ways of writing it.

Every time is the median, over several fresh processes, of the median of several runs inside one;
a ratio is taken within a process, where all ways run in turn, and then the median over processes.
The limit is the time to allocate the table and fill it with one number.
"""

import json
import math
import subprocess
import sys
import time
from statistics import median

import numpy as np

import posenc_helpers as pe
from benchmarks import Table

try:
    import mpmath
except ImportError:  # it comes with the packages for testing
    mpmath = None

SIZES = {  # (seq_len, d_model): runs inside one process
    (50, 128): 51,
    (512, 512): 11,
    (4096, 1024): 7,
    (10_000, 1024): 5,
}
DTYPES = ("float64", "float32")
PROCESSES = 5
LARGEST_DOUBLE_LOOP = 10**6  # cells; more takes longer than 3 seconds
COLUMNS = ["way", "time [ms]", "time / limit", "speed-up on strided views", "largest error"]


# ------------------------------------------------------------------------------ the ways


def double_loop(seq_len, d_model, dtype):
    """One cell at a time, as the formula is printed."""
    table = np.empty((seq_len, d_model), dtype)
    for p in range(seq_len):
        for i in range(d_model // 2):
            angle = p / 10_000 ** (2 * i / d_model)
            table[p, 2 * i] = math.sin(angle)
            table[p, 2 * i + 1] = math.cos(angle)
    return table


def angles(seq_len, d_model):
    return np.arange(seq_len)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / d_model)


def stack_and_reshape(seq_len, d_model, dtype):
    """Sines and cosines as two tables, stacked and then flattened into one."""
    angle = angles(seq_len, d_model)
    table = np.stack([np.sin(angle), np.cos(angle)], axis=2).reshape(seq_len, d_model)
    return table.astype(dtype, copy=False)


def strided_views(seq_len, d_model, dtype):
    """Sines and cosines written straight into every other column."""
    angle = angles(seq_len, d_model)
    table = np.empty((seq_len, d_model), dtype)
    np.sin(angle, out=table[:, 0::2], dtype=np.float64, casting="same_kind")
    np.cos(angle, out=table[:, 1::2], dtype=np.float64, casting="same_kind")
    return table


def this_project(seq_len, d_model, dtype):
    """Blocks of rows, each turned from one block."""
    return pe.positional_encoding(seq_len, d_model, dtype=dtype)


def limit(seq_len, d_model, dtype):
    """Allocate the table and fill it with one number."""
    table = np.empty((seq_len, d_model), dtype)
    table.fill(1.0)
    return table


WAYS = {
    "double loop": double_loop,
    "stack and reshape": stack_and_reshape,
    "strided views": strided_views,
    "this project": this_project,
    "empty + fill (limit)": limit,
}


def ways_for(seq_len, d_model):
    """Return the names of the ways that are quick enough at this size."""
    slow = {"double loop"} if seq_len * d_model > LARGEST_DOUBLE_LOOP else set()
    return [name for name in WAYS if name not in slow]


# ------------------------------------------------------------------------------ measuring


def run():
    return [table(*size, dtype) for dtype in DTYPES for size in SIZES]


def table(seq_len, d_model, dtype):
    """Measure all the ways at one size."""
    processes = [in_fresh_process(seq_len, d_model, dtype) for _ in range(PROCESSES)]
    rows = []
    for name in ways_for(seq_len, d_model):
        rows.append(
            [
                name,
                1e3 * median(times[name] for times in processes),
                median(times[name] / times["empty + fill (limit)"] for times in processes),
                median(times["strided views"] / times[name] for times in processes),
                None if WAYS[name] is limit else largest_error(WAYS[name], seq_len, d_model, dtype),
            ]
        )
    return Table(f"{seq_len} x {d_model}, {dtype}", COLUMNS, rows)


def in_fresh_process(seq_len, d_model, dtype):
    """Return {way: median seconds}, measured by `measure` in a new Python."""
    command = [sys.executable, "-m", "benchmarks.encoder", str(seq_len), str(d_model), dtype]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(run.stdout)


def measure(seq_len, d_model, dtype):
    """Run all the ways in turn, several times, after one run to warm up."""
    times = {name: [] for name in ways_for(seq_len, d_model)}
    for turn in range(1 + SIZES[seq_len, d_model]):
        for name, taken in times.items():
            begin = time.perf_counter()
            WAYS[name](seq_len, d_model, dtype)
            if turn:
                taken.append(time.perf_counter() - begin)
    return {name: median(taken) for name, taken in times.items()}


def largest_error(way, seq_len, d_model, dtype):
    """Return the largest error over sampled cells, or None where mpmath is not installed."""
    if mpmath is None:
        return None
    found = way(seq_len, d_model, dtype)
    worst = 0.0
    with mpmath.workprec(120):
        for i in sorted({int(i) for i in np.linspace(0, d_model // 2 - 1, 24)}):
            frequency = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * i) / d_model)
            for p in sorted({int(p) for p in np.linspace(0, seq_len - 1, 48)}):
                exact = mpmath.sin(p * frequency), mpmath.cos(p * frequency)
                for cell, value in zip(found[p, 2 * i : 2 * i + 2].tolist(), exact, strict=True):
                    worst = max(worst, float(abs(cell - value)))
    return worst


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
