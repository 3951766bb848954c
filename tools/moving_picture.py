"""Record an explorer in JupyterLab: the moving picture of README.md.

    make picture      writes docs/images/moving.webp

It is what a reader would see, taken from a real page and scaled to the width of a README.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageOps

from tools.browser.lab import lab

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "images" / "moving.webp"
LIMIT_BYTES = 1_000_000
WIDTH = 880
STEPS, STRIDE = 32, 2
MILLISECONDS, LAST_MILLISECONDS = 160, 1800
CELL = """from posenc_helpers import ClocksExplorer
ClocksExplorer(d_model=18, seq_len=100, position=0)"""


def frames():
    """Yield a picture of the explorer at each step of its slider `position`."""
    with lab() as running:
        name = running.add("moving.ipynb", CELL)
        with running.open(name) as notebook:
            notebook.run_all()
            (explorer,) = notebook.explorers()
            explorer.picture()
            slider = explorer.slider("position")
            for _ in range(STEPS):
                yield Image.open(io.BytesIO(explorer.root.screenshot())).convert("RGB")
                for _ in range(STRIDE):
                    explorer.after(slider.press, "ArrowRight")


def write(target: Path = TARGET):
    """Write the moving picture and say how large it is."""
    shots = list(frames())
    used = max(ImageOps.invert(one).getbbox()[3] for one in shots)  # below it is only white
    shots = [one.crop((0, 0, one.width, used)) for one in shots]
    scaled = [one.resize((WIDTH, one.height * WIDTH // one.width)) for one in shots]
    times = [MILLISECONDS] * (len(scaled) - 1) + [LAST_MILLISECONDS]
    scaled[0].save(
        target, save_all=True, append_images=scaled[1:], duration=times, loop=0, quality=70,
        method=6,
    )  # fmt: skip
    size = target.stat().st_size
    if size >= LIMIT_BYTES:
        raise SystemExit(f"{target} has {size:,} bytes; it must stay below {LIMIT_BYTES:,}")
    print(f"{target}: {len(scaled)} pictures, {size:,} bytes")


if __name__ == "__main__":
    write()
