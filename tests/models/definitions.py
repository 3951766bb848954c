"""What each program and each bug computes, one cell at a time, in as many digits as needed.

Each definition follows the published program, and not the parameters in
`posenc_helpers/models/conventions`, so the tables there can be tested against it.

    DEFINITIONS[name](d)      a function of p and the column
    ANGLES[name](p, j, d)     the angle in a column of a wrong table
"""

import math
from functools import partial
from operator import truediv
from unittest.mock import patch

import numpy as np
from mpmath import cos, exp, fraction, log, mpf, sin, workprec

WAVE = 10_000


def pairs(rate, cosines_first=False):
    """Return the cells of a table: sine and cosine of each pair k, which turns by `rate(k)`."""
    return lambda p, j: (cos if (j % 2 == 1) != cosines_first else sin)(p * rate(j // 2))


def halves(rates, cosines_first=False):
    """Return the cells of a table: all sines, then all cosines."""
    n = len(rates)
    return lambda p, j: (cos if (j >= n) != cosines_first else sin)(p * rates[j % n])


def paper(d):
    """PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d))."""
    return pairs(lambda i: 1 / mpf(WAVE) ** (mpf(2 * i) / d))


def torchtune(d):
    """stack([cos, sin], dim=-1) of pos * 10000^(-2i/d)."""
    return pairs(lambda i: mpf(WAVE) ** (-mpf(2 * i) / d), cosines_first=True)


def tensor2tensor(d):
    """exp(-i * log(10000) / max(n - 1, 1)), n = d // 2; concatenated.

    In fairseq the row of padding_idx = 1 is set to zero; its first token is at position 2.
    """
    increment = log(mpf(WAVE)) / max(d // 2 - 1, 1)
    return halves([exp(-increment * i) for i in range(d // 2)])


def marian(d):
    """Angles of the interleaved formula; first those of columns 0, 2 ..., then those of 1, 3 ..."""
    columns = [*range(0, d, 2), *range(1, d, 2)]
    return lambda p, j: paper(d)(p, columns[j])


def tensorflow_tutorial(d):
    """depth = d / 2; the rates are 10000^(-k / depth) for k in arange(depth); concatenated."""
    return halves([mpf(WAVE) ** (-k / (mpf(d) / 2)) for k in range(d // 2)])


def diffusers(d):
    """downscale_freq_shift=0: exp(-log(10000) k / half), half = d // 2; cosines first."""
    half = d // 2
    return halves([exp(-log(mpf(WAVE)) * k / half) for k in range(half)], cosines_first=True)


def nerf(d):
    """sin(2^0 x), cos(2^0 x), sin(2^1 x), cos(2^1 x) ..."""
    return pairs(lambda k: 2**k)


def rate(*exponent):
    return mpf(WAVE) ** -fraction(*exponent)


def bfloat16(p):
    """Return a whole number rounded to its first eight bits, halves to even."""
    unit = 2 ** max(0, int(p).bit_length() - 8)
    return round(p / unit) * unit


def few_bits(kind, p, omega):
    """Return an angle that is rounded after each step of its computation."""
    p, omega = (float(kind(float(x))) for x in (p, omega))
    return mpf(float(kind(p * omega)))


ANGLES = {  # in a wrong program, by position p and column j
    "power_of_fraction": lambda p, j, d: (p / mpf(WAVE)) ** fraction(j - j % 2, d),
    "not_halved": lambda p, j, d: p * rate(2 * j, d),
    "own_exponent": lambda p, j, d: p * rate(j, d),
    "column_for_pair": lambda p, j, d: p * rate(2 * (j - j % 2), d),
    "pair_for_column": lambda p, j, d: p * rate(j // 2, d),
    "early_operator": lambda p, j, d: p * exp((j - j % 2) * math.floor(-math.log(WAVE) / d / 2)),
    "whole_exponents": lambda p, j, d: p * rate(2 * j // d, 1),
    "pairs_from_1": lambda p, j, d: p * rate(j - j % 2 + 2, d),
    "one_based": lambda p, j, d: (p + 1) * rate(j - j % 2, d),
    "text_for_token": lambda p, j, d: 3 * rate(j - j % 2, d),
    "min_timescale": lambda p, j, d: p * 2 * mpf(WAVE / 2) ** -fraction(j - j % 2, d),
    "bfloat16_positions": lambda p, j, d: bfloat16(p) * rate(j - j % 2, d),
    "float16_angles": lambda p, j, d: few_bits(np.float16, p, rate(j - j % 2, d)),
    "float32_angles": lambda p, j, d: few_bits(np.float32, p, rate(j - j % 2, d)),
}


def of_bug(angle, d):
    return lambda p, j: (cos if j % 2 else sin)(angle(p, j, d))


DEFINITIONS = {
    **dict.fromkeys(("paper", "xlm", "pytorch_tutorial"), paper),
    **dict.fromkeys(("tensor2tensor", "whisper", "fairseq"), tensor2tensor),
    "marian": marian,
    **dict.fromkeys(("tensorflow_tutorial", "gpt_j"), tensorflow_tutorial),
    "diffusers": diffusers,
    "nerf": nerf,
    "torchtune": torchtune,
    **{name: partial(of_bug, angle) for name, angle in ANGLES.items()},
}
FIRST_POSITION = {"fairseq": 2}  # all others: 0
SMALLEST = {"fairseq": 4, "whisper": 4}  # all others: 2
FLOATS = {name: getattr(math, name) for name in ("cos", "sin", "exp", "log")}
FLOATS |= {"mpf": float, "fraction": truediv}


def exact(name, positions, d_model, base=WAVE, floats=False):
    """Return the table of a definition, rounded at the end or, faster, computed in `floats`."""
    with workprec(300), patch.multiple(__name__, WAVE=base, **FLOATS if floats else {}):
        cell = DEFINITIONS[name](d_model)
        return np.array([[float(cell(mpf(p), j)) for j in range(d_model)] for p in positions])
