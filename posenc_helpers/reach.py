"""How far apart two positions may be before similarity no longer orders their distances.

similarity_reach(10_000)               5,615 tokens
ordered_shares(range(20), 512)         1.0 for short distances, about 0.5 far beyond the reach
"""

import math

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Positive, Reals, Several, Whole, takes

EULER_GAMMA = 0.5772156649015329
OCTAVES = 40  # distances up to 2**40 tokens


@takes(distances=Reals(above=0), base=Positive(1))
def log_law(distances, base=10_000.0):
    """Return 1 - (ln distance + gamma)/ln base, the law of similarity for 1 << distance << base.

    `distances`, in tokens, may have any shape; the result has the same.  gamma = 0.5772 is Euler's
    constant.  `base` must be above 1.
    """
    return 1 - (np.log(distances) + EULER_GAMMA) / math.log(base)


@takes(base=Positive())
def similarity_reach(base=10_000.0):
    """Return the distance in tokens at which the log law is 0: base * exp(-gamma), 0.5615 base."""
    return base * math.exp(-EULER_GAMMA)


@takes(octaves=Several(Whole(0, OCTAVES), OCTAVES + 1))
def ordered_shares(octaves, d_model, base=10_000.0):
    """Return for each octave which share of its distances similarity orders correctly.

    Octave n holds the distances from 2**n up to 2**(n + 1) tokens.  A distance D is ordered
    correctly if k(D) > k(2 D): positions twice as far apart are less alike.  Up to 400 distances
    are judged in each octave.  Shape (len(octaves),), values from 0 to 1.
    """
    firsts = [2**octave for octave in octaves]
    judged = (np.linspace(n, 2 * n, min(n, 400), endpoint=False).round() for n in firsts)
    compared = ([encoding.similarity(n * some, d_model, base) for n in (1, 2)] for some in judged)
    return np.array([np.mean(near > far) for near, far in compared])
