"""Recognizing tables: the way back from a table to its convention and base, and honest refusals."""

import time

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from posenc_helpers import angular_frequencies, positional_encoding, shift_matrix
from posenc_helpers.models.conventions import convention_table, recognize
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.precision import rounded
from tests.models.definitions import widths

names = st.sampled_from(sorted(set(CONVENTIONS) - {"nerf"}))
bases = st.sampled_from([2.0, 100.0, 1e4, 5e5, 1e8]) | st.floats(1.5, 1e7)
WIDE = [4, 5, 6, 7, 8, 18, 33, 64, 128]


def angles_in_float32(positions, d_model, base=1e4):
    frequencies = angular_frequencies(d_model, base).astype(np.float32)
    angles = np.multiply.outer(np.asarray(positions, np.float32), frequencies)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), d_model)


@given(names, bases, st.sampled_from(WIDE), st.integers(4, 200), st.booleans())
@settings(max_examples=150, deadline=None)
def test_every_convention_is_recognized_with_its_base(name, base, d_model, rows, single):
    assume(d_model in widths(name, WIDE))
    dtype = np.float32 if single else np.float64
    found = recognize(convention_table(name, rows, d_model, base=base, dtype=dtype))
    possible = [base]
    if CONVENTIONS[name].odd == "extra" and d_model % 2:  # also a table of the next even width
        possible.append(base ** ((d_model + 1) / d_model))
    tolerance = 2e-5 if single else 1e-8
    assert any(dict(found.candidates)[name] == pytest.approx(b, rel=tolerance) for b in possible)
    assert (found.name, found.base) == found.candidates[0]


