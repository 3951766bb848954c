"""Tell how far apart two positions may be before similarity no longer orders their distances.

similarity_reach(10_000)               5,615 tokens
"""

import math

import numpy as np

from posenc_helpers.checks import Positive, Reals, takes


@takes(distances=Reals(above=0), base=Positive(1))
def log_law(distances, base=10_000.0):
    """Return 1 - (ln distance + gamma)/ln base, the law of similarity for 1 << distance << base.

    `distances`, in tokens and above 0, may have any shape, and the result has the same shape. gamma
    = 0.5772 is Euler's constant. `base` must be above 1.
    """
    return 1 - (np.log(distances) + np.euler_gamma) / math.log(base)


@takes(base=Positive())
def similarity_reach(base=10_000.0):
    """Return the distance in tokens at which the log law is 0: base * exp(-gamma), 0.5615 base.

    Raises TypeError or ValueError for a base that is not a finite number above 0.
    """
    return base * math.exp(-np.euler_gamma)
