"""What is wrong with an answer to the exercises of `13.md`, which the student is free to choose.

A base chosen for a length and a noise, and an error of a good text refuted.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature

import numpy as np

from posenc_helpers.encoding import angular_frequencies, positional_encoding, wavelengths
from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.tradeoff import BASES, ENOUGH, score_bases
from posenc_helpers.wording import number


def whole_within(value: float, least: int, most: int) -> int | None:
    """Return `value` as an int if it is a whole number from `least` to `most`, or None."""
    if not np.isfinite(value) or abs(value - round(value)) > 1e-6:
        return None
    return round(value) if least <= round(value) <= most else None


# A base

SHORTEST, LONGEST = 64, 1_024
QUIETEST, LOUDEST = 0.1, 1.0
WIDTH = 128

MARKED = {"best_base": ("TradeOffExplorer", {"seq_len": 256, "d_model": WIDTH})}


def examine_choice(answer):
    """Return why the choice of a base for a length and a noise is not good enough, or None."""
    if answer.size != 3:
        return "Give three numbers as one list: seq_len, noise, base."
    seq_len = whole_within(answer[0], SHORTEST, LONGEST)
    if seq_len is None:
        return f"`seq_len` comes first: a whole number from {SHORTEST} to {LONGEST:,}."
    if not QUIETEST <= answer[1] <= LOUDEST:
        return f"The noise comes second: a number from {QUIETEST:g} to {LOUDEST:g}."
    if not 1 <= answer[2] <= BASES[-1]:
        return f"The base comes third: a number from 1 to {BASES[-1]:,.0f}."
    return _loss(seq_len, float(answer[1]), float(answer[2]))


def _loss(seq_len, noise, base):
    """Return what a base loses against the best of the grid, or None if that is little."""
    grid = score_bases(seq_len, WIDTH, noise)
    yours = score_bases(seq_len, WIDTH, noise, [base])[:, 0]
    best = int(grid[2].argmax())
    share = yours[2] / grid[2, best]
    if share >= ENOUGH:
        return None
    found = f"Your base gets {math.floor(100 * share)} % of the best score."
    too_small = base < BASES[best]
    return " ".join([found, *_reasons(too_small, yours, grid[:, best])])


def _reasons(too_small, yours, best):
    """Yield what is lost: reach with a small base, reading and a steep curve with a large one."""
    read, order = (
        f"{100 * one:.0f} % of {what}, and the best base {100 * other:.0f} %."
        for one, other, what in zip(yours, best, ("the positions", "the distances"), strict=False)
    )
    if too_small:
        yield f"It reads well and lacks reach: it orders {order}"
        return
    yield "It pays too much for reach."
    if best[0] - yours[0] > 0.01:
        yield f"Its codes stand closer together: it reads {read}"
    if best[1] - yours[1] > 0.01:
        yield f"Its curve is flatter and sooner lost in noise: it orders {order}"


@exercise(examine=examine_choice)
def choose_base():
    yield "right", [512, 0.5, 600]


# An error: what the text says, and what the formula gives. They are from widely read tutorials and
# their comments, shortened and without names: each text is right in most of what it says.

WIDEST, FURTHEST, LARGEST_BASE = 1_024, 100_000, 1_000_000


@dataclass(frozen=True)
class Claim:
    """One error.

    `published` and `paper` take the numbers that say at which place it is looked at, and return
    what the text and the formula give there. Below `margin` the two agree, and `agreeing` names the
    reply in `13.md` that says where and why. `first` is the first position at which the text's
    formula can be computed.
    """

    published: Callable
    paper: Callable
    agreeing: str = ""
    margin: float = 0.001
    first: int = 0

    @property
    def where(self) -> tuple[str, ...]:
        """The names of the numbers that say where."""
        return tuple(signature(self.published).parameters)


def _value(d_model, position, column, base=1e4):
    return float(positional_encoding(1, d_model, base, start=position)[0, column])


def _column_for_pair(d_model, position, column):
    angle = position / 1e4 ** (2 * (column - column % 2) / d_model)
    return math.cos(angle) if column % 2 else math.sin(angle)


def _cosine_at_odd_positions(d_model, position, column):
    angle = position * angular_frequencies(d_model)[column // 2]
    return math.cos(angle) if position % 2 else math.sin(angle)


CLAIMS = {
    1: Claim(
        lambda d_model, position, pair: (position / 1e4) ** (2 * pair / d_model),
        lambda d_model, position, pair: position / 1e4 ** (2 * pair / d_model),
        "position_1",
        first=1,
    ),
    2: Claim(_cosine_at_odd_positions, _value, "even_or_odd"),
    3: Claim(
        lambda d_model, column: _value(d_model, 1, column),
        lambda d_model, column: _value(d_model, 0, column),
        "slow_clock",
    ),
    4: Claim(lambda d_model: 22_500.0, lambda d_model: wavelengths(d_model)[-1], "width", 1_000),
    5: Claim(
        lambda d_model, base, position, column: _value(d_model, position, column),
        lambda d_model, base, position, column: _value(d_model, position, column, base),
        "same_base",
    ),
    6: Claim(lambda d_model: 1e4, lambda d_model: 1 / angular_frequencies(d_model)[-1]),
    7: Claim(_column_for_pair, _value, "first_columns"),
}


def examine_claim(answer) -> str | None:
    """Return what keeps a row of numbers from refuting the claim that it begins with, or None.

    Where the text and the formula agree, that is the name of the reply in `13.md`.
    """
    chosen = whole_within(answer[0], 1, len(CLAIMS)) if answer.size else None
    if chosen is None:
        return f"The first number says which error you refute: 1 to {len(CLAIMS)}."
    claim = CLAIMS[chosen]
    return _form_fault(chosen, claim, answer) or _value_fault(claim, answer[1:])


def _form_fault(chosen, claim, answer):
    """Say what numbers are missing or impossible."""
    wanted = (*claim.where, "what the text gives", "what the paper's formula gives")
    if answer.size != 1 + len(wanted):
        listed = ", ".join(wanted)
        return f"For error {chosen} give {1 + len(wanted)} numbers: {chosen}, {listed}."
    width = whole_within(answer[1] / 2, 1, WIDEST // 2)
    if width is None:
        return f"`d_model` must be an even whole number from 2 to {WIDEST:,}."
    allowed = _allowed(2 * width, claim.first)
    for name, value in zip(claim.where[1:], answer[2:], strict=False):
        if name == "base" and not 1 <= value <= LARGEST_BASE:
            return f"The base must lie between 1 and {LARGEST_BASE:,}."
        if name != "base" and whole_within(value, *allowed[name]) is None:
            least, most = allowed[name]
            return f"The {name} must be a whole number from {least} to {most:,}."
    return None


def _allowed(d_model, first):
    """Return the least and the most of each number that is not free."""
    return {
        "position": (first, FURTHEST),
        "pair": (0, d_model // 2 - 1),
        "column": (0, d_model - 1),
    }


def _value_fault(claim, answer):
    """Say which of the two values is not what it should be, or that they do not differ."""
    place = [
        value if name == "base" else round(value)
        for name, value in zip(claim.where, answer, strict=False)
    ]
    published, paper = claim.published(*place), claim.paper(*place)
    theirs, ours = answer[-2:]
    if _close(theirs, paper) and _close(ours, published) and not _close(theirs, published):
        return "You exchanged the two values: first what the text gives, then the paper's formula."
    if not _close(theirs, published):
        return _off("The text gives something else at this place", theirs, published)
    if not _close(ours, paper):
        return _off("The paper's formula gives something else at this place", ours, paper)
    if abs(published - paper) <= claim.margin:
        return claim.agreeing
    return None


def _close(one, other):
    """Whether two values agree to four digits, or four decimals."""
    return bool(np.abs(one - other) <= 1e-4 * (1 + abs(other)))


def _off(what, yours, right):
    direction = "larger" if right > yours else "smaller"
    if not np.isfinite(yours):
        return f"{what}. Yours is not a finite number."
    return f"{what}. Yours is {number(yours)}, and the right number is {direction}."


@exercise(examine=examine_claim)
def published_error():
    yield "right", [1, 4, 2, 1, 2e-4**0.5, 0.02]
    yield from ((claim.agreeing,) for claim in CLAIMS.values() if claim.agreeing)
