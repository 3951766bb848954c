"""Right and wrong words by distance in a longer text, and the turns of two kinds of layers."""

import numpy as np

from posenc_helpers.checks import Real, Whole, takes
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing, plots, still
from posenc_helpers.models.longer import heads
from posenc_helpers.models.rope.scaling import rotary_frequencies
from posenc_helpers.wording import ROUNDING, decimals, listed, of_all, said

DISTANCES = np.arange(1, heads.LENGTH)
BEYOND = heads.LENGTH - heads.TRAINED  # distances that no text of training had
NEAR = 12  # distances of the panel for the word before; all where its peak is further away
RAMP = Real(0.01, 100)
KEY = "thick: marked words, mean; thin: highest plain word; ground: highest so far"
DASHED = "dashed: the longest distance of training"


def by_parts(begins, ends, scale=4.0):
    """Return the settings of a ramp; one that ends before it begins is a step."""
    return {"scaling": "by parts", "scale": scale, "ramp": (begins, max(begins, ends))}


def right_and_wrong(seed, **settings):
    """Return the scores of marked words and of plain ones, 1 to 255 tokens back, and the ground.

    The query is plain word 0. The first is the mean of the eight marked words, the second the
    highest of the eight plain ones, and the ground the highest of those at any distance so far.
    """
    scores = heads.scores_by_distance(heads.stored_head("far", seed, **settings))[0, :, 1:]
    right, wrong = scores[heads.PLAIN :].mean(axis=0), scores[: heads.PLAIN].max(axis=0)
    return right, wrong, np.maximum.accumulate(wrong)


