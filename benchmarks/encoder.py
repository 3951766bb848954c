"""Encoder: filling a table, against the few lines of NumPy that programs usually have.

The ways take turns in one process, and each time is a median of the processor time, so that other
programs count little.  The error is the largest of sampled cells, held against mpmath.
"""

import time
from statistics import median

import mpmath
import numpy as np

import posenc_helpers as pe
from benchmarks import Table

RUNS = {(50, 128): 301, (66, 512): 101, (1_000, 512): 31, (4_096, 1_024): 11}
COLUMNS = ["way", "time [ms]", "speed-up on float64 angles", "largest error"]


def strided(seq_len, d_model, dtype, angles=np.float64):
    """Write sines and cosines into every other column."""
    powers = 10_000 ** (np.arange(0, d_model, 2, dtype=angles) / d_model)
    angle = np.arange(seq_len, dtype=angles)[:, np.newaxis] / powers
    table = np.empty((seq_len, d_model), dtype)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


WAYS = {
    "strided, float64 angles": strided,
    "strided, float32 angles, as in PyTorch code": lambda *size: strided(*size, np.float32),
    "this project": lambda seq_len, d_model, dtype: pe.positional_encoding(
        seq_len, d_model, dtype=dtype
    ),
}


def run():
    return [compared(*size, dtype) for dtype in ("float64", "float32") for size in RUNS]


def compared(seq_len, d_model, dtype):
    """Return the table of all ways at one size."""
    times = {name: [] for name in WAYS}
    for _ in range(RUNS[seq_len, d_model]):
        for name, way in WAYS.items():
            begin = time.thread_time()
            way(seq_len, d_model, dtype)
            times[name].append(time.thread_time() - begin)
    peer = median(times["strided, float64 angles"])
    rows = [
        [
            name,
            1e3 * median(taken),
            peer / median(taken),
            error(WAYS[name], seq_len, d_model, dtype),
        ]
        for name, taken in times.items()
    ]
    return Table(f"{seq_len:,} × {d_model:,}, {dtype}", COLUMNS, rows)


def error(way, seq_len, d_model, dtype):
    """Return the largest error of sines and cosines of 24 clocks at 48 positions."""
    table, worst = way(seq_len, d_model, dtype), 0.0
    with mpmath.workprec(120):
        for i in np.linspace(0, d_model // 2 - 1, 24).astype(int).tolist():
            omega = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * i) / d_model)
            for p in np.linspace(0, seq_len - 1, 48).astype(int).tolist():
                sine, cosine = table[p, 2 * i : 2 * i + 2].tolist()
                off = sine - mpmath.sin(p * omega), cosine - mpmath.cos(p * omega)
                worst = max(worst, *map(abs, off))
    return float(worst)
