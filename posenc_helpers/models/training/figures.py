"""A head that learns: where it looks, how often it is right, and what its matrix does."""

from pathlib import Path

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.checks import Even, OneOf, Several, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.models.training import run as training
from posenc_helpers.models.training.run import SETUPS, STEPS
from posenc_helpers.models.training.tasks import VOCABULARY
from posenc_helpers.wording import counted, number

SHORT = {  # in lines that fit beside the curves
    "nothing": "no positions,|no mask",
    "mask": "a causal|mask alone",
    "added": "sinusoids|added",
    "random": "a random|table added",
    "learned": "a learned|table added",
    "anywhere": "sinusoids,|windows|anywhere",
}
TITLES = {name: words.replace("|", " ") for name, words in SHORT.items()}
CHANCE = 1 / VOCABULARY
LOSSES = 1e-4, 100  # what the axis holds
SETUP, STEP = OneOf(SETUPS), Whole(0, STEPS)
NEARLY_ALWAYS = "nearly always"
GUESSING = "about as often as by guessing"
DRAWN_POINTS = 128  # of a curve; a longer one is drawn as moving means
HEADS = Path(__file__).with_name("past_the_end.csv")  # tools/data/past_the_end.py trains them
MARKERS = {16: "^", 32: "o", 64: "s"}  # by d_model


