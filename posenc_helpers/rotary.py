"""Rotary position embedding (Su et al., 2021): queries and keys are turned, nothing is added.

    query = rotate(query, [p])
    key = rotate(key, [q])
    query @ key.T                           depends on p - q alone

For texts longer than those a model was trained on there are three scalings, all of them slower
turns: "none"; "interpolation", where position p counts as p / scale; "ntk", a larger base.
"""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.arguments import (
    even,
    finite,
    finite_array,
    one_of,
    positive,
    refuse_too_large,
    switch,
)
from posenc_helpers.encoding import angular_frequencies, checked_frequencies, rotations

SCALINGS = ("none", "interpolation", "ntk")
MOST_SCALE = 1e6


def rotate(
    vectors,
    positions,
    base=10_000.0,
    *,
    pairing="neighbours",
    clockwise=False,
    scaling="none",
    scale=1.0,
):
    """Return `vectors` turned by the angles of their positions, pair by pair.

    Shapes: vectors (..., n, d_head), d_head even; positions (n,), any finite numbers, in tokens;
    the result as vectors, float64.  A pair (x, y) becomes (x cos - y sin, x sin + y cos).
    `pairing` "neighbours" takes columns 2i and 2i + 1 (RoFormer, GPT-J, Meta's Llama), "halves"
    columns i and i + d_head/2 (GPT-NeoX and most of the Hugging Face library).  `clockwise` turns
    the other way, as the hand (sin, cos) of the sinusoidal encoding turns.  Lengths are kept.
    Su et al. (2021), section 3.2.2.

    Raises TypeError or ValueError for vectors that are not finite numbers or have an odd last
    axis, and for positions that are not one for each row.
    """
    vectors, positions = _pairs_in_rows(vectors), finite_array("positions", positions)
    if positions.shape != vectors.shape[-2:-1]:
        allowed = f"one number for each of the {vectors.shape[-2]} rows of vectors"
        raise ValueError(f"positions must hold {allowed}, got shape {positions.shape}")
    one_of("pairing", pairing, ("neighbours", "halves"))
    turned_by = pair_turns(positions, vectors.shape[-1], base, scaling=scaling, scale=scale)
    turned_by = turned_by.conj() if switch("clockwise", clockwise) else turned_by
    if pairing == "neighbours":
        return (vectors.view(np.complex128) * turned_by).view(np.float64)
    x, y = np.split(vectors, 2, axis=-1)
    turned = (x + 1j * y) * turned_by
    return np.concatenate([turned.real, turned.imag], axis=-1)


def pair_turns(positions, d_head, base=10_000.0, *, scaling="none", scale=1.0):
    """Return exp(i omega p) for an array of positions: complex, positions.shape + (d_head/2,).

    A pair (x, y), read as x + i y, is turned anticlockwise by a product with it.
    """
    positions = finite_array("positions", positions)
    given = {"positions": f"an array of shape {positions.shape}", "d_head": d_head}
    refuse_too_large(*positions.shape, even("d_head", d_head), **given)
    frequencies = rotary_frequencies(d_head, base, scaling=scaling, scale=scale)
    checked_frequencies(np.abs(positions).max(initial=0.0), d_head, base)
    return rotations(positions, frequencies).conj()


def rotary_frequencies(d_head, base=10_000.0, *, scaling="none", scale=1.0):
    """Return the angle per token of each pair in radians, shape (d_head/2,).

    "none": base ** (-2i/d_head).  "interpolation": the same divided by `scale` (Chen et al., 2023,
    arXiv 2306.15595).  "ntk": those of `ntk_base`, which leaves pair 0 as it is and divides the
    last by `scale`.  `scale` is from 1 to a million; with "none" it changes nothing.
    """
    scaling, d_head = one_of("scaling", scaling, SCALINGS), even("d_head", d_head)
    scale = finite("scale", scale, 1, MOST_SCALE)
    if scaling == "ntk":
        return angular_frequencies(d_head, ntk_base(scale, d_head, base))
    frequencies = angular_frequencies(d_head, base)
    return frequencies / scale if scaling == "interpolation" else frequencies


def ntk_base(scale, d_head, base=10_000.0):
    """Return base * scale ** (d_head / (d_head - 2)), the base of NTK-aware scaling.

    With it the slowest pair turns `scale` times as slowly, and pair 0 as fast as before.  With one
    pair, d_head 2, there is nothing to slow down, and the base stays.  `scale` is from 1 to a
    million.  From Peng et al. (2023), arXiv 2309.00071, who name bloc97 (2023) as its author.
    """
    scale, d_head = finite("scale", scale, 1, MOST_SCALE), even("d_head", d_head)
    base = positive("base", base)
    larger = base * scale ** (d_head / (d_head - 2)) if d_head > 2 else base
    if math.isinf(larger):
        raise ValueError(f"base must be smaller: times s ** (d / (d - 2)) it is inf, got {base}")
    return larger


def _pairs_in_rows(vectors):
    vectors = np.ascontiguousarray(finite_array("vectors", vectors))
    if vectors.ndim < 2 or vectors.shape[-1] < 2 or vectors.shape[-1] % 2:
        allowed = "the shape (..., positions, d_head), d_head even"
        raise ValueError(f"vectors must have {allowed}, got {vectors.shape}")
    return vectors
