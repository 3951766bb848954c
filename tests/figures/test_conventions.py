"""The pictures of lesson 07: what they draw is what the tables and the invariants say."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.figures import conventions as figures
from posenc_helpers.variants import compare
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.invariants import INVARIANTS, examine
from posenc_helpers.variants.tables import convention_table

STORED, ORDERED = figures.ORDERS
TICK_POINTS, CROSS_POINTS = len(figures.TICK) + 1, len(figures.CROSS) + 1


def test_no_convention_has_the_name_of_a_bug():
    assert not set(CONVENTIONS) & set(BUGS)


@pytest.mark.parametrize("name", [*CONVENTIONS, *BUGS])
def test_every_variant_draws(name):
    drawing = pe.plot_convention(name, ORDERED, 8, 12)
    assert f"“{compare.find_variant(name).title}”" in drawing.text
    assert np.isfinite(drawing.largest)


def test_the_table_and_the_difference_are_drawn():
    drawing = pe.plot_convention("musicgen", d_model=16, seq_len=9)
    table = convention_table("musicgen", 9, 16)
    difference = table - pe.positional_encoding(9, 16)
    assert np.array_equal(drawing.images[0].values, table)
    assert np.array_equal(drawing.images[1].values, difference)
    assert drawing.largest == np.abs(difference).max()
    assert [(i.norm.vmin, i.norm.vmax) for i in drawing.images] == [(-1, 1), (-2, 2)]


@pytest.mark.parametrize(
    ("name", "d_model"),
    [
        (name, d_model)
        for name, convention in CONVENTIONS.items()
        for d_model in (4, 5, 8, 9)
        if d_model % 2 == 0 or convention.odd != "error"
    ],
)
def test_columns_in_the_papers_order(name, d_model):
    """Column 2i is the sine, column 2i + 1 the cosine of clock i, which position 0 shows at once
    and the slowest position tells from each other.
    """
    convention = CONVENTIONS[name]
    positions = np.array([0.0, 0.1])
    made = convention_table(name, positions, d_model)
    table = compare.in_paper_order(name, made, d_model)
    assert sorted(map(tuple, table.T)) == sorted(map(tuple, made.T))  # a permutation
    scale = d_model**-0.5 if convention.amplitude != "1" else 1.0
    used = table[:, : -1 if d_model % 2 and convention.odd == "pad" else None]
    assert used[0] == pytest.approx(scale * (np.arange(used.shape[1]) % 2))
    sines = used[1, 0::2]
    step = np.diff(sines)
    assert (step > 0).all() if convention.spacing == "octaves" else (step < 0).all()
    pairs = used.shape[1] // 2
    circles = used[1, 0 : 2 * pairs : 2] ** 2 + used[1, 1 : 2 * pairs : 2] ** 2
    assert circles == pytest.approx(np.full(pairs, scale**2))


@pytest.mark.parametrize("plot", [pe.plot_convention, pe.plot_museum])
def test_more_values_than_a_picture_shows_are_refused_at_once(plot):
    with pytest.raises(
        ValueError, match="^seq_len must be at most 32,768 at d_model=64, got 10000"
    ):
        plot(seq_len=10**6, d_model=64)
    with pytest.raises(
        ValueError, match="^d_model must be an integer from 1 to 1048576, got 10000"
    ):
        plot(seq_len=2, d_model=10**9)
    with pytest.raises(ValueError, match="^seq_len must be an integer >= 2, got 1$"):
        plot(seq_len=1)


def test_bugs_stay_as_they_are_when_put_in_order():
    table = BUGS["not_halved"].table(5, 8, 1e4)
    assert compare.in_paper_order("not_halved", table, 8) is table


def test_an_odd_width_is_compared_with_the_paper_without_its_last_cosine():
    sines = np.sin(np.outer(np.arange(6), 1e4 ** (-np.array([0, 2, 4]) / 5)))
    assert compare.paper_table(6, 5, 1e4)[:, [0, 2, 4]] == pytest.approx(sines, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "d_model", "shown", "missing"),
    [
        ("tensorflow_tutorial", 5, 6, [None, 5]),
        ("tf_official", 7, 6, [6, 6]),
        ("keras_hub", 5, 5, [None, None]),
        ("fairseq", 5, 5, [None, None]),
        ("whisper", 6, 6, [None, None]),
    ],
)
def test_columns_without_a_partner_are_grey(name, d_model, shown, missing):
    drawing = pe.plot_convention(name, d_model=d_model, seq_len=4)
    assert drawing.shape == (4, shown)
    for span, first in zip(drawing.missing, missing, strict=True):
        assert span.get_visible() == (first is not None)
        if first is not None:
            assert span.get_x() == first - 0.5
            assert span.get_x() + span.get_width() == max(shown, d_model) - 0.5


def marked(line, points):
    """Return the centres of the marks of a line, in the columns of the invariants."""
    path = line.get_xydata().reshape(-1, points, 2)
    return [int(round(float(np.nanmean(mark[:, 0])))) for mark in path]


@pytest.mark.parametrize("name", BUGS)
def test_marks_stand_where_the_invariants_pass_and_fail(name):
    drawing = pe.plot_convention(name, seq_len=400, d_model=32)
    findings = examine(BUGS[name].table(300, 32, 1e4))
    passes = [k for k, finding in enumerate(findings.values()) if finding.passes]
    fails = [k for k in range(len(INVARIANTS)) if k not in passes]
    assert marked(drawing.ticks, TICK_POINTS) == passes
    assert marked(drawing.crosses, CROSS_POINTS) == fails
    for k in fails:
        assert list(INVARIANTS.values())[k].title in drawing.text


def test_ticks_and_crosses_differ_in_more_than_colour():
    drawing = pe.plot_convention("one_based")
    assert drawing.ticks.get_color() != drawing.crosses.get_color()
    assert np.nanmin(drawing.ticks.get_ydata()) > np.nanmax(drawing.crosses.get_ydata())
    assert len(figures.TICK) != len(figures.CROSS)


def test_blocks_show_the_value_furthest_from_zero():
    table = np.array([[1.0, -3.0, 0.5], [2.0, 0.0, -0.5], [0.1, 0.2, -0.3]])
    cells = figures.furthest_from_zero(table, (2, 2))
    assert cells.tolist() == [[-3.0, 0.5], [0.2, -0.3]]
    equally_far = np.array([[2.0, -2.0], [-1.0, 1.0]])
    assert figures.furthest_from_zero(equally_far, (1, 2)).tolist() == [[2.0], [1.0]]
    rng = np.random.default_rng(0).normal(size=(37, 11))
    largest = np.abs(figures.furthest_from_zero(rng, (5, 3))).max()
    assert largest == np.abs(rng).max()
    assert np.array_equal(figures.furthest_from_zero(rng, (1, 1)), rng)


# ------------------------------------------------------------------------------------ the grid


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
    ticks, crosses = drawing.figure.axes[0].lines[-2:]
    assert len(ticks.get_xdata()) == TICK_POINTS * np.sum(flat == "passes")
    assert len(crosses.get_xdata()) == CROSS_POINTS * np.sum(flat == "fails")
    for bug, line in zip(BUGS.values(), expected, strict=True):
        assert f"{bug.title}: {line.count('fails')}" in drawing.text
