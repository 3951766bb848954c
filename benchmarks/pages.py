"""Pages: how fast a picture moves in a page without Python and with it, and what the page weighs.

The page of lesson 04 is written into a temporary folder and opened from the disk in Chromium. The
times are the page's own clock: from the opening of the page to the first moved picture; from the
input of a slider to its picture, decoded and in place, once its frames are loaded; and how many
different pictures a drag shows in a second, one step of the slider for each frame of the screen.

With POSENC_PYODIDE, a folder with a distribution of Pyodide, the site is built as well, and each of
its lessons opened: from the first touch to the first picture by Python, from input to picture in
each explorer, and what the process of the page holds in the end.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from benchmarks import Table
from benchmarks import site as whole
from benchmarks.slider import why_not

ROOT = Path(__file__).parents[1]
LESSON = "04_clocks"
VISITS = 5
STEPS = 8
PATIENCE = 120_000  # ms until Python has drawn
KILOBYTE = 1e3
MOVE = """async index => {
  const figure = document.querySelector("#ClocksExplorer"), image = figure.querySelector("img");
  const slider = figure.querySelector("[data-control=position]"), before = image.src;
  const begin = performance.now();
  slider.value = index;
  slider.dispatchEvent(new Event("input", {bubbles: true}));
  while (image.src === before) await new Promise(done => setTimeout(done));
  await image.decode();
  return [performance.now() - begin, performance.now()];
}"""
DRAWN = """async figure => {
  const begin = performance.now();
  figure.querySelector("[data-control]").dispatchEvent(new Event("focus"));
  while (!figure.dataset.drawn) await new Promise(done => setTimeout(done));
  return (performance.now() - begin) / 1000;
}"""
STEP = """async ([figure, share]) => {
  const slider = figure.querySelector("input[type=range], select"), {min, max, step} = slider;
  const before = figure.querySelector("img").src, begin = performance.now();
  if (slider.options) slider.selectedIndex = Math.round(share * (slider.length - 1));
  else slider.value = Number(min) + Math.round(share * (max - min) / step) * step;
  slider.dispatchEvent(new Event("input"));
  while (figure.querySelector("img").src === before && performance.now() < begin + 5000)
    await new Promise(done => setTimeout(done));
  return performance.now() - begin;
}"""
DRAG = """async () => {
  const figure = document.querySelector("#ClocksExplorer");
  const slider = figure.querySelector("[data-control=position]");
  const seen = new Set(), count = Number(slider.max), begin = performance.now();
  for (let k = 1; k <= count; k++) {
    slider.value = k;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    await new Promise(requestAnimationFrame);
    seen.add(figure.querySelector("img").src);
  }
  return 1000 * seen.size / (performance.now() - begin);
}"""


def run():
    """Return what the page weighs and how fast its first picture follows the hand."""
    if missing := why_not():
        return [Table("not measured", ["why"], [[missing]])]
    from tools.browser import lab

    with tempfile.TemporaryDirectory(prefix="posenc-pages-") as folder:
        seconds = written(Path(folder))
        with lab.browser() as browser:
            visits = [visit(browser, Path(folder, f"{LESSON}.html")) for _ in range(VISITS)]
        return [weights(Path(folder), seconds), speeds(visits), with_python(Path(folder, "site"))]


def written(folder):
    """Write the page with all its frames; return how many seconds that took."""
    begin = time.perf_counter()
    lesson = ROOT / "notebooks" / f"{LESSON}.ipynb"
    command = [sys.executable, "tools/export.py", "html", lesson, "--to", folder]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def visit(browser, page):
    """Return the seconds to the first moved picture, those of each step, and frames a second."""
    tab = browser.new_page()
    tab.goto(page.as_uri())
    _, first = tab.evaluate(MOVE, 25)
    tab.wait_for_timeout(1_000)  # all frames of the slider have come
    steps = [tab.evaluate(MOVE, index)[0] for index in range(1, 25)]
    shown = tab.evaluate(DRAG)
    tab.close()
    return first, steps, shown


def weights(folder, seconds):
    """Return the table of bytes."""
    page = (folder / f"{LESSON}.html").stat().st_size
    frames = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) - page
    rows = [["page, before a slider is touched", page / KILOBYTE, 500],
            ["all its frames and their words", frames / KILOBYTE, 4_000]]  # fmt: skip
    return Table(f"Lesson 04, written in {seconds:.0f} s", ["what", "kB", "at most"], rows)


def speeds(visits):
    """Return the table of times."""
    firsts, steps, shown = zip(*visits, strict=True)
    steps = sorted(one for several in steps for one in several)
    rows = [
        ["opening to first movement, ms", median(firsts), max(firsts), "1000 or less"],
        ["input to picture, ms", median(steps), quantiles(steps, n=20)[-1], "17 or less"],
        ["pictures a second under drag", median(shown), min(shown), "50 or more"],
    ]
    title = f"Speed in Chromium, {VISITS} visits"
    return Table(title, ["what", "median", "worst (of steps: 95 of 100)", "goal"], rows)


def with_python(folder):
    """Return the table of Python in the pages of the site, or the reason why there is none."""
    if not (whole.PYODIDE and whole.PYTHON.exists()):
        return Table(
            "Python in the page: not measured", ["why"], [["POSENC_PYODIDE or `make site`"]]
        )
    from tools.browser.site import site

    whole.built(folder)
    columns = ["lesson, explorer", "first touch to picture, s", "step, ms", "the page holds, MB"]
    with site(folder) as running:
        pages = sorted((folder / "html").glob("[01]*.html"))
        rows = [row for page in pages for row in explorers(running, f"html/{page.name}")]
    return Table("Python in the page; goals 8 s, 130 ms, 400 MB", columns, rows)


def explorers(running, page):
    """Yield the numbers of each explorer of a page; those after the first find Python there."""
    with running.window(page) as tab:
        tab.set_default_timeout(PATIENCE)
        tab.evaluate("document.querySelectorAll('.cover button').forEach(one => one.click())")
        for figure in tab.locator(".live").all():
            first = figure.evaluate(DRAWN)
            handle = figure.element_handle()
            steps = [tab.evaluate(STEP, [handle, k % 5 / 4]) for k in range(1, STEPS)]
            name = f"{Path(page).stem[:2]}, {figure.get_attribute('data-explorer')}"
            yield name, first, median(steps), held(tab)


def held(tab):
    """Return the megabytes of the largest process that shows a page, where Linux tells."""
    session = tab.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    files = [Path(f"/proc/{one['id']}/statm") for one in processes if one["type"] == "renderer"]
    pages = [int(file.read_text().split()[1]) for file in files if file.exists()]
    return max(pages, default=0) * os.sysconf("SC_PAGE_SIZE") / 1e6
