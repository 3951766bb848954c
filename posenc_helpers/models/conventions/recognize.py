"""Which convention a table follows, or which mistake was made in it.

recognize(table)                          the convention, or the mistake, and the base

By brute force: the table is compared with that of every convention and every mistake known here,
over bases that are found from the table, and first positions 0, 1 and 2.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from posenc_helpers.clocks import as_table, speeds_of
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from posenc_helpers.models.conventions.tables import (
    amplitude,
    arranged_columns,
    divisor,
    halves_order,
)
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.rows import rows as rows_of
from posenc_helpers.wording import number

LARGEST, WIDEST = 2**22, 4096  # values and columns of a table
STARTS, TEXTS = range(3), range(64)  # positions of the first row; of all rows, if they are equal
BLOCK = 2**15  # values that are looked at together
NEAR = 0.15  # how far a guess may be off in the first rows
LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another
EXACT, SINGLE = 2.0**-49, 1.2e-7  # relative errors of angles in float64 and in float32
FORMATS = sorted(ROUND_OFF, key=ROUND_OFF.get, reverse=True)
LEAST = {"float16": 2.0**-25}  # half of its smallest number; those of the others do not matter
SHORT = 2  # digits of a base that somebody chose
RIGHT, ONE_MISTAKE = (0, 0), (1, 0)  # costs of explanations
LOGARITHMS = np.log(np.outer(10.0 ** np.arange(17), np.arange(10, 100) / 10).ravel())  # of these
ALL = slice(None)

# Of pair i, column j and divisor D: ln(speed) is `shift` - `exponent` ln(base); and the power to
# which the position is raised.
SPEEDS = {
    "": lambda i, j, d: (0, 2 * i / d, 1),
    "not_halved": lambda i, j, d: (0, 2 * j / d, 1),
    "own_exponent": lambda i, j, d: (0, j / d, 1),
    "column_for_pair": lambda i, j, d: (0, 4 * i / d, 1),
    "pair_for_column": lambda i, j, d: (0, i / d, 1),
    "pairs_from_1": lambda i, j, d: (0, 2 * (i + 1) / d, 1),
    "early_operator": lambda i, j, d: (-2 * i, 0, 1),
    "whole_exponents": lambda i, j, d: (0, 2.0 * j // d, 1),
    "min_timescale": lambda i, j, d: ((1 + 2 * i / d) * math.log(2), 2 * i / d, 1),
    "power_of_fraction": lambda i, j, d: (0, 2 * i / d, 2 * i / d),
    "inverted": lambda i, j, d: (0, -2 * i / d, 1),
    "log10": lambda i, j, d: (0, 2 * i / d / math.log(10), 1),
}
REPORTED = {
    row["name"]: row["title"] for row in rows_of(Path(__file__).with_name("mistakes.csv"))
}  # that the museum lacks
FORMULAS = {name: f", {bug.formula}" for name, bug in BUGS.items()}
TITLES = {name: one.title for name, one in (CONVENTIONS | BUGS).items()} | REPORTED


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best explanation, a key of CONVENTIONS, BUGS or REPORTED, or None; `base` its
    base, or None if there is no fit or any base fits.  `candidates` are all explanations, best
    first, each with its base: some programs make the same table, and some make the same family of
    tables with other bases.  `reason` says it in a few sentences; if nothing fits, it says which
    invariants hold and which fail.  `start` is the position of the first row, or None.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()
    start: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All explanations of the table, best first."""
        return tuple(name for name, _ in self.candidates)


