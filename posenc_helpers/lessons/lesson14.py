"""The faults of answers to the exercises of `14.md`, which the student is free to choose.

Settings for a longer text, and an error of a good text refuted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from math import isclose, tau

from posenc_helpers.encoding import angular_frequencies, positional_encoding, wavelengths
from posenc_helpers.lessons.answers import Unreadable
from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.models.rope.scaling import SCALINGS
from posenc_helpers.models.training.longer_texts import LARGEST_BASE, MOST_STEPS, found
from posenc_helpers.wording import number

KINDS = ("a number", "a whole number", "an even whole number")  # by the size of their steps


def chosen(name: str, value: float, least: float, most: float, step: int) -> float:
    """Return a number between two limits: as an int, if it comes in steps of 1 or 2 and not of 0.

    For any other raise Unreadable with its name.
    """
    inside = least - 1e-6 <= value <= most + 1e-6
    if not inside or step and abs(value - step * round(value / step)) > 1e-6:
        raise Unreadable(f"The {name} must be {KINDS[step]} from {least:,.7g} to {most:,.7g}.")
    return round(value) if step else float(value)


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


# An error: what the text says, and what the formula gives. They are from widely read tutorials and
# their comments, shortened and without names: each text is right in most of what it says.


def _value(d_model, position, column, base=1e4):
    return float(positional_encoding(1, d_model, base, start=position)[0, column])


@dataclass(frozen=True)
class Claim:
    """One error.

    `published` and `paper` take the numbers that say at which place it is looked at, and return
    what the text and the formula give there. Below `margin` the two agree, and `agreeing` names the
    reply in `14.md` that says where and why. `first` is the first position at which the text's
    formula can be computed.
    """

    published: Callable
    agreeing: str = ""
    paper: Callable = _value
    margin: float = 0.001
    first: int = 0

    @property
    def where(self) -> tuple[str, ...]:
        """The names of the numbers that say where."""
        return tuple(signature(self.published).parameters)

    def limits(self, d_model) -> dict[str, tuple]:
        """Return the least and the most of each of these numbers, and its step."""
        return {
            "d_model": (2, 1_024, 2),
            "base": (1, 1_000_000, 0),
            "position": (self.first, 100_000, 1),
            "pair": (0, d_model / 2 - 1, 1),
            "column": (0, d_model - 1, 1),
        }


CLAIMS = {
    1: Claim(
        lambda d_model, position, pair: (position / 1e4) ** (2 * pair / d_model),
        "position_1",
        lambda d_model, position, pair: position / 1e4 ** (2 * pair / d_model),
        first=1,
    ),
    2: Claim(
        lambda d_model, position, column: _value(d_model, position, column // 2 * 2 + position % 2),
        "even_or_odd",
    ),
    3: Claim(
        lambda d_model, column: _value(d_model, 1, column),
        "slow_clock",
        lambda d_model, column: _value(d_model, 0, column),
    ),
    4: Claim(lambda d_model: 22_500.0, "width", lambda d_model: wavelengths(d_model)[-1], 1_000),
    5: Claim(
        lambda d_model, base, position, column: _value(d_model, position, column),
        "same_base",
        lambda d_model, base, position, column: _value(d_model, position, column, base),
    ),
    6: Claim(lambda d_model: 1e4, "", lambda d_model: 1 / angular_frequencies(d_model)[-1]),
    7: Claim(
        lambda d_model, position, column: _value(d_model, position, column, 1e4**2),
        "first_columns",
    ),
}


def examine_claim(answer) -> str | None:
    """Return what keeps a row of numbers from refuting the claim that it begins with, or None.

    Where the text and the formula agree, that is the name of the reply in `14.md`.
    """
    error = round(answer[0], 6) if answer.size else 0
    if error not in CLAIMS:
        return f"The first number says which error you refute: 1 to {len(CLAIMS)}."
    claim = CLAIMS[error]
    wanted = [f"{error:g}", *claim.where, "what the text gives", "what the paper's formula gives"]
    if answer.size != len(wanted):
        return f"For error {error:g} give {len(wanted)} numbers: {', '.join(wanted)}."
    numbers, limits = zip(claim.where, answer[1:], strict=False), claim.limits(answer[1])
    place = [chosen(name, value, *limits[name]) for name, value in numbers]
    (theirs, ours), published, paper = answer[-2:], claim.published(*place), claim.paper(*place)
    if _close(theirs, paper) and _close(ours, published) and not _close(theirs, published):
        return "You exchanged the two values: first what the text gives, then the paper's formula."
    for what, yours, right in ("text", theirs, published), ("paper's formula", ours, paper):
        if not _close(yours, right):
            return f"The {what} gives something else at this place. Yours is {number(yours)}."
    return claim.agreeing if abs(published - paper) <= claim.margin else None


def _close(one, other):
    """Say whether two numbers agree to four digits, or to four decimals."""
    return isclose(one, other, rel_tol=1e-4, abs_tol=1e-4)


@exercise(examine=examine_claim)
def published_error():
    yield "right", [1, 4, 2, 1, 2e-4**0.5, 0.02]
    yield from ((claim.agreeing,) for claim in CLAIMS.values() if claim.agreeing)
