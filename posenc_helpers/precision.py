"""What happens to an angle omega p when each step of its computation is rounded to few bits.

A floating-point format keeps a number to within one part in 1/eps, and its eps does not depend on
the size of the number.  So the angle of a far position is off by about its size times eps, and a
sine or cosine of it by as much, until the hand points anywhere.
"""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, OneOf, Positive, Reals, must_fit, takes

ROUND_OFF = {  # the largest relative error of one rounding
    "float16": 2.0**-11,
    "bfloat16": 2.0**-8,
    "float32": 2.0**-24,
    "float64": 2.0**-53,
}


@takes(values=Reals(finite=False), precision=OneOf(ROUND_OFF))
def rounded(values, precision):
    """Return `values` rounded to the nearest number of that format, as float64, same shape.

    `precision` is a name in ROUND_OFF.  Beyond the range of the format (65,504 for float16) the
    result is infinite.
    """
    if precision == "bfloat16":
        return _rounded_to_bfloat16(values)
    with np.errstate(over="ignore"):
        return values.astype(precision).astype(np.float64)


@takes(positions=Reals("(positions,)"), d_model=Even(), base=Positive(), precision=OneOf(ROUND_OFF))
def rounded_encoding(positions, d_model, base=10_000.0, *, precision="float32"):
    """Return the table whose positions, frequencies and angles are rounded to a format.

    The result has shape (len(positions), d_model) and dtype float64: sine and cosine are taken in
    float64, so that every error comes from the angles.  Where an angle is too large for the
    format, both values are NaN.
    """
    must_fit(positions.size, d_model, d_model=d_model)
    positions = rounded(positions, precision)
    frequencies = rounded(encoding.angular_frequencies(d_model, base), precision)
    with np.errstate(invalid="ignore", over="ignore"):
        angles = rounded(np.multiply.outer(positions, frequencies), precision)
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), d_model)


def _rounded_to_bfloat16(values):
    """Return the upper 16 bits of each value in float32, halves rounded to even.

    So a value is rounded twice, first to float32, as it is in common conversion code.
    """
    with np.errstate(over="ignore"):
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    bits += np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))
    bits &= np.uint64(0xFFFF0000)
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)
