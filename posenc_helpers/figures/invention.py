"""Draw six codes of a position: digits, Gray, random numbers, waves, hands, and any rotation."""

import numpy as np

from posenc_helpers import encoding, rivals
from posenc_helpers.checks import OneOf, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots
from posenc_helpers.figures.paths import bars
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import ROUNDING, decimals, said

COUNT = 6  # of digits, of waves and of hands
POSITIONS = 2**COUNT  # all that six digits can write
DIGITS, GRAY, RANDOM, WAVES, HANDS, ROTATION = WRITTEN_AS = (
    "binary digits", "Gray code", "random numbers", "waves", "hands", "any rotation",
)  # fmt: skip
SAYS = {
    DIGITS: "For binary digits, the best single move misses by {} on average",
    GRAY: "Gray code never carries, yet the best move misses by {} on average",
    RANDOM: "For random numbers, the best single move misses by {} on average",
    WAVES: "Waves are smooth, yet the best move misses by {} on average",
    HANDS: "With its cosine, each wave is a hand, and one move makes every step",
    ROTATION: "Any rotation looks like noise, yet one move makes every step",
}
LEFT, ACROSS = 96, 780  # pixels


def written(written_as):
    """Return the table of all positions in one of the codes of WRITTEN_AS, one row per position."""
    table = encoding.positional_encoding(POSITIONS, 2 * COUNT, base=POSITIONS)
    return {
        DIGITS: rivals.binary_digits(POSITIONS, COUNT),
        GRAY: rivals.gray_code(POSITIONS, COUNT),
        RANDOM: rivals.random_numbers(POSITIONS, 2 * COUNT),
        WAVES: table[:, ::2],
        HANDS: table,
        ROTATION: rivals.any_rotation(POSITIONS, 2 * COUNT),
    }[written_as]


class Invention(Drawing):
    """Positions in one of six codes, and below each step by how much the best move misses."""

    size = 9.0, 3.4

    def make(self):
        self.headline(x=LEFT)
        top = self.add_axes(LEFT, 176, ACROSS, 124, y=3, ylabel="entry")
        top.tick_params(labelbottom=False)
        self.image = HeatmapImage(top)
        self.below = self.add_axes(
            LEFT, 52, ACROSS, 108, x=8, y=(0, 1, 2), ylabel="misses by",
            xlabel="position p", xlim=(-0.5, POSITIONS - 0.5), ylim=(0, 3.2),
        )  # fmt: skip
        self.below.spines["bottom"].set_visible(False)
        self.bars, self.bar = (
            self.below.plot([], [], color=colour, linewidth=width, solid_capstyle="butt")[0]
            for colour, width in ((look.GREY, 5.5), (look.INK, 7.5))
        )
        (self.cursor,) = top.plot([], [], **look.CURSOR)
        self.label = self.below.text(0, 2.6, "", ha="center", fontsize=13)

    @takes(written_as=OneOf(WRITTEN_AS), position=Whole(0, POSITIONS - 2))
    def update(self, written_as=DIGITS, position=31):
        """Draw positions 0 to 63 in one of six codes, and by how much the best move misses.

        The best move is the matrix and the vector that take each code to the next with the minimum
        sum of squared misses. Digits, Gray code and waves have 6 columns, and the other codes 12.
        The hands are the encoding at d_model 12 and base 64, and the waves are only its sines. The
        step from `position` to the next is marked. Raises TypeError or ValueError for arguments
        outside their ranges.
        """
        table = written(written_as)
        self.misses = misses = rivals.misses(table)
        misses[misses < ROUNDING] = 0
        self.image.show(table.T)
        middles = np.arange(len(misses)) + 0.5
        self.bars.set_data(bars(middles, misses))
        self.bar.set_data([middles[position]] * 2, [0, misses[position]])
        self.cursor.set_data([middles[position]] * 2, self.image.ax.get_ylim())
        self.label.set_x(np.clip(middles[position], 8, POSITIONS - 9))
        self.label.set_text(f"{position} → {position + 1}: misses by {misses[position]:.2f}")
        self.title.set_text(SAYS[written_as].format(f"{misses.mean():.2f}"))

    def facts(self, *, position, **_):
        """Return the mean and the worst miss of the best move, and the miss at the marked step."""
        worst = int(
            np.argmax(self.misses > self.misses.max() - ROUNDING)
        )  # the first of equal misses
        return {"mean miss": said("{}", self.misses.mean(), written=decimals(2))} | {
            name: said("{} → {}: {}", p, p + 1, self.misses[p])
            for name, p in (("worst miss", worst), ("this miss", position))
        }


plot_invention = plots(Invention)
