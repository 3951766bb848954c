"""Which convention a table follows.

recognize(table)                          the convention and the base that a table follows
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from posenc_helpers.variants.clocks import EXACT, LARGEST_ERROR, SINGLE, Clocks, Rows
from posenc_helpers.variants.conventions import CONVENTIONS, Convention
from posenc_helpers.variants.refusals import what_fails
from posenc_helpers.variants.tables import amplitude, arranged_columns, divisor, pair_count
from posenc_helpers.wording import number

FIRST_POSITIONS = sorted({float(one.first_position) for one in CONVENTIONS.values()})
LARGEST, WIDEST = 2**22, 4096  # values and columns of a table
SPARED = 2  # a base that somebody chose is shorter than the table asks for by so many digits


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best fit, or None; `base` its base, or None if there is no fit or any base fits.
    `candidates` are all conventions that the table follows, best first, each with its base: some
    programs make the same table, and some make the same family of tables with other bases.
    `reason` says it in one or two sentences; if nothing fits, it names what fails first.
    `start` is the position of the first row, or None if there is no fit.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()
    start: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All conventions that the table follows, best first."""
        return tuple(name for name, _ in self.candidates)


class _Reading(NamedTuple):
    """Columns read as clocks, and the conventions, each with its d_model, that arrange them so."""

    clocks: Clocks
    programs: list[tuple[Convention, int]]


class _Fit(NamedTuple):
    """A convention that makes the table.

    Fits are sorted by `oddity`: 0 for the convention's own base, 1 for another round one.
    """

    oddity: int
    place: int
    name: str
    base: float | None


@np.errstate(all="ignore")
def recognize(table, positions=None) -> Recognized:
    """Return the convention and the base that a table follows, or why it follows none.

    `table` has one row for each position; `positions` None means consecutive ones, from the
    convention's own first position or, unless values are stored in 16 bits, any other up to a
    million.  The speed of every clock is read off the table, base and first position follow from
    the clocks, and the convention fits if its own table is the same up to rounding: that of the
    angle to float32, and that of the values to the precision (float64, float32, float16 or
    bfloat16) in which they are stored.

    At least four rows and d_model >= 4 are needed to tell much.  A base is written with as few
    digits as the table allows.  Of more than 2**22 values or 4,096 columns it says so, and nothing
    else.  Raises ValueError for what is not a table of finite numbers.
    """
    rows = Rows(table, positions)
    if rows.table.size > LARGEST or rows.table.shape[1] > WIDEST:
        most = f"at most {LARGEST:,} values in {WIDEST:,} columns are compared: take fewer rows"
        return Recognized(None, None, f"Its shape is {rows.table.shape}, and {most}.")
    readings = _readings(rows)
    for late in (False,) if rows.given else (False, True):
        for rounding in (EXACT, SINGLE):
            for centre in _late_centres(readings) if late else _usual_centres(rows):
                fits = [fit for one in readings for fit in _fits(one, centre, rounding)]
                if fits:
                    return _recognized(rows, fits, centre - rows.middle, rounding)
    arrangements = [found[:2] for found in _arrangements(rows.table.shape[1])]
    return Recognized(None, None, what_fails(rows, arrangements))


# -------------------------------------------------------------------------- ways to read columns


def _readings(rows):
    """Return the readings of the columns as clocks that turn evenly."""
    found = []
    for sines, cosines, scale, programs in _arrangements(rows.table.shape[1]):
        if _on_circles(rows.values, sines, cosines, scale):
            clocks = Clocks(rows, sines, cosines, scale)
            if clocks.noise.max() < LARGEST_ERROR:
                found.append(_Reading(clocks, programs))
    return found


def _on_circles(values, sines, cosines, scale):
    """Return whether pairs lie on circles of that radius, roughly, and other columns are zeros."""
    unused = np.delete(np.arange(values.shape[1]), np.concatenate([sines, cosines]))
    some = values[:99]  # all of them are compared in the end
    lengths = np.hypot(some[:, sines[: cosines.size]], some[:, cosines])
    off = np.abs(lengths / scale - 1).max(initial=0.0)
    return values.size and off < LARGEST_ERROR and not values[:, unused].any()


@lru_cache
def _arrangements(columns):
    """Return the possible arrangements of this many columns, each with the programs that use it."""
    found = {}
    for convention in CONVENTIONS.values():
        for d_model in _possible_widths(convention, columns):
            sines, cosines, _ = arranged_columns(convention, d_model)
            scale, octaves = amplitude(convention, d_model), convention.spacing == "octaves"
            key = sines.tobytes(), cosines.tobytes(), scale, octaves
            found.setdefault(key, (sines, cosines, scale, []))[-1].append((convention, d_model))
    return list(found.values())


