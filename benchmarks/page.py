"""Page: how long a frame of the page to send takes, with all its pictures.

A frame is what the page's script does for one step of a control: a step of `position`, which moves
hands, and one of `base`, after which everything is computed anew. Every tenth is painted before the
next begins. The page is written into a temporary folder and opened from the disk in Chromium.
"""

import tempfile
from pathlib import Path

from benchmarks import Table
from tools import page
from tools.browser import lab

SIZES = {"50 × 128": (50, 128, 4), "500 × 512": (500, 512, 12), "a million × 512": (10**6, 512, 12)}
FRAMES = """async ([seq_len, d_model, name]) => {
  Object.assign(state, {seq_len, d_model});
  const steps = {
    position: k => state.position = k % seq_len,
    base: k => state.base = 5000 + 50 * k,
  }, times = [];
  for (let k = 0; k < 220; k++) {
    if (k % 10 === 0) await new Promise(requestAnimationFrame);
    steps[name](k);
    const begin = performance.now();
    draw();
    if (k >= 20) times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  return [times[100], times.at(-1)];
}"""


def run():
    """Return the median and the slowest frame for each size of the table."""
    with tempfile.TemporaryDirectory(prefix="posenc-page-") as folder, lab.browser() as browser:
        file = Path(folder, "page.html")
        page.main(["--to", str(file)])
        tab = browser.new_page()
        tab.goto(f"{file.as_uri()}#position=1")
        rows = [
            measured(f"{size}, moving {name}", *tab.evaluate(FRAMES, [*shape, name]), goal)
            for size, (*shape, goal) in SIZES.items()
            for name in ("position", "base")
        ]
    return [Table("A frame", ["table", "median [ms]", "/ goal", "slowest of 200 [ms]"], rows)]


def measured(table, middle, slowest, goal):
    return [table, middle, middle / goal, slowest]
