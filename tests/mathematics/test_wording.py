"""Numbers as they are written for people."""

import pytest

from posenc_helpers.wording import memory, minus, rounded


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (1, "8 bytes"), (124, "992 bytes"), (125, "1 kB"), (50 * 128, "51.2 kB"),
     (125_000, "1 MB"), (512 * 10**6, "4.10 GB"), (10**15, "8,000,000 GB")],
)  # fmt: skip
def test_the_memory_of_so_many_numbers(count, text):
    assert memory(count) == text


def test_minus_signs_before_numbers_only():
    text = "-3.5, k(-4) = -.25, 1.2e-07, first-order, read-2"
    assert minus(text) == "−3.5, k(−4) = −.25, 1.2e−07, first-order, read-2"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "-0.001"), (1e-10, "1e-10"), (0.048, "0.05"), (0.5, "0.5"),
     (0.996, "1.00"), (1, "1"), (1.04, "1.0"), (6.283, "6.3"), (9.96, "10"), (16.9, "17"),
     (134.7, "135"), (999.6, "1,000"), (22_581, "23,000"), (-3.26, "-3.3"), (99_999, "100,000"),
     (584_700, "580,000"), (4_520_000, "4.5 M")],
)  # fmt: skip
def test_labels_have_two_figures_and_three_below_a_thousand(value, text):
    assert rounded(value) == text
