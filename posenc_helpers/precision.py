"""Show what rounding to few bits does to an angle omega p, step by step.

A floating-point format rounds each number by at most about one part in 1/eps, and eps does not
depend on the size of the number. So the angle of a far position is wrong by about its size times
eps, and so are its sine and cosine, until the hand points anywhere.
"""

import numpy as np

from posenc_helpers.checks import OneOf, Reals, takes

FORMATS = "float16", "bfloat16", "float32"


@takes(values=Reals(finite=False), precision=OneOf(FORMATS))
def rounded(values, precision):
    """Return `values` rounded to the nearest number of the format `precision`.

    The result is float64 and has the same shape. Beyond the range of the format, which ends at
    65,504 for float16, it is infinite. Raises TypeError for values that are not real numbers, and
    ValueError for any other format.
    """
    if precision == "bfloat16":
        return _rounded_to_bfloat16(values)
    with np.errstate(over="ignore"):
        return values.astype(precision).astype(np.float64)


def _rounded_to_bfloat16(values):
    """Return each value rounded to the upper 16 bits of float32, with halves rounded to even.

    So a value is rounded twice, first to float32, because common conversion code does the same.
    """
    with np.errstate(over="ignore"):
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    bits += np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))
    bits &= np.uint64(0xFFFF0000)
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)
