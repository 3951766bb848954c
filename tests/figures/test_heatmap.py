"""Heatmaps: what colour stands where, and every word and number, by the formula alone."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st

import posenc_helpers as pe
from tests import memory
from tests.figures.cases import CASES
from tests.figures.reading import at_random, codes, each, reads, speeds
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels

SIZES = {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
LARGE = {"seq_len": 1_000_000, "d_model": 512}


def turning(seq_len, d_model, base):
    """How many pairs turn once in `seq_len` tokens, how many there are, and the words for that."""
    count = int(np.sum(seq_len * speeds(d_model, base) >= math.tau * (1 - 1e-13)))
    pairs = d_model // 2
    complete = "complete" + "s" * (1 in (count, pairs))
    return count, pairs, f"{{count}} of {{pairs}} pair(s) {complete} a turn"


def blocks(length, most):
    """Where blocks of one size begin that cover `length`, and that size; the last ends with it."""
    size = math.ceil(length / most)
    return [min(first, length - size) for first in range(0, length, size)], size


def which(seq_len):
    return "position {start}" if seq_len == 1 else "positions {start} to {last}"


def averaged(sizes):
    """The words for cells that are means."""
    return "; each cell is the mean of {sizes[0]} × {sizes[1]}" * (max(sizes) > 1)


def cells(image, start, seq_len, d_model, base, wide, high):
    """Hold some rows against the means of the table; return the size of a block, and its words."""
    (tops, down), (lefts, across) = blocks(seq_len, high), blocks(d_model, wide)
    assert image.values.shape == (len(tops), len(lefts)) and image.per_cell == (down, across)
    for k in (len(tops) * 5 // 8, -1):
        row = codes(start + tops[k] + np.arange(down), d_model, base).mean(axis=0)
        means = [row[left : left + across].mean() for left in lefts]
        assert image.values[k] == pytest.approx(means, abs=1e-8)
    right, bottom = len(lefts) * across - 0.5, start + len(tops) * down - 0.5
    assert image.image.get_extent() == (-0.5, right, bottom, start - 0.5)
    limits = -0.5, d_model - 0.5, start + seq_len - 0.5, start - 0.5
    assert (*image.ax.get_xlim(), *image.ax.get_ylim()) == limits
    return (down, across), averaged((down, across))


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize(("shape", "start"), [((12, 10), 7), ((1_001, 5), 40)])
def test_each_cell_has_the_colour_of_its_value_where_it_belongs(shape, start, transpose):
    """In tables larger than the picture, where rows come in blocks, so has each mean."""
    size = max(1, shape[0] // 20)
    blocks = np.random.default_rng(0).uniform(-1.2, 1.2, size=(shape[0] // size + 1, shape[1]))
    table = np.repeat(blocks, size, axis=0)[: shape[0]]  # some beyond the ends of the colours
    heatmap = pe.plot_heatmap(table, start=start, transpose=transpose)
    ax, turn = heatmap.ax, 1 if transpose else -1
    lengths = [(start - 0.5, start + shape[0] - 0.5), (-0.5, shape[1] - 0.5)]
    assert [ax.get_xlim(), ax.get_ylim()[::-1]] == lengths[::turn]
    assert [ax.get_xlabel(), ax.get_ylabel()] == ["position p [tokens]", "column j"][::turn]
    picture, column = pixels(heatmap.figure), np.arange(shape[1])
    for p in range(size // 2, shape[0], size):
        for off in (-0.4, 0, 0.4):  # the middles, and near the corners
            found = colour_at(picture, ax, *(start + p + off, column + off)[::turn])
            assert_close_colours(found, colour_of(table[p]))


ENDS = st.floats(-1, 1) | st.sampled_from([0, 1, -1e-9, 0.25])
TABLES = st.builds(np.linspace, ENDS, ENDS, st.just(720))
SHAPES = st.sampled_from([(720, 1), (1, 720), (2, 360), (24, 30), (360, 2)])


@at_random(
    "plot_heatmap", {"table": np.full((3, 2), -1e-9)}, count=15, transpose=st.booleans(),
    table=st.builds(np.reshape, TABLES, SHAPES),
)  # fmt: skip
def test_any_table(drawing, table, start, transpose, **_):
    (rows, columns), high, low = table.shape, table.max(), table.min()
    sizes = [math.ceil(rows / (684 if transpose else 315)), math.ceil(columns / 684)]
    sizes[1] = math.ceil(columns / (315 if transpose else 684))
    means, what = averaged(sizes), "of {rows} position(s) (from {start}) by {columns} column(s)"
    if transpose:
        what = "turned by a quarter: {rows} position(s) to the right, {columns} column(s) downward"
    spread = "from {low} to {high}"
    if "about" in drawing.text:
        spread = "of about {low}"
        assert high - low <= 1e-3 * max(abs(high), abs(low))
    line = means[2:].capitalize() or "{rows} position(s) by {columns} column(s)"
    reads("heatmap", drawing, locals())


@at_random(
    "plot_encoding", {"seq_len": 1, "d_model": 2, "base": 1.0}, {"seq_len": 1_800}, count=15,
    size=(9.0, 4.2),
)  # fmt: skip
def test_the_encoding_of_any_length(drawing, seq_len, d_model, base, start, **_):
    sizes, means = cells(drawing.image, start, seq_len, d_model, base, 684, 315)
    (count, pairs, complete), window = turning(seq_len, d_model, base), which(seq_len)
    line, last = means[2:].capitalize() or complete, start + seq_len - 1
    reads("encoding", drawing, locals())


@at_random("plot_windows", {**LARGE, "d_model": 1024, "starts": [1_000, -100, 999]}, count=8)
def test_windows_side_by_side(drawing, starts, seq_len, d_model, base):
    sizes = math.ceil(seq_len / 260), math.ceil(d_model / (754 // len(starts) - 60))
    count, means = len(starts), averaged(sizes)
    listed, each_title = (f"from {each('{starts[#]}', count, b)}" for b in (", ", " on | from "))
    line = means[2:].capitalize() or "The same waves in {count} window(s) of {seq_len} position(s)"
    reads("windows", drawing, locals())
    for ax, start in zip(drawing.figure.axes, starts, strict=True):
        assert ax.get_ylim() == (start + seq_len - 0.5, start - 0.5)


@at_random(
    "plot_linked_heatmap", dict(seq_len=1, d_model=2, base=1.0, position=0, column=0),
    dict(seq_len=1_800, position=1_799, column=0), dict(base=1.0001),
    dict(seq_len=5, d_model=8, base=0.1, position=0, column=0),
    {"d_model": 1024, "seq_len": 1_000_000, "base": 1e8, "position": 999_999, "column": 1_023},
)  # fmt: skip
def test_the_linked_heatmap(drawing, seq_len, d_model, base, start, position, column):
    sizes, means = cells(drawing.image, start, seq_len, d_model, base, 494, 262)
    (count, pairs, complete), window = turning(seq_len, d_model, base), which(seq_len)
    words = {0: "No pair completes a turn", pairs: "Every pair completes a turn"}
    line = words.get(count, complete + (", left" if base >= 1 else ", right") + " of the dots")
    left = count if base >= 1 else pairs - count
    assert set(drawing.boundary.get_xdata()) == {2 * left - 0.5}
    row, marks = codes([position], d_model, base)[0], drawing.row_dot.get_xydata()
    for curve, odd in ((drawing.row_sine, 0), (drawing.row_cosine, 1)):
        expected = np.transpose([np.arange(odd, d_model, 2), row[odd::2]])
        points = np.concatenate(curve.lines.get_segments())
        points = points[np.diff(points[:, 0], prepend=-1) > 0]  # pieces share their ends
        assert points == pytest.approx(expected, abs=1e-8)
    assert marks == pytest.approx(np.array([[column, row[column]]]), abs=1e-8)
    shown, centres = drawing.wave.get_data()
    tops, size = blocks(seq_len, 262)
    assert centres == pytest.approx(start + np.array(tops) + (size - 1) / 2)
    for k in (0, len(tops) // 3, -1):
        angles = (start + tops[k] + np.arange(size)) * speeds(d_model, base)[column // 2]
        exact = (np.cos if column % 2 else np.sin)(angles).mean()
        assert shown[k] == pytest.approx(exact, abs=1e-8)
    mean = np.interp(position, centres, shown)
    assert drawing.wave_dot.get_xydata().tolist() == [[mean, position]]
    assert {*drawing.across.get_ydata(), *drawing.wave_line.get_ydata()} == {position}
    assert {*drawing.down.get_xdata(), *drawing.row_line.get_xdata()} == {column}
    waves, what = math.tau / speeds(d_model, base), "j = {column}" if size == 1 else "means"
    length, value, ends = waves[column // 2], row[column], (min(waves), max(waves))
    angles = np.unique(np.linspace(0, seq_len - 1, 1_001).round())[:, np.newaxis] + start
    angles = angles * speeds(d_model, base)
    moves = np.concatenate([np.ptp(np.sin(angles), axis=0), np.ptp(np.cos(angles), axis=0)])
    moves[np.tile(np.ptp(angles, axis=0) > math.pi, 2)] = 1  # half a turn shows that on any axis
    facts = [text for _, text in drawing.facts(**locals())]
    (frozen, _, _), unit = facts[3].partition(" of "), facts[4].split()[1]
    frozen, size = int(frozen.replace(",", "")), 8 * seq_len * d_model / SIZES[unit]
    assert sum(moves < 0.1 - 1e-5) <= frozen <= sum(moves < 0.1 + 1e-5)
    cell, wave, last = drawing.cell.get_text(), drawing.wave_title.get_text(), start + seq_len - 1
    cell_means = means.replace("; each cell is the mean", "means")
    reads("linked_heatmap", drawing, locals())


@pytest.mark.parametrize(
    ("name", "settings"),
    [("encoding", LARGE), ("linked_heatmap", LARGE), ("microscope", LARGE),
     ("two_bases", LARGE), ("attention_head", LARGE), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """One column of such a table takes 8 million bytes, such a matrix 8.4 million."""
    drawing = CASES[name]()
    update = drawing.update_encoding if name == "encoding" else drawing.update
    with memory.at_most(6e6):
        update(**settings)
