"""Which convention a table follows, or which mistake was made in it.

recognize(table)                          the convention, or the mistake, and the base

By brute force: the table is compared with that of every convention and every mistake known here,
over bases that are found from the table, and first positions 0, 1 and 2.
"""

import math
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np

from posenc_helpers.clocks import as_table
from posenc_helpers.models.conventions import tables
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.rows import rows
from posenc_helpers.wording import number

LARGEST, WIDEST = 2**22, 4096  # values and columns of a table
STARTS, TEXTS = range(3), range(64)  # positions of the first row; of all rows, if they are equal
BLOCK = 2**15  # values that are looked at together
NEAR = 0.15  # how far a guess may be off in the first rows
LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another
EXACT, SINGLE = 2.0**-49, 1.2e-7  # relative errors of angles in float64 and in float32
SMALLEST = {"float16": 2.0**-24}  # those of the other formats do not matter
BASES = np.outer(10.0 ** np.arange(17), np.arange(10, 100) / 10).ravel()  # tried first
SHORT = 2  # digits of a base that somebody chose

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
# Mistakes that were reported, and are not in the museum.
REPORTED = {row["name"]: row["title"] for row in rows(Path(__file__).with_name("mistakes.csv"))}
ALSO = {"loftr": "one_based", "diffusers": "rope_cache", "torchtune": "cosines_first"}
TITLES = {name: one.title for name, one in (CONVENTIONS | BUGS).items()} | REPORTED


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best explanation, a key of CONVENTIONS, BUGS or REPORTED, or None; `base` its
    base, or None if there is no fit or any base fits.  `candidates` are all explanations, best
    first, each with its base: some programs make the same table, and some make the same family of
    tables with other bases.  `reason` says it in a few sentences; if nothing fits, it says which
    invariants hold and which fail.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()

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
    table, fits = as_table(table), []
    if table.size > LARGEST or table.shape[1] > WIDEST:
        most = f"at most {LARGEST:,} values in {WIDEST:,} columns are compared: take fewer rows"
        return Recognized(None, None, f"Its shape is {table.shape}, and {most}.")
    if not table.any():
        return Recognized(None, None, "All its values are 0.")
    formats = sorted(ROUND_OFF, key=ROUND_OFF.get, reverse=True)
    storage = next(one for one in formats if np.array_equal(rounded(table, one), table))
    stored = np.maximum(2 * ROUND_OFF[storage] * np.abs(table), SMALLEST.get(storage, 0.0))
    for guesses in (_in_order(table, [None]), _in_order(table, SPEEDS), _otherwise(table)):
        if all(fit.mistake is None and fit.digits for fit in fits):  # none, or right by chance
            fits += [fit for guess in guesses if (fit := _fit(guess, table, stored))]
    return _recognized(fits) if fits else Recognized(None, None, _why_not(table))


# ------------------------------------------------------------------------------------- guesses


@dataclass(frozen=True)
class _Guess:
    """What each column and each row shows, and if it fits: the base, its digits, and mistakes."""

    names: tuple[str, ...]  # of conventions
    base: float
    divisor: float
    clock: np.ndarray  # of each column; a quarter turn for a cosine; and the amplitude
    quarter: np.ndarray
    size: np.ndarray
    positions: np.ndarray | None = None
    mistake: str | None = None  # with one, or "", all values may also be scaled, and rows empty
    bits: str = "float64"  # the format to which angles are rounded
    digits: int = 0  # 0 for the usual base
    mistakes: tuple[str, ...] = ()
    scale: float = 1.0
    single: bool = False  # whether angles are rounded to float32

    @property
    def cost(self):
        """A base that nobody would choose is as unlikely as two mistakes."""
        return len(self.mistakes) + 2 * (self.digits > SHORT), min(self.digits, SHORT + 1)

    def compared(self, values, which, bases, scale=None, columns=slice(None)):
        """Return how far values are off, how much errors of angles matter, and the scale."""
        clock, quarter = self.clock[columns], self.quarter[columns]
        formula = SPEEDS.get(self.mistake, SPEEDS[""])
        shift, exponent, power = formula(clock, 2 * clock + (quarter > 0), self.divisor)
        speeds = shift - np.multiply.outer(np.log(bases), exponent + 0 * clock)[..., np.newaxis, :]
        positions, turns = self.positions[which, np.newaxis] ** power, np.exp(speeds)
        positions, turns = rounded(positions, self.bits), rounded(turns, self.bits)
        angles = rounded(positions * turns, self.bits)
        shown = self.size[columns] * np.sin(angles + quarter)
        if scale is None:  # least squares
            free = self.mistake is not None
            scale = float((values * (shown / (shown**2).sum())).sum()) if free else 1.0
        # exp(-x) in float32 is off by x times as much as x itself
        loose = self.size[columns] * (2 + np.abs(angles) * (1 + np.abs(speeds)))
        return values - scale * shown, loose, scale


