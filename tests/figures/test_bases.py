"""Two bases side by side: the curves against the formulas."""

import numpy as np
import pytest

import posenc_helpers as pe
from tests.figures.cases import seen
from tests.figures.test_similarity import similarity


def test_two_bases_show_both():
    drawing = seen(pe.plot_two_bases, 1e2, 1e4, 128, 50)
    for k, base in enumerate((1e2, 1e4)):
        assert np.abs(drawing.images[k].values - pe.positional_encoding(50, 128, base)).max() < 1e-9
        i, omega = drawing.speeds[k].get_data()
        assert np.allclose(omega, [base ** (-2 * j / 128) for j in range(64)], rtol=1e-12)
        distance, values = drawing.similarities[k].get_data()
        exact = [similarity(one, 128, base) for one in distance[::50]]
        assert values[::50] == pytest.approx(exact, abs=1e-9)
        assert drawing.titles[k].get_text().startswith(f"{'AB'[k]}: base 10{'²⁴'[k]}")
    assert set(drawing.window.get_xdata()) == {50}
    assert drawing.title.get_text() == "29 of 64 pairs complete a turn at base 10², 15 at base 10⁴"


@pytest.mark.parametrize("d_model", [4, 512])
def test_the_reach_and_the_ripple_are_marked(d_model):
    """0.5615 of the base, where the log law is 0; the ripple has the standard deviation 1/√d."""
    drawing = seen(pe.plot_two_bases, 1e2, 1e8, d_model, 50)
    for mark, base in zip(drawing.reaches, (1e2, 1e8), strict=True):
        ((place, height),) = mark.get_xydata()
        assert 1 - (np.log(place) + np.euler_gamma) / np.log(base) == pytest.approx(0, abs=1e-12)
        assert height == 0
    box = drawing.band.get_bbox()
    assert box.intervaly == pytest.approx((-(d_model**-0.5), d_model**-0.5))
    one, _ = seen(pe.plot_two_bases, 1.0, 1e4).reaches
    assert np.isnan(one.get_xdata()).all()  # less than a token
