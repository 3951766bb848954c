"""The table of every convention against its definition, computed cell by cell with mpmath."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_helpers.models.conventions import (
    convention_table,
    halves_order,
    interleaved_order,
    tables,
)
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.models.definitions import DEFINITIONS, FIRST_POSITION, REFUSES_ODD, SMALLEST, widths

U = 2.0**-53
WIDTHS = [1, 2, 3, 4, 5, 6, 7, 16, 33, 130]
POSITIONS = [0, 1, 2, 3, 50, 999, 12_345, 100_000]
CASES = [
    (name, d) for name in CONVENTIONS for d in widths(name, WIDTHS) if (name, d) != ("nerf", 130)
]


def exact(name, positions, d_model):
    """The table as its definition has it, rounded to float64."""
    with mpmath.workprec(300):
        width, cell = DEFINITIONS[name](d_model)
        values = [[float(cell(mpmath.mpf(p), j)) for j in range(width)] for p in positions]
    return np.array(values).reshape(len(positions), width)


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


@pytest.mark.parametrize("base", [0.5, 1.0, 2.0, 100.0, 123.456, 1e8])
@pytest.mark.parametrize("name", [name for name in CONVENTIONS if name != "nerf"])
def test_another_base_takes_the_place_of_ten_thousand(name, base, monkeypatch):
    monkeypatch.setattr("tests.models.definitions.WAVE", base)
    table = convention_table(name, POSITIONS, 16, base=base)
    assert_rows_close(table, exact(name, POSITIONS, 16), np.array(POSITIONS), max(1, 1 / base))


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
    if name in REFUSES_ODD:
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
    assert np.array(halves)[interleaved_order(d_model)].tolist() == list(range(d_model))


def test_what_the_data_says_of_itself():
    assert set(CONVENTIONS) == set(DEFINITIONS)
    for name, convention in CONVENTIONS.items():
        assert convention.name == name and convention.note.endswith(".")
        assert convention.source.startswith("https://") and len(convention.title) <= 30
        assert convention.first_position == FIRST_POSITION.get(name, 0)
        assert convention.narrowest == SMALLEST.get(name, 2)
    assert len({one.title for one in CONVENTIONS.values()}) == len(CONVENTIONS)


# -------------------------------------------------------------------------- beside the paper's


@pytest.mark.parametrize("name", [*BUGS, *CONVENTIONS])
def test_the_table_has_the_base_asked_for_but_octaves_keep_theirs(name):
    if name in BUGS:
        expected = BUGS[name].table(9, 6, 300.0)
    else:
        expected = convention_table(name, 9, 6, base=2.0 if name == "nerf" else 300.0)
    assert np.array_equal(tables.variant_table(name, 9, 6, 300.0), expected)


@pytest.mark.parametrize(
    ("name", "d_model"),
    [(name, d_model) for name in CONVENTIONS for d_model in widths(name, (4, 8))],
)
def test_columns_in_the_papers_order(name, d_model):
    """Column 2i is the sine, column 2i + 1 the cosine of clock i, which position 0 shows at once
    and the slowest position tells from each other.
    """
    convention = CONVENTIONS[name]
    made = convention_table(name, [0.0, 0.1], d_model)
    table = tables.in_paper_order(name, made)
    assert sorted(map(tuple, table.T)) == sorted(map(tuple, made.T))  # a permutation
    scale = d_model**-0.5 if convention.amplitude != "1" else 1.0
    assert table[0] == pytest.approx(scale * (np.arange(d_model) % 2))
    sines = table[1, 0::2]
    assert (np.diff(sines if convention.spacing == "octaves" else -sines) > 0).all()
    pairs = table[1].reshape(-1, 2)
    assert (pairs**2).sum(axis=1) == pytest.approx(np.full(len(pairs), scale**2))
    assert tables.in_paper_order("one_based", table) is table  # as all bugs are


def test_a_cell_shows_the_value_furthest_from_zero():
    table = np.array([[1.0, -3.0, 0.5], [2.0, 0.0, -0.5], [0.1, 0.2, -0.3]])
    cells = tables.furthest_from_zero(table, (2, 2))
    assert cells.tolist() == [[-3.0, 0.5], [0.2, -0.3]]
    equally_far = np.array([[2.0, -2.0], [-1.0, 1.0]])
    assert tables.furthest_from_zero(equally_far, (1, 2)).tolist() == [[2.0], [1.0]]
