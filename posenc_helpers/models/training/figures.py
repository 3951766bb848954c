"""Draw a head that learns: where it looks, how often it is right, and its loss."""

import numpy as np

from posenc_helpers.checks import SWITCH, Even, OneOf, Whole, takes
from posenc_helpers.encoding import wavelengths
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots
from posenc_helpers.figures.heatmap import mean_of
from posenc_helpers.figures.quicktext import QuickText, show_fitting
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.models.rope.rotary import WIDEST
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.run import CLOCKS, STEPS, VOCABULARY
from posenc_helpers.wording import counted, decimals, said, shown

STEP = Whole(0, STEPS)


class Training(Drawing):
    """The attention of a head in training, its accuracy by position, and its loss.

    `run` may hold a `Run` in progress, even before the stop of its last step. It is drawn if it
    fits the settings. Otherwise `update` trains a new one.
    """

    size = 9.0, 5.1
    places = {"position": (1, "x"), "share": (1, "y")}
    guess_at = 760, 426

    def make(self):
        self.run = None
        self.headline(x=20)
        style = {"xlabel": "position q [tokens]", "ylabel": "position p [tokens]"}
        self.map = self.add_axes(90, 62, 350, 350, x=5, y=5, **style)
        self.map.set_title("attention in one text; dashed: window")
        style = {"ylim": (0, 1.06), "xlabel": "position p [tokens]"}
        self.right = self.add_axes(534, 278, 340, 134, x=5, y=look.SHARES, **style)
        self.right.set_title("share of right answers")
        loss = self.add_axes(
            534, 62, 340, 112, x=range(0, STEPS + 1, 50), y=range(-4, 3, 2),
            yscale="log", xlim=(-3, STEPS + 3), ylim=(1e-4, 100), title="loss", xlabel="step",
        )  # fmt: skip
        self.image = HeatmapImage(self.map, look.WEIGHT_COLOURS, (0, 1))
        self.right.axhline(1 / VOCABULARY, color=look.GREY, linestyle=":", gid=look.STILL)
        ends = self.map.axhline, self.map.axvline, self.right.axvline
        self.ends = [draw(0, **look.CURSOR) for draw in ends]
        (self.shares,) = self.right.plot([], [], color=look.INK, linewidth=3)
        (self.curve,) = loss.plot([], [], color=look.GREY)
        self.at_step = loss.axvline(0, **look.CURSOR)
        (self.dot,) = loss.plot([], [], "o", color=look.INK, markersize=9)
        place = {"transform": self.figure.transFigure, "color": look.GREY, "fontsize": 13}
        self.setting = self.figure.add_artist(QuickText(20 / 900, 462 / 510, **place))

    @takes(
        clocks=OneOf(CLOCKS), mask=SWITCH, seq_len=Whole(2, training.LONGEST_RUN),
        d_model=Even(most=WIDEST), base=BASE, step=STEP, trained=STEP,
    )  # fmt: skip
    def update(
        self, clocks="all", mask=True, *, seq_len=96, d_model=64, base=10_000.0, step=STEPS,
        trained=STEPS,
    ):  # fmt: skip
        """Draw a head after `step` of 200 steps of training: its attention, accuracy and loss.

        `clocks` and `mask` are those of `Run`. The head has made `trained` steps, and is drawn
        after these if they are fewer than `step`. Raises TypeError or ValueError for arguments
        outside their ranges.
        """
        key, run = (clocks, mask, d_model, base, seq_len), self.run
        if run is None or run.key != key or len(run.losses) < trained:
            self.run = run = training.Run(*key).finish(trained)
        self.turns = seq_len / wavelengths(d_model, base)[CLOCKS[clocks]]
        at = min(min(step, trained) // training.STEPS_A_STOP, len(run.stops) - 1)
        self.stop = stop = run.stops[at]
        self.image.show_means(stop.attention)
        for line, end in zip(self.ends, ("ydata", "xdata", "xdata"), strict=True):
            line.set(**{end: [seq_len - 0.5] * 2})
        self.right.set_xlim(-0.5, run.length - 0.5)
        self.shares.set_data(np.arange(1, run.length), stop.accuracy[1:])
        losses = run.losses[:trained]
        self.curve.set_data(np.arange(len(losses)), losses)
        self.at_step.set_xdata([step] * 2)
        at = min(stop.step, len(losses) - 1)
        self.dot.set_data([at] * bool(losses), losses[at : at + 1])
        steps = f"step {stop.step} of {STEPS}" if trained else "not trained yet"
        which = f"{len(self.turns)} of {counted(d_model // 2, 'clock')} ({clocks})"
        which += f", {'causal' if mask else 'no'} mask"
        setting = f"{which}, d_model {d_model}, base {shown(base)}"
        self.setting.set_text(f"{setting}: {steps}")
        far = past(seq_len)
        parts = stop.accuracy[1:seq_len], stop.accuracy[far:]
        self.right_answers = inside, beyond = [how_often(part.mean()) for part in parts]
        seen = "words up to it" if mask else f"{run.length} words"
        untrained = f"Before training, each word looks equally at all {seen}"
        line = f"The head is right {inside} below position {seq_len}, {beyond} from {far} on"
        show_fitting(self.title, line if trained else untrained, look.HEADLINE, 860)

    def facts(self, *, seq_len, trained, **_):
        """Return what is shown, how often the head is right, and where the last position looks."""
        inside, beyond = self.right_answers
        last = self.run.length - 1
        weights = self.stop.attention[last]
        at = np.flatnonzero(weights > 0.9999 * weights.max())
        where = ("at {}", at[0]) if len(at) == 1 else ("at each of {} keys", len(at))
        turning = said("{} of {}", sum(self.turns >= 2), len(self.turns))
        return {
            "clocks that turn twice in the window": turning,
            "step shown": said("{} of {} trained", self.stop.step, trained),
            f"right below position {seq_len}": inside,
            f"right from {past(seq_len)} on": beyond,
            f"in the text shown {last} looks most": said(*where),
            "with weight": said("{}", weights.max(), written=decimals(2)),
            **mean_of(self.image),
        }


plot_training = plots(Training)


def past(seq_len):
    """Return the first position that is well past a window: 104 if the window ends with 95."""
    return seq_len + seq_len // 12


def how_often(share) -> str:
    """Return a share of right answers in words, which small differences do not change."""
    if share >= 0.95:
        return "nearly always"
    if share < 0.025:
        return "hardly ever"
    return f"about {counted(round(10 * share), 'time')} in 10" if share > 0.1 else "as by guessing"
