"""Which convention a table follows.

recognize(table)                          the convention and the base that a table follows
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.speeds import _as_table, _positions_of, _speeds
from posenc_helpers.variants.tables import (
    _columns,
    _exponents,
    _frequencies,
    _pairs,
    _positions,
    _table,
)
from posenc_helpers.wording import number

NOTICEABLE = 1e-3  # what is larger is no rounding error
ENDS = [0, -1]  # the first and the last row
LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another

__all__ = ["Recognized", "recognize"]


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best fit, or None; `base` its base, or None if there is no fit or any base fits.
    `candidates` are all conventions that the table follows, best first, each with its base: some
    programs make the same table, and some make the same family of tables with other bases.
    `reason` says it in one or two sentences; if nothing fits, it names what fails first.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All conventions that the table follows, best first."""
        return tuple(name for name, _ in self.candidates)


def recognize(table, positions=None) -> Recognized:
    """Return the convention and the base that a table follows, or why it follows none.

    `table` has one row for each position; `positions` None means as many as there are rows, from
    each convention's own first position.  The speed of every clock is read off the table, the
    base follows from the speeds, and the convention fits if its own table with that base is the
    same up to rounding: that of the angle to float32, and that of the values to the precision
    (float64, float32, float16 or bfloat16) in which they are stored.

    At least four rows and d_model >= 4 are needed to tell much.  A base is written with as few
    digits as the table allows.  Raises ValueError for what is not a table of finite numbers.
    """
    table = _as_table(table)
    if positions is not None:
        positions = _positions_of(table, positions)
    for single in (False, True):
        fits = _fits(table, positions, single)
        if fits:
            candidates = tuple((name, base) for _, name, base in sorted(fits, key=itemgetter(0)))
            return Recognized(*candidates[0], _why(candidates, single), candidates)
    return Recognized(None, None, _why_none(table, positions))


def _fits(table, positions, single):
    """Return (oddity, name, base) of each convention that makes the table."""
    fits, round_off = [], _round_off(table, single)
    for convention in CONVENTIONS.values():
        bases = []
        for d_model in _possible_widths(convention, table.shape[1]):
            bases += _fit(convention, table, positions, d_model, round_off) or ()
        if bases:
            base = convention.base if convention.base in bases else bases[0]
            fits.append((_oddity(convention, base), convention.name, base))
    return fits


def _possible_widths(convention, columns):
    """Return the values of d_model that give a table of so many columns, the odd one last."""
    odd = {"extra": columns - 1, "fewer": columns + 1}.get(convention.odd, columns)
    if convention.odd == "error" or odd % 2 == 0:
        odd = None
    even_width = columns if columns % 2 == 0 else None
    return [d for d in (even_width, odd) if d is not None and d >= convention.narrowest]


def _fit(convention, table, positions, d_model, round_off):
    """Return (base,) if the convention makes this table, base None if any does; else None."""
    if positions is None:
        positions = _positions(convention, table.shape[0])

    def fits(base, rows=slice(None)):
        try:
            made = _table(convention, positions[rows], d_model, base)
        except ValueError:
            return False
        slack = _slack(convention, made, positions[rows], d_model, base, round_off)
        return bool((np.abs(made - table[rows]) <= slack).all())

    def suits(base):  # most that do not fit are found out by their first and last rows
        return fits(base, ENDS) and fits(base)

    if _pairs(convention, d_model) == 1:
        return (None,) if suits(convention.base) else None
    if suits(convention.base):
        return (convention.base,)
    if convention.spacing == "octaves":
        return None  # with a free base, any geometric progression would do
    estimate = _estimated_base(convention, table, positions, d_model)
    if estimate is None or not suits(estimate):
        return None
    return (_shortest(estimate, suits),)


def _shortest(estimate, suits):
    """Return the number near `estimate` with the fewest digits that still suits."""
    bases = [float(f"{estimate:.{digits}e}") for digits in range(17)]
    first = bisect_left(bases, True, key=lambda base: base > 0 and suits(base))
    return bases[first] if first < len(bases) else estimate


def _slack(convention, made, positions, d_model, base, round_off):
    """Return how far each value may be off by rounding; same shape as `made`."""
    value, angle = round_off
    frequencies = _frequencies(convention, d_model, base)
    if convention.spacing != "octaves":  # a power of two times a position is exact
        # exp(-x) in float32 is off by x times as much as x itself
        frequencies = frequencies * (1 + np.abs(np.log(frequencies)))
    angles = np.multiply.outer(angle * np.abs(positions), frequencies)
    slack = value * np.abs(made) + max(value**2, 1e-15 if value < 1e-15 else 6e-8 * value)
    for columns in _columns(convention, d_model)[:2]:
        slack[:, columns] += angles[:, : columns.size]
    return np.minimum(slack, LARGEST_ERROR)


def _round_off(table, single):
    """Return the largest errors of a value and of an angle, both relative.

    Values may be stored in any format that holds them all.  Angles have been computed in float32
    if `single` says so, or if the values are stored in no more than that.
    """
    units = [ROUND_OFF[name] for name in ROUND_OFF if np.array_equal(rounded(table, name), table)]
    single = single or len(units) > 1
    return 2 * max(units), 1.2e-7 if single else 2.0**-49


