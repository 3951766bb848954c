"""From binary digits to waves to the hands of clocks: how far each takes a step."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import OneOf, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots
from posenc_helpers.figures.paths import bars
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.wording import decimals, rounded, said

DIGITS, WAVES, HANDS = WRITTEN_AS = "binary digits", "waves", "waves with cosines"
COUNT = 6  # digits, waves, hands
POSITIONS = 2**COUNT  # all that six digits can write
LEFT, ACROSS = 96, 780  # pixels


def written(written_as):
    """Return all positions in one of the ways of WRITTEN_AS, a row each."""
    if written_as == DIGITS:
        return (np.arange(POSITIONS)[:, np.newaxis] >> np.arange(COUNT)) & 1
    table = encoding.positional_encoding(POSITIONS, 2 * COUNT, base=POSITIONS)
    return table if written_as == HANDS else table[:, ::2]


class Invention(Drawing):
    """Positions in one of three codes, and below them how long each step is."""

    size = 9.0, 3.4

    def make(self):
        self.headline(x=LEFT)
        top = self.add_axes(LEFT, 176, ACROSS, 124, y=3, ylabel="column")
        top.tick_params(labelbottom=False)
        self.image = HeatmapImage(top)
        self.below = self.add_axes(
            LEFT, 52, ACROSS, 108, x=8, y=(0, 1, 2), ylabel="step", xlabel="position p",
            xlim=(-0.5, POSITIONS - 0.5), ylim=(0, 3.2),
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
        """Draw positions 0 to 63 as six digits, waves or hands, and how long each step is.

        The hands are the encoding at d_model 12 and base 64, the waves its sines alone. The step
        from `position` to the next is marked.
        """
        table = written(written_as)
        self.steps = steps = np.linalg.norm(np.diff(table, axis=0), axis=1)
        self.ratio = steps.max() / steps.min()
        self.image.show(table.T)
        middles = np.arange(len(steps)) + 0.5
        self.bars.set_data(bars(middles, steps))
        self.bar.set_data([middles[position]] * 2, [0, steps[position]])
        self.cursor.set_data([middles[position]] * 2, self.image.ax.get_ylim())
        self.label.set_x(np.clip(middles[position], 5, POSITIONS - 6))
        self.label.set_text(f"{position} → {position + 1}: {steps[position]:.2f}")
        times = f"one step is {rounded(self.ratio)} times another"
        self.title.set_text({
            DIGITS: f"Digits jump: {times}",
            WAVES: f"Waves are smooth, yet {times}",
            HANDS: "With its cosine each wave is a hand: all steps are equal",
        }[written_as])  # fmt: skip

    def facts(self, *, position, **_):
        """Return the shortest and the longest step, their ratio, and the marked step."""
        return {
            "shortest step": said("{}", self.steps.min()),
            "longest step": said("{}", self.steps.max()),
            "longest ÷ shortest": said("{}", self.ratio, written=decimals(2)),
            "this step": said("{} → {}: {}", position, position + 1, self.steps[position]),
        }


plot_invention = plots(Invention)
