"""What the project claims about speed, as commands that print ratios.

    python -m benchmarks                    all of them
    python -m benchmarks encoder            one of them

Each benchmark is a module with a function `run()` that returns a list of `Table`.  The first line
of its docstring is its title.  A benchmark reports; it never fails on a number.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """A titled table of text and numbers."""

    title: str
    columns: list
    rows: list

    def markdown(self):
        """Return the table as Markdown that also reads well as plain text."""
        cells = [self.columns, *[[_text(cell) for cell in row] for row in self.rows]]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        cells.insert(1, ["-" * width for width in widths])
        lines = [f"| {' | '.join(map(str.ljust, row, widths))} |" for row in cells]
        return "\n".join([f"**{self.title}**", "", *lines])


def _text(cell):
    """Return a number to three digits."""
    if isinstance(cell, float):
        return f"{cell:.3g}" if abs(cell) < 1e3 else f"{cell:.0f}"
    return str(cell)