def _estimated_base(convention, table, positions, d_model):
    """Return the base that the speeds of the clocks point to, or None."""
    exponents = _exponents(convention, d_model)
    hands = _hands(convention, table, d_model)
    speeds, spans = _speeds(hands, positions)
    exponents = exponents[: speeds.size]
    usable = (speeds > 0) & (exponents != 0)
    if not usable.any():
        return None
    # the error of ln(omega) is that of the angle, by and large the same for all, over the angle
    weights = (speeds * spans)[usable] ** 2
    exponents, logs = exponents[usable], np.log(speeds[usable])
    log_base = -(weights * exponents * logs).sum() / (weights * exponents**2).sum()
    return math.exp(log_base) if abs(log_base) < 700 else None


def _hands(convention, table, d_model):
    """Return the complete pairs as cos + i sin: (rows, pairs)."""
    sines, cosines, _ = _columns(convention, d_model)
    complete = min(sines.size, cosines.size)
    return table[:, cosines[:complete]] + 1j * table[:, sines[:complete]]


def _oddity(convention, base):
    """Return the key by which candidates are sorted: a default base, few digits, then the list."""
    place = list(CONVENTIONS).index(convention.name)
    if base is None or base == convention.base:
        return 0, place
    return len(f"{base!r}".replace(".", "").strip("0")), place


def _why(candidates, single):
    """Return in words what `recognize` found."""
    name, base = candidates[0]
    which = "any base gives it" if base is None else f"base {_digits(base)}"
    reason = f"This is the table of {CONVENTIONS[name].title}, {which}."
    if single:
        reason += " Its angles are rounded to float32."
    others = [
        CONVENTIONS[other].title + ("" if b == base else f" (base {_digits(b)})")
        for other, b in candidates[1:]
    ]
    if others:
        reason += f" The same numbers come from: {', '.join(others)}."
    return reason


def _digits(base):
    return number(base, 9 if base < 1e6 else 4)


def _why_none(table, positions):
    """Return what fails first: circles, even steps, the first row, the first clock, the ratios."""
    if table.shape[1] % 2:
        return "No convention makes this table of odd width."
    amplitude = math.sqrt((table**2).sum(axis=1).mean() / (table.shape[1] / 2))
    where = _positions_of(table, positions)
    arrangements = [(_arranged(table, one), one) for one in ("interleaved", "halves")]
    (sines, cosines), layout = min(arrangements, key=lambda found: _off_circle(*found[0]))
    off = _off_circle(sines, cosines)
    columns = "side by side" if layout == "interleaved" else "half a row apart"
    if not off <= NOTICEABLE * amplitude**2:
        return (
            "Neither columns side by side nor columns half a row apart form circles: for some "
            f"pair, sin² + cos² varies by {number(off, 2)}."
        )
    opening = f"Columns {columns} form circles, but "
    if abs(amplitude - 1) > NOTICEABLE and abs(amplitude * table.shape[1] ** 0.5 - 1) > NOTICEABLE:
        return f"{opening}their radius is {number(amplitude, 3)}, not 1."
    if _starts_at_three(sines, cosines):
        sines, cosines = cosines, sines
    hands = cosines + 1j * sines
    speeds, _ = _speeds(hands, where)
    turned = hands * np.conj(hands[0]) * np.exp(-1j * np.multiply.outer(where - where[0], speeds))
    uneven = np.abs(np.angle(turned)).max(axis=0)
    if uneven.max() > NOTICEABLE:
        clock = int(np.argmax(uneven > NOTICEABLE))
        return (
            f"{opening}clock {clock} does not turn evenly: it strays from its mean speed by up "
            f"to {number(float(uneven[clock]), 2)} radians."
        )
    return opening + _why_not_these_clocks(hands, where, speeds)


def _why_not_these_clocks(hands, positions, speeds):
    """Return what is wrong with clocks that turn evenly: where they start or how fast they are."""
    if abs(speeds[0] - 1) > NOTICEABLE:
        return f"clock 0 turns by {number(float(speeds[0]), 4)} radians per token, not by 1."
    if not (speeds > 0).all():
        return "not all clocks turn clockwise."
    ratios = speeds[:-1] / speeds[1:]
    if np.ptp(ratios) > NOTICEABLE * ratios.mean():
        return (
            f"the ratio of neighbouring speeds is not constant: {number(float(ratios.min()), 4)} "
            f"to {number(float(ratios.max()), 4)}."
        )
    start = 0.0
    for hand, speed in zip(hands[0, ::-1], speeds[::-1], strict=True):  # from coarse to fine
        start += np.angle(hand * np.exp(-1j * start * speed)) / speed
    expected = np.exp(1j * start * speeds)
    if np.abs(hands[0] / np.abs(hands[0]) - expected).max() > NOTICEABLE:
        return "its first row is that of no position."
    if abs(start - positions[0]) > NOTICEABLE:
        return f"its first row is that of position {number(float(start), 4)}."
    return "its angles are off by more than rounding to float32 explains."


def _arranged(table, layout):
    """Return the leading and the following column of each pair."""
    half = table.shape[1] // 2
    if layout == "interleaved":
        return table[:, 0::2], table[:, 1::2]
    return table[:, :half], table[:, half:]


def _off_circle(sines, cosines):
    """Return by how much the squared radius of any pair varies along the rows."""
    return float(np.ptp(sines**2 + cosines**2, axis=0).max())


def _starts_at_three(leading, following):
    """Return whether the first row is 1, 0: then the leading columns are cosines."""
    return np.abs(leading[0]).sum() > np.abs(following[0]).sum()
