"""The moving picture of the front page: clocks, and the table that they write."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from posenc_helpers import angular_frequencies, positional_encoding
from posenc_helpers.figures.clock_face import FACE, on_circle, set_hands
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.look import CURSOR, PALE, SINE, cursor_style
from posenc_helpers.figures.paths import copies
from posenc_helpers.figures.table_image import HeatmapImage
from posenc_helpers.live import Canvas

CLOCKS, BASE, POSITIONS = 6, 100.0, 72
TRAIL = 12
FRAME_MILLISECONDS, LAST_MILLISECONDS = 90, 1500
DPI = 100
STILL = 40  # the position of the picture that does not move


class ClocksAndTable(Drawing):
    """A row of clocks at one position; below, the table up to it, positions to the right."""

    def __init__(self):
        super().__init__(9.0, 4.4)
        wall = self.add_axes(10, 258, 880, 176, xlim=(0, 880), ylim=(0, 176))
        wall.axis("off")
        self.centres = np.stack([880 * (np.arange(CLOCKS) + 0.5) / CLOCKS, np.full(CLOCKS, 86)], 1)
        wall.plot(*copies(FACE, self.centres, 64), color=PALE, linewidth=2.5)
        (self.trail,) = wall.plot([], [], "o", color=SINE, markersize=6, alpha=0.4)
        (self.hands,) = wall.plot([], [], color=CURSOR, linewidth=3.5)
        (self.tips,) = wall.plot([], [], "o", color=CURSOR, markersize=10)
        self.table_ax = self.add_axes(20, 12, 860, 236)
        self.table_ax.set(xticks=[], yticks=[])
        self.table = HeatmapImage(self.table_ax)
        self.cursor = self.table_ax.axvline(0, **cursor_style() | {"linewidth": 3})

    def update(self, *, position):
        """Show the clocks at `position`, and the table with all positions up to it."""
        omega = angular_frequencies(2 * CLOCKS, BASE)
        table = positional_encoding(POSITIONS, 2 * CLOCKS, BASE)
        table[position + 1 :] = 0
        self.table.show(table.T)
        self.cursor.set_xdata([position] * 2)
        been = on_circle(np.outer(omega, position - np.arange(1, min(TRAIL, position) + 1)))
        self.trail.set_data((self.centres[:, np.newaxis] + 64 * been).reshape(-1, 2).T)
        ends = self.centres + 64 * on_circle(omega * position)
        set_hands(self.hands, self.tips, self.centres, ends)
        self.text = (
            f"{CLOCKS} clocks side by side turn at different speeds, the first fast, the last "
            "slowly. Below them the table of their sines and cosines grows by one column of "
            f"colours for each position, from 0 to {POSITIONS - 1}."
        )


def animation() -> tuple[bytes, bytes, str]:
    """Return the moving picture (WebP), the still one (PNG) and their words."""
    drawing = ClocksAndTable()
    canvas = Canvas(drawing, DPI)
    frames = [frame(drawing, canvas, position) for position in range(POSITIONS)]
    moving, still = io.BytesIO(), io.BytesIO()
    frames[STILL].save(still, "png", optimize=True)
    first, *rest = (one.convert("RGB") for one in frames)
    first.save(
        moving, "webp", save_all=True, append_images=rest, loop=0, lossless=True, method=2,
        duration=[FRAME_MILLISECONDS] * len(rest) + [LAST_MILLISECONDS],
    )  # fmt: skip
    return moving.getvalue(), still.getvalue(), drawing.text


def frame(drawing, canvas, position):
    """Return the picture of one position."""
    drawing.update(position=position)
    return Image.open(io.BytesIO(canvas.png()))
