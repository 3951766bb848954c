"""Draw right and wrong words by distance in a longer text, and pairs with new angles there."""

import numpy as np

from posenc_helpers.checks import Real, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots, still
from posenc_helpers.models.longer import heads
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.wording import ROUNDING, decimals, of_all, said

DISTANCES = np.arange(1, heads.LENGTH)
BEYOND = heads.LENGTH - heads.TRAINED  # number of distances longer than any in the training texts
NEAR = 12  # distances shown for the near head, if its peak is among them
RAMP = Real(0.01, 100)
KEY = "thick: marked words, mean; thin: highest plain word; ground: highest so far"
DASHED = "dashed: the longest distance of training"


def by_parts(begins, ends, scale=4.0):
    """Return the settings of a ramp. If it ends before it begins, it becomes a step."""
    return {"scaling": "by parts", "scale": scale, "ramp": (begins, max(begins, ends))}


def right_and_wrong(seed, **settings):
    """Return the scores of marked and of plain words, 1 to 255 tokens back, and the ground.

    All three have shape (255,), and plain word 0 asks. The first is the mean over the eight marked
    words, and the second the highest of the eight plain words. The ground is the highest score of
    plain words at any distance so far.
    """
    scores = heads.scores_by_distance(heads.stored_head("far", seed, **settings))[0, :, 1:]
    right, wrong = scores[heads.PLAIN :].mean(axis=0), scores[: heads.PLAIN].max(axis=0)
    return right, wrong, np.maximum.accumulate(wrong)


class Curves:
    """Right and wrong words on axes of a drawing, and how often the right one leads."""

    def __init__(self, ax):
        self.ground = ax.fill_between(DISTANCES, -500, -500, color=look.PALE, zorder=0.5)
        (self.wrong,) = ax.plot([], [], color=look.GREY, linewidth=1.3)
        (self.right,) = ax.plot([], [], color=look.RELATION, linewidth=3)
        ax.axvline(heads.TRAINED - 1, color=look.GREY, linewidth=1.2, linestyle="--", zorder=3)

    def update(self, seed, settings):
        """Draw the curves. Beyond training, the right word leads where it is above the ground."""
        right, wrong, ground = right_and_wrong(seed, **settings)
        self.right.set_data(DISTANCES, right)
        self.wrong.set_data(DISTANCES, wrong)
        self.ground.set_verts([[(1, -500), *zip(DISTANCES, ground, strict=True), (255, -500)]])
        leads = (right - ground)[heads.TRAINED - 1 :]
        self.leads, self.least = int(np.sum(leads > 0)), leads.min()
        return self