@np.errstate(all="ignore")
def recognize(table) -> Recognized:
    """Return the convention that a table follows, or the mistake in it, and the base.

    `table` has one row for each position, consecutive ones from 0, 1 or 2.  An explanation fits if
    its own table is the same up to rounding: that of the angle to float32, and that of the values
    to the precision (float64, float32, float16 or bfloat16) in which they are stored.

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
    right = [fit for guess in _right(rows) if (fit := guess.fit())]
    fits = [fit for fit in right if fit.single == min(one.single for one in right)]
    for guess in () if any(fit.cost == RIGHT for fit in fits) else _wrong(rows, bool(fits)):
        fit = guess.fit()
        # a right table is one of a mistake, too, if that has a base that somebody chose
        fits += [fit] if fit and (not right or (fit.mistakes and fit.chosen())) else []
        if not right and fits and fits[-1].cost == ONE_MISTAKE:
            break
    return _recognized(rows, fits) if fits else Recognized(None, None, _why_not(rows.table))


# --------------------------------------------------------------------------------- comparing


class _Rows:
    """A table, which rows are not empty, and half of the distance to the next number stored."""

    def __init__(self, table):
        self.table = table = as_table(table)
        self.filled, self.largest = table.any(axis=1), float(np.abs(table).max())
        storage = next(one for one in FORMATS if np.array_equal(rounded(table, one), table))
        half = np.ldexp(ROUND_OFF[storage], np.frexp(table)[1] - 1) * (table != 0)
        self.half = np.maximum(half, LEAST.get(storage, 0.0))


class _Layout(NamedTuple):
    """What each column shows: which clock, and 0 for its sine or a quarter turn for its cosine."""

    columns: np.ndarray
    clock: np.ndarray
    quarter: np.ndarray
    divisor: float
    scale: float
    base: float
    names: tuple[str, ...] = ()  # of conventions
    mistake: str = ""


class _Fit(NamedTuple):
    """A guess that fits: how many mistakes it makes; digits of its base, 0 for the usual one."""

    single: bool  # its angles are rounded to float32
    cost: tuple[int, int]
    base: float | None
    mistakes: tuple[str, ...]
    guess: "_Guess"

    def chosen(self):
        """Return whether somebody may have chosen the base."""
        return self.base is None or (self.cost[1] <= 1 and 99 < self.base < 1e9)


class _Guess:
    """A layout and the positions of all rows, perhaps with mistakes, to be compared to a table."""

    def __init__(self, rows, layout, positions, mistake=None, bits=""):
        self.rows, self.layout, self.positions, self.bits = rows, layout, positions, bits
        speeds = SPEEDS.get(mistake, SPEEDS[""])
        shifts = speeds(layout.clock, 2 * layout.clock + (layout.quarter > 0), layout.divisor)
        self.shift, self.exponent, self.power = np.broadcast_arrays(*shifts)
        self.mistakes = [one for one in (mistake, layout.mistake) if one]
        # with mistakes, values may also be scaled
        self.wrong, self.start = mistake is not None, float(positions[0])
        self.free = self.wrong and abs(rows.largest / layout.scale - 1) > 0.02
        self.scale = rows.largest if self.free else layout.scale
        self.near = np.flatnonzero(rows.filled)  # rows, those near position 0 first
        self.near = self.near[:: 1 if abs(positions[0]) <= abs(positions[-1]) else -1]

    def names(self):
        """Return the conventions of the layout, or those of them that start at this position."""
        names = self.layout.names
        own = [one for one in names if CONVENTIONS[one].first_position == self.start]
        return own or list(names)

    def angles(self, which, logarithms, columns=ALL):
        """Return angles for each ln(base), row and column."""
        speeds = self.shift[columns] - np.multiply.outer(logarithms, self.exponent[columns])
        speeds, positions = np.exp(speeds)[..., np.newaxis, :], self.positions[which, np.newaxis]
        if self.bits:
            return rounded(rounded(positions, self.bits) * rounded(speeds, self.bits), self.bits)
        return positions ** self.power[columns] * speeds

    def guessed(self):
        """Return the ln(base) that fits the first rows best, or None if none is near."""
        which, own = self.near[:3], [math.log(self.layout.base)]
        still = np.flatnonzero(self.exponent == 0)[:4]  # columns that no base changes
        some = np.unique(np.linspace(0, self.exponent.size - 1, 8, dtype=int))
        tries = own if self.layout.divisor < 0 else [*own, *LOGARITHMS]  # octaves have but one
        for columns, tried in ((still, own), (some, tries)):
            shown = np.sin(self.angles(which, tried, columns) + self.layout.quarter[columns])
            values = self.rows.table[which[:, np.newaxis], self.layout.columns[columns]]
            off = np.abs(values - self.scale * shown).max(axis=(1, 2), initial=0)
            off[np.isnan(off)] = np.inf
            if off.min() > NEAR * self.scale:
                return None
        return float(tried[off.argmin()])

    def compared(self, which, logarithm, error):
        """Return how far values are off, slopes along ln(base), and what rounding explains."""
        cells, angles = (which[:, np.newaxis], self.layout.columns), self.angles(which, logarithm)
        values, shown = self.rows.table[cells], np.sin(angles + self.layout.quarter)
        if self.free:
            self.scale = float((values * shown).sum() / (shown**2).sum())
        slope = -self.scale * np.cos(angles + self.layout.quarter) * angles * self.exponent
        # exp(-x) in float32 is off by x times as much as x itself; clock 0 turns by exactly 1
        speeds = np.abs(self.shift - self.exponent * logarithm)
        loose = np.abs(angles) * np.where(speeds == 0, EXACT, error * (1 + speeds))
        slack = self.scale * (loose + 2 * error * np.abs(shown) + 1e-15)
        slack += (2 if self.free or self.mistakes else 1.01) * self.rows.half[cells]
        return values - self.scale * shown, slope, np.minimum(slack, LARGEST_ERROR * self.scale)

    def refined(self, logarithm, error):
        """Return the middle of the ln(base) that fit, found from ever more rows."""
        for count in (8, 64, 512, BLOCK):
            few = self.near[:count]
            some = np.linspace(0, few.size - 1, max(8, BLOCK // self.exponent.size // 2), dtype=int)
            for _ in range(5):
                off, slope, slack = self.compared(few[np.unique(some)], logarithm, error)
                ends = (off - slack) / slope, (off + slack) / slope
                low, high = float(np.fmin(*ends).max()), float(np.fmax(*ends).min())
                step = (low + high) / 2
                if low > high:  # least squares
                    step = float((slope * off / slack**2).sum() / (slope**2 / slack**2).sum())
                logarithm += step
            if low > high:
                break
        return logarithm

    def fits(self, logarithm, error):
        """Return whether every value is what the clocks show."""
        count = max(1, BLOCK // self.exponent.size)
        parts = [slice(8), slice(-8, None)]  # these tell most
        parts += [slice(k, k + count) for k in range(0, self.near.size, count)]
        compared = (self.compared(self.near[part], logarithm, error) for part in parts)
        return all((np.abs(off) <= slack).all() for off, _, slack in compared)

    def bases(self, logarithm, error):
        """Yield bases to try, each with its digits: those of few digits first."""
        yield 0, self.layout.base
        if self.layout.divisor > 0:
            yield from _short(logarithm, SHORT)
            yield from _short(self.refined(logarithm, error), 17)

    def fit(self):
        """Return how it fits the table, or None."""
        logarithm, usual = self.guessed(), self.layout.scale
        for error in (EXACT, SINGLE) if logarithm is not None else ():
            for digits, base in self.bases(logarithm, error):
                if self.fits(math.log(base), error):
                    mistakes = self.mistakes + ["scaled"] * (abs(self.scale / usual - 1) > 1e-3)
                    mistakes += ["empty_rows"] * (self.wrong and not self.rows.filled.all())
                    cost = len(mistakes) + 2 * (digits > SHORT), min(digits, SHORT + 1)
                    base = base if self.exponent.any() else None
                    return _Fit(error == SINGLE, cost, base, tuple(mistakes), self)
        return None


def _short(logarithm, most):
    """Yield numbers with that ln, rounded to 1, 2 ... digits, after their digits."""
    for digits in range(1, most + 1):
        yield digits, float(f"{np.exp(logarithm):.{digits - 1}e}")


# --------------------------------------------------------------------------- what is compared


@lru_cache
def _layouts(width):
    """Return the layouts of conventions for this many columns."""
    found = {}
    for one, d_model in product(CONVENTIONS.values(), (width, width - 1, width + 1)):
        sines, cosines, columns = arranged_columns(one, d_model)
        refused = d_model < one.narrowest or (d_model % 2 and one.odd == "error")
        if columns == width and not refused:
            clock = np.concatenate([np.arange(sines.size), np.arange(cosines.size)])
            quarter = np.repeat([0.0, np.pi / 2], [sines.size, cosines.size])
            numbers = divisor(one, d_model), amplitude(one, d_model), one.base
            new = _Layout(np.concatenate([sines, cosines]), clock, quarter, *numbers)
            old = found.get((new.columns.tobytes(), sines.size, numbers), new)
            key = new.columns.tobytes(), sines.size, numbers
            found[key] = old._replace(names=(*old.names, one.name))
    return list(found.values())


def _right(rows):
    """Yield guesses without any mistake."""
    up, width = np.arange(len(rows.table), dtype=float), rows.table.shape[1]
    for layout, start in product(_layouts(width), STARTS):
        padded = {one: start + up == CONVENTIONS[one].padding_row for one in layout.names}
        names = tuple(one for one in padded if np.array_equal(padded[one], ~rows.filled))
        if names and not rows.table[:, np.setdiff1d(np.arange(width), layout.columns)].any():
            yield _Guess(rows, layout._replace(names=names), start + up)


def _wrong(rows, of_speed_alone):
    """Yield guesses with a mistake; values may be scaled in all of them, and rows empty."""
    (count, width), up = rows.table.shape, np.arange(len(rows.table), dtype=float)
    order, layouts = halves_order(width), _layouts(width)
    for layout, start, mistake in product(layouts, STARTS, SPEEDS):
        if layout.divisor > 0 or not mistake:
            yield _Guess(rows, layout, start + up, mistake)
    if of_speed_alone:  # others would not give a right table
        return
    for layout, start in product(layouts, STARTS):
        yield _Guess(rows, layout, start + up[::-1], "descending")
        for moved in (order[layout.columns], np.argsort(order)[layout.columns]):
            mixed = layout._replace(columns=moved, mistake="mixed_halves")
            yield _Guess(rows, mixed, start + up, "")
        for clock in (layout.columns // 2, layout.columns % max(1, width // 2)):
            mixed = layout._replace(clock=clock, mistake="mixed_halves")
            yield _Guess(rows, mixed, start + up, "")
        for bits in ("float16", "bfloat16"):
            yield _Guess(rows, layout, start + up, f"{bits}_angles", bits)
        if count > 256:
            yield _Guess(rows, layout, rounded(start + up, "bfloat16"), "bfloat16_positions")
    for layout in layouts:
        yield _Guess(rows, layout, (count - 1) / 2 - up, "descending")
        for positions in _steps(rows, layout):
            yield _Guess(rows, layout, positions, "scaled_steps")
        for text in TEXTS if not np.ptp(rows.table, axis=0).any() else ():
            yield _Guess(rows, layout, 0 * up + text, "text_for_token")


def _steps(rows, layout):
    """Return positions of even steps, read off clock 0: of three digits, and as they are."""
    of_clock, numbers = layout.columns[layout.clock == 0], np.flatnonzero(rows.filled)
    if of_clock.size < 2:
        return []
    hand, every = rows.table[rows.filled][:, of_clock] @ [1j, 1], np.arange(len(rows.table))
    step = speeds_of(hand[:, np.newaxis], numbers)[0]
    first = np.angle((hand * np.exp(-1j * step * numbers)).mean())
    ways = float(f"{step:.3g}") * (np.round(first / step) + every), first + step * every
    return ways if abs(step) > 1e-6 else []


# ----------------------------------------------------------------------------------- in words


def _recognized(rows, fits):
    """Say what explains the table, the likeliest first."""
    fits = sorted(fits, key=lambda fit: fit.cost)
    best, candidates = fits[0], {}
    any_right = not all(fit.mistakes for fit in fits)
    for fit in fits:
        more = fit.chosen() and best.cost[1] > 0
        if any_right or fit.cost[0] <= best.cost[0] + more:
            for name in fit.mistakes[:1] or fit.guess.names():
                candidates.setdefault(name, fit.base)
    guess, names = best.guess, () if best.mistakes else best.guess.layout.names
    also = {  # what a right table may be called, too
        "one_based": "paper" in names and guess.start == 1,
        "float32_angles": names and best.single,
        "rope_cache": "diffusers" in names,
        "cosines_first": "torchtune" in names,
    }
    candidates |= {name: best.base for name, holds in also.items() if holds}
    if "rope_cache" in candidates and best.cost != RIGHT:
        candidates = {"rope_cache": best.base} | candidates
    (name, base), *others = candidates.items()
    program = guess.names()[0]
    reason = f"This is the table of {TITLES[name if names else program]}, {_base(base)}"
    if best.mistakes:
        wrong = (TITLES[one] + FORMULAS.get(one, "") for one in best.mistakes)
        reason += f", with a mistake: {', and '.join(wrong)}"
        reason += f" × {number(guess.scale)}" * ("scaled" in best.mistakes)
    first = CONVENTIONS[program].first_position
    if tuple(guess.positions[:2]) != (first, first + 1):
        positions = ", ".join(map(number, guess.positions[:3]))
        reason += f". Its rows are positions {positions} and so on"
    reason += ". Its angles are rounded to float32" * ("float32_angles" in candidates)
    words = (TITLES[one] + f" ({_base(b)})" * (b != base) for one, b in others)
    reason += f". The same numbers come from: {', '.join(words)}" * bool(others)
    start = round(guess.start) if guess.start.is_integer() else None
    return Recognized(name, base, f"{reason}.", tuple(candidates.items()), start)


def _base(base):
    if base is None:
        return "any base gives it"
    return f"base {number(base) if base.is_integer() else format(base, ',.9g')}"


def _why_not(table):
    """Say which invariants hold and which fail, in the order of columns that looks best."""
    even = table[:, : table.shape[1] // 2 * 2]
    halves = even[:, np.argsort(halves_order(even.shape[1]))]
    orders = {"sin, cos, sin, cos …": examine(even), "halves": examine(halves)}
    order = max(orders, key=lambda one: sum(found.passes for found in orders[one].values()))
    said = {True: "", False: ""}
    for name, finding in orders[order].items():
        said[finding.passes] += f", {INVARIANTS[name].title}"
    hold, fail = (said[one][2:] or "nothing" for one in (True, False))
    known = "No convention and no mistake known here gives this table"
    return f"{known}. Read as {order}, base 10,000, these hold: {hold}. These fail: {fail}."
