"""What the figures of lesson 11 hold: turns, speeds, scores and shares, computed anew."""

import numpy as np
import pytest

from posenc_helpers.models.rope.figures import DISTANCES, LOOKS
from posenc_helpers.models.rope.scaling import SCALINGS, Trial, stored_shares
from tests.figures.cases import drawn, redrawn
from tests.models.test_scaling import exactly_scaled

TOY = {"d_model": 64, "base": 160, "seq_len": 64, "scale": 4}


def test_every_scaling_has_a_look_of_its_own():
    assert list(LOOKS) == list(SCALINGS)
    assert len({name for name, *_ in LOOKS.values()}) == 5
    assert len({(ink, kind) for _, ink, kind, _ in LOOKS.values()}) == 5


def test_turns_in_training():
    drawing = redrawn("plot_scalings", pair=12, **TOY)
    pairs, turns = np.transpose(drawing.turned.get_offsets())
    others, fewer = np.transpose(drawing.unturned.get_offsets())
    assert pairs.tolist() == list(range(15)) and others.tolist() == list(range(15, 32))
    exact = [64 * 160.0 ** (-i / 32) / (2 * np.pi) for i in range(32)]
    assert [*turns, *fewer] == pytest.approx(exact)
    assert turns.min() >= 1 > fewer.max()


def test_speeds_and_scores():
    drawing = redrawn("plot_scalings", pair=12, **TOY)
    for k, scaling in enumerate(SCALINGS):
        omegas = [float(exactly_scaled(i, 64, 160, scaling, 4, 64)) for i in range(32)]
        speeds = drawing.speeds[k].get_ydata()
        assert speeds == pytest.approx([w * 160 ** (i / 32) for i, w in enumerate(omegas)])
        x, y = drawing.curves[k].get_data()
        assert np.array_equal(x, DISTANCES)
        assert y == pytest.approx(np.cos(np.outer(x, omegas)).mean(axis=1))
    assert (drawing.beyond.get_x(), drawing.beyond.get_width()) == (64, 3 * 64)


def test_one_pair_that_never_turns():
    least = {"d_model": 2, "base": 2, "seq_len": 1, "scale": 1, "pair": 0}
    drawing = redrawn("plot_scalings", **least)
    assert len(drawing.turned.get_offsets()) == 0
    assert drawing.unturned.get_offsets()[:, 0].tolist() == [0]
    assert all(line.get_ydata() == [1] and line.get_marker() == "o" for line in drawing.speeds)
    assert drawing.beyond.get_width() == 0 and "0 turn at least once in 1 token" in drawing.text


def test_a_dot_for_each_seed_and_a_bar_at_the_median():
    for ax, task in zip(drawn("near_and_far").figure.axes, ("near", "far"), strict=True):
        dots = [line for line in ax.lines if line.get_marker() == "o"]
        bars = [line.get_xdata() for line in ax.lines if line.get_linewidth() == 4]
        for scaling, line, bar in zip(SCALINGS, dots, bars, strict=True):
            shares = stored_shares()[Trial(task, 160.0, 64, 256, scaling)]
            assert line.get_xdata() == pytest.approx(shares) and len(shares) == 8
            assert bar == pytest.approx([np.median(shares)] * 2)
