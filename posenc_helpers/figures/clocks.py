"""Draw each pair of columns as the hand of a clock: x is the sine, y is the cosine."""

import math
import re

import numpy as np
from matplotlib.collections import LineCollection

from posenc_helpers import encoding
from posenc_helpers.checks import Even, Index, Real, Whole, takes
from posenc_helpers.clocks import fit_threshold, misfits, noisy_row
from posenc_helpers.figures import clock_face, look
from posenc_helpers.figures.drawing import TABLE, Drawing, plots, still
from posenc_helpers.figures.quicktext import show_texts
from posenc_helpers.figures.speed import add_key
from posenc_helpers.wording import counted, listed, rounded, said

TRAIL = 40
LONGEST = 1.2  # noise makes some hands longer: they are cut here and have no tip
BADGED = 9  # with more clocks there is no room for the number of turns
SEARCHED = 2_000
PLACE = re.compile(r"clock (\d+) at (\d+(?:\.\d+)?)°")
# --------------------------------------------------------------------------------- the wall


class ClockWall(Drawing):
    """A wall of clocks with trails and turn counters, and the positions that fit their hands."""

    size = 9.0, 5.3
    guess_at = 740, 262  # beside the ninth clock

    def make(self):
        self.headline(x=20)
        self.fit_title = self.headline(x=64, y=170)
        self.key = self.write(20, 484, "", color=look.GREY, fontsize=13)
        self.wall = clock_face.Wall(self, 172, 326)
        wall, self.teased = self.wall.ax, [self.wall.circles]
        add_key(self, 762, 508)
        self.trails = wall.scatter([], [], linewidths=0, zorder=2.5)
        self.steps, self.hands = (LineCollection([], linewidths=w, zorder=2.6) for w in (3.5, 4.5))
        for lines in (self.steps, self.hands):
            wall.add_collection(lines, autolim=False)
        self.tips = wall.scatter([], [], s=90, zorder=2.9)
        self.fit_ax = ax = self.add_axes(64, 50, 802, 96, x=8, y=3, ylabel="misfit")
        ax.set_xlabel("candidate position [tokens]")
        (self.misfit,) = ax.plot([], [], color=look.GREY)
        (self.fits,) = ax.plot([], [], "o", color=look.INK, markersize=8, clip_on=False)
        self.truth = ax.axvline(0, **look.CURSOR)

    def place(self, words, *, d_model, **_):
        """Return the arguments of `spot` for a place such as "clock 8 at 90°"."""
        found, pairs = PLACE.fullmatch(words), clock_face.shown_pairs(d_model)
        if not found or int(found[1]) not in pairs:
            raise ValueError(f"place must be one such as clock 0 at 90°, got {words!r}")
        centres, radius = clock_face.wall_places(len(pairs))
        tips = centres + radius * clock_face.on_circle(math.radians(float(found[2])))
        x, y = tips[pairs == int(found[1])][0]
        return {"x": x, "y": y}

    @takes(**TABLE, position=Index("seq_len"), noise=Real(0, 1))
    def update(self, position=12, seq_len=100, d_model=18, base=10_000.0, noise=0.0):
        """Draw the clocks at `position` with noisy hands, and the positions that fit these hands.

        `position` and `seq_len` are in tokens. `noise` is the standard deviation of both
        coordinates of a hand. Raises TypeError or ValueError for arguments outside their ranges.
        """
        self.frequencies = omega = encoding.angular_frequencies(d_model, base)
        pairs, hands = clock_face.shown_pairs(d_model), noisy_row(position, d_model, base, noise)
        turns = omega * position / (2 * np.pi)
        place = clock_face.wall_places(len(pairs))
        self.wall.show(*place, pairs, 2 * np.pi / omega[pairs])
        self._draw_clocks(*place, omega[pairs], hands.reshape(-1, 2)[pairs], position)
        few, whole = len(pairs) <= BADGED, np.floor(turns[pairs] + 1e-13)
        badges = [(f"×{n:.0f}" if n < 1_000 else ">999") if few and n else "" for n in whole]
        show_texts(self.wall.badges, clock_face.corners(*place, 1), badges)
        self.title.set_text(f"Position {position:,}: {full_turns(turns)}")
        self._draw_fits(hands, d_model, base, seq_len, position, noise)

    def facts(self, *, position, **_):
        """Return the positions that fit the hands, and speeds and turns of the clocks."""
        omega, count = self.frequencies, len(self.fitting)
        drawn = clock_face.shown_pairs(2 * len(omega))
        some, more = self.fitting[:6], " …" * (count > 6)
        where = f"{{}} of {' to '.join(['{}'] * len(self.searched))}"
        fits = f"{where} ({', '.join(['{}'] * len(some))}{more})"
        ends = omega[[0, -1]] * position / (2 * np.pi)
        return {
            "positions that fit the hands": said(fits, count, *self.searched, *some),
            "first clock: one turn in": said("{} tokens", 2 * np.pi / omega[0]),
            "last clock": said("{} tokens", 2 * np.pi / omega[-1]),
            "turns so far": said("{} and {}", *ends, written=clock_face.fine),
            "clocks drawn": said("{} of {}", len(drawn), len(omega)),
        }

    def _draw_clocks(self, centres, radius, omega, hands, position):
        colours = look.speed(2 * np.pi / omega)
        # The trail shows where a hand has been, and later dots are larger.
        ages = np.arange(min(TRAIL, position), 0, -1)
        been = clock_face.on_circle(np.outer(omega, position - ages))
        strength = np.clip(1.05 - ages / TRAIL, 0.2, 0.8)
        inks = np.repeat(colours[:, np.newaxis], len(ages), axis=1)
        inks[..., 3] = strength
        places = centres[:, np.newaxis] + radius * been
        self.trails.set(offsets=places.reshape(-1, 2), facecolor=inks.reshape(-1, 4))
        self.trails.set_sizes(np.tile(36 * strength, len(omega)))
        steps = np.minimum(omega, 2 * np.pi)[:, np.newaxis] * np.linspace(0, 1, 13)
        now = np.arctan2(*hands.T)[:, np.newaxis]
        rims = centres[:, np.newaxis] + radius * clock_face.on_circle(now + steps)
        self.steps.set(segments=rims, color=colours)
        lengths = np.hypot(*hands.T)[:, np.newaxis]
        ends = centres + radius * hands * np.minimum(1, LONGEST / lengths)
        self.hands.set(segments=np.stack([centres, ends], axis=1), color=colours)
        self.tips.set(offsets=np.where(lengths > LONGEST, np.nan, ends), color=colours)
        more = " A hand without a tip is longer." if lengths.max() > LONGEST else ""
        self.key.set_text(f"Below: tokens for one turn. Coloured rim: the next step.{more}")

    def _draw_fits(self, hands, d_model, base, seq_len, position, noise):
        first = max(0, min(position - SEARCHED // 2, seq_len - SEARCHED))
        first -= first % (SEARCHED // 4)
        candidates = np.arange(first, min(seq_len, first + 2 * SEARCHED - SEARCHED // 4))
        distance = misfits(hands, first, len(candidates), d_model, base)
        shown, whole = distance <= fit_threshold(noise, d_model), len(candidates) == seq_len
        self.fitting = candidates[shown]
        self.searched = (seq_len,) if whole else (first, candidates[-1])
        count, where = len(self.fitting), "" if whole else "From {:,} to {:,}, "
        fit = f"{counted(count, 'position')} {'fits' if count == 1 else 'fit'} the hands"
        line = where.format(*self.searched) + fit
        if count == 1 and whole:
            line = f"Only position {self.fitting[0]:,} fits all hands"
        self.fit_title.set_text(line)
        self.misfit.set_data(candidates, distance)
        self.fits.set_data(candidates[shown], distance[shown])
        self.truth.set_xdata([position] * 2)
        ends = candidates[0] - 0.5, candidates[-1] + 0.5
        look.set_limits(self.fit_ax, ends, (-0.08, max(2.1, 1.05 * distance.max())))


plot_clock_wall = plots(ClockWall)


def full_turns(turns) -> str:
    """Return words for which hands have made a full turn. These are always the fastest hands."""
    done, count = np.count_nonzero(turns >= 1 - 1e-13), len(turns)
    if 1 < done < count:
        return f"the {done:,} fastest hands have made a full turn"
    which = "no" if not done else "the" if count == 1 else "every"
    return f"{which if done in (0, count) else 'only the fastest'} hand has made a full turn"


# ------------------------------------------------------------------------------ still pictures


@still
@takes(seq_len=Whole(2, 400), position=Index("seq_len"), d_model=Even(most=20), within=Real(1, 90))
def plot_places_left(position=143, seq_len=200, d_model=16, base=10_000.0, within=30.0):
    """Draw the positions of a text that each clock leaves, from the slowest clock on.

    A position fits a clock if its hand points there within `within` degrees of where it points at
    `position`. Return the drawing. Raises TypeError or ValueError for arguments outside their
    ranges.
    """
    omega = np.sort(encoding.angular_frequencies(d_model, base))
    fits = np.cos(np.outer(omega, np.arange(seq_len) - position)) >= np.cos(np.radians(within))
    left = np.cumprod(fits, axis=0).astype(bool)
    high = 34 * len(omega)
    drawing = Drawing(9.0, (high + 124) / 100)
    ax = drawing.add_axes(124, 62, 660, high, x=5, y=[], xlabel="position p [tokens]")
    ax.set(xlim=(-0.5, seq_len - 0.5), ylim=(len(omega) - 0.5, -0.5))
    lengths, counts = 2 * np.pi / omega, left.sum(axis=1)
    drawing.write(112, high + 70, "tokens for one turn", ha="left", fontsize=13, color=look.GREY)
    drawing.write(786, high + 70, "positions left", fontsize=13, color=look.GREY)
    for row, (length, count) in enumerate(zip(lengths, counts, strict=True)):
        ax.axhline(row, color=look.PALE, linewidth=4, zorder=1)
        y = 62 + high - 34 * row - 17
        bold = {"va": "center", "fontsize": 14, "fontweight": "bold"}
        letters = {"color": look.speed_letters(length), **bold}
        drawing.write(112, y, rounded(length), ha="right", **letters)
        drawing.write(794, y, f"{count:,}", **letters)
        x = np.flatnonzero(left[row])
        ax.vlines(x, row - 0.36, row + 0.36, color=look.speed(length), linewidth=3)
    ax.plot([position], [len(omega) - 1], "o", clip_on=False, zorder=5, **look.DOT)
    only, fit = ("Only ", "fits") if counts[-1] == 1 else ("", "fit")
    drawing.headline(f"{only}{counts[-1]} of {seq_len} positions {fit} every clock")
    facts = {"one turn in": listed(lengths, "{} tokens"), "left after each clock": listed(counts)}
    return drawing.described(facts)