def _layouts(width):
    """Return the layouts of conventions for this many columns."""
    found = {}
    for one, d_model in product(CONVENTIONS.values(), (width, width - 1, width + 1)):
        sines, cosines, columns = tables.arranged_columns(one, d_model)
        refused = d_model < one.narrowest or (d_model % 2 and one.odd == "error")
        if columns == width and not refused:
            shown, divisor = np.zeros((3, width)), tables.divisor(one, d_model)
            shown[0, sines], shown[0, cosines] = np.arange(sines.size), np.arange(cosines.size)
            shown[1, cosines] = np.pi / 2
            shown[2, [*sines, *cosines]] = tables.amplitude(one, d_model)
            old = found.setdefault(
                (divisor, shown.tobytes()), _Guess((), one.base, divisor, *shown)
            )
            found[divisor, shown.tobytes()] = replace(old, names=(*old.names, one.name))
    return found.values()


def _in_order(table, mistakes):
    """Yield guesses at consecutive positions, without a mistake or with one in the speeds."""
    up, empty = np.arange(len(table), dtype=float), ~table.any(axis=1)
    for one, start, mistake in product(_layouts(table.shape[1]), STARTS, mistakes):
        at = start + up
        right = [n for n in one.names if ((at == CONVENTIONS[n].padding_row) == empty).all()]
        if right if mistake is None else one.divisor > 0 or not mistake:
            yield replace(one, names=tuple(right) or one.names, positions=at, mistake=mistake)


def _otherwise(table):
    """Yield guesses with a mistake in the columns, the rounding or the positions."""
    up, order = np.arange(len(table), dtype=float), tables.halves_order(table.shape[1])
    for one in _layouts(table.shape[1]):
        for at in (start + up for start in STARTS):
            for new in (order, np.argsort(order)):
                moved = replace(one, clock=one.clock[new], quarter=one.quarter[new])
                yield replace(moved, positions=at, mistake="mixed_halves")
            for bits in ("float16", "bfloat16"):
                yield replace(one, positions=at, mistake=f"{bits}_angles", bits=bits)
        # even steps, read off clock 0
        hands = (table @ ((one.clock == 0) & (one.quarter == turn)) for turn in (0, np.pi / 2))
        line = np.polyfit(up, np.unwrap(np.arctan2(*hands)), 1)
        positions = [("scaled_steps", np.polyval(np.round(line, n), up)) for n in (3, 17)]
        positions += [("descending", at + up[::-1]) for at in (*STARTS, (1 - len(up)) / 2)]
        positions += [("bfloat16_positions", rounded(at + up, "bfloat16")) for at in STARTS]
        if not np.ptp(table, axis=0).any():
            positions += [("text_for_token", text + 0 * up) for text in TEXTS]
        yield from (replace(one, positions=at, mistake=mistake) for mistake, at in positions)


# --------------------------------------------------------------------------------- comparing


