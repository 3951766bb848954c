"""Markdown as pages to print on A4 or Letter. A page is one HTML file, which needs no network.

A picture is named in the text as ![…](figure:NAME), and drawn by the course's own code with its
own text alternative. Formulas are MathML.
"""

import base64
import html
import re

from posenc_helpers import plot_encoding, plot_shift_on_clocks
from tools.export import Exporter, read_look

FIGURES = {
    "table": lambda: plot_encoding(50, 128, size=(9.0, 3.0)),
    "clocks": lambda: plot_shift_on_clocks(3, positions=(0, 4, 30, 1_000), pairs=(1, 2)),
}
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
</html>"""


def rendered(text):
    """Markdown as the text of one HTML page."""
    body = Exporter("index.html.j2").markdown2html(text)
    body = re.sub(r'<img src="figure:(\w+)" alt="[^"]*"[^>]*>', _drawn, body)
    # On lesson pages a script makes what scrolls reachable by keys.
    scroll = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'
    return PAGE.format(
        title=text.partition("\n")[0].removeprefix("# "),
        head=read_look("icon.html"),
        look=read_look("common.css", "page.css", "print.css"),
        body=body.replace('<div class="scroll">', scroll),
    )


def _drawn(match):
    drawing = FIGURES[match[1]]()
    picture = base64.b64encode(drawing.png()).decode()
    return f'<img src="data:image/png;base64,{picture}" alt="{html.escape(drawing.text)}">'