class Training(Drawing):
    """The attention of a head in training, its accuracy by position, and its loss.

    `run` may hold a `Run` under way: it is drawn where it fits the settings. Otherwise `update`
    trains one.
    """

    size = 9.0, 5.1
    places = {"position": (1, "x"), "share": (1, "y")}

    def make(self):
        self.run = None
        self.heading = self.headline(x=20)
        style = {"xlabel": "position q [tokens]", "ylabel": "position p [tokens]"}
        self.map = self.add_axes(90, 62, 350, 350, x=5, y=5, **style)
        self.map.set_title("attention; dashed: trained up to here")
        style = {"ylim": (0, 1.06), "xlabel": "position p [tokens]"}
        self.right = self.add_axes(534, 278, 340, 134, x=5, y=look.SHARES, **style)
        self.right.set_title("share of right answers")
        loss = self.add_axes(
            534, 62, 340, 112, x=range(0, STEPS + 1, 50), y=range(-4, 3, 2),
            yscale="log", xlim=(-3, STEPS + 3), ylim=LOSSES, title="loss", xlabel="step",
        )  # fmt: skip
        self.image = HeatmapImage(self.map, look.WEIGHT_COLOURS, (0, 1))
        self.right.axhline(CHANCE, color=look.GREY, linestyle=":", gid=look.STILL)
        ends = self.map.axhline, self.map.axvline, self.right.axvline
        self.ends = [draw(0, **look.CURSOR) for draw in ends]
        (self.shares,) = self.right.plot([], [], color=look.INK, linewidth=3)
        (self.curve,) = loss.plot([], [], color=look.GREY)
        self.at_step = loss.axvline(0, **look.CURSOR)
        (self.dot,) = loss.plot([], [], "o", color=look.INK, markersize=9)
        place = {"transform": self.figure.transFigure, "color": look.GREY, "fontsize": 13}
        self.setting = self.figure.add_artist(QuickText(20 / 900, 462 / 510, **place))

    @takes(
        positions=SETUP, d_model=Even(most=training.WIDEST), base=BASE,
        seq_len=Whole(2, training.LONGEST_RUN), step=STEP, trained=STEP,
    )  # fmt: skip
    def update(
        self, positions="added", *, d_model=64, base=10_000.0, seq_len=32, step=STEPS, trained=STEPS
    ):
        """Draw a head after `step` of 200 steps of training: its attention, accuracy and loss.

        What the `positions` mean is in `Run`. The head has made `trained` steps, and is drawn after
        these if they are fewer than `step`.
        """
        self.run = run = self._trained(training.Run(positions, d_model, base, seq_len), trained)
        at = min(min(step, trained) // training.STEPS_A_STOP, len(run.stops) - 1)
        self.stop = stop = run.stops[at]
        self.image.show(stop.attention)
        for line, end in zip(self.ends, ("ydata", "xdata", "xdata"), strict=True):
            line.set(**{end: [run.trained_to - 0.5] * 2}, visible=run.trained_to < run.length)
        self.right.set_xlim(-0.5, run.length - 0.5)
        self.shares.set_data(*moving_mean(stop.accuracy, max(1, run.length // DRAWN_POINTS)))
        losses = np.clip(run.losses[:trained], *LOSSES)
        self.curve.set_data(np.arange(len(losses)), losses)
        self.at_step.set_xdata([step] * 2)
        at = min(stop.step, len(losses) - 1)
        self.dot.set_data([stop.step] * bool(len(losses)), losses[at : at + 1])
        shown = f"step {stop.step} of {STEPS}" if trained else "not trained yet"
        setting = f"d_model {d_model}, base {number(base)}"
        self.setting.set_text(f"{TITLES[positions]}; {setting}: {shown}")
        self.right_answers = inside, beyond = inside_and_beyond(stop.accuracy, run.seq_len)
        last = run.length - 1
        untrained = f"Not trained yet: position {last} looks at all {run.length} keys alike"
        self.heading.set_text(first_line(inside, beyond, run.seq_len) if trained else untrained)
        steps = f"after {stop.step} of {counted(trained, 'step')}"
        self.text = (
            f"A head {steps if trained else 'that is not trained yet'}, {TITLES[positions]}, "
            f"{setting}, {run.seq_len} words to learn from at a time. It is right {inside} within "
            f"{run.seq_len} positions and {beyond} from there to position {last}."
        )

    def facts(self, *, seq_len, d_model, trained, **_):
        """Return what is shown, how often the head is right, and where it looks at the end."""
        inside, beyond = self.right_answers
        last = self.run.length - 1
        weights = self.stop.attention[last]
        looked = f"at {weights.argmax()}, with {weights.max():.2f}"
        return [
            ("directions filled", f"{self.run.directions} of {d_model}"),
            ("step shown", f"{self.stop.step} of {trained} trained"),
            (f"right at 1 to {seq_len - 1}", inside),
            (f"right from {seq_len + seq_len // 8} on", beyond),
            (f"position {last} looks", looked if self.stop.step else "at all keys equally"),
        ]

    def _trained(self, run, steps):
        """Return a run that has made so many steps: the present one, if it is the same and has.

        It may be under way, with the stop of its last step still to come.
        """
        mine = self.run
        same = mine is not None and mine.key == run.key and len(mine.losses) >= steps
        return mine if same else run.finish(steps)


plot_training = plots(Training)


def first_line(inside, beyond, seq_len) -> str:
    """Return how often answers are right, in the few words of a headline."""
    inside, beyond = (often.replace(GUESSING, "only by guessing") for often in (inside, beyond))
    if inside == beyond:
        return f"Right {inside}, within {seq_len} words and beyond"
    return f"Right {inside} within {seq_len} words, {beyond} beyond"


def inside_and_beyond(shares, seq_len):
    """Return how often answers are right below `seq_len`, and from an eighth more on."""
    return how_often(shares[1:seq_len].mean()), how_often(shares[seq_len + seq_len // 8 :].mean())


def moving_mean(shares, width):
    """Return positions and the means of so many shares around them, without position 0."""
    centres = np.arange(len(shares) - width) + (width + 1) / 2
    return centres, np.convolve(shares[1:], np.full(width, 1 / width), "valid")


def how_often(share) -> str:
    """Return a share of right answers in words that small differences do not change."""
    if share >= 0.95:
        return NEARLY_ALWAYS
    if share <= 0.15:
        return GUESSING
    return f"about {round(10 * share)} times in 10"


# ------------------------------------------------------------------------------ still pictures


@look.styled
@takes(setups=Several(SETUP, 4), seq_len=Whole(2, 64), d_model=Even(most=64))
def plot_past_the_end(setups=("mask", "added", "learned", "anywhere"), *, d_model=64, seq_len=32):
    """Draw the share of right answers by position for heads that have been trained.

    The setups are those of `Run`, the base is 10,000. All are trained while one waits. Return the
    drawing.
    """
    heads = [training.trained_head(setup, d_model, seq_len=seq_len) for setup in setups]
    length = training.TIMES_AS_LONG * seq_len
    drawing, facts, right_beyond = Drawing(9.0, 4.6), [], 0
    names = {"xlabel": "position p [tokens]", "ylabel": "share of right answers"}
    ax = drawing.add_axes(84, 62, 560, 320, x=8, y=look.SHARES, **names)
    ax.set(xlim=(-0.5, length - 0.5), ylim=(0, 1.06))
    ax.axhline(CHANCE, color=look.GREY, linestyle=":")
    ax.axvline(seq_len - 0.5, **look.CURSOR)
    drawing.write(84 + 560 * 0.25, 392, "trained up to here", ha="center", color=look.GREY)
    for k, (setup, head) in enumerate(zip(setups, heads, strict=True)):
        shares = training.accuracy(head, length, texts=200)
        colour = look.grey(k, len(setups))
        style = {"color": colour, "linestyle": look.DASHES[k], "linewidth": 2.4}
        ax.plot(shares, **style)
        style |= {"transform": ax.transAxes, "clip_on": False}
        ax.plot([1.03, 1.1], [0.92 - 0.22 * k] * 2, **style)
        for line, words in enumerate(SHORT[setup].split("|")):
            drawing.write(712, 350 - 70 * k - 18 * line, words, color=colour, fontweight="bold")
        inside, beyond = inside_and_beyond(shares, seq_len)
        right_beyond += beyond == NEARLY_ALWAYS
        facts.append(f"with {TITLES[setup]}, right {inside} inside and {beyond} beyond")
    which = f"{right_beyond} of {len(setups)} heads"
    drawing.headline(f"{which} stay right past position {seq_len - 1}")
    return drawing.described(
        f"Shares of right answers by position, up to {length - 1}, of heads trained on "
        f"{seq_len} words at a time, d_model {d_model}: {'; '.join(facts)}."
    )


@look.styled
def plot_filled_directions():
    """Draw how often trained heads are right past the end against the directions filled.

    The heads are those of past_the_end.csv: widths, bases and windows, five seeds of each. Return
    the drawing.
    """
    heads = np.genfromtxt(HEADS, delimiter=",", names=True, encoding="utf-8")
    settings = np.array([heads["d_model"], heads["base"], heads["seq_len"]]).T
    drawing, ends = Drawing(9.0, 4.4), []
    ax = drawing.add_axes(
        84, 62, 620, 325, x=look.SHARES, y=look.SHARES, xlim=(0, 1.05),
        ylim=(0, 1.06), xlabel="directions that the window fills, as a share of d_model",
        ylabel="share of right answers past the end",
    )  # fmt: skip
    ax.axhline(CHANCE, color=look.GREY, linestyle=":")
    ax.text(0.01, CHANCE + 0.02, "guessing", color=look.GREY)
    hollow = {"markersize": 10, "markerfacecolor": "none", "markeredgewidth": 2}
    for setting in np.unique(settings, axis=0):
        d_model, base, seq_len = setting.astype(int)
        codes = encoding.positional_encoding(seq_len, d_model, base)
        share = training.filled_directions(codes) / d_model
        right = heads["beyond"][(settings == setting).all(axis=1)]
        ax.plot([share] * 2, [right.min(), right.max()], color=look.INK, linewidth=2)
        ax.plot(share, np.median(right), MARKERS[d_model], color=look.INK, **hollow)
        ends.append((share, right.min(), right.max()))
    for k, (d_model, marker) in enumerate(MARKERS.items()):
        place = {"transform": ax.transAxes, "clip_on": False}
        ax.plot(1.05, 0.92 - 0.1 * k, marker, color=look.INK, **hollow, **place)
        ax.text(1.08, 0.92 - 0.1 * k, f"d_model {d_model}", va="center", **place)
    full = [end for end in ends if end[0] == 1]
    half = [end for end in ends if end[0] <= 0.7]
    least = np.floor(100 * min(end[1] for end in full)) / 100
    drawing.headline(f"All directions filled: at least {least:.2f} right past the end")
    return drawing.described(
        f"Share of right answers past the end against the directions that a window fills, "
        f"{len(ends)} settings of d_model, base and seq_len with "
        f"{len(heads) // len(ends)} heads each. Up to 0.7 of the directions: at most "
        f"{max(end[2] for end in half):.2f}. All directions, {len(full)} settings: "
        f"{min(end[1] for end in full):.2f} to {max(end[2] for end in full):.2f}."
    )
