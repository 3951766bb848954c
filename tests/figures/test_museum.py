"""The museum as one picture: what stands in each place is what `examine` says."""

import numpy as np

import posenc_helpers as pe
from posenc_helpers.figures.conventions import CHECK, CROSS
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.invariants import examine


def test_the_grid_says_what_examine_says():
    drawing = pe.plot_museum(512, 64)
    written = {}
    for text in drawing.figure.axes[0].texts:
        written.setdefault(round(text.get_position()[1], 3), []).append(text)
    lines = {
        y: [t.get_text() for t in sorted(found, key=lambda t: t.get_position()[0])]
        for y, found in written.items()
    }
    words = [
        [word for word in lines[y] if word in ("passes", "fails")]
        for y in sorted(lines, reverse=True)
    ]
    words = [line for line in words if line]
    expected = [
        ["passes" if finding.passes else "fails" for finding in examine(b.table(512, 64)).values()]
        for b in BUGS.values()
    ]
    assert words == expected
    flat = np.ravel(expected)
    checks, crosses = drawing.figure.axes[0].lines[-2:]
    assert len(checks.get_xdata()) == (len(CHECK) + 1) * np.sum(flat == "passes")
    assert len(crosses.get_xdata()) == (len(CROSS) + 1) * np.sum(flat == "fails")
    for bug, line in zip(BUGS.values(), expected, strict=True):
        assert f"{bug.title}: {line.count('fails')}" in drawing.text
