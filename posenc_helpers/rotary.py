"""Rotary position embedding (Su et al., 2021): queries and keys are turned, nothing is added."""

from __future__ import annotations

import numpy as np

from posenc_helpers.arguments import even, one_of
from posenc_helpers.variants.tables import convention_table

__all__ = ["rotary_tables"]


def rotary_tables(positions, d_head, base=10_000.0, *, pairing="neighbours"):
    """Return the sines and the cosines with which RoPE turns a vector: two (positions, d_head).

    Both columns of a turned pair get the same angle.  `pairing` "neighbours" turns columns
    2i and 2i + 1 (RoFormer, GPT-J, Llama); "halves" turns columns i and i + d_head/2 (GPT-NeoX
    and most of the Hugging Face library).
    """
    one_of("pairing", pairing, ("neighbours", "halves"))
    d_head = even("d_head", d_head)
    table = convention_table("paper", positions, d_head, base=base)
    both = table[:, 0::2], table[:, 1::2]
    if pairing == "halves":
        return tuple(np.tile(one, (1, 2)) for one in both)
    return tuple(np.repeat(one, 2, axis=1) for one in both)