def _bases(guess, table, stored, near):
    """Return bases to try, each with its digits: the usual one, and those of few digits first."""
    few, some = near[1:4], np.unique(np.linspace(0, table.shape[1] - 1, 6, dtype=int))
    tried = np.append(guess.base, BASES if guess.divisor > 0 else [])  # octaves have but one
    scale = 1.0 if guess.mistake is None else np.abs(table).max() / guess.size.max()
    off = guess.compared(table[few][:, some], few, tried, scale, some)[0]
    off = np.nan_to_num(np.abs(off), nan=np.inf).max(axis=(1, 2), initial=0)
    if off.min() > NEAR * scale * guess.size.max():
        return []
    if guess.divisor < 0:
        return [(0, guess.base)]
    base = refined = tried[off.argmin()]
    for count in (8, 64, 512, 4096, near.size):  # least squares, over ever more rows
        few = near[:count][:: 1 + min(count, near.size) * table.shape[1] // BLOCK]
        for _ in range(3):
            off, loose, scale = guess.compared(table[few], few, refined)
            slope = guess.compared(table[few], few, refined * (1 + 1e-6))[0] - off
            weight = (stored[few] + SINGLE * loose * abs(scale)) ** -2.0
            refined *= np.exp(-1e-6 * (weight * off * slope).sum() / (weight * slope**2).sum())
    digits = [(base, n) for n in range(1, SHORT + 1)] + [(refined, n) for n in range(1, 18)]
    return [(0, guess.base), *((n, float(f"{one:.{n - 1}e}")) for one, n in digits)]


def _fit(guess, table, stored):
    """Return the guess with what fits the table, or None."""
    filled = table.any(axis=1)
    near = np.argsort(np.abs(guess.positions), kind="stable")
    near = near[filled[near]]
    parts = [near[:8], near[-8:], *np.array_split(near, 1 + table.size // BLOCK)]
    tried = product((EXACT, SINGLE), _bases(guess, table, stored, near))
    for error, (digits, base) in sorted(tried, key=lambda one: one[1][0] > SHORT):
        scale = None
        for part in parts:
            off, loose, scale = guess.compared(table[part], part, base, scale)
            slack = np.minimum(error * loose, LARGEST_ERROR * guess.size) * abs(scale)
            if not (np.abs(off) <= slack + stored[part]).all():
                break
        else:
            empty = guess.mistake is not None and not filled.all()
            wrong = guess.mistake, "scaled" * (abs(scale - 1) > 1e-3), "empty_rows" * empty
            found = {"mistakes": tuple(filter(None, wrong)), "scale": scale}
            return replace(guess, base=base, digits=digits, single=error == SINGLE, **found)
    return None


# ----------------------------------------------------------------------------------- in words


def _recognized(fits):
    """Say what explains the table, the likeliest first."""
    single, candidates = min(fit.single for fit in fits), {}
    fits = [fit for fit in fits if fit.single == single]
    best, *_ = fits = sorted(fits, key=lambda fit: fit.cost)
    for fit in fits:
        own = [n for n in fit.names if CONVENTIONS[n].first_position == fit.positions[0]]
        chosen = fit.cost <= (1, 1) and 99 < fit.base < 1e8 and not best.mistakes
        if fit.cost[0] <= best.cost[0] or chosen or not fit.mistakes:
            any_base = fit.clock.max() == 0 or fit.mistake == "early_operator"
            for name in fit.mistakes[:1] or own or fit.names:
                candidates.setdefault(name, None if any_base else fit.base)
    candidates |= {also: candidates[one] for one, also in ALSO.items() if one in candidates}
    candidates |= {"float32_angles": best.base} if best.single and not best.mistakes else {}
    if "rope_cache" in candidates and best.digits:
        candidates = {"rope_cache": best.base} | candidates
    (name, base), *others = candidates.items()
    program = best.names[0] if best.mistakes else name
    reason = f"This is the table of {TITLES[program]}, {_base(base)}"
    wrong = (
        f"{TITLES[one]}, {BUGS[one].formula}" if one in BUGS else TITLES[one]
        for one in best.mistakes
    )
    reason += f", with a mistake: {', and '.join(wrong)}" * bool(best.mistakes)
    reason += f" × {number(best.scale)}" * ("scaled" in best.mistakes)
    first = getattr(CONVENTIONS.get(program), "first_position", 0)
    if any(best.positions[:2] != (first, first + 1)):
        reason += f". Its rows are positions {', '.join(map(number, best.positions[:3]))} and so on"
    reason += ". Its angles are rounded to float32" * ("float32_angles" in candidates)
    words = (TITLES[one] + f" ({_base(b)})" * (b != base) for one, b in others)
    reason += f". The same numbers come from: {', '.join(words)}" * bool(others)
    return Recognized(name, base, f"{reason}.", tuple(candidates.items()))


def _base(base):
    if base is None:
        return "any base gives it"
    return f"base {number(base) if base.is_integer() else format(base, ',.9g')}"


def _why_not(table):
    """Say which invariants hold and which fail, in the order of columns that looks best."""
    even = table[:, : table.shape[1] // 2 * 2]
    halves = even[:, np.argsort(tables.halves_order(even.shape[1]))]
    orders = {"sin, cos, sin, cos …": examine(even), "halves": examine(halves)}
    order = max(orders, key=lambda one: sum(found.passes for found in orders[one].values()))
    titles = {True: [], False: []}
    for name, found in orders[order].items():
        titles[found.passes].append(INVARIANTS[name].title)
    hold, fail = (", ".join(titles[one]) or "nothing" for one in (True, False))
    known = "No convention and no mistake known here gives this table"
    return f"{known}. Read as {order}, base 10,000, these hold: {hold}. These fail: {fail}."
