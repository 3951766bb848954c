"""The invariants: they hold for right tables, and each wrong table fails those that it must."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import convention_table, examine, halves_order
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.invariants import INVARIANTS

LESSON = Path(__file__).resolve().parents[2] / "notebooks" / "12_the_workshop.ipynb"
CELLS = json.loads(LESSON.read_text(encoding="utf-8"))["cells"]
PROSE = "\n".join("".join(c["source"]) for c in CELLS if c["cell_type"] == "markdown")

# Which invariants a bug fails; all others hold.  Tables of 64 and of 512 positions differ: a
# bfloat16 counts to 256, and a float32 goes wrong only further out.
CIRCLES = {"unit_circles", "constant_norm"}
STEPS = {"toeplitz", "even_steps"}
SPEEDS = {"first_clock", "wavelength_ratio", "slowest_clock"}
FAILS = {
    "power_of_fraction": STEPS | SPEEDS | {"row_zero"},
    "not_halved": CIRCLES | STEPS | SPEEDS,
    "own_exponent": CIRCLES | STEPS | {"first_clock", "wavelength_ratio"},
    **dict.fromkeys(("column_for_pair", "pair_for_column", "early_operator", "whole_exponents"),
                    {"wavelength_ratio", "slowest_clock"}),
    "pairs_from_1": {"first_clock", "slowest_clock"},
    "one_based": {"row_zero"},
    "min_timescale": SPEEDS,
    **dict.fromkeys(("bfloat16_positions", "float32_angles"), set()),
    "float16_angles": STEPS | {"wavelength_ratio"},
    "text_for_token": SPEEDS | {"row_zero"},
}  # fmt: skip


def failed(table, base=10_000.0):
    return {name for name, finding in examine(table, base).items() if not finding.passes}


@pytest.mark.parametrize("name", BUGS)
def test_who_catches_whom(name):
    assert failed(BUGS[name].table(64, 64)) == FAILS[name]
    late = STEPS | {"first_clock", "slowest_clock"}  # the last position, 511, became 512
    expected = late if name == "bfloat16_positions" else FAILS[name]
    assert failed(BUGS[name].table(512, 128)) == expected


def test_only_long_tables_give_float32_angles_away():
    assert failed(BUGS["float32_angles"].table(1000, 16)) == set()
    assert failed(BUGS["float32_angles"].table(10_000, 16)) == {"even_steps"}


@given(st.integers(1, 64), st.integers(2, 300), st.floats(1.0, 1e8))
@settings(max_examples=80, deadline=None)
def test_right_tables_pass_in_double_and_in_single_precision(pairs, rows, base):
    for dtype in (np.float64, np.float32):
        assert failed(positional_encoding(rows, 2 * pairs, base, dtype=dtype), base) == set()


@pytest.mark.parametrize("d_model", [64, 128, 512])
def test_endpoint_spacing_and_another_base_are_not_the_papers(d_model):
    table = convention_table("whisper", 64, d_model)
    assert "unit_circles" in failed(table)  # columns half a row apart are partners there
    interleaved = table[:, np.argsort(halves_order(d_model))]
    assert failed(interleaved) == {"wavelength_ratio", "slowest_clock"}
    table = positional_encoding(64, d_model, 500)
    assert failed(table, 10_000) == {"wavelength_ratio", "slowest_clock"}


# ---------------------------------------------------------------------- limits and odd tables


def clocks(*speeds, rows=50):
    """An interleaved table whose clocks turn at these speeds."""
    angles = np.multiply.outer(np.arange(rows), speeds)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(rows, -1)


def stretched(rows, columns, factor, count=50):
    """The table of clocks 1 and 0.01, with some of its values multiplied."""
    table = clocks(1, 0.01, rows=count)
    table[rows, columns] *= factor
    return table


def one_hand_ahead(gap, rows=50, position=7):
    table = clocks(1, 0.01, rows=rows)
    table[position, :2] = np.sin(position + gap), np.cos(position + gap)
    return table


JUST_OFF = {  # a table that is off the invariant by `gap`, and the largest gap that passes
    "unit_circles": (lambda gap: stretched(7, slice(2), (1 + gap) ** 0.5), 1e-4),
    "constant_norm": (lambda gap: stretched(7, slice(4), 1 + gap), 1e-4),
    # PE(1).PE(2) is cos 1 times as much, PE(0).PE(2) stands alone
    "toeplitz": (lambda gap: stretched(2, slice(2), 1 + gap / np.cos(1), 3)[:, :2], 1e-4),
    "even_steps": (one_hand_ahead, 1e-4),
    "row_zero": (lambda gap: clocks(1, 0.01) - gap * np.eye(50, 4), 1e-4),
    "first_clock": (lambda gap: clocks(1 - gap, 0.01), 1e-4),
    "wavelength_ratio": (lambda gap: clocks(1, 0.01 / (1 - gap)), 1e-4),
    "slowest_clock": (lambda gap: clocks(1, 0.01 / (1 - gap)), 1e-3),
}


@pytest.mark.parametrize("name", INVARIANTS)
def test_how_far_off_a_table_may_be(name):
    make, tolerance = JUST_OFF[name]
    for gap in (0.9 * tolerance, 1.1 * tolerance):
        finding = examine(make(gap))[name]
        assert finding.measured == pytest.approx(gap, rel=0.01)
        assert finding.passes == (gap < tolerance)
    if name == "row_zero":
        assert examine(make(tolerance))[name].passes  # as far as this, and no further


@pytest.mark.parametrize(("gap", "position"), [(-1.5, 7), (2.5, 7), (0.25, 7), (0.25, 1)])
def test_a_hand_that_is_ahead(gap, position):
    """Even by more than a quarter turn; held against the mean step, and not against the first."""
    found = examine(one_hand_ahead(gap, 2_000, position))
    assert found["even_steps"].measured == pytest.approx(abs(gap), abs=0.01)
    assert found["unit_circles"].measured < 1e-15


@pytest.mark.filterwarnings("error")
def test_clocks_that_turn_backwards_or_stand_still_and_hands_of_no_length():
    assert examine(clocks(-1, -0.01))["first_clock"].measured == pytest.approx(2)
    for speeds in ((-1, -0.01), (1, -0.01), (-1, 0.01), (1, 0)):
        assert examine(clocks(*speeds))["wavelength_ratio"].measured == np.inf
        if speeds[1] <= 0:
            assert examine(clocks(*speeds))["slowest_clock"].measured == np.inf
    found = {name: finding.measured for name, finding in examine(np.zeros((3, 4))).items()}
    assert not np.isnan([*found.values()]).any() and found["even_steps"] == 0
    assert found["wavelength_ratio"] == found["slowest_clock"] == np.inf


def test_the_smallest_tables():
    assert failed(positional_encoding(2, 2)) == failed(positional_encoding(2, 4)) == set()
    assert examine(positional_encoding(2, 2, start=1))["wavelength_ratio"].measured == 0


# -------------------------------------------------------------------- what lesson 12 says in prose


def test_the_lists_are_as_long_as_the_lesson_says():
    assert len(BUGS) == 14 and "fourteen wrong tables" in PROSE
    assert len(INVARIANTS) == 8 and "eight invariants" in PROSE
    assert len(CONVENTIONS) == 21 and "has 21 programs" in PROSE


@pytest.mark.parametrize(("rows", "caught"), [(512, 13), (258, 13), (257, 12), (50, 12)])
def test_how_many_bugs_three_checks_catch_together(rows, caught):
    three = "row_zero", "first_clock", "wavelength_ratio"
    findings = [examine(bug.table(rows, 64)) for bug in BUGS.values()]
    assert sum(not all(one[name].passes for name in three) for one in findings) == caught
    assert max(sum(not one[name].passes for one in findings) for name in INVARIANTS) == 10
    assert "512 positions and 64 columns they catch 13" in PROSE
    assert "257 positions or fewer they catch 12" in PROSE
