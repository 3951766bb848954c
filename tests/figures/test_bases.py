"""Frequencies and two bases side by side: the curves against the formulas."""

import itertools

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import drawn, seen
from tests.figures.test_similarity import similarity


def test_frequencies_on_both_axes():
    linear, logarithmic = axes = drawn("frequencies").figure.axes
    assert [ax.get_yscale() for ax in axes] == ["linear", "log"]
    names = [text.get_text() for text in logarithmic.texts]
    assert names == ["base 10²", "base 10⁴", "base 10⁸"]
    for ax, (k, base) in itertools.product(axes, enumerate((1e2, 1e4, 1e8))):
        i, omega = ax.lines[k].get_data()
        assert np.array_equal(i, np.arange(64))
        assert np.allclose(omega, [base ** (-2 * j / 128) for j in i], rtol=1e-12)
        assert logarithmic.texts[k].xy == (63, omega[-1])  # its name, beside its line
    dashes = [[line.get_linestyle() for line in ax.lines] for ax in axes]
    assert dashes[0] == dashes[1] and len(set(dashes[0])) == 3


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
        assert drawing.names[k].get_position()[1] == omega[-1]
        assert drawing.titles[k].get_text().startswith(f"{'AB'[k]}: base 10{'²⁴'[k]}")
    assert set(drawing.window.get_xdata()) == {50}
    assert drawing.title.get_text() == "29 of 64 pairs complete a turn at base 10², 15 at base 10⁴"


@pytest.mark.parametrize("d_model", [4, 128, 512])
def test_the_reach_and_the_ripple_are_marked(d_model):
    """0.5615 of the base, where the log law is 0; the ripple has the standard deviation 1/√d."""
    drawing = seen(pe.plot_two_bases, 1e2, 1e8, d_model, 50)
    for mark, base in zip(drawing.reaches, (1e2, 1e8), strict=True):
        ((place, height),) = mark.get_xydata()
        assert 1 - (np.log(place) + np.euler_gamma) / np.log(base) == pytest.approx(0, abs=1e-12)
        assert height == 0
        assert drawing.similarity_ax.get_xlim()[0] < place < drawing.similarity_ax.get_xlim()[1]
    box = drawing.band.get_bbox()
    assert box.intervaly == pytest.approx((-(d_model**-0.5), d_model**-0.5))
    assert tuple(box.intervalx) == drawing.similarity_ax.get_xlim() == (1, 1e8)


def test_a_reach_of_less_than_a_token_has_no_mark():
    one, two = seen(pe.plot_two_bases, 1.0, 1e4).reaches
    assert np.isnan(one.get_xdata()).all()
    assert two.get_xdata()[0] == pytest.approx(5_614.6, abs=0.05)


@pytest.mark.parametrize(("d_model", "base"), [(2, 1), (4, 1), (18, 1), (128, 1), (8, 0.1)])
def test_no_curve_leaves_its_axes(d_model, base):
    drawing = seen(pe.plot_two_bases, base, 1e8, d_model, 50)
    for line in (*drawing.speeds, *drawing.similarities):
        for limits, values in ((line.axes.get_xlim(), line.get_xdata()),
                               (line.axes.get_ylim(), line.get_ydata())):  # fmt: skip
            assert limits[0] <= values.min() <= values.max() <= limits[1]
