"""The colour of a pair says how fast it turns: strips and curves."""

import numpy as np

from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.speed import STEPS, SpeedCurve
from tests.figures.cases import drawn


def test_a_curve_is_drawn_without_gaps_in_the_colours_of_its_pairs():
    curve = SpeedCurve(Drawing(3, 3).figure.add_subplot(), linewidth=2)
    x, lengths = np.arange(64), 2 * np.pi * 10_000 ** (np.arange(64) / 64)
    curve.set_data(x, np.sin(x), lengths)
    pieces, colours = curve.lines.get_segments(), curve.lines.get_colors()
    assert 10 < len(pieces) <= STEPS
    for one, following in zip(pieces[:-1], pieces[1:], strict=True):
        assert (one[-1] == following[0]).all()
    for piece, colour in zip(pieces, colours, strict=True):
        found = look.speed(lengths[int(piece[0, 0])])
        assert np.abs(np.subtract(found, colour)).max() < 0.08
    assert np.concatenate(pieces)[:, 0].max() == 63


def test_the_strip_below_a_heatmap_holds_the_speeds_of_its_pairs():
    colours = drawn("linked_heatmap").strip.cells.get_array()[0] / 255
    expected = look.speed(2 * np.pi * 10_000 ** (np.arange(64) / 64))
    assert len(colours) == 64
    assert np.abs(colours - expected).max() < 0.02
