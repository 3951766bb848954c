"""The wrong tables: each against its wrong formula, computed cell by cell with mpmath."""

import itertools
import math

import mpmath
import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import recognize
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.precision import rounded_encoding

BASE = 10_000
ROWS = [0, 1, 2, 17, 63, 700]


def rate(*exponent):
    return mpmath.mpf(BASE) ** -mpmath.fraction(*exponent)


ANGLES = {  # of position p and column j, as the wrong programs have it
    "power_of_fraction": lambda p, j, d: (mpmath.mpf(p) / BASE) ** mpmath.fraction(j - j % 2, d),
    "not_halved": lambda p, j, d: p * rate(2 * j, d),
    "own_exponent": lambda p, j, d: p * rate(j, d),
    "column_for_pair": lambda p, j, d: p * rate(2 * (j - j % 2), d),
    "pair_for_column": lambda p, j, d: p * rate(j // 2, d),
    "early_operator": lambda p, j, d: (
        p * mpmath.exp((j - j % 2) * math.floor(-math.log(BASE) / d / 2))
    ),
    "whole_exponents": lambda p, j, d: p * rate(2 * j // d, 1),
    "pairs_from_1": lambda p, j, d: p * rate(j - j % 2 + 2, d),
    "one_based": lambda p, j, d: (p + 1) * rate(j - j % 2, d),
    "text_for_token": lambda p, j, d: 3 * rate(j - j % 2, d),
    "min_timescale": lambda p, j, d: p * 2 * mpmath.mpf(BASE / 2) ** -mpmath.fraction(j - j % 2, d),
    "bfloat16_positions": lambda p, j, d: (
        (p if p < 256 else p - p % 4 + (4 if p % 4 == 3 else 0)) * rate(j - j % 2, d)
    ),
}


@pytest.mark.parametrize("d_model", [2, 6, 64])
@pytest.mark.parametrize("name", ANGLES)
def test_values(name, d_model):
    table = BUGS[name].table(701, d_model)
    assert table.shape == (701, d_model)
    for p, j in itertools.product(ROWS, range(d_model)):
        with mpmath.workdps(40):
            angle = ANGLES[name](p, j, d_model)
            expected = mpmath.sin(angle) if j % 2 == 0 else mpmath.cos(angle)
            assert abs(table[p, j] - expected) <= 1e-12


@pytest.mark.parametrize("precision", ["float16", "float32"])
def test_angles_in_few_bits(precision):
    expected = rounded_encoding(np.arange(700), 64, 500, precision=precision)
    assert np.array_equal(BUGS[f"{precision}_angles"].table(700, 64, 500), expected)


def test_all_bugs_are_tested_here():
    assert set(BUGS) == {*ANGLES, "float16_angles", "float32_angles"}
    for name, bug in BUGS.items():
        assert bug.name == name and bug.story.endswith(".")
        assert bug.source == "" or bug.source.startswith("https://github.com/")


@pytest.mark.parametrize("name", BUGS)
def test_a_bug_is_wrong_in_some_table_and_takes_a_base(name):
    table = BUGS[name].table
    for base in ([], [100.0]):
        assert np.abs(table(400, 64, *base) - positional_encoding(400, 64, *base)).max() > 1e-6
    assert np.array_equal(table(5, 64), table(9, 64)[:5])
    for given, message in (
        ((4, 5), "d_model must be an even integer >= 2, got 5"),
        ((4, 4, -1), "base must be a finite number > 0, got -1"),
        ((-1, 4), "seq_len must be an integer >= 0, got -1"),
    ):
        with pytest.raises(ValueError, match=f"^{message}$"):
            table(*given)


# ------------------------------------------------------------------------- what the stories say


@pytest.mark.parametrize(("name", "base"), [("column_for_pair", 1e8), ("pair_for_column", 100)])
def test_two_bugs_are_right_tables_for_another_base(name, base):
    table = BUGS[name].table(64, 64)
    assert np.abs(table - positional_encoding(64, 64, base)).max() <= 2e-14
    found = recognize(table)
    assert (found.name, found.base) == ("paper", base)


def test_bfloat16_tells_positions_apart_up_to_256():
    table = BUGS["bfloat16_positions"].table(300, 64)
    assert np.abs(table[:257] - positional_encoding(257, 64)).max() <= 1e-13
    assert np.array_equal(table[257], table[256])
    assert len(np.unique(table, axis=0)) < 300
