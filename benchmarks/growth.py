"""Growth: what a longer sequence costs, for a frame of the heatmap and for the table itself.

A frame is one update of the explorer's picture in the kernel: means, colours, drawing, PNG.  Each
number is the median of several frames, all lengths taking turns, each with a base of its own.
"""

import asyncio
import time
from statistics import median

import numpy as np

import posenc_helpers as pe
from benchmarks import Table

ROUNDS = 15
LENGTHS = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
REFERENCE = 1_000
WIDTHS = [128, 512]
TABLE_WIDTH = 512
TABLE_LENGTHS = [2, 20, 200, 2_000, 20_000]


def run():
    return [*[frames(width) for width in WIDTHS], tables()]


def frames(d_model):
    """Return the frame times of all lengths at one width."""
    times = asyncio.run(frame_times(d_model))
    reference = median(times[REFERENCE])
    rows = [
        [length, 1e3 * median(taken), median(taken) / reference] for length, taken in times.items()
    ]
    columns = ["seq_len", "frame [ms]", f"/ that at {REFERENCE:,}"]
    return Table(f"Frame of the heatmap, d_model {d_model}", columns, rows)


async def frame_times(d_model):
    """Return {seq_len: seconds of each frame}.

    In a loop that is never given a turn, so that the sharp frame, sent at rest, does not come.
    """
    explorer = pe.HeatmapExplorer(d_model=d_model)
    times = {length: [] for length in LENGTHS}
    for turn in range(1 + ROUNDS):
        for length, taken in times.items():
            explorer.apply(seq_len=length, base=10_000)
            settings = {**explorer.settings(), "base": 9_000.0 + turn}
            begin = time.perf_counter()
            explorer.live.update(**settings)
            if turn:
                taken.append(time.perf_counter() - begin)
    return times


def tables():
    """Return the times of whole tables of growing size."""
    times = {length: ([], []) for length in TABLE_LENGTHS}
    for turn in range(1 + ROUNDS):
        for length, (encoded, filled) in times.items():
            pair = seconds(pe.positional_encoding, length), seconds(fill, length)
            if turn:
                encoded.append(pair[0])
                filled.append(pair[1])
    rows = []
    for length, (encoded, filled) in times.items():
        cells = length * TABLE_WIDTH
        took = median(encoded)
        rows.append([cells, 1e3 * took, 1e9 * took / cells, took / median(filled)])
    columns = ["cells", "table [ms]", "each cell [ns]", "/ empty + fill"]
    return Table(f"Whole tables, d_model {TABLE_WIDTH}", columns, rows)


def fill(seq_len, d_model):
    """Allocate a table and fill it with one number."""
    np.empty((seq_len, d_model)).fill(1.0)


def seconds(function, length):
    begin = time.perf_counter()
    function(length, TABLE_WIDTH)
    return time.perf_counter() - begin
