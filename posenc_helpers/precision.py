"""What happens to an angle omega p when each step of its computation is rounded to few bits.

A floating-point format keeps a number to within one part in 1/eps, and its eps does not depend on
the size of the number.  So the angle of a far position is off by about its size times eps, and a
sine or cosine of it by as much, until the hand points anywhere.
"""

import numpy as np

from posenc_helpers.checks import OneOf, Reals, takes

FORMATS = "float16", "bfloat16", "float32"


@takes(values=Reals(finite=False), precision=OneOf(FORMATS))
def rounded(values, precision):
    """Return `values` rounded to the nearest number of that format, as float64, same shape.

    Beyond the range of the format (65,504 for float16) the result is infinite.
    """
    if precision == "bfloat16":
        return _rounded_to_bfloat16(values)
    with np.errstate(over="ignore"):
        return values.astype(precision).astype(np.float64)


def _rounded_to_bfloat16(values):
    """Return the upper 16 bits of each value in float32, halves rounded to even.

    So a value is rounded twice, first to float32, as it is in common conversion code.
    """
    with np.errstate(over="ignore"):
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    bits += np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))
    bits &= np.uint64(0xFFFF0000)
    return bits.astype(np.uint32).view(np.float32).astype(np.float64)
