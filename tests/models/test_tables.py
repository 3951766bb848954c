"""Each table of a convention and of a bug against its definition, cell by cell."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import BUGS, CONVENTIONS, convention_table
from tests.models.definitions import DEFINITIONS, FIRST_POSITION, SMALLEST, exact

CASES = [
    (name, d) for name in CONVENTIONS for d in (2, 4, 6, 16, 130) if d >= SMALLEST.get(name, 2)
]
CASES.remove(("nerf", 130))


@pytest.mark.parametrize(("name", "d_model"), CASES)
def test_values(name, d_model):
    """Each row is off by at most the rounding of its angles, which is p 2**-52 and a little."""
    rows = [0, 1, 2, 3, 50, 999, 12_345]
    positions = FIRST_POSITION.get(name, 0) + np.array(rows)
    table, expected = convention_table(name, 12_346, d_model), exact(name, positions, d_model)
    fastest = 2.0 ** (d_model // 2 - 1) if name == "nerf" else 1.0
    assert table.dtype == np.float64 and table.shape == (12_346, d_model)
    tolerance = fastest * positions * 2.0**-52 + 2e-15
    assert (np.abs(table[rows] - expected) <= tolerance[:, None]).all()
    assert convention_table(name, 0, d_model).shape == (0, d_model)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_widths_that_are_refused(name):
    for d_model in (*range(-1, SMALLEST.get(name, 2)), 7):
        with pytest.raises(ValueError, match=f"^d_model must be .* got {d_model}$"):
            convention_table(name, 3, d_model)


@pytest.mark.parametrize(("d_model", "what"), [(4_000, "frequencies"), (2_048, "angles")])
def test_clocks_that_are_too_fast_for_float64(d_model, what):
    message = f"^base must be nearer to 1 at d_model={d_model}, got 2.0: the {what} are too large"
    with pytest.raises(ValueError, match=message):
        convention_table("nerf", 3, d_model)
    assert np.isfinite(convention_table("nerf", 2, 2_048)).all()


@pytest.mark.parametrize("name", BUGS)
def test_values_of_bugs_and_what_is_refused(name):
    for base, d_model in ((10_000, 16), (2, 6)):
        table = exact(name, range(512), d_model, base, floats=True)
        assert BUGS[name].table(512, d_model, base) == pytest.approx(table, abs=1e-9)
    for given, message in (
        ((4, 5), "d_model must be an even integer >= 2, got 5"),
        ((4, 4, -1), "base must be a finite number > 0, got -1"),
        ((-1, 4), "seq_len must be an integer >= 0, got -1"),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            BUGS[name].table(*given)


def test_what_the_stories_of_bugs_say():
    for name, base in (("column_for_pair", 1e8), ("pair_for_column", 100)):
        right = positional_encoding(64, 64, base)  # the right table of another base
        assert np.abs(BUGS[name].table(64, 64) - right).max() <= 2e-14
    table = BUGS["bfloat16_positions"].table(300, 64)  # distinguishes only positions up to 256
    assert np.abs(table[:257] - positional_encoding(257, 64)).max() <= 1e-13
    assert np.array_equal(table[257], table[256])
    # With four columns the first clock is exact, and the second is 100 times as slow.
    off = BUGS["float32_angles"].table(10**6, 4) - positional_encoding(10**6, 4)
    assert np.abs(off).max() < 0.015 * 10**6 * 2.0**-24


def test_what_the_data_says_of_itself():
    assert {*CONVENTIONS, *BUGS} == set(DEFINITIONS)
    for name, one in {**CONVENTIONS, **BUGS}.items():
        assert one.name == name and getattr(one, "note", getattr(one, "story", "")).endswith(".")
        assert one.source.startswith("https://") or name in BUGS and one.source == ""
    titles = {convention.title for convention in CONVENTIONS.values()}
    assert len(titles) == len(CONVENTIONS) and max(map(len, titles)) <= 30
