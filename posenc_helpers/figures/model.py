"""Where positions enter a Transformer, and where its heads of attention are: a diagram."""

from matplotlib.patches import Rectangle

from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing

BOXES = (  # left, bottom, width, height in pixels; text; colour
    (12, 120, 96, 70, "tokens", look.GREY),
    (148, 170, 150, 70, "word vectors\n(learned)", look.WORD),
    (148, 60, 150, 70, "codes of the\npositions\n(formula)", look.POSITION),
    (390, 44, 270, 208, "", look.GREY),
    (404, 170, 86, 54, "head", look.RELATION),
    (404, 84, 86, 54, "head", look.RELATION),
    (532, 124, 114, 62, "each token\nby itself", look.GREY),
    (694, 120, 84, 70, "layer 2,\n3, …", look.GREY),
    (806, 120, 86, 70, "new\nvectors", look.GREY),
)
ARROWS = (  # from x, y to x, y
    (108, 165, 148, 200), (108, 145, 148, 100), (298, 205, 330, 165), (298, 95, 330, 145),
    (352, 155, 390, 155), (490, 197, 532, 169), (490, 111, 532, 141), (660, 155, 694, 155),
    (778, 155, 806, 155),
)  # fmt: skip


@look.styled
def plot_model():
    """Draw how tokens become vectors, get the codes of their positions and pass through layers."""
    drawing = Drawing(9.0, 2.7)
    drawing.headline("Positions enter once, before the first layer", x=12)
    ax = drawing.add_axes(0, 0, 900, 250, xlim=(0, 900), ylim=(30, 280))
    ax.axis("off")
    for left, bottom, width, height, text, colour in BOXES:
        place = (left, bottom), width, height
        ax.add_patch(Rectangle(*place, fill=False, edgecolor=colour, linewidth=2))
        ax.text(left + width / 2, bottom + height / 2, text, ha="center", va="center")
    arrow = {"arrowstyle": "->", "linewidth": 1.5, "color": look.GREY}
    for *start, to_x, to_y in ARROWS:
        ax.annotate("", (to_x, to_y), start, arrowprops=arrow)
    ax.text(341, 155, "+", ha="center", va="center", fontsize=20, fontweight="bold")
    for x, y, text in ((525, 235, "layer 1"), (447, 154, "⋮"), (447, 63, "attention")):
        ax.text(x, y, text, ha="center", va="center", fontweight="bold")
    return drawing.described(
        "A Transformer from left to right: tokens become learned word vectors; the codes of their "
        "positions, from a formula, are added; in layer 1, several heads of attention stand side "
        "by side, and then each token is worked on by itself; more layers follow; a new vector for "
        "each token comes out."
    )