def _possible_widths(convention, columns):
    """Return the values of d_model that give a table of so many columns, the odd one last."""
    odd = {"extra": columns - 1, "fewer": columns + 1}.get(convention.odd, columns)
    widths = [] if columns % 2 else [columns]
    if convention.odd != "error" and odd % 2:
        widths.append(odd)
    return [d_model for d_model in widths if d_model >= convention.narrowest]


# ----------------------------------------------------------------------------------- what fits


def _usual_centres(rows):
    """Return where the middle row stands if the first row is where conventions have it."""
    return [rows.middle + first for first in ([0.0] if rows.given else FIRST_POSITIONS)]


def _late_centres(readings):
    """Return where else the middle row may stand, if the numbers are precise enough to tell."""
    found = [one.clocks.late_centres() for one in readings]
    return sorted({float(centres[0]) for centres in found if centres.size == 1}, key=abs)


def _fits(reading, centre, rounding):
    """Return the conventions that make the table if the middle row stands at `centre`."""
    clocks, fits, bases = reading.clocks, [], {}
    interval = _interval(reading, centre, rounding)
    if interval is None:
        return []
    positions = clocks.rows.positions + centre - clocks.rows.middle
    for convention, d_model in reading.programs:
        if np.array_equal(positions == convention.padding_row, ~clocks.rows.filled):
            key = divisor(convention, d_model), convention.base, pair_count(convention, d_model)
            if key not in bases:
                bases[key] = _base(convention, d_model, clocks, centre, interval, rounding)
            if bases[key]:
                place = list(CONVENTIONS).index(convention.name)
                oddity, base = bases[key]
                fits.append(_Fit(oddity, place, convention.name, base))
    return fits


def _interval(reading, centre, rounding):
    """Return the least and the largest fall that may give the table, or None."""
    clocks = reading.clocks
    for fall in dict.fromkeys(_fall(*program) for program in reading.programs):
        if clocks.fits(centre, fall, rounding, clocks.sample):
            return clocks.interval(centre, fall, rounding)
    if reading.programs[0][0].spacing == "octaves":  # any geometric progression would do
        return None
    fall = clocks.narrowed(centre, rounding)
    return None if fall is None else clocks.interval(centre, fall, rounding)


def _fall(convention, d_model, base=None):
    """Return by how much ln(omega) falls from one clock to the next."""
    return 2 * math.log(base or convention.base) / divisor(convention, d_model)


def _base(convention, d_model, clocks, centre, interval, rounding):
    """Return how odd the base is and the base (None if any will do), or None if none fits."""

    def suits(base):
        fall = _fall(convention, d_model, base)
        return interval[0] <= fall <= interval[1] and clocks.fits(centre, fall, rounding)

    if suits(convention.base):
        return 0, convention.base if pair_count(convention, d_model) > 1 else None
    low, high = (end * divisor(convention, d_model) / 2 for end in interval)
    if not -700 < low < high < min(low + 0.7, 700):
        return None
    return _roundest(low, high, suits)


def _roundest(low, high, suits):
    """Return how odd the base of the fewest digits that suits is, and the base, or None.

    `low` and `high` are the logarithms that it lies between.
    """
    middle = math.exp((low + high) / 2)
    needed = -math.log10(high - low)
    for digits in range(1, 18):
        base = float(f"{middle:.{digits - 1}e}")
        if base and suits(base):
            return (1 if digits <= needed - SPARED else 2), base
    return None


# ----------------------------------------------------------------------------------- in words


def _recognized(rows, fits, shift, rounding):
    start = float(rows.positions[0] + shift)
    start = int(start) if start.is_integer() else start
    fits.sort(key=lambda fit: (fit.oddity, fit.place))
    if not rows.given:
        own = [fit for fit in fits if CONVENTIONS[fit.name].first_position == start]
        fits = [fit for fit in fits if fit in own or not own or (own[0].oddity and not fit.oddity)]
    bases = {}
    for fit in fits:
        bases.setdefault(fit.name, fit.base)
    candidates, (name, base) = tuple(bases.items()), next(iter(bases.items()))
    return Recognized(name, base, _why(rows, candidates, start, rounding), candidates, start)


def _why(rows, candidates, start, rounding):
    """Return in words what `recognize` found."""
    name, base = candidates[0]
    which = "any base gives it" if base is None else f"base {_digits(base)}"
    reason = f"This is the table of {CONVENTIONS[name].title}, {which}."
    if not rows.given and start != CONVENTIONS[name].first_position:
        reason += f" Its first row is position {start:,}."
    if rounding is SINGLE:
        reason += " Its angles are rounded to float32."
    others = [
        CONVENTIONS[other].title + ("" if b == base else f" (base {_digits(b)})")
        for other, b in candidates[1:]
    ]
    return reason + (f" The same numbers come from: {', '.join(others)}." if others else "")


def _digits(base):
    return number(base, 9 if base < 1e6 else 4)
