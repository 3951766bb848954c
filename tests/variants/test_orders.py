"""The permutations between the layouts: round trips, and what they do to tables."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc_helpers import convention_table, halves_order, interleaved_order

widths = st.integers(1, 600)


@given(widths)
def test_there_and_back(d_model):
    row = np.random.default_rng(d_model).normal(size=(2, d_model))
    assert np.array_equal(row[:, halves_order(d_model)][:, interleaved_order(d_model)], row)
    assert np.array_equal(row[:, interleaved_order(d_model)][:, halves_order(d_model)], row)


@given(widths)
def test_halves_are_the_even_columns_then_the_odd_ones(d_model):
    expected = [*range(0, d_model, 2), *range(1, d_model, 2)]
    assert halves_order(d_model).tolist() == expected


@given(st.integers(1, 40).filter(lambda d: d > 0), st.floats(1, 1e8))
def test_they_lead_from_one_convention_to_another(d_model, base):
    interleaved = convention_table("xlm", 30, d_model, base=base)
    halves = convention_table("marian", 30, d_model, base=base)
    assert np.array_equal(interleaved[:, halves_order(d_model)], halves)
    assert np.array_equal(halves[:, interleaved_order(d_model)], interleaved)


def test_similarities_survive_a_permutation():
    interleaved = convention_table("paper", 30, 16)
    halves = interleaved[:, halves_order(16)]
    assert np.abs(interleaved @ interleaved.T - halves @ halves.T).max() <= 1e-14
