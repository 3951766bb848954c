"""The wrong tables: their values, what they take, and what their stories say."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions.bugs import BUGS
from tests.models.definitions import exact


@pytest.mark.parametrize("name", BUGS)
def test_values_and_what_is_refused(name):
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


# ------------------------------------------------------------------------- what the stories say


@pytest.mark.parametrize(("name", "base"), [("column_for_pair", 1e8), ("pair_for_column", 100)])
def test_two_bugs_are_right_tables_for_another_base(name, base):
    table = BUGS[name].table(64, 64)
    assert np.abs(table - positional_encoding(64, 64, base)).max() <= 2e-14


def test_bfloat16_tells_positions_apart_up_to_256():
    table = BUGS["bfloat16_positions"].table(300, 64)
    assert np.abs(table[:257] - positional_encoding(257, 64)).max() <= 1e-13
    assert np.array_equal(table[257], table[256])
