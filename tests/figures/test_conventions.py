"""The pictures of lesson 07: what they draw is what the tables and the invariants say."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import conventions
from posenc_helpers.models.conventions import figures
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from posenc_helpers.models.conventions.tables import convention_table

CHECK_POINTS, CROSS_POINTS = len(figures.CHECK) + 1, len(figures.CROSS) + 1


def test_the_table_and_the_difference_are_drawn():
    drawing = conventions.plot_convention("musicgen", d_model=16, seq_len=9)
    table = convention_table("musicgen", 9, 16)
    difference = table - pe.positional_encoding(9, 16)
    assert np.array_equal(drawing.images[0].values, table)
    assert np.array_equal(drawing.images[1].values, difference)
    assert drawing.largest == np.abs(difference).max()
    assert [(i.norm.vmin, i.norm.vmax) for i in drawing.images] == [(-1, 1), (-2, 2)]


@pytest.mark.parametrize(
    ("name", "d_model", "shown", "missing"),
    [("tensorflow_tutorial", 5, 6, [None, 5]), ("tf_official", 7, 6, [6, 6]),
     ("keras_hub", 5, 5, [None, None]), ("whisper", 6, 6, [None, None])],
)  # fmt: skip
def test_columns_without_a_partner_are_grey(name, d_model, shown, missing):
    drawing = conventions.plot_convention(name, d_model=d_model, seq_len=4)
    assert drawing.shape == (4, shown)
    found = [span.get_bbox().intervalx if span.get_visible() else None for span in drawing.missing]
    assert [None if one is None else tuple(one) for one in found] == [
        None if first is None else (first - 0.5, max(shown, d_model) - 0.5) for first in missing
    ]


def marked(line, points):
    """Return the centres of the marks of a line, in the columns of the invariants."""
    path = line.get_xydata().reshape(-1, points, 2)
    return [int(round(float(np.nanmean(mark[:, 0])))) for mark in path]


@pytest.mark.parametrize("name", BUGS)
def test_marks_stand_where_the_invariants_pass_and_fail(name):
    drawing = conventions.plot_convention(name, seq_len=400, d_model=32)
    findings = examine(BUGS[name].table(300, 32, 1e4))
    passes = [k for k, finding in enumerate(findings.values()) if finding.passes]
    fails = [k for k in range(len(INVARIANTS)) if k not in passes]
    assert marked(drawing.checks, CHECK_POINTS) == passes
    assert marked(drawing.crosses, CROSS_POINTS) == fails


def test_the_museum_says_what_examine_says():
    """In one line for each bug, and in as many ticks and crosses."""
    drawing = conventions.plot_museum(512, 64)
    ax, lines = drawing.figure.axes[0], {}
    for text in sorted(ax.texts, key=lambda text: text.get_position()[0]):
        if text.get_text() in ("passes", "fails"):
            height = round(-text.get_position()[1], 3)
            lines.setdefault(height, []).append(text.get_text() == "passes")
    expected = [
        [bool(finding.passes) for finding in examine(bug.table(512, 64)).values()]
        for bug in BUGS.values()
    ]
    assert [lines[height] for height in sorted(lines)] == expected
    passing = np.sum(expected)
    points = [len(line.get_xdata()) for line in ax.lines[-2:]]
    assert points == [CHECK_POINTS * passing, CROSS_POINTS * (np.size(expected) - passing)]
    for bug, line in zip(BUGS.values(), expected, strict=True):
        assert f"{bug.title}: {line.count(False)}" in drawing.text


def test_ticks_and_crosses_differ_in_more_than_colour():
    drawing = conventions.plot_convention("one_based")
    assert drawing.checks.get_color() != drawing.crosses.get_color()
    assert np.nanmin(drawing.checks.get_ydata()) > np.nanmax(drawing.crosses.get_ydata())
    assert len(figures.CHECK) != len(figures.CROSS)