class Curves:
    """Right and wrong words on axes of a drawing, and at how many distances the right one leads."""

    def __init__(self, ax):
        self.ground = ax.fill_between(DISTANCES, -500, -500, color=look.PALE, zorder=0.5)
        (self.wrong,) = ax.plot([], [], color=look.GREY, linewidth=1.3)
        (self.right,) = ax.plot([], [], color=look.RELATION, linewidth=3)
        ax.axvline(heads.TRAINED - 1, color=look.GREY, linewidth=1.2, linestyle="--", zorder=3)

    def update(self, seed, settings):
        """Draw them; beyond training the right word leads where it is above the ground."""
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
            title="speed kept; pairs from fast to slow", xlabel="pair i", ylabel="of its speed",
        )  # fmt: skip
        colours = look.speed(2 * np.pi / self.omega)
        self.kept = pairs.scatter(self.omega, self.omega, s=36, clip_on=False, color=colours)
        self.near_ax = near = self.add_axes(
            534, 330, 346, 128, x=6, y=[], ylim=(-0.05, 1.12),
            title="head for the word before: mean score", xlabel="tokens back",
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
    def update(self, scale=4.0, ramp_begins=11.0, ramp_ends=12.0, seed=0):
        """Draw the speeds of a ramp, and the scores of two heads of 64 words by distance.

        Pairs that make up to `ramp_begins` turns in training are slowed by all of `scale`; those
        that make `ramp_ends` and more keep their speed. Where the first is not below the second,
        there is no ramp, but a step at the first.
        """
        settings = by_parts(ramp_begins, ramp_ends, scale)
        omega = rotary_frequencies(heads.WIDTH, heads.BASE, seq_len=heads.TRAINED, **settings)
        self.kept.set_offsets(np.column_stack([np.arange(len(omega)), omega / self.omega]))
        self.slowed = np.sum(omega < (1 - ROUNDING) * self.omega), len(omega)
        self.back = self._draw_near(heads.stored_head("near", seed, **settings))
        self.far.update(seed, settings)
        leads = f"marked words lead at {self.far.leads} of {BEYOND} distances"
        self.title.set_text(f"Beyond training {leads}")

    def _draw_near(self, head):
        """Draw the mean score of all words by distance; return where it is highest."""
        score = heads.scores_by_distance(head).mean(axis=(0, 1))[1:]
        back = int(score.argmax()) + 1
        shown = score[:NEAR] if back <= NEAR else score
        look.set_limits(self.near_ax, (0, len(shown)))
        self.near.set_data(DISTANCES[: len(shown)], (shown - shown.min()) / np.ptp(shown))
        self.peak.set_data([back], [1])
        return back

    def facts(self, **_):
        """Return how many pairs are slowed, and what the two heads score then."""
        return {
            "pairs that are slowed": said("{} of {}", *self.slowed),
            "distances beyond training at which marked words lead": said("{}", self.far.leads),
            "least lead there": said("{}", self.far.least, written=decimals(1)),
            "the word before: highest score, tokens back": said("{}", self.back),
        }


plot_longer_text = plots(LongerText)


RAMPS = {"all pairs": 20, "below 4 turns": 4, "below 1 turn": 1, "none": 0.01}


@still
def plot_four_ramps():
    """Draw right and wrong words by distance, with all pairs slowed, some, and none.

    Heads of 64 words read 256, slowed by 4. Above each panel stands the share of marked words that
    the stored head finds beyond training in 16 texts. Return the drawing.
    """
    drawing, found, counts = Drawing(9.0, 3.9), [], []
    panels = drawing.add_panels(
        list(RAMPS), 84, 66, 186, 186, gap=16, x=(63, 191), y=range(-100, 201, 100),
        ylabel="score", xlabel="tokens back", xlim=(1, 255), ylim=(-140, 170),
    )  # fmt: skip
    for ax, (name, turns) in zip(panels, RAMPS.items(), strict=True):
        settings = by_parts(turns, turns)
        counts.append(Curves(ax).update(0, settings).leads)
        found.append(heads.found(0, **settings).far)
        ax.set_title(f"{name}\nfound: {of_all(found[-1])}")
    for y, line in ((340, KEY), (318, f"{DASHED}; above: which pairs are slowed by 4")):
        drawing.write(20, y, line, color=look.GREY)
    leads = f"marked words lead at {listed(counts)} of {BEYOND} distances"
    drawing.headline(f"Beyond training {leads}", x=20)
    facts = {"slowed by 4": ", ".join(RAMPS), "marked words lead at": listed(counts)}
    return drawing.described({**facts, "found": listed(found, written=of_all)})


@still
def plot_layers():
    """Draw how many tokens a turn takes in two kinds of layers, and which distances they meet.

    In sliding layers of Gemma 3 a token sees the last 1,024; full layers learned from 32,768 tokens
    and are used with 131,072, their speeds divided by 8. A dot marks the last pair that comes
    round. Return the drawing.
    """
    drawing, facts, counts = Drawing(9.0, 4.4), {}, []
    ax = drawing.add_axes(
        84, 62, 600, 300, x=6, y=range(1, 9), yscale="log", xlim=(-1, 128), ylim=(3, 3e8),
        xlabel="pair i", ylabel="tokens for one turn",
    )  # fmt: skip
    for k, (name, own, slower, tokens, words) in enumerate([
        ("sliding layers", 1e4, 1, 1_024, "in the window"),
        ("full, in training", 1e6, 1, 32_768, "in training"),
        ("full, in use", 1e6, 8, 131_072, "in use"),
    ]):  # fmt: skip
        turns = 2 * np.pi * slower / rotary_frequencies(256, own)
        come = np.sum(turns <= tokens)
        counts.append(f"{come} {words}")
        ax.scatter(np.arange(len(turns)), turns, s=9, color=look.speed(turns), zorder=2)
        ax.axhline(tokens, color=look.INK, linestyle=look.DASHES[k], linewidth=1.4)
        ax.plot(come - 1, turns[come - 1], "o", zorder=3, **look.DOT)
        look.note(ax, f"{tokens:,}: {words.removeprefix('in the ')}", (0, tokens), (0, 4))
        look.note(ax, name, (len(turns), turns[-1]), (4, 0), va="center")
        facts[name] = said("{} of {} pairs come round within {} tokens", come, len(turns), tokens)
    drawing.headline(f"Pairs that come round: {', '.join(counts)}")
    return drawing.described(facts)
