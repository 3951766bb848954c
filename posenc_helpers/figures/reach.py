"""How far similarity reaches for a base: its curve with its law, and which distances it orders."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import MOST_BASES, WIDTH, Drawing
from posenc_helpers.ranges import Positive, Several, takes
from posenc_helpers.reach import log_law, ordered_shares, similarity_reach
from posenc_helpers.wording import number, power, rounded

DECADES = 7  # of distances
OCTAVES = range(24)
PANEL = 128  # height of a panel in pixels, with the gap below it
BASES = Several(Positive(above=1), MOST_BASES)


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_reach(bases=(1e2, 1e4, 1e6), d_model=512):
    """Draw similarity against distance, a panel for each base, with its law, reach and ripple.

    The band is as wide as the ripple that is left beyond the reach, ± 1/√d_model.
    """
    height, decades = 60 + PANEL * len(bases) + 56, range(DECADES + 1)
    drawing, facts = Drawing(9.0, height / 100), []
    drawing.stored_dpi = look.SCREEN_DPI
    drawing.headline("Similarity reaches 0.56 times the base, then it ripples", x=84)
    distances = np.unique(np.geomspace(1, 10**DECADES, 1_500).round())
    for row, base in enumerate(bases):
        place = 84, height - 38 - PANEL * (row + 1), 780, PANEL - 26
        ax = drawing.add_axes(*place, x=decades, y=look.SIGNED, xscale="log")
        ax.set(xlim=(1, 10**DECADES), ylim=(-0.5, 1.1))
        ax.tick_params(labelbottom=row == len(bases) - 1)
        ax.axhspan(-(d_model**-0.5), d_model**-0.5, color=look.PALE, zorder=0)
        curve = encoding.similarity(distances, d_model, base)
        ax.plot(distances, curve, color=look.RELATION, linewidth=2.2)
        far = similarity_reach(base)
        reach, straight = number(round(far)), np.array([1, far])
        facts.append(f"{reach} tokens at base {number(base)}")
        ax.plot(straight, log_law(straight, base), **look.law_style())
        ax.text(1.15, -0.38, f"base {power(base)}", fontweight="bold")
        ax.plot([far], [0], "v", color=look.INK, markersize=11, clip_on=False)
        style = {"ha": "left" if far < 1e6 else "right", "color": look.INK, "fontweight": "bold"}
        if far < 10**DECADES:
            look.note(ax, f"reach {rounded(far)}", (far, 0), (10, 16), **style)
    drawing.figure.axes[0].set_title("similarity k(Δ); dashed: log law; band: ± 1/√d")
    ax.set_xlabel("distance Δ [tokens]")
    return drawing.described(
        f"Similarity against distance on a logarithmic axis, d_model {d_model}. Each curve falls "
        f"along its line and reaches 0 near {', '.join(facts)}; beyond, it is a ripple of about "
        f"{d_model**-0.5:.3f}."
    )


@look.styled
@takes(bases=BASES, d_model=WIDTH)
def plot_ordered_shares(bases=(1e2, 1e4, 1e6), d_model=512):
    """Draw, octave by octave, the share of distances that similarity orders correctly."""
    drawing, facts = Drawing(9.0, 4.2), []
    drawing.stored_dpi = look.SCREEN_DPI
    drawing.headline("Up to the reach order is safe, far beyond it is a coin toss", x=84)
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
