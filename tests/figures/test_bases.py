"""Frequencies and two bases side by side: the curves against the formulas."""

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import drawn, seen
from tests.figures.test_similarity import similarity


def test_frequencies_on_both_axes():
    drawing = drawn("frequencies")
    linear, logarithmic = drawing.figure.axes
    assert (linear.get_yscale(), logarithmic.get_yscale()) == ("linear", "log")
    for ax in (linear, logarithmic):
        for line, base in zip(ax.lines, (1e2, 1e4, 1e8), strict=True):
            i, omega = line.get_data()
            assert np.array_equal(i, np.arange(64))
            assert np.allclose(omega, [base ** (-2 * k / 128) for k in range(64)], rtol=1e-12)


def test_every_base_has_its_name_beside_its_line():
    linear, logarithmic = drawn("frequencies").figure.axes
    assert [t.get_text() for t in linear.get_legend().get_texts()] == [
        "base 10²", "base 10⁴", "base 10⁸",
    ]  # fmt: skip
    for label, line in zip(logarithmic.texts, logarithmic.lines, strict=True):
        assert label.xy == (63, line.get_ydata()[-1])
    dashes = [line.get_linestyle() for line in linear.lines]
    assert len(set(dashes)) == 3
    assert [line.get_linestyle() for line in logarithmic.lines] == dashes


# ------------------------------------------------------------------------------------ two bases


def test_two_bases_show_both():
    drawing = seen(pe.plot_two_bases, 1e2, 1e4, 128, 50)
    for k, base in enumerate((1e2, 1e4)):
        table = pe.positional_encoding(50, 128, base)
        assert np.abs(drawing.images[k].values - table).max() < 1e-12
        i, omega = drawing.speeds[k].get_data()
        assert np.array_equal(i, np.arange(64))
        assert np.allclose(omega, [base ** (-2 * j / 128) for j in range(64)], rtol=1e-12)
        distance, values = drawing.similarities[k].get_data()
        for at in (0, 7, 150, len(distance) - 1):
            assert values[at] == pytest.approx(similarity(distance[at], 128, base), abs=1e-9)
    assert set(drawing.window.get_xdata()) == {50}


@pytest.mark.parametrize("d_model", [4, 128, 512])
def test_the_reach_and_the_ripple_are_marked(d_model):
    """0.5615 of the base, where the log law is 0; the ripple has the standard deviation 1/√d."""
    drawing = seen(pe.plot_two_bases, 1e2, 1e8, d_model, 50)
    for mark, base in zip(drawing.reaches, (1e2, 1e8), strict=True):
        ((place, height),) = mark.get_xydata()
        assert 1 - (np.log(place) + np.euler_gamma) / np.log(base) == pytest.approx(0, abs=1e-12)
        assert height == 0
        assert drawing.similarity_ax.get_xlim()[0] < place < drawing.similarity_ax.get_xlim()[1]
    low, high = drawing.band.get_y(), drawing.band.get_y() + drawing.band.get_height()
    assert (low, high) == pytest.approx((-(d_model**-0.5), d_model**-0.5))
    left, right = drawing.band.get_x(), drawing.band.get_x() + drawing.band.get_width()
    assert (left, right) == drawing.similarity_ax.get_xlim() == (1, 1e8)


def test_a_reach_of_less_than_a_token_has_no_mark():
    one, two = seen(pe.plot_two_bases, 1.0, 1e4).reaches
    assert np.isnan(one.get_xdata()).all()
    assert two.get_xdata()[0] == pytest.approx(5_614.6, abs=0.05)


@pytest.mark.parametrize("d_model", [2, 4, 18, 128])
def test_no_curve_leaves_its_axes(d_model):
    drawing = seen(pe.plot_two_bases, 1.0, 1e8, d_model, 50)
    for lines, ax in (
        (drawing.speeds, drawing.speed_ax),
        (drawing.similarities, drawing.similarity_ax),
    ):
        low, high = ax.get_ylim()
        left, right = ax.get_xlim()
        for line in lines:
            x, y = line.get_data()
            assert left <= x.min()
            assert x.max() <= right
            assert low <= y.min()
            assert y.max() <= high


def test_below_base_1_the_slowest_clock_is_the_first():
    drawing = pe.plot_two_bases(0.1, 10, 8, 5)
    slowest = "3 of 4 pairs complete a turn and the slowest wavelength is 6.283"
    assert f"at base 0.1000 {slowest}" in drawing.text
    assert drawing.speeds[0].get_ydata().max() < drawing.speed_ax.get_ylim()[1]
    assert "at base 0.1000 rises from 1 to 5.623" in pe.plot_frequencies(0.1, 8).text.replace(
        "base 0.1000 rises", "at base 0.1000 rises"
    )
