"""Digits, waves and hands: what the picture shows and says, against a sum over columns."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import redrawn
from tests.figures.reading import at_random, reads

LINES = {
    "binary digits": "Digits jump: one step is 2.4 times another",
    "waves": "Waves are smooth, yet one step is 3 times another",
    "waves with cosines": "With its cosine each wave is a hand: all steps are equal",
}


def code(written_as, p):
    """The numbers of a position, by the formulas."""
    if written_as == "binary digits":
        return [int(digit) for digit in reversed(f"{p:06b}")]
    angles = [p / 2**k for k in range(6)]  # π times slower than digits: 2π 2^k, not 2 2^k
    if written_as == "waves":
        return [math.sin(angle) for angle in angles]
    return [wave(angle) for angle in angles for wave in (math.sin, math.cos)]


@at_random("plot_invention")
def test_every_word_of_the_picture_is_what_the_formulas_give(drawing, written_as, position):
    table = [code(written_as, p) for p in range(64)]
    steps = [math.dist(*pair) for pair in zip(table, table[1:], strict=False)]
    assert np.abs(drawing.image.values.T - table).max() < 1e-12
    x, y = drawing.bars.get_data()
    assert [*x[1::3]] == [p + 0.5 for p in range(63)] and y[1::3] == pytest.approx(steps)
    bar, cursor = drawing.bar.get_xdata(), drawing.cursor.get_xdata()
    assert {*bar, *cursor} == {position + 0.5} and drawing.bar.get_ydata()[1] == y[3 * position + 1]
    assert drawing.title.get_text() == LINES[written_as]
    least, most, step = min(steps), max(steps), steps[position]
    ratio, width, further = most / least, len(table[0]), position + 1
    label = drawing.label.get_text()
    reads("invention", drawing, locals())


def test_the_last_stop_is_the_table_of_the_course():
    hands = redrawn("plot_invention", written_as="waves with cosines")
    assert (hands.image.values.T == pe.positional_encoding(64, 12, base=64)).all()
    assert pe.wavelengths(12, 64) == pytest.approx([2 * math.pi * 2**k for k in range(6)])