HALF = np.float16
RIGHT = [  # a table, and what it is: name, base and start
    *((rounded(positional_encoding(64, 64), name), ("paper", 10_000, 0))
      for name in ("float16", "bfloat16", "float32")),
    *((convention_table("nerf", rows, d), ("nerf", 2, 0))
      for rows in (4, 64) for d in (4, 8, 20, 64)),
    (positional_encoding(50, 8, 500_000, dtype=HALF), ("paper", 500_000, 0)),
    (convention_table("whisper", 50, 64, base=500_000, dtype=HALF), ("tensor2tensor", 500_000, 0)),
    # scaled down by 8, the sines of the slow clocks are among the smallest numbers of float16
    (convention_table("sockeye", 50, 64, base=1e8, dtype=HALF), ("sockeye", 1e8, 0)),
    (convention_table("diffusers_sines_first", 30, 9), ("diffusers_sines_first", 10_000, 0)),
    (positional_encoding(20, 2), ("paper", None, 0)),
    *((rounded(convention_table("loftr", rows, 2), name), ("loftr", None, 1))
      for rows, name in ((2, "bfloat16"), (4, "float16"), (12, "bfloat16"))),
    (BUGS["one_based"].table(30, 16), ("loftr", 10_000, 1)),
    *((positional_encoding(30, 32, base, dtype=dtype), ("paper", base, 0))
      for base in (1.0, 2.0, 10_000.0, 12_345.0, 500_000.0) for dtype in (float, np.float32)),
    *((convention_table("fairseq", np.arange(300), d, dtype=dtype), ("fairseq", 10_000, 0))
      for d in (8, 15, 512) for dtype in (float, np.float32, HALF)),
    (angles_in_float32(np.arange(3_000), 64), ("paper", 10_000, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("table", "expected"), RIGHT)
def test_what_a_table_is(table, expected):
    found = recognize(table)
    assert (found.name, found.base, found.start) == expected


# ------------------------------------------------------------------- few bits


@pytest.mark.parametrize("precision", ["float16", "bfloat16"])
def test_values_of_few_bits_with_any_base(precision):
    """With four rows or more, the values always decide: 80 tables of each format."""
    rng = np.random.default_rng(8)
    for _ in range(80):
        base = float(np.exp(rng.uniform(np.log(2), np.log(1e8))))
        rows, d_model = rng.choice([4, 12, 50]), 2 * rng.integers(2, 65)
        found = recognize(rounded(positional_encoding(rows, d_model, base), precision))
        assert (found.name, found.start) == ("paper", 0)
        assert found.base == pytest.approx(base, rel=0.02)


# -------------------------------------------------------------------- what cannot be distinguished


@pytest.mark.parametrize(
    ("name", "d_model", "names", "other", "base"),
    [
        ("paper", 16, ("paper", "xlm", "pytorch_tutorial", "keras_hub", "positional_encodings"),
         "xlm", 10_000),
        ("sockeye", 16, ("sockeye", "x_transformers"), "x_transformers", 10_000),
        ("xlm", 7, ("xlm", "keras_hub", "positional_encodings"),
         "positional_encodings", 10_000 ** (8 / 7)),
        ("positional_encodings", 7, ("positional_encodings", "xlm", "keras_hub"),
         "xlm", 10_000 ** (7 / 8)),
        ("marian", 16, ("marian",), "whisper", 10_000 ** (14 / 16)),
        ("whisper", 16, ("tensor2tensor",), "marian", 10_000 ** (16 / 14)),
    ],
)  # fmt: skip
def test_what_cannot_be_told_apart(name, d_model, names, other, base):
    """Programs make the same table; spacing and base are known together alone.

    base^(-2i/d) with base b and b^(-2i/(d-2)) with base b^((d-2)/d) are the same clocks.
    """
    found = recognize(convention_table(name, 40, d_model))
    assert (found.name, found.base, found.names[: len(names)]) == (names[0], 10_000, names)
    assert all(CONVENTIONS[name].title in found.reason for name in found.names)
    assert dict(found.candidates)[other] == pytest.approx(base)


def test_what_the_reason_says_of_bases_and_rounding():
    from_one = recognize(convention_table("marian", 1 + np.arange(40), 16)).reason
    assert "Its first row is position 1." in from_one and "rounded" not in from_one
    assert "any base gives it" in recognize(positional_encoding(20, 2)).reason
    assert "base 1.235e+16." in recognize(positional_encoding(30, 32, 1.23456e16)).reason
    assert "(base 3,162" in recognize(convention_table("marian", 40, 16)).reason
    single = recognize(BUGS["float32_angles"].table(300, 64))
    assert (single.name, single.base) == ("paper", 10_000)
    assert "Its angles are rounded to float32." in single.reason
    assert "paper" not in recognize(convention_table("whisper", 64, 64, dtype=HALF)).names


# ---------------------------------------------------------------------------------------- refusals


PAPER = positional_encoding(400, 64)
BETWEEN = positional_encoding(50, 8) @ shift_matrix(0.5, 8).T
CIRCLES = "Columns side by side form circles, but "
HALVES = "Columns half a row apart form circles, but "
NO_CLOCKS = (
    "Neither columns side by side nor columns half a row apart are hands of the right length that "
    "turn evenly. In the order sin, cos, sin, cos ..., `examine` says what is wrong with them"
)
NO_BASE = "no base was found that gives these angles up to rounding, at positions from 0, 1 or 2 on"
LARGE = ", and at most 4,194,304 values in 4,096 columns are compared: take fewer rows"
REASONS = [
    (np.zeros((5, 4)), "All its values are 0"),
    *((table, NO_CLOCKS) for table in (
        np.random.default_rng(0).normal(size=(9, 8)), PAPER[:, 0::2], PAPER[:, :9] ** 2,
        2 * PAPER, 2 * convention_table("whisper", 50, 16), np.repeat(PAPER, 2, axis=0),
    )),
    *((table, CIRCLES + NO_BASE) for table in (
        PAPER[::2], PAPER[::-1], PAPER[:, ::-1], PAPER[:, [0, 1, 2, 3, 8, 9]],
        PAPER * np.where(np.arange(64) % 4 == 2, -1, 1), 1.05 * positional_encoding(9, 8)[:, :7],
        positional_encoding(4, 8, 5.0, start=50_000, dtype=HALF), BETWEEN,
        positional_encoding(50, 8, start=12_345),  # that has no row of a usual first position
    )),
    *((table, HALVES + NO_BASE) for table in (
        convention_table("sockeye", 50, 8)[::2], 1.05 * convention_table("musicgen", 9, 7),
    )),
    *((np.broadcast_to(1.0, shape), f"Its shape is {shape}{LARGE}")
      for shape in ((2, 4098), (1048577, 4))),
]  # fmt: skip


@pytest.mark.parametrize(("table", "reason"), REASONS)
def test_why_not_word_for_word(table, reason):
    found = recognize(table)
    assert (found.name, found.base, found.start, found.names) == (None, None, None, ())
    assert found.reason == f"{reason}."


@pytest.mark.parametrize("name", ["whisper", "paper"])
@pytest.mark.parametrize("row", [0, 1, 3, 7])
def test_a_row_of_zeros_is_padding_at_position_1_alone(name, row):
    """In fairseq, whose table is otherwise that of Whisper; the paper's is that of no program."""
    table = convention_table(name, 30, 8)
    table[row] = 0.0
    found = recognize(table)
    if (name, row) == ("whisper", 1):
        assert (found.names, found.base, found.start) == (("fairseq",), 10_000, 0)
    else:
        assert found.name is None
        assert found.reason.startswith(HALVES if name == "whisper" else CIRCLES)


@pytest.mark.parametrize(("precision", "start"), [("float16", 0), ("bfloat16", 5000)])
def test_wide_tables_take_no_longer_than_others(precision, start):
    """A second of computing for what was up to a minute."""
    table = rounded(positional_encoding(512, 4096, 777.7, start=start), precision)
    begin = time.thread_time()
    assert recognize(table).base == (None if start else 777.7)
    assert time.thread_time() - begin < 1.5


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e307, 1e160, 1e-160, 5e-324])
def test_numbers_at_the_ends_give_an_answer_and_no_warning(scale):
    table = positional_encoding(9, 8)
    assert recognize(scale * table).name is None
    assert recognize(positional_encoding(9, 8, 1e-300)).name is None
    steep = recognize(positional_encoding(9, 8, 1e300)).reason
    assert "no base was found" in steep


@pytest.mark.parametrize(("row", "column"), [(0, 0), (63, 63), (17, 40)])
def test_one_wrong_value_is_enough(row, column):
    table = positional_encoding(64, 64)
    table[row, column] += 1e-3
    assert recognize(table).name is None
    table[row, column] += 1e-10 - 1e-3
    reason = recognize(table).reason
    assert ("rounded to float32" in reason) == (row > 0)  # the angle 0 is never off


def test_one_wrong_value_among_many_rows_is_enough():
    """Of so many rows the base is read from some, and all are compared."""
    table = positional_encoding(6_000, 16)
    assert recognize(table).name == "paper"
    for row in (4_100, 5_999):
        right, table[row, 3] = table[row, 3], table[row, 3] + 1e-3
        assert recognize(table).name is None
        table[row, 3] = right


def test_of_a_table_scaled_down_rounding_explains_less():
    table = convention_table("sockeye", 1_200, 64)
    assert np.abs(table).max() == 1 / 8
    table[1_100, 1] += 1e-5  # about what a sine of an angle in float32 is off, divided by 8
    assert recognize(table).name == "sockeye"
    table[1_100, 1] += 9e-5
    assert recognize(table).name is None