class LongerText(Drawing):
    """How much of its speed each pair keeps, and what two heads score by distance then."""

    size = 9.0, 5.4

    def make(self):
        self.headline(x=20)
        self.omega = rotary_frequencies(heads.WIDTH, heads.BASE)
        pairs = self.add_axes(
            84, 330, 346, 128, x=5, y=look.SHARES, xlim=(-0.5, 31.5), ylim=(-0.04, 1.08),
            title="speed kept; pairs from fast to slow", xlabel="pair i", ylabel="share kept",
        )  # fmt: skip
        colours = look.speed(2 * np.pi / self.omega)
        self.kept = pairs.scatter(self.omega, self.omega, s=36, clip_on=False, color=colours)
        self.near_ax = near = self.add_axes(
            534, 330, 346, 128, x=6, y=[], ylim=(-0.05, 1.12),
            title="head for the previous word: score", xlabel="tokens back",
        )  # fmt: skip
        near.axvline(1, color=look.GREY, linewidth=1.2, linestyle="--", zorder=0.5)
        (self.near,) = near.plot([], [], color=look.RELATION, linewidth=3)
        (self.peak,) = near.plot([], [], "o", clip_on=False, **look.DOT)
        far = self.add_axes(
            84, 58, 796, 176, x=(1, 63, 127, 191, 255), y=range(-100, 201, 100), xlim=(1, 255),
            ylim=(-240, 280), xlabel=f"tokens back; {DASHED}", ylabel="score", title=KEY,
        )  # fmt: skip
        self.far = Curves(far)

    @takes(scale=Real(1, 64), ramp_begins=RAMP, ramp_ends=RAMP, seed=Whole(0, heads.SHOWN - 1))
    def update(self, scale=4.0, ramp_begins=0.05, ramp_ends=0.06, seed=0):
        """Draw the speeds of a ramp, and the scores of two heads of 64 words by distance.

        Pairs that make up to `ramp_begins` turns in training are slowed by the full `scale`. Pairs
        that make `ramp_ends` turns and more keep their speed. If `ramp_begins` is not below
        `ramp_ends`, there is no ramp but a step at `ramp_begins`. Raises TypeError or ValueError
        for arguments outside their ranges.
        """
        settings = by_parts(ramp_begins, ramp_ends, scale)
        omega = rotary_frequencies(heads.WIDTH, heads.BASE, seq_len=heads.TRAINED, **settings)
        self.kept.set_offsets(np.column_stack([np.arange(len(omega)), omega / self.omega]))
        self.slowed = np.sum(omega < (1 - ROUNDING) * self.omega), len(omega)
        self.back = self._draw_near(heads.stored_head("near", seed, **settings))
        self.far.update(seed, settings)
        leads = f"Marked words lead at {self.far.leads} of {BEYOND} new distances"
        self.title.set_text(leads)

    def _draw_near(self, head):
        """Draw the mean score of all words by distance, and return where it is highest."""
        score = heads.scores_by_distance(head).mean(axis=(0, 1))[1:]
        back = int(score.argmax()) + 1
        shown = score[:NEAR] if back <= NEAR else score
        look.set_limits(self.near_ax, (0, len(shown)))
        self.near.set_data(DISTANCES[: len(shown)], (shown - shown.min()) / np.ptp(shown))
        self.peak.set_data([back], [1])
        return back

    def facts(self, **_):
        """Return how many pairs are slowed, and what both heads score with them."""
        return {
            "pairs that are slowed": said("{} of {}", *self.slowed),
            "distances beyond training at which marked words lead": said("{}", self.far.leads),
            "minimum lead there": said("{}", self.far.least, written=decimals(1)),
            "the previous word: highest score, tokens back": said("{}", self.back),
        }


plot_longer_text = plots(LongerText)


def angles_put_back():
    """Return tables of the angle of each pair by distance, (256, pairs), some with old angles.

    Old angles are those of training. For these, pairs that made a full turn in training begin again
    after every 64 tokens, and slow pairs are slowed by 4. In the last table all pairs are slowed,
    so their angles also have the same mixture as in training.
    """
    omega = rotary_frequencies(heads.WIDTH, heads.BASE)
    back, fast = np.arange(heads.LENGTH)[:, np.newaxis], heads.TRAINED * omega >= 2 * np.pi
    new, again, slowed = back * omega, back % heads.TRAINED * omega, back / 4 * omega
    return {
        "no pair": new,
        "only fast pairs": np.where(fast, again, new),
        "only slow pairs": np.where(fast, new, slowed),
        "all, new mixture": np.where(fast, again, slowed),
        "all, old mixture": slowed,
    }


@still
def plot_old_angles():
    """Draw how many marked words four heads find where some pairs repeat angles of training.

    Heads of 64 words read 256 words and are asked for the first. A dot is one head, and a bar is
    the median of the heads. Return the drawing.
    """
    drawing, tables = Drawing(9.0, 3.9), angles_put_back()
    found = np.array([
        [heads.found_at(heads.stored_head("far", seed), angles, seed) for angles in tables.values()]
        for seed in range(heads.SHOWN)
    ])  # fmt: skip
    ax = drawing.add_axes(
        84, 62, 796, 250, y=look.SHARES, ylim=(0, 1.08), ylabel="share of words found",
        xlabel="pairs that show only angles which they showed in training",
    )  # fmt: skip
    median = np.median(found, axis=0)
    ax.bar(range(len(tables)), median, width=0.56, color=look.PALE)
    for row in found:
        ax.plot(row, "o", color=look.RELATION, markersize=8, clip_on=False)
    ax.set_xticks(range(len(tables)), tables)
    nothing, fast, slow = (of_all(one) for one in median[:3])
    line = f"Slow pairs at old angles: {slow} found; fast pairs: {fast}; none: {nothing}"
    drawing.headline(line)
    facts = {}
    for name, *ends in zip(tables, found.min(axis=0), found.max(axis=0), median, strict=True):
        facts[name] = said("{} to {}, median {}", *ends, written=of_all)
    return drawing.described(facts)
