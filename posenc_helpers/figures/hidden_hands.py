"""Draw the hands that a table hides: eigenvectors of its one move show them."""

import numpy as np

from posenc_helpers.checks import Reals
from posenc_helpers.figures import look
from posenc_helpers.figures.clock_face import add_clock
from posenc_helpers.figures.drawing import Drawing, still
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.rivals import hidden_hands
from posenc_helpers.wording import counted, listed, rounded, said

MOST_FACES = 8


@still
def plot_hidden_hands(codes):
    """Draw a table and the hands in it, each as a circle with the tips at all positions as dots.

    At most eight of the hands that `hidden_hands` finds are drawn, spread evenly over their speeds.
    The number below each hand is its turn in degrees per token. `codes` has shape (seq_len,
    d_model). Return the drawing.

    Raises TypeError or ValueError for codes that are not a table of finite numbers, and ValueError
    for codes whose columns `hidden_hands` cannot distinguish.
    """
    codes = Reals("(seq_len, d_model)").check("codes", codes)
    turns, tips = hidden_hands(codes)
    most = min(len(turns), MOST_FACES)
    shown = np.unique(np.linspace(0, len(turns) - 1, most).round().astype(int))
    degrees, drawing = np.degrees(turns), Drawing(9.0, 3.7)
    drawing.headline(f"This table hides {_hands(degrees)}")
    ax = drawing.add_axes(60, 208, 820, 108, x=8, y=4, xlabel="position p", ylabel="column")
    HeatmapImage(ax).show_means(codes.T)
    wide = 880 / max(len(shown), 1)
    for k, hand in enumerate(shown):
        middle, colour = 10 + (k + 0.5) * wide, look.speed(2 * np.pi / turns[hand])
        face = add_clock(drawing, middle - 52, 36, 104, 104)
        dots = tips[hand] / np.abs(tips[hand]).mean()
        face.scatter(dots.imag, dots.real, s=16, color=colour, linewidths=0)
        letters = {"color": look.speed_letters(2 * np.pi / turns[hand]), "fontweight": "bold"}
        letters |= {"ha": "center", "va": "top", "fontsize": 15}
        drawing.write(middle, 32, f"{rounded(degrees[hand])}°", **letters)
    return drawing.described({
        "hands": said("{}", len(turns)),
        "degrees per token of those drawn": listed(degrees[shown]) if len(turns) else "none",
    })  # fmt: skip


def _hands(degrees):
    """Return words for the number of hands and for their slowest and fastest turn, in degrees."""
    if not len(degrees):
        return "no hands"
    turn = "which turn" if len(degrees) > 1 else "which turns"
    ends = " to ".join(dict.fromkeys(f"{rounded(one)}°" for one in (degrees[-1], degrees[0])))
    return f"{counted(len(degrees), 'hand')}, {turn} by {ends} per token"
