"""The table of every convention against its definition, computed cell by cell with mpmath."""

import numpy as np
import pytest

from posenc_helpers.models.conventions import convention_table, tables
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.models import definitions
from tests.models.definitions import DEFINITIONS, FIRST_POSITION, SMALLEST, exact

WIDTHS = [1, 2, 3, 4, 5, 6, 7, 16, 33, 130]
CASES = [(name, d) for name in CONVENTIONS for d in definitions.widths(name, WIDTHS)]
CASES.remove(("nerf", 130))


@pytest.mark.parametrize(("name", "d_model"), CASES)
def test_values(name, d_model):
    """Each row is off by no more than the rounding of its angles: p 2**-52, and a little."""
    rows = [0, 1, 2, 3, 50, 999, 12_345]
    positions = FIRST_POSITION.get(name, 0) + np.array(rows)
    table, expected = convention_table(name, 12_346, d_model), exact(name, positions, d_model)
    fastest = 2.0 ** (d_model // 2 - 1) if name == "nerf" else 1.0
    assert table.dtype == np.float64 and table.shape == (12_346, expected.shape[1])
    tolerance = fastest * positions * 2.0**-52 + 2e-15
    assert (np.abs(table[rows] - expected) <= tolerance[:, None]).all()
    assert convention_table(name, 0, d_model).shape == (0, expected.shape[1])


@pytest.mark.parametrize("name", CONVENTIONS)
def test_widths_that_the_program_refuses(name):
    odd = [7] if name in definitions.REFUSES_ODD else []
    for d_model in (*range(-1, SMALLEST.get(name, 2)), *odd):
        with pytest.raises(ValueError, match=f"^d_model must be .* got {d_model}$"):
            convention_table(name, 3, d_model)


@pytest.mark.parametrize(("d_model", "what"), [(4_000, "frequencies"), (2_048, "angles")])
def test_clocks_that_are_too_fast_for_float64(d_model, what):
    message = f"^base must be nearer to 1 at d_model={d_model}, got 2.0: the {what} are too large"
    with pytest.raises(ValueError, match=message):
        convention_table("nerf", 3, d_model)
    assert np.isfinite(convention_table("nerf", 2, 2_048)).all()


def test_halves_are_the_even_columns_then_the_odd_ones():
    for d_model in range(1, 10):
        halves = [*range(0, d_model, 2), *range(1, d_model, 2)]
        assert tables.halves_order(d_model).tolist() == halves
        assert [halves[j] for j in tables.interleaved_order(d_model)] == [*range(d_model)]


def test_what_the_data_says_of_itself():
    assert {*CONVENTIONS, *BUGS} == set(DEFINITIONS)
    for name, one in {**CONVENTIONS, **BUGS}.items():
        assert one.name == name and getattr(one, "note", getattr(one, "story", "")).endswith(".")
        assert one.source.startswith("https://") or name in BUGS and one.source == ""
    titles = {convention.title for convention in CONVENTIONS.values()}
    assert len(titles) == len(CONVENTIONS) and max(map(len, titles)) <= 30
