"""Make the handout and the quiz as pages to print: python tools/handout.py, into build/handout.

The texts are docs/handout.md and docs/quiz.md. A picture is named there as `figure:NAME` and drawn
by the course's own code. Formulas are MathML; nothing needs a network. The pages fit A4 and Letter.
"""

import base64
import html
import re
import sys
from pathlib import Path

from matplotlib.text import Text

from posenc_helpers import plot_encoding, plot_shift_on_clocks

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.export import Exporter, read_look  # noqa: E402
from tools.questions.paper import printed_quiz, printed_quiz_key  # noqa: E402

PAGES = ("handout", "quiz", "quiz-key")
HANDOUT = ROOT / "docs" / "handout.md"
SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'
FIGURES = {
    "table": lambda: plot_encoding(50, 128, size=(9.0, 3.0)),
    "clocks": lambda: without_numbers(
        plot_shift_on_clocks(shift=3, positions=(0, 4, 30, 1_000), pairs=(1, 2))
    ),
}
FIGURE = re.compile(r'<img src="figure:(\w+)" alt="([^"]*)"[^>]*>')
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{head}
<style>
{look}
</style>
</head>
<body>
<main class="text">
{body}
</main>
</body>
</html>
"""


def without_numbers(drawing):
    """A drawing without what it says of angles, for a question that asks about them."""
    for text in drawing.figure.findobj(Text):
        if "arc" in text.get_text() or "°" in text.get_text():
            text.set_visible(False)
    return drawing


def drawn(match):
    """The picture that a Markdown text names, as an HTML image with its text alternative.

    That of a question says what is there and no more; one word means the picture's own text.
    """
    drawing = FIGURES[match[1]]()
    words = match[2] if " " in match[2] else html.escape(drawing.text)
    picture = base64.b64encode(drawing.png()).decode()
    return f'<img src="data:image/png;base64,{picture}" alt="{words}">'


def page(name):
    """The handout, the quiz or its key as the text of one HTML page."""
    made = {"quiz": printed_quiz, "quiz-key": printed_quiz_key}
    return rendered(made[name]() if name in made else HANDOUT.read_text(encoding="utf-8"))


def rendered(text):
    """Markdown as the text of one HTML page to print."""
    body = FIGURE.sub(drawn, Exporter("index.html.j2").markdown2html(text))
    body = body.replace('<div class="scroll">', SCROLL)  # lesson pages have a script for this
    title = text.partition("\n")[0].removeprefix("# ")
    look = read_look("common.css", "page.css", "print.css")
    return PAGE.format(title=title, head=read_look("icon.html"), look=look, body=body)


def main(folder=ROOT / "build" / "handout"):
    """Write all pages and say where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        target = folder / f"{name}.html"
        target.write_text(page(name), encoding="utf-8", newline="\n")
        print(target)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
