"""One variant of the encoding beside the paper's: its table, the difference, the invariants."""

import numpy as np
from matplotlib.patches import Rectangle

from posenc_helpers.downsampling import block_means, furthest_from_zero
from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import BASE, Drawing, plots
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.table_image import HeatmapImage, pixel_size
from posenc_helpers.ranges import OneOf, takes
from posenc_helpers.variants import compare
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.invariants import INVARIANTS, examine
from posenc_helpers.wording import counted, number

EXAMINED = 300  # rows that are examined at most: more than 257, where bfloat16 begins to fail
STORED, ORDERED = "as stored", "in the paper's order"
ORDERS = (STORED, ORDERED)
TITLE_LETTERS = 9  # of an invariant's title that fit into one line
CHECK = np.array([[-0.9, 0.0], [-0.25, -0.7], [0.95, 0.85]])
CROSS = np.array([[-0.75, -0.75], [0.75, 0.75], [np.nan, np.nan], [-0.75, 0.75], [0.75, -0.75]])


def mark_lines(ax):
    """Return two empty lines on `ax`: one for check marks, thin, and one for crosses, thick."""
    (checks,) = ax.plot([], [], color=look.INK, linewidth=2.6, solid_capstyle="round")
    (crosses,) = ax.plot([], [], color=look.GREY, linewidth=4.2, solid_capstyle="butt")
    return checks, crosses


def write_lines(ax, x, y, lines, spacing, **style):
    """Write lines of text around the height `y`, each as a text of its own."""
    for k, line in enumerate(lines):
        height = y + ((len(lines) - 1) / 2 - k) * spacing
        ax.text(x, height, line, va="center", gid=look.STILL, **style)


def title_lines(title):
    """Return the title of an invariant on one line or, if it is long, two."""
    return title.split(" ", 1) if len(title) > TITLE_LETTERS else [title]


class Variant(Drawing):
    """The table of a variant, its difference to the paper's, and what passes and fails."""

    def __init__(self):
        super().__init__(9.0, 5.1)
        self.title = self.headline(x=84)
        panels = (84, 1, "the table of the variant"), (500, 2, "variant − paper; grey: no partner")
        self.axes, self.images, self.missing = [], [], []
        for left, limit, title in panels:
            ax = self.add_axes(left, 196, 310, 238, x=5, y=5, title=title)
            ax.set_xlabel("column j", labelpad=1)
            self.axes.append(ax)
            self.images.append(HeatmapImage(ax, limits=(-limit, limit)))
            look.fixed_ticks(self.images[-1].add_colorbar(None).ax.yaxis, (-limit, 0, limit))
            # A rectangle from bottom to top; axvspan of Matplotlib 3.8 makes a polygon.
            style = {"transform": ax.get_xaxis_transform(), "color": look.PALE, "zorder": 3}
            self.missing.append(ax.add_patch(Rectangle((0, 0), 1, 1, **style)))
        self.teased = [self.images[0].image]
        self.axes[0].set_ylabel("position p")
        self.axes[1].tick_params(left=False, labelleft=False)
        self.check_ax = self.add_axes(92, 14, 796, 120)
        self._make_checks()

    def _make_checks(self):
        ax = self.check_ax
        ax.axis("off")
        ax.set(xlim=(-0.5, len(INVARIANTS) - 0.5), ylim=(0, 120))
        for k, invariant in enumerate(INVARIANTS.values()):
            write_lines(ax, k, 95, title_lines(invariant.title), 19, ha="center", fontsize=12.5)
        for height, word, colour in ((52, "passes", look.INK), (18, "fails", look.GREY)):
            ax.axhline(height + 17, color=look.PALE, linewidth=1, gid=look.STILL)
            ax.text(-0.56, height, word, ha="right", va="center", color=colour, fontsize=13,
                    fontweight="bold", gid=look.STILL)  # fmt: skip
        self.checks, self.crosses = mark_lines(ax)
        self._mark_size = np.array([11 * len(INVARIANTS) / 796, 11])

    @takes(columns=OneOf(ORDERS), base=BASE)
    def update(self, *, variant, columns, d_model, seq_len, base):
        """Show a variant; `columns` says in which order: as stored, or in the paper's."""
        seq_len = compare.rows_to_draw(seq_len, d_model)
        table = compare.variant_table(variant, seq_len, d_model, base)
        reference = compare.paper_table(seq_len, d_model, base)
        if columns == ORDERED:
            table = compare.in_paper_order(variant, table, d_model)
        common = min(table.shape[1], reference.shape[1])  # an odd d_model may have one more
        difference = table[:, :common] - reference[:, :common]
        self.largest, self.shape = float(np.abs(difference).max()), table.shape
        self.findings = examine(table[:EXAMINED, : table.shape[1] // 2 * 2], base)
        self._draw_tables(table, difference, max(table.shape[1], reference.shape[1]))
        self._draw_checks()
        kind = "Convention" if variant in CONVENTIONS else "Bug"
        title = compare.find_variant(variant).title
        failing = [INVARIANTS[k].title for k, found in self.findings.items() if not found.passes]
        found = f"{len(failing)} of {len(INVARIANTS)} invariants fail"
        found = found if failing else "no invariant fails"
        self.title.set_text(f"{title[0].upper()}{title[1:]}: {found}")
        listed = f"these fail: {', '.join(failing)}" if failing else "none fails"
        self.text = (
            f"{kind} “{title}”, columns {columns}, d_model {d_model}, base "
            f"{number(base)}: {counted(seq_len, 'position')} by {self.shape[1]:,} columns, at most "
            f"{number(self.largest, 3)} from the paper's table. Of {len(INVARIANTS)} invariants "
            f"{listed}."
        )

    def facts(self, **_):
        """Return the largest difference, the shape of the table and how it is drawn."""
        (rows, columns), (per_row, per_column) = self.shape, self.per_cell
        return [
            ("largest difference from the paper", number(self.largest, 3)),
            ("table", f"{rows:,} × {columns:,}"),
            ("one cell of the picture", f"{per_row:,} × {per_column:,} values"),
        ]

    def _draw_tables(self, table, difference, columns):
        """Draw both: where a pixel covers several values, their mean and the largest difference."""
        across, up = pixel_size(self.axes[0])
        self.per_cell = per_cell = -(-len(table) // up), -(-columns // across)
        cells = block_means(table, *per_cell), furthest_from_zero(difference, per_cell)
        for image, values in zip(self.images, cells, strict=True):
            image.show(values, per_cell=per_cell, shape=(len(table), columns))
        for span, shown in zip(self.missing, (table, difference), strict=True):
            span.set(x=shown.shape[1] - 0.5, width=columns - shown.shape[1])
            span.set_visible(shown.shape[1] < columns)

    def _draw_checks(self):
        passes = [finding.passes for finding in self.findings.values()]
        rows = (self.checks, CHECK, 52, True), (self.crosses, CROSS, 18, False)
        for line, shape, height, wanted in rows:
            centres = [(k, height) for k, found in enumerate(passes) if found == wanted]
            line.set_data(copies(shape, centres, self._mark_size))


@plots(Variant)
def plot_convention(variant="whisper", columns=STORED, d_model=64, seq_len=50, base=10_000.0):
    """Draw the table of a convention or a bug beside the paper's and return the drawing.

    Parameters
    ----------
    variant : a name of `conventions.CONVENTIONS` or of `museum.BUGS`
    columns : "as stored", or "in the paper's order": sine, cosine, sine, cosine
    d_model, seq_len, base : of both tables; seq_len times d_model is at most 2**21
    """
