"""The faults of answers to the exercises of `14.md`, which the student is free to choose.

Settings for a longer text.
"""

from math import tau

from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.lessons.shared import chosen
from posenc_helpers.models.rope.scaling import SCALINGS
from posenc_helpers.models.training.longer_texts import LARGEST_BASE, MOST_STEPS, found

# The settings of a longer text

HIDDEN = 10, 12  # seeds of heads that the lesson does not show
NEAR_ENOUGH, FAR_ENOUGH = 0.95, 0.9

WANTED = "number of the scaling, factor, where the ramp begins, where it ends, base, further steps"


def examine_settings(answer):
    """Return why settings do not let two heads find near and far words, or None."""
    if answer.size != 6:
        return f"Give six numbers as one list: {WANTED}."
    scaling = SCALINGS[chosen("number of the scaling", answer[0], 0, len(SCALINGS) - 1, 1)]
    scale = chosen("factor", answer[1], 1, 64, 0)
    ramp = tuple(chosen(f"ramp's {end}", one, 0.01, 100, 0)
                 for end, one in zip(("beginning", "end"), answer[2:4], strict=True))  # fmt: skip
    if not ramp[0] < ramp[1]:
        return "The ramp must begin at fewer turns than it ends at."
    base = chosen("base", answer[4], 2, LARGEST_BASE, 0)
    steps = chosen("number of steps", answer[5], 0, MOST_STEPS, 1)
    settings = {"scaling": scaling, "scale": scale, "ramp": ramp, "base": base, "steps": steps}
    near, far = zip(*(found(seed, **settings) for seed in HIDDEN), strict=True)
    if min(near) >= NEAR_ENOUGH and min(far) >= FAR_ENOUGH:
        return None
    shares = (" and ".join(f"{share:.2f}" for share in one) for one in (near, far))
    measured = "Two heads that you have not seen find {} near and {} far.".format(*shares)
    return f"{measured} {LOST_NEAR if min(near) < NEAR_ENOUGH else LOST_FAR}"


LOST_NEAR = "They lose the word before. Which pairs find it, and which of them do you slow down?"
LOST_FAR = "They lose the far word. Which pairs show angles there that no training had?"


@exercise(examine=examine_settings)
def longer_settings():
    yield "right", [SCALINGS.index("by parts"), 8, 1, 4, 160, 20]


@exercise(relative=0.01)
def two_kinds():
    sliding, full = (tau * base ** (254 / 256) for base in (1e4, 1e6))
    yield "right", [5, sliding, 8 * full]
    yield "factor_forgotten", [5, sliding, full]
    yield "factor_everywhere", [5, 8 * sliding, 8 * full]
    yield "speeds_multiplied", [5, sliding, full / 8]
    yield "kinds_exchanged", [29, sliding, 8 * full], [5, 8 * full, sliding]
    yield "counted_from_0", [6, sliding, 8 * full]
    yield "one_base", [5, full, 8 * full], [5, sliding, 8 * sliding]
    yield "no_2_pi", [5, sliding / tau, 8 * full / tau]
    yield "exponent_1", [5, tau * 1e4, tau * 8e6]
