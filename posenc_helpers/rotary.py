"""Rotary position embedding (Su et al., 2021): queries and keys are turned, nothing is added."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import count_or_row, even, one_of
from posenc_helpers.encoding import checked_frequencies, rotations


def rotary_tables(positions, d_head, base=10_000.0, *, pairing="neighbours"):
    """Return the sines and the cosines with which RoPE turns a vector: two (positions, d_head).

    `positions` is a count, from 0, or a list of any finite numbers.  Both columns of a turned pair
    get the same angle, p * base ** (-2i/d_head) in pair i.  `pairing` "neighbours" turns columns
    2i and 2i + 1 (RoFormer, GPT-J, Llama); "halves" turns columns i and i + d_head/2 (GPT-NeoX
    and most of the Hugging Face library).
    """
    spread = {"neighbours": _neighbours, "halves": _halves}
    one_of("pairing", pairing, spread)
    d_head = even("d_head", d_head)
    positions = count_or_row("positions", positions, d_head=d_head)
    furthest = np.abs(positions).max(initial=0.0)
    turns = rotations(positions, checked_frequencies(furthest, d_head, base))
    return spread[pairing](-turns.imag), spread[pairing](turns.real)


def _neighbours(values):
    return np.repeat(values, 2, axis=1)


def _halves(values):
    return np.tile(values, (1, 2))
