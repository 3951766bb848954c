"""How far similarity reaches for a base: its curve with its law, and which distances it orders."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import MOST_BASES, WIDTH, Drawing
from posenc_helpers.ranges import Positive, Several, takes
from posenc_helpers.reach import ordered_share, ordered_shares, similarity_reach
from posenc_helpers.wording import number, power

OCTAVES = range(24)
BASES = Several(Positive(above=1), MOST_BASES)


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_ordered_shares(bases=(1e2, 1e4, 1e6), d_model=512):
    """Draw, octave by octave, the share of distances that similarity orders correctly."""
    drawing, facts = Drawing(9.0, 4.2), []
    drawing.stored_dpi = look.SCREEN_DPI
    drawing.headline("Far beyond its reach, a base orders distances like a coin toss", x=84)
    ax = drawing.add_axes(
        84, 60, 780, 290, y=look.SHARES, ylabel="share ordered correctly",
        xlabel="octave from distance Δ [tokens]; ▼ the reach of each base",
    )  # fmt: skip
    for k, base in enumerate(bases):
        colour = look.grey(k, len(bases))
        style = {"color": colour, "fontweight": "bold", "va": "center", "annotation_clip": False}
        shares, far = ordered_shares(OCTAVES, d_model, base), similarity_reach(base)
        octaves = 2.0 ** np.array(OCTAVES)
        ax.plot(octaves, shares, "o", color=colour, linestyle=look.DASHES[k], markersize=5)
        if far < 2 ** (OCTAVES[-1] + 1.5):
            ax.plot([far], [1.09], "v", color=colour, markersize=11, clip_on=False)
            look.note(ax, f"base {power(base)}", (far, 1.09), (9, 0), **style)
        worst = int(np.argmin(shares))
        facts.append(f"{shares[worst]:.2f} from {2**worst:,} tokens on at base {number(base)}")
    ax.set_xscale("log", base=2)
    places = [2.0**n for n in range(0, OCTAVES[-1] + 1, 4)]
    ax.set_xticks(places, [f"{place:,.0f}" for place in places])
    ax.minorticks_off()
    ax.set(xlim=(0.9, 2 ** (OCTAVES[-1] + 1.5)), ylim=(-0.04, 1.16))
    ax.axhline(0.5, color=look.GREY, linestyle="--", linewidth=1.4, zorder=0)
    ax.text(1, 0.52, "a coin toss", color=look.GREY, va="bottom")
    return drawing.described(
        f"Share of distances Δ with k(Δ) > k(2Δ), octave by octave up to {2 ** OCTAVES[-1]:,} "
        f"tokens, d_model {d_model}. It starts at 1, is least near the base ({'; '.join(facts)}), "
        "and is about one half far beyond."
    )


TRIED = np.geomspace(10, 10**8, 57)  # bases
DISTANCES = np.arange(1, 1_001)


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_gain_and_cost(bases=(1e2, 1e4), d_model=512):
    """Draw what a larger base buys, distances in the right order, and costs, a step between codes.

    In order: the share of distances up to 1,000 tokens with k(Δ) > k(2Δ). The step is the distance
    of neighbours over √d_model, that of codes at right angles. Mark `bases`; return the drawing.
    """
    drawing = Drawing(9.0, 4.0)
    drawing.stored_dpi = look.SCREEN_DPI
    ax = drawing.add_axes(
        84, 62, 560, 280, x=range(2, 9), y=look.SHARES, xscale="log", xlim=(10, 10**8),
        ylim=(0, 1.05), xlabel="base", title="share in the right order, and step over √d",
    )  # fmt: skip
    gain, cost = gain_and_cost(TRIED, d_model)
    ax.plot(TRIED, gain, color=look.RELATION, linewidth=3.4)
    ax.plot(TRIED, cost, color=look.GREY, linewidth=2.4, linestyle="--")
    names = ("distances in order", look.RELATION), ("step to the neighbour", look.GREY)
    for values, (name, colour) in zip((gain, cost), names, strict=True):
        look.note(ax, name, (10**8, values[-1]), (10, 0), color=colour, annotation_clip=False)
    marked = gain_and_cost(bases, d_model)
    for base, *values in zip(bases, *marked, strict=True):
        ax.axvline(base, **look.CURSOR)
        ax.plot([base] * 2, values, "o", **look.DOT)
    ends = (f"{100 * row[0]:.0f} → {100 * row[-1]:.0f} %" for row in marked)
    found = "base {} → {}: order {}, step {}".format(power(bases[0]), power(bases[-1]), *ends)
    drawing.headline(found.capitalize(), x=84)
    return drawing.described(
        f"Share of distances up to 1,000 tokens that similarity orders, and the distance of "
        f"neighbours over √d, against the base, d_model {d_model}: {found}."
    )


def gain_and_cost(bases, d_model):
    """Return for each base the share of distances in order, and the step, over √d_model."""
    gain = np.array([ordered_share(DISTANCES, d_model, base) for base in bases])
    return gain, np.sqrt([1 - encoding.similarity(1, d_model, base) for base in bases])
