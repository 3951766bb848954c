"""Slower turns for texts longer than the training texts.

    rotary_frequencies(128, 500_000, scaling="by parts", scale=8, seq_len=8_192)

gives the angle per token of each pair in Llama 3.1. Everywhere here `scale` is s, how many times
longer the text should be, from 1 to a million. `seq_len` is the number of positions of a training
text.
"""

import math

import numpy as np

from posenc_helpers.checks import Even, OneOf, Positive, Real, Reals, Whole, takes
from posenc_helpers.encoding import angular_frequencies

TURNS_KEPT = {"by parts": (1, 4), "yarn": (1, 32)}  # turns at which ramps begin and end
SCALINGS = ("none", "interpolation", "ntk", *TURNS_KEPT)
SCALE, TOKENS = Real(1, 1e6), Whole(1, 10**9)  # TOKENS is far more than any text has


@takes(d_head=Even(), base=Positive(), scaling=OneOf(SCALINGS), scale=SCALE)
def rotary_frequencies(
    d_head, base=10_000.0, *, scaling="none", scale=1.0, seq_len=None, ramp=None
):
    """Return the angle per token of each pair in radians, shape (d_head/2,).

    "none" is base ** (-2i/d_head), no matter what the scale is. "interpolation" is the same divided
    by `scale` (Chen et al., 2023, arXiv 2306.15595). "ntk" has the base base * scale ** (d_head /
    (d_head - 2)). With it, pair 0 turns as fast as before, and the slowest pair turns `scale` times
    as slowly (Peng et al., 2023, arXiv 2309.00071, who name bloc97 as its author). "by parts" and
    "yarn" divide the speed of the pairs that make less than one turn in `seq_len` tokens, keep the
    speed of the fast ones, and connect both by a ramp, see `kept_shares`. `ramp` gives the turns at
    which it begins and ends instead of those of `TURNS_KEPT`.

    Raises TypeError or ValueError for arguments outside their ranges. The last two scalings need
    `seq_len`.
    """
    if scaling == "ntk" and d_head > 2:  # a single pair has speed 1 at any base
        base *= scale ** (d_head / (d_head - 2))
    frequencies = angular_frequencies(d_head, base)
    if scaling == "interpolation":
        return frequencies / scale
    if scaling not in TURNS_KEPT:
        return frequencies
    kept = kept_shares(d_head, base, scaling, seq_len, ramp)
    return frequencies * (kept + (1 - kept) / scale)


@takes(scaling=OneOf(SCALINGS), scale=SCALE)
def attention_factor(scaling, scale):
    """Return the factor of cosines and sines: 0.1 ln(scale) + 1 in YaRN, otherwise 1.

    Query and key are both multiplied by it, so scores are multiplied by its square. Raises
    TypeError or ValueError for arguments outside their ranges.
    """
    return 0.1 * math.log(scale) + 1 if scaling == "yarn" else 1.0


@takes(d_head=Even(), base=Positive(), scaling=OneOf(TURNS_KEPT), seq_len=TOKENS)
def kept_shares(d_head, base, scaling, seq_len, ramp=None):
    """Return how much of each pair's speed is kept, from 0 (divided) to 1, shape (d_head/2,).

    "by parts" is the ramp of Llama 3.1: 0 up to one turn in `seq_len` tokens (low_freq_factor), 1
    from four turns on (high_freq_factor), and straight in the number of turns between them. "yarn"
    is the ramp of Peng et al. and of the library Transformers: 1 from 32 turns on (beta_fast), 0 up
    to one turn (beta_slow), and straight in the number of the pair between them, from a whole pair
    to a whole pair. `ramp` gives two other numbers of turns. If they are equal, there is a step.

    Raises TypeError or ValueError for arguments outside their ranges.
    """
    few, many = TURNS_KEPT[scaling]
    if ramp is not None:
        row = Reals().check("ramp", ramp)
        if row.shape != (2,) or not 0 < row[0] <= row[1]:
            allowed = "two numbers above 0, the second not below the first"
            raise ValueError(f"ramp must hold {allowed}, got {ramp}")
        few, many = row.tolist()
    turns = seq_len * angular_frequencies(d_head, base) / (2 * math.pi)
    if scaling == "by parts":
        return np.clip((turns - few) / max(many - few, 1e-9), 0, 1)
    base = Real(1 + 1e-9).check("base", base)
    # The pairs, as fractional numbers, that turn `many` and `few` times in `seq_len`.
    angles = 2 * math.pi * many, 2 * math.pi * few
    first, last = (d_head * math.log(seq_len / one) / (2 * math.log(base)) for one in angles)
    first, last = max(math.floor(first), 0), min(math.ceil(last), d_head - 1)
    return np.clip((last - np.arange(d_head // 2)) / max(last - first, 0.001), 0, 1)
