"""Record two explorers in JupyterLab: the moving picture of README.md.

    make picture      writes docs/images/moving.webp

It is what a reader would see, taken from a real page and scaled to the width of a README: first who
bit whom, then the clocks.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageOps

from tools.browser.lab import lab

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "images" / "moving.webp"
WIDTH = 880
STEP, REST = 120, 1_200  # milliseconds
CELLS = (
    "from posenc_helpers import ClocksExplorer, SwapExplorer",
    "SwapExplorer()",
    "ClocksExplorer(d_model=18, seq_len=100, position=0)",
)


def frames():
    """Yield (picture, milliseconds): `gain` goes to 1, the switch goes on, then clocks turn."""
    with lab() as running:
        name = running.add("moving.ipynb", *CELLS)
        with running.open(name) as notebook:
            notebook.run_all()
            swap, clocks = notebook.explorers()
            yield shot(swap), REST
            yield from pressed(swap, "gain", steps=10, stride=2)
            swap.after(swap.root.query_selector("button.widget-toggle-button").click)
            yield shot(swap), 2 * REST
            yield from pressed(clocks, "position", steps=24, stride=2)


def pressed(explorer, control, steps, stride):
    """Yield a picture after every `stride` presses of an arrow key; the last one rests."""
    slider = explorer.slider(control)
    for step in range(1, steps + 1):
        for _ in range(stride):
            explorer.after(slider.press, "ArrowRight")
        yield shot(explorer), REST if step == steps else STEP


def shot(explorer):
    """Return the explorer as it is seen."""
    explorer.picture()
    return Image.open(io.BytesIO(explorer.root.screenshot())).convert("RGB")


def write():
    """Write the moving picture and say how large it is."""
    shots, times = zip(*frames(), strict=True)
    wide, high = (max(size) for size in zip(*(one.size for one in shots), strict=True))
    scaled = [
        ImageOps.pad(one, (wide, high), color="white", centering=(0.5, 0)).resize(
            (WIDTH, high * WIDTH // wide)
        )
        for one in shots
    ]
    scaled[0].save(
        TARGET, save_all=True, append_images=scaled[1:], duration=list(times), loop=0, quality=70,
        method=6,
    )  # fmt: skip
    size = TARGET.stat().st_size
    print(f"{TARGET}: {len(scaled)} pictures, {size:,} bytes, {sum(times):,} ms")


if __name__ == "__main__":
    write()
