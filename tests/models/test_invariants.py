"""Right tables pass all invariants, and wrong tables fail those that lesson 12 says."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.invariants import INVARIANTS, misses
from posenc_helpers.models.conventions.tables import CONVENTIONS
from tests.lessons.cells import texts

PROSE = "\n".join(texts("12").values())


def missed_by(table, base=10_000.0):
    """Return by how much a table misses each invariant, by title; up to 1 it passes.

    Rows 1, 2, 4, 8 ... apart count, and the speed of a clock is that of ever longer spans.
    """
    (rows, d_model), x, y = table.shape, table[:, 0::2], table[:, 1::2]
    hands, spans = y + 1j * x, sorted({min(2**n, rows - 1) for n in range(rows.bit_length() + 1)})
    steps = hands[1:] * hands[:-1].conj()
    products = (np.sum(table[m:] * table[:-m], axis=1) for m in spans)
    speeds = np.zeros(d_model // 2)
    for span in spans:
        turned = hands[span] * hands[0].conj() * np.exp(-1j * speeds * span)
        speeds = speeds + np.angle(turned) / span
    with np.errstate(all="ignore"):
        ratios = speeds[:-1] / speeds[1:] / base ** (2 / d_model) - 1
        slowest = base ** (2 / d_model - 1) / speeds[-1] - 1
    forward = d_model == 2 or min(speeds) > 0
    return {
        "unit circles": np.abs(x**2 + y**2 - 1).max() / 1e-4,
        "constant norm": np.abs(np.sqrt((table**2).sum(1) / (d_model / 2)) - 1).max() / 1e-4,
        "Toeplitz Gram": max(map(np.ptp, products)) / (d_model / 2) / 1e-4,
        "even steps": np.abs(np.angle(steps * steps.mean(axis=0).conj())).max() / 1e-4,
        "row 0": np.abs(table[0] - [0, 1] * (d_model // 2)).max() / 1e-4,
        "first clock": abs(speeds[0] - 1) / 1e-4,
        "λ ratios": np.abs([*ratios, 0]).max() / 1e-4 if forward else np.inf,
        "slowest clock": abs(slowest) / 1e-3 if speeds[-1] > 0 else np.inf,
    }


def failed(table, base=10_000.0):
    return {title for title, off in misses(table, base).items() if not off <= 1}


def test_only_long_tables_give_float32_angles_away():
    assert failed(BUGS["float32_angles"].table(1000, 16)) == set()
    assert failed(BUGS["float32_angles"].table(10_000, 16)) == {"even steps"}


@given(st.integers(1, 64), st.integers(2, 300), st.floats(1.0, 1e8))
@settings(max_examples=80, deadline=None)
def test_right_tables_pass_in_double_and_in_single_precision(pairs, rows, base):
    for dtype in (np.float64, np.float32):
        assert failed(positional_encoding(rows, 2 * pairs, base, dtype=dtype), base) == set()


@given(st.integers(1, 6), st.integers(2, 40), st.integers(0, 99), st.integers(2, 6))
@settings(max_examples=200)
@pytest.mark.filterwarnings("error")
def test_what_is_measured_is_the_definition(pairs, rows, seed, digits):
    """Each invariant is measured as defined, also where clocks turn backwards or stand still."""
    random, table = np.random.default_rng(seed), positional_encoding(rows, 2 * pairs, 20.0)
    table[random.integers(rows)] += 10.0**-digits * random.normal(size=2 * pairs)
    table *= random.choice([1, -1, 0], p=[0.9, 0.06, 0.04], size=2 * pairs)
    by = missed_by(table, 20.0)
    assert misses(table, 20.0) == pytest.approx(by, rel=1e-6, abs=1e-6) and [*by] == [*INVARIANTS]


# -------------------------------------------------------------------- what lesson 12 says in prose


def test_the_lists_are_as_long_as_the_lesson_says():
    assert len(BUGS) == 14 and "fourteen wrong tables" in PROSE
    assert len(INVARIANTS) == 8 and "eight invariants" in PROSE
    assert len(CONVENTIONS) == 12 and PROSE.count("12 programs") == 2


@pytest.mark.parametrize(("rows", "caught"), [(512, 13), (258, 13), (257, 12), (50, 12)])
def test_how_many_bugs_three_checks_catch_together(rows, caught):
    found = [failed(bug.table(rows, 64)) for bug in BUGS.values()]
    three = {"row 0", "first clock", "λ ratios"}
    assert sum(not one.isdisjoint(three) for one in found) == caught
    assert max(sum(name in one for one in found) for name in INVARIANTS) == 10
    assert "512 positions and 64 columns they catch 13" in PROSE
    assert "257 positions or fewer they catch 12" in PROSE
