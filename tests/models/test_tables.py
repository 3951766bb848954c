"""The table of every convention against its definition, computed cell by cell with mpmath."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_helpers.models.conventions import convention_table, halves_order, tables
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.models import definitions
from tests.models.definitions import DEFINITIONS, FIRST_POSITION, SMALLEST, exact

U = 2.0**-53
WIDTHS = [1, 2, 3, 4, 5, 6, 7, 16, 33, 130]
POSITIONS = [0, 1, 2, 3, 50, 999, 12_345, 100_000]
CASES = [(name, d) for name in CONVENTIONS for d in definitions.widths(name, WIDTHS)]
CASES.remove(("nerf", 130))


def assert_rows_close(table, expected, positions, speed=1.0):
    """Each row is off by no more than the rounding of its angles: twice |p| U, and a little."""
    assert table.shape == expected.shape
    tolerance = 2 * speed * np.abs(positions) * U + 2e-15
    assert (np.abs(table - expected) <= tolerance[:, None]).all()


@pytest.mark.parametrize(("name", "d_model"), CASES)
def test_values(name, d_model):
    table = convention_table(name, POSITIONS, d_model)
    fastest = 2.0 ** (d_model // 2 - 1) if name == "nerf" else 1.0
    assert_rows_close(table, exact(name, POSITIONS, d_model), np.array(POSITIONS), fastest)
    assert table.dtype == np.float64


@pytest.mark.parametrize("name", CONVENTIONS)
def test_counts_and_real_positions_in_any_order(name):
    first = FIRST_POSITION.get(name, 0)
    expected = convention_table(name, np.arange(first, first + 7), 8)
    assert np.array_equal(convention_table(name, 7, 8), expected)
    assert convention_table(name, 0, 8).shape == convention_table(name, [], 8).shape == (0, 8)
    positions = [7.25, -3, 0.001, -1000.5, 0, 7.25]
    table = convention_table(name, positions, 8)
    assert_rows_close(table, exact(name, positions, 8), np.array(positions), 8.0)
    assert np.array_equal(convention_table(name, positions[::-1], 8), table[::-1])


def test_the_fastest_clocks_that_float64_can_tell():
    """With 1,024 octaves the last clock turns by 2^1023 radians a token; twice that is too much."""
    positions, columns = [1.0, -0.5, 0.0], [0, 1, 2, 1_024, 1_025, 2_044, 2_045, 2_046, 2_047]
    table = convention_table("nerf", positions, 2_048)
    with mpmath.workdps(700):
        cell = DEFINITIONS["nerf"](2_048)[1]
        for row, position in zip(table, positions, strict=True):
            assert all(abs(row[j] - cell(mpmath.mpf(position), j)) <= 2 * U for j in columns)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_widths_that_the_program_refuses(name):
    for d_model in range(-1, SMALLEST.get(name, 2)):
        with pytest.raises(ValueError, match=f"^d_model must be .* got {d_model}$"):
            convention_table(name, 3, d_model)
    if name in definitions.REFUSES_ODD:
        with pytest.raises(ValueError, match=r"^d_model must be an even integer >= .* got 7$"):
            convention_table(name, 3, 7)


@pytest.mark.parametrize(
    ("positions", "d_model", "what"), [(3, 4_000, "frequencies"), ([1, 2], 2_048, "angles")]
)
def test_clocks_that_are_too_fast_for_float64(positions, d_model, what):
    message = f"^base must be nearer to 1 at d_model={d_model}, got 2.0: the {what} are too large"
    with pytest.raises(ValueError, match=message):
        convention_table("nerf", positions, d_model)


# ------------------------------------------------------------------------- the order of columns


@given(st.integers(1, 600))
def test_halves_are_the_even_columns_then_the_odd_ones(d_model):
    halves = [*range(0, d_model, 2), *range(1, d_model, 2)]
    assert halves_order(d_model).tolist() == halves
    assert np.array(halves)[tables.interleaved_order(d_model)].tolist() == list(range(d_model))


def test_what_the_data_says_of_itself():
    assert {*CONVENTIONS, *BUGS} == set(DEFINITIONS)
    for name, bug in BUGS.items():
        assert bug.name == name and bug.story.endswith(".")
        assert bug.source == "" or bug.source.startswith("https://github.com/")
    for name, convention in CONVENTIONS.items():
        assert convention.name == name and convention.note.endswith(".")
        assert convention.source.startswith("https://") and len(convention.title) <= 30
        assert convention.first_position == FIRST_POSITION.get(name, 0)
        assert convention.narrowest == SMALLEST.get(name, 2)
    assert len({one.title for one in CONVENTIONS.values()}) == len(CONVENTIONS)
