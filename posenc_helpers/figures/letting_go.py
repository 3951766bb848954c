"""Why similarity falls: the cosine of one pair after the other leaves 1."""

import numpy as np

from posenc_helpers import encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, WIDTH, Drawing
from posenc_helpers.ranges import takes
from posenc_helpers.wording import counted, number

SHOWN = 8  # pairs
FURTHEST = 10**5  # tokens
BOLD = {"fontweight": "bold"}


@look.styled
@takes(d_model=WIDTH, base=BASE)
def plot_letting_go(d_model=512, base=10_000.0):
    """Draw the cosines of some pairs, two turns each, and the mean of all by distance.

    That mean is the similarity k of two codes. The distances go from 1 to 100,000 tokens, on a
    logarithmic scale; eight pairs are spread evenly, fewer if there are fewer. Return the drawing.
    """
    omega = encoding.angular_frequencies(d_model, base)
    some = omega[np.unique(np.linspace(0, len(omega) - 1, SHOWN).round().astype(int))]
    drawing = Drawing(9.0, 4.3)
    drawing.stored_dpi = look.SCREEN_DPI  # so many colours take much room
    drawing.headline("One colour after the other lets go: so similarity falls")
    what = f"Cosines of {len(some)} of {counted(len(omega), 'pair')}, each for its first two turns"
    drawing.write(60, 388, what, color=look.GREY, fontsize=13)
    ax = drawing.add_axes(
        84, 62, 646, 306, xscale="log", x=range(6), y=look.SIGNED, ylim=(-1.08, 1.08),
        xlim=(1, FURTHEST), xlabel="distance Δ [tokens]", ylabel="cosine",
    )  # fmt: skip
    look.zero_line(ax)
    angles = np.linspace(0, 4 * np.pi, 361)[1:]
    for one in some:
        for turn, alpha in ((angles[:180], 1), (angles[179:], 0.3)):
            ax.plot(turn / one, np.cos(turn), color=look.speed(2 * np.pi / one), alpha=alpha)
    distances = np.unique(np.geomspace(1, FURTHEST, 1_000).round())
    mean = encoding.similarity(distances, d_model, base)
    for ink, width in ((look.WHITE, 6), (look.INK, 3)):
        ax.plot(distances, mean, color=ink, linewidth=width)
    slow = {"color": look.speed_letters(2 * np.pi / some[-1]), **BOLD}
    ends = (1.0, "slow pairs", slow), (0.86, "hold longest", {}), (0.14, "similarity k", BOLD)
    for height, name, style in (*ends, (0.0, "is the mean", {}), (-0.14, "of all pairs", {})):
        look.note(ax, name, (FURTHEST, height), (10, 0), va="center", **style)
    first, last = (number(np.pi / 2 / one, 2) for one in some[[0, -1]])
    near, middle, far = encoding.similarity([1, 100, 10_000], d_model, base)
    return drawing.described(
        f"{what}, at base {number(base)}: the first is down to 0 after {first} tokens, the last "
        f"after {last}. The mean of all pairs, the similarity k, is {near:.2f} at 1 token, "
        f"{middle:.2f} at 100 and {far:.2f} at 10,000."
    )
