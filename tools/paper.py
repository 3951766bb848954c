"""Render Markdown as pages to print on A4 or Letter, each one HTML file that needs no network.

A picture is named in the text as ![…](figure:NAME). The course's own code draws it, with its own
text alternative. Formulas are MathML.
"""

import base64
import html
import re

import nbformat

from posenc_helpers import plot_heatmap, plot_shift_on_clocks, positional_encoding
from tools.export import fill

FIGURES = {
    "table": lambda: plot_heatmap(positional_encoding(50, 128), size=(9.0, 3.0)),
    "clocks": lambda: plot_shift_on_clocks(shift=3, positions=(0, 4, 30, 1_000), pairs=(1, 2)),
}


def rendered(text):
    """Return Markdown as the text of one HTML page."""
    cell = nbformat.v4.new_markdown_cell(re.sub(r"!\[.*?\]\(figure:(\w+)\)", _drawn, text))
    notebook = nbformat.v4.new_notebook(cells=[cell])
    look = ["common.css", "page.css", "print.css"]
    return fill(notebook, "index.html.j2", look, paper=True)


def _drawn(match):
    drawing = FIGURES[match[1]]()
    picture = base64.b64encode(drawing.png()).decode()
    return f'<img src="data:image/png;base64,{picture}" alt="{html.escape(drawing.text)}">'
