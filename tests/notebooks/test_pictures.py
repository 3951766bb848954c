"""A stale picture in a notebook is noticed."""

import base64
from functools import partial

import pytest

import posenc_helpers as pe
from tests.notebooks.pictures import TOLERANCE, difference, faults


def stored(drawing):
    return base64.b64encode(drawing.png()).decode()


@pytest.fixture(scope="module")
def wall():
    return stored(pe.plot_clock_wall(99, 18))


def test_the_same_picture_passes(wall):
    assert difference(wall, stored(pe.plot_clock_wall(99, 18))) < TOLERANCE
    assert faults([wall], [wall]) == faults([], []) == ""


@pytest.mark.parametrize(
    "other",
    [
        partial(pe.plot_clock_wall, 98, 18),
        partial(pe.plot_clock_wall, 99, 18, noise=0.05),
        partial(pe.plot_clock_wall, 99, 18, base=9_000),
        partial(pe.plot_clock_wall, 99, 16),
    ],
)
def test_another_picture_fails(wall, other):
    assert "differs" in faults([wall], [stored(other())])


def test_a_missing_picture_fails(wall):
    assert faults([], [wall]) == "0 pictures are drawn and 1 are stored"
    assert difference(wall, stored(pe.plot_encoding(9, 8))) == float("inf")
