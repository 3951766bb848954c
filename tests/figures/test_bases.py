"""Two bases side by side: the tables and the words against the formulas."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from tests.figures.cases import redrawn, seen


def angles(base, d_model):
    """How far each pair turns within a token, one at a time."""
    return np.array([base ** (-2 * i / d_model) for i in range(d_model // 2)])


def test_two_bases_show_both():
    drawing = seen(pe.plot_two_bases, 1e2, 1e4, 128, 50)
    for k, base in enumerate((1e2, 1e4)):
        assert np.abs(drawing.images[k].values - pe.positional_encoding(50, 128, base)).max() < 1e-9
        assert drawing.titles[k].get_text() == f"{'AB'[k]}: base 10{'²⁴'[k]}"
    assert drawing.title.get_text() == "29 of 64 hands come round on the left, 15 on the right"


CORNERS = [(1, 1e8, 2, 1), (1, 1e8, 1024, 1_000_000), (1e4, 1e4, 128, 50), (0.5, 2, 6, 6)]


@settings(max_examples=30, deadline=None)
@given(
    st.floats(0, 8).map(lambda power: 10**power), st.floats(0, 8).map(lambda power: 10**power),
    st.integers(1, 200).map(lambda pairs: 2 * pairs), st.integers(1, 10**6),
)  # fmt: skip
def test_first_line_dots_and_bars_are_those_of_the_formulas(base_a, base_b, d_model, seq_len):
    drawing = redrawn(
        "plot_two_bases", base_a=base_a, base_b=base_b, d_model=d_model, seq_len=seq_len
    )
    around, steps = [], []
    for k, base in enumerate((base_a, base_b)):
        omega = angles(base, d_model)
        around.append(int(np.sum(omega * seq_len / (2 * np.pi) >= 1 - 1e-13)))
        tips = np.cos(omega) - 1, np.sin(omega)
        steps.append(np.sqrt(np.sum(np.square(tips))))
        assert drawing.names[k].get_text() == f"neighbours are {steps[k]:.2f} apart"
        left = around[k] if base >= 1 else d_model // 2 - around[k]
        assert set(drawing.boundaries[k].get_xdata()) == {2 * left - 0.5}
    hands = "hand" if d_model == 2 else "hands"
    round_ = f"{around[0]:,} of {d_model // 2:,} {hands} come{'s' * (around[0] == 1)} round on "
    both = around[0] == around[1]
    said = "both sides" if both else f"the left, {around[1]:,} on the right"
    assert drawing.title.get_text() == round_ + said
    lengths = [bar.get_xdata()[1] for bar in drawing.bars]
    assert max(lengths) <= 1 and lengths[0] * steps[1] == pytest.approx(lengths[1] * steps[0])


@pytest.mark.parametrize("corner", CORNERS)
def test_the_same_at_the_corners(corner):
    check = test_first_line_dots_and_bars_are_those_of_the_formulas.hypothesis.inner_test
    check(*corner)
