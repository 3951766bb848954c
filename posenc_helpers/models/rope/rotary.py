"""Rotary position embedding (Su et al., 2021): queries and keys are rotated, nothing is added.

    query = rotate(query, [p])
    key = rotate(key, [q])
    query @ key.T                           depends only on p - q

For texts longer than the training texts, pairs are made to turn more slowly, see `scaling.py`.
"""

import numpy as np

from posenc_helpers.checks import SWITCH, OneOf, Positive, Reals, takes
from posenc_helpers.encoding import checked_frequencies, rotations

WIDEST = 256  # most columns of a head that is trained or drawn


@takes(
    vectors=Reals(), positions=Reals(), base=Positive(),
    pairing=OneOf(("neighbours", "halves")), clockwise=SWITCH,
)  # fmt: skip
def rotate(vectors, positions, base=10_000.0, *, pairing="neighbours", clockwise=False):
    """Return `vectors` rotated by the angles of their positions, pair by pair.

    `vectors` has shape (..., n, d_head) with d_head even. `positions`, in tokens, holds any finite
    numbers, shape (n,). The result has the shape of `vectors` and is float64. A pair (x, y) becomes
    (x cos - y sin, x sin + y cos), so lengths are kept. Source: Su et al. (2021), section 3.2.2.

    `pairing` "neighbours" takes columns 2i and 2i + 1 (RoFormer, GPT-J, Meta's Llama), and "halves"
    takes columns i and i + d_head/2 (GPT-NeoX and most of the Hugging Face library). `clockwise`
    rotates the other way, as the hand (sin, cos) of the sinusoidal encoding turns.

    Raises TypeError or ValueError for arguments outside their ranges. Raises ValueError for vectors
    whose last axis is odd, for positions that are not one for each row, and if an angle exceeds
    float64.
    """
    if vectors.ndim < 2 or vectors.shape[-1] < 2 or vectors.shape[-1] % 2:
        allowed = "the shape (..., positions, d_head), d_head even"
        raise ValueError(f"vectors must have {allowed}, got {vectors.shape}")
    if positions.shape != vectors.shape[-2:-1]:
        allowed = f"one number for each of the {vectors.shape[-2]} rows of vectors"
        raise ValueError(f"positions must hold {allowed}, got shape {positions.shape}")
    furthest = np.abs(positions).max(initial=0.0)
    turned_by = rotations(positions, checked_frequencies(furthest, vectors.shape[-1], base))
    turned_by = turned_by if clockwise else turned_by.conj()
    if pairing == "neighbours":
        pairs = np.ascontiguousarray(vectors).view(np.complex128)
        return (pairs * turned_by).view(np.float64)
    x, y = np.split(vectors, 2, axis=-1)
    turned = (x + 1j * y) * turned_by
    return np.concatenate([turned.real, turned.imag], axis=-1)
