"""How labels round numbers."""

import pytest

from posenc_helpers.wording import rounded


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "-0.001"), (1e-10, "1e-10"), (0.048, "0.05"), (0.5, "0.5"),
     (0.996, "1.00"), (1, "1"), (1.04, "1.0"), (6.283, "6.3"), (9.96, "10"), (16.9, "17"),
     (134.7, "135"), (999.6, "1,000"), (22_581, "23,000"), (-3.26, "-3.3"), (99_999, "100,000"),
     (584_700, "580,000"), (4_520_000, "4.5 M")],
)  # fmt: skip
def test_labels_have_two_figures_and_three_below_a_thousand(value, text):
    assert rounded(value) == text
