"""Which convention a table follows.

recognize(table)                          the convention and the base that a table follows

The speeds of every convention are a geometric series, omega_k = exp(-k * fall) radians per token,
so that two numbers describe a table of consecutive positions: `fall` and the first position.
"""

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from posenc_helpers.clocks import as_table, speeds_of
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.tables import amplitude, arranged_columns, divisor
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.wording import number

FIRST_POSITIONS = sorted({one.first_position for one in CONVENTIONS.values()})
LARGEST, WIDEST = 2**22, 4096  # values and columns of a table
SPARED = 2  # a base that somebody chose is shorter than the table asks for by so many digits
LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another
BLOCK = 2**15  # values that are looked at together
FORMATS = sorted(ROUND_OFF, key=ROUND_OFF.get, reverse=True)
LEAST = {"float16": 2.0**-25}  # half of its smallest number; those of the others do not matter


class Rounding(NamedTuple):
    """How far a right table may be off: relative error of angles, and roundings of each value."""

    angle: float
    value: float


EXACT = Rounding(2.0**-49, 1.01)  # each value rounded once
SINGLE = Rounding(1.2e-7, 2.0)  # the angles computed in float32


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best fit, or None; `base` its base, or None if there is no fit or any base fits.
    `candidates` are all conventions that the table follows, best first, each with its base: some
    programs make the same table, and some make the same family of tables with other bases.
    `reason` says it in one or two sentences; if nothing fits, it says how far the fit gets.
    `start` is the position of the first row, or None if there is no fit.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()
    start: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All conventions that the table follows, best first."""
        return tuple(name for name, _ in self.candidates)


@np.errstate(all="ignore")
def recognize(table) -> Recognized:
    """Return the convention and the base that a table follows, or why it follows none.

    `table` has one row for each position, consecutive ones from the first of some convention: 0, 1
    or 2.  The speed of every clock is read off the table, the base
    follows from the speeds, and the convention fits if its own table is the same up to rounding:
    that of the angle to float32, and that of the values to the precision (float64, float32, float16
    or bfloat16) in which they are stored.

    At least four rows and d_model >= 4 are needed to tell much.  A base is written with as few
    digits as the table allows.  Of more than 2**22 values or 4,096 columns it says so, and nothing
    else.  Raises ValueError for anything but a table of finite numbers.
    """
    rows = _Rows(table)
    if rows.table.size > LARGEST or rows.table.shape[1] > WIDEST:
        most = f"at most {LARGEST:,} values in {WIDEST:,} columns are compared: take fewer rows"
        return Recognized(None, None, f"Its shape is {rows.table.shape}, and {most}.")
    if not rows.filled.any():
        return Recognized(None, None, "All its values are 0.")
    found = [_Clocks(rows, *arranged) for arranged in _arrangements(rows.table.shape[1])]
    clocks = [one for one in found if one.on_circles()]
    for rounding, start in product((EXACT, SINGLE), FIRST_POSITIONS):
        fits = [fit for one in clocks for fit in one.programs_that_fit(start, rounding)]
        if fits:
            return _recognized(fits, start, rounding)
    return Recognized(None, None, _why_not(clocks))


class _Rows:
    """A table, and which of its rows hold anything but zeros.

    `values` and `offsets` are those rows and their numbers, counted from the `middle` one of them;
    `storage` names the shortest format that holds all values.
    """

    def __init__(self, table):
        self.table = table = as_table(table)
        self.filled = table.any(axis=1)
        numbers = np.flatnonzero(self.filled)
        self.middle = numbers[numbers.size // 2] if numbers.size else 0
        self.values, self.offsets = table[self.filled], numbers - self.middle
        self.storage = next(one for one in FORMATS if np.array_equal(rounded(table, one), table))


class _Clocks:
    """The columns of a table read as the hands of clocks, as some programs arrange them.

    `sines` and `cosines` are columns, the first of each for clock 0; `scale` is the length of a
    hand; `programs` the conventions by divisor and base of their own. `hands`, cos + i sin, has the
    shape (rows, complete pairs), of some rows if there are many. `speeds` are in radians per token.
    """

    def __init__(self, rows, sines, cosines, scale, programs):
        self.rows, self.scale, self.programs = rows, scale, programs
        self.columns = np.concatenate([sines, cosines])
        self.clock = np.concatenate([np.arange(sines.size), np.arange(cosines.size)])
        self.quarter = np.repeat([0.0, np.pi / 2], [sines.size, cosines.size])
        self.sample = _sample(len(rows.values), self.columns.size)
        values, offsets = rows.values[self.sample], rows.offsets[self.sample]
        self.hands = values[:, cosines] + 1j * values[:, sines[: cosines.size]]
        self.speeds = speeds_of(self.hands, offsets)
        # where the hands were at the middle row, had they turned evenly
        still = self.hands * np.exp(-1j * np.multiply.outer(offsets, self.speeds))
        self.noise = float(np.abs(np.angle(still * np.conj(still.mean(axis=0)))).max())

    def on_circles(self):
        """Return whether hands have that length and turn evenly, and other columns are zeros."""
        unused = np.delete(self.rows.values, self.columns, axis=1)
        off = np.abs(np.abs(self.hands) / self.scale - 1).max()
        return max(off, self.noise) < LARGEST_ERROR and not unused.any()

    def programs_that_fit(self, start, rounding):
        """Yield a tuple for each program that makes the table if its first row is at `start`.

        It holds how odd the base is (0 for the convention's own, 1 for another round one), the
        name of the convention and the base.
        """
        centre = start + self.rows.middle
        interval = self._interval(centre, rounding)
        positions = start + np.arange(len(self.rows.table))
        for (divided_by, own), conventions in self.programs.items():
            found = self._base(divided_by, own, centre, interval, rounding)
            for one in conventions if found else ():
                if np.array_equal(positions == one.padding_row, ~self.rows.filled):
                    yield found[0], one.name, found[1]

    def _base(self, divided_by, own, centre, interval, rounding):
        """Return how odd the base is and the base (None if any will do), or None if none fits.

        It is the program's own or that of the fewest digits that fits.
        """

        def fits(base):
            return self._fits(centre, 2 * np.log(base) / divided_by, rounding)

        if fits(own):
            return 0, own if self.clock.any() else None
        if divided_by < 0:  # octaves: any progression would do
            return None
        low, high = interval * divided_by / 2
        if low < high < low + 0.7:
            for digits in range(1, 18):
                base = float(f"{np.exp((low + high) / 2):.{digits - 1}e}")
                if low <= np.log(base) <= high and fits(base):
                    return (1 if digits <= -math.log10(high - low) - SPARED else 2), base
        return None

    def _interval(self, centre, rounding):
        """Return the least and the largest fall with which the sample fits, the least first if any.

        Each value bounds it from both sides, by its slope at a fall that is near.
        """
        # the error of ln(omega) is that of the angle, roughly the same for all, over the angle
        clock, speeds = np.arange(self.speeds.size), np.maximum(self.speeds, 1e-300)
        weights = clock * speeds**2
        fall = -float((weights * np.log(speeds)).sum() / max((clock * weights).sum(), 1e-300))
        for _ in range(8):
            off, slope, slack = self._compared(self.sample, centre, fall, rounding)
            ends = (off - slack) / slope, (off + slack) / slope
            low, high = float(np.fmin(*ends).max()), float(np.fmax(*ends).min())
            step = (low + high) / 2
            if low > high:
                weights = slope / slack**2
                step = float((weights * off).sum() / (weights * slope).sum())
            elif not abs(step) > (high - low) / 8:
                break
            fall += step
        return fall + np.array([low, high])

    def _fits(self, centre, fall, rounding):
        """Return whether every value is what the clocks show."""
        count = max(1, BLOCK // self.columns.size)
        blocks = (np.s_[k : k + count] for k in range(0, len(self.rows.values), count))
        compared = (self._compared(block, centre, fall, rounding) for block in blocks)
        return all((np.abs(off) <= slack).all() for off, _, slack in compared)

    def _compared(self, rows, centre, fall, rounding):
        """Return how far values are off, their slopes along `fall`, and what rounding explains."""
        values = self.rows.values[rows][:, self.columns]
        positions = centre + self.rows.offsets[rows]
        speeds = np.exp(-fall * self.clock)
        angles = np.multiply.outer(positions, speeds)
        off = values - self.scale * np.sin(angles + self.quarter)
        slope = -self.scale * np.cos(angles + self.quarter) * angles * self.clock
        # exp(-x) in float32 is off by x times as much as x itself; clock 0 turns by exactly 1
        loose = rounding.angle * (1 + self.clock * abs(fall)) * speeds
        loose[self.clock == 0] = EXACT.angle
        slack = np.multiply.outer(np.abs(positions), loose) * self.scale
        slack += 2 * rounding.angle * np.abs(values) + 1e-15
        halves = np.ldexp(ROUND_OFF[self.rows.storage], np.frexp(values)[1] - 1) * (values != 0)
        slack += rounding.value * np.maximum(halves, LEAST.get(self.rows.storage, 0.0))
        return off, slope, np.minimum(slack, LARGEST_ERROR)


@lru_cache
def _arrangements(columns):
    """Return the possible arrangements of this many columns, each with the programs that use it."""
    found = {}
    for one, d_model in product(CONVENTIONS.values(), (columns, columns - 1, columns + 1)):
        sines, cosines, width = arranged_columns(one, d_model)
        refused = d_model < one.narrowest or (d_model % 2 and one.odd == "error")
        if width == columns and not refused:
            scale = amplitude(one, d_model)
            new = sines, cosines, scale, defaultdict(list)
            *_, programs = found.setdefault((sines.tobytes(), cosines.tobytes(), scale), new)
            programs[divisor(one, d_model), one.base].append(one)
    return list(found.values())


def _sample(count, columns):
    """Return the numbers of rows: the first ones, and of many some of the others."""
    some = max(8, BLOCK // columns // 2)
    return np.unique(np.r_[: min(some, count), np.linspace(0, count - 1, some, dtype=int)])


# ----------------------------------------------------------------------------------- in words


def _recognized(fits, start, rounding):
    fits.sort(key=lambda fit: (fit[0], list(CONVENTIONS).index(fit[1])))
    own = [fit for fit in fits if CONVENTIONS[fit[1]].first_position == start]
    fits = [fit for fit in fits if fit in own or not own or (own[0][0] and not fit[0])]
    bases = {}
    for _, name, base in fits:
        bases.setdefault(name, base)
    candidates, (name, base) = tuple(bases.items()), next(iter(bases.items()))
    which = "any base gives it" if base is None else f"base {_digits(base)}"
    reason = f"This is the table of {CONVENTIONS[name].title}, {which}."
    if start != CONVENTIONS[name].first_position:
        reason += f" Its first row is position {start}."
    if rounding is SINGLE:
        reason += " Its angles are rounded to float32."
    others = [
        CONVENTIONS[other].title + ("" if b == base else f" (base {_digits(b)})")
        for other, b in candidates[1:]
    ]
    reason += f" The same numbers come from: {', '.join(others)}." * bool(others)
    return Recognized(name, base, reason, candidates, start)


def _digits(base):
    return number(base, 9 if base < 1e6 else 4)


def _why_not(clocks):
    """Return how far the table gets: to hands that turn evenly, or not even there."""
    if not clocks:
        columns = "Neither columns side by side nor columns half a row apart"
        advice = "In the order sin, cos, sin, cos ..., `examine` says what is wrong with them."
        return f"{columns} are hands of the right length that turn evenly. {advice}"
    further = clocks[0].columns[clocks[0].clock == 0].max()  # one of the two is column 0
    where = "side by side" if further == 1 else "half a row apart"
    fault = "no base was found that gives these angles up to rounding, at positions from 0, 1 or 2"
    return f"Columns {where} form circles, but {fault} on."
