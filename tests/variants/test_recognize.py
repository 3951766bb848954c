"""Recognizing tables: the way back from a table to its convention and base, and honest refusals."""

import time

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from posenc_helpers import (
    convention_table,
    positional_encoding,
    recognize,
    shift_matrix,
)
from posenc_helpers.precision import rounded
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.speeds import clock_speeds
from posenc_helpers.variants.tables import convention_frequencies
from tests.variants.definitions import FIRST_POSITION, SMALLEST, widths

names = st.sampled_from(sorted(set(CONVENTIONS) - {"nerf"}))
bases = st.sampled_from([2.0, 100.0, 1e4, 5e5, 1e8]) | st.floats(1.5, 1e7)
WIDE = [4, 5, 6, 7, 8, 18, 33, 64, 128]


def base_found(found, name):
    return dict(found.candidates)[name]


@given(names, bases, st.sampled_from(WIDE), st.integers(4, 200), st.booleans())
@settings(max_examples=200, deadline=None)
def test_every_convention_is_recognized_with_its_base(name, base, d_model, rows, single):
    assume(d_model in widths(name, WIDE))
    dtype = np.float32 if single else np.float64
    found = recognize(convention_table(name, rows, d_model, base=base, dtype=dtype))
    assert name in found.names
    possible = [base]
    if CONVENTIONS[name].odd == "extra" and d_model % 2:  # also a table of the next even width
        possible.append(base ** ((d_model + 1) / d_model))
    tolerance = 2e-5 if single else 1e-8
    assert any(base_found(found, name) == pytest.approx(b, rel=tolerance) for b in possible)
    assert found.name == found.names[0]
    assert found.base == found.candidates[0][1]


@given(
    names,
    bases,
    st.sampled_from([6, 18, 64]),
    st.lists(st.integers(-1500, 1500), min_size=6, max_size=40, unique=True),
)
@settings(max_examples=100, deadline=None)
def test_any_positions_if_two_of_them_are_neighbours(name, base, d_model, positions):
    positions = [*positions, positions[0] + 1]
    assume(len(set(positions) - {1}) >= 6)
    assume(CONVENTIONS[name].padding_row not in (positions[0], positions[-1]))
    table = convention_table(name, positions, d_model, base=base)
    found = recognize(table, positions)
    assert name in found.names
    assert base_found(found, name) == pytest.approx(base, rel=1e-8)


@given(st.floats(0.01, 0.9), st.sampled_from([6, 18]))
@settings(max_examples=40, deadline=None)
def test_real_positions(step, d_model):
    positions = 0.3 + step * np.arange(30)
    found = recognize(convention_table("ddpm", positions, d_model, base=777.0), positions)
    assert "ddpm" in found.names
    assert base_found(found, "ddpm") == pytest.approx(777, rel=1e-8)


@pytest.mark.parametrize("rows", [4, 64])
@pytest.mark.parametrize("d_model", [4, 8, 20, 64])
def test_octaves(rows, d_model):
    found = recognize(convention_table("nerf", rows, d_model))
    assert (found.name, found.base) == ("nerf", 2.0)
    positions = np.linspace(-1, 1, rows)
    found = recognize(convention_table("nerf", positions, d_model), positions)
    assert (found.name, found.base) == ("nerf", 2.0)


@pytest.mark.parametrize("precision", ["float32", "float16", "bfloat16"])
def test_values_stored_in_few_bits(precision):
    found = recognize(rounded(positional_encoding(64, 64), precision))
    assert (found.name, found.base) == ("paper", 10_000)
    found = recognize(rounded(convention_table("whisper", 64, 64), precision))
    assert "whisper" in found.names
    assert "paper" not in found.names


def test_angles_in_single_precision_are_recognized_and_named():
    found = recognize(BUGS["float32_angles"].table(300, 64))
    assert (found.name, found.base) == ("paper", 10_000)
    assert "Its angles are rounded to float32." in found.reason
    assert "rounded" not in recognize(positional_encoding(300, 64)).reason


def test_float32_tables_at_a_million():
    positions = 10**6 + np.arange(60)
    angles = np.multiply.outer(
        positions.astype(np.float32), convention_frequencies("paper", 64).astype(np.float32)
    )
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(60, 64)
    assert np.abs(table - convention_table("paper", positions, 64)).max() > 0.01
    found = recognize(table, positions)
    assert (found.name, found.base) == ("paper", 10_000)


# ------------------------------------------------------------------- few bits, and late windows


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


def test_a_base_of_one_digit_in_float16():
    found = recognize(positional_encoding(50, 8, 500_000, dtype=np.float16))
    assert (found.name, found.base, found.start) == ("paper", 500_000, 0)
    found = recognize(convention_table("whisper", 50, 64, base=500_000, dtype=np.float16))
    assert (found.name, found.base) == ("tensor2tensor", 500_000)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("d_model", [2, 8, 64])
def test_windows_that_start_late(d_model, dtype):
    for start in (-1_000_000, -300, 3, 25, 359, 12_345, 100_000, 999_951):
        found = recognize(positional_encoding(50, d_model, start=start, dtype=dtype))
        base = 10_000 if d_model > 2 else None
        assert (found.name, found.base, found.start) == ("paper", base, start)
        assert f"Its first row is position {start:,}." in found.reason


def test_late_windows_with_other_bases_and_layouts():
    rng = np.random.default_rng(9)
    for name in ("whisper", "marian", "torchtune", "musicgen", "sockeye", "xlm", "tensor2tensor"):
        d_model = 15 if name in ("xlm", "tensor2tensor") else 16
        base, start = float(np.exp(rng.uniform(1, 18))), int(rng.integers(3, 60_000))
        for dtype in (np.float64, np.float32):
            positions = start + np.arange(50)
            table = convention_table(name, positions, d_model, base=base, dtype=dtype)
            found = recognize(table)
            assert found.start == start
            assert base_found(found, name) == pytest.approx(base, rel=1e-6)


def test_small_hands_in_float16():
    """Scaled down by 8, the sines of the slow clocks are among its smallest numbers."""
    found = recognize(convention_table("sockeye", 50, 64, base=1e8, dtype=np.float16))
    assert (found.name, found.base, found.start) == ("sockeye", 1e8, 0)


def test_late_windows_of_angles_in_float32():
    for start in (3, 359, 12_345, 60_000):
        positions = start + np.arange(50)
        for d_model in (4, 64):
            frequencies = convention_frequencies("paper", d_model).astype(np.float32)
            angles = np.multiply.outer(positions.astype(np.float32), frequencies)
            table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(50, d_model)
            found = recognize(table)
            assert (found.name, found.base, found.start) == ("paper", 10_000, start)


def test_sines_first_in_diffusers_with_an_odd_width():
    table = convention_table("diffusers_sines_first", 30, 9)
    assert not table[:, 8].any()
    found = recognize(table)
    assert (found.name, found.base) == ("diffusers_sines_first", 10_000)


# ------------------------------------------------------------------------ what cannot be told apart


def test_programs_that_make_the_same_table_are_all_named():
    found = recognize(positional_encoding(20, 16))
    twins = ("paper", "xlm", "pytorch_tutorial", "keras_hub", "positional_encodings")
    assert found.names == twins
    assert all(CONVENTIONS[name].title in found.reason for name in twins)
    found = recognize(convention_table("sockeye", 20, 16))
    assert found.names == ("sockeye", "x_transformers")


def test_spacing_and_base_cannot_be_told_apart_without_knowing_either():
    """base^(-2i/d) with base b and b^(-2i/(d-2)) with base b^((d-2)/d) are the same clocks."""
    found = recognize(convention_table("marian", 40, 16))
    assert (found.name, found.base) == ("marian", 10_000)
    assert base_found(found, "whisper") == pytest.approx(10_000 ** (14 / 16))
    assert "(base 3,162" in found.reason
    found = recognize(convention_table("whisper", 40, 16))
    assert found.names[0] == "tensor2tensor"
    assert found.base == 10_000
    assert base_found(found, "marian") == pytest.approx(10_000 ** (16 / 14))


def test_one_clock_has_no_base():
    found = recognize(positional_encoding(20, 2))
    assert found.name == "paper"
    assert found.base is None
    assert "any base gives it" in found.reason


@pytest.mark.parametrize(("rows", "precision"), [(2, "bfloat16"), (4, "float16"), (12, "bfloat16")])
def test_a_first_position_that_a_convention_has_needs_few_bits(rows, precision):
    """Among all positions up to a million, such a clock alone would not tell where it starts."""
    found = recognize(rounded(convention_table("detr", rows, 2), precision))
    assert (found.name, found.base, found.start) == ("detr", None, 1)


def test_odd_widths_tell_more():
    found = recognize(convention_table("xlm", 20, 7))
    assert found.candidates[:2] == (("xlm", 10_000), ("keras_hub", 10_000))
    assert base_found(found, "positional_encodings") == pytest.approx(10_000 ** (8 / 7))
    found = recognize(convention_table("positional_encodings", 20, 7))
    assert (found.name, found.base) == ("positional_encodings", 10_000)


def test_a_base_is_written_with_as_few_digits_as_will_do():
    for base in (2.0, 10_000.0, 12_345.0, 500_000.0):
        assert recognize(positional_encoding(30, 32, base)).base == base
        assert recognize(positional_encoding(30, 32, base, dtype=np.float32)).base == base
    assert recognize(positional_encoding(30, 32, 1.0)).base == 1
    assert "base 1.235e+16." in recognize(positional_encoding(30, 32, 1.23456e16)).reason


def test_a_table_with_positions_from_one_is_that_of_detr():
    found = recognize(BUGS["one_based"].table(30, 16))
    assert (found.name, found.base) == ("detr", 10_000)
    assert "detr" not in recognize(BUGS["one_based"].table(30, 16), 1 + np.arange(30)).names[:1]


# ---------------------------------------------------------------------------------------- refusals


PAPER = positional_encoding(400, 64)
CIRCLES = "Columns side by side form circles, but "
HALVES = "Columns half a row apart form circles, but "
NEITHER = (
    "Neither columns side by side nor columns half a row apart form circles: for some pair, "
    "sin² + cos² varies by "
)
NO_BASE = CIRCLES + "no base was found that gives these angles up to rounding"


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (np.zeros((5, 4)), "All its values are 0"),
        (np.random.default_rng(0).normal(size=(9, 8)), NEITHER + "5.5"),
        (PAPER[:, 0::2], NEITHER + "1.9"),
        (PAPER[:, :9] ** 2, NEITHER + "0.50"),
        (2 * PAPER, CIRCLES + "their radius is 2, not 1"),
        (2 * convention_table("whisper", 50, 16), HALVES + "their radius is 2, not 1"),
        (1.05 * positional_encoding(9, 8)[:, :7], CIRCLES + "their radius is 1.05, not 1"),
        (1.05 * convention_table("musicgen", 9, 7), HALVES + "their radius is 1.05, not 1"),
        (np.repeat(PAPER, 2, axis=0),
         CIRCLES + "clock 0 does not turn evenly"),
        (PAPER[::2], CIRCLES + "clock 0 turns by 2 radians per token, not by 1"),
        (PAPER[::-1], CIRCLES + "clock 0 turns by -1 radians per token, not by 1"),
        (PAPER[:, ::-1], CIRCLES + "clock 0 turns by 0.0001334 radians per token, not by 1"),
        (convention_table("sockeye", 50, 8)[::2],
         HALVES + "clock 0 turns by 2 radians per token, not by 1"),
        (PAPER[:, [0, 1, 2, 3, 8, 9]],
         CIRCLES + "the ratio of neighbouring speeds is not constant: 1.334 to 2.371"),
        (PAPER * np.where(np.arange(64) % 4 == 2, -1, 1),
         CIRCLES + "the ratio of neighbouring speeds is not constant: -1.334 to -1.334"),
        (positional_encoding(4, 8, 5.0, start=50_000, dtype=np.float16), NO_BASE),
        (positional_encoding(50, 8) @ shift_matrix(0.5, 8).T, NO_BASE),
    ],
)  # fmt: skip
def test_why_not_word_for_word(table, reason):
    found = recognize(table)
    assert (found.name, found.base, found.start, found.names) == (None, None, None, ())
    assert found.reason == f"{reason}."


@pytest.mark.parametrize(
    ("table", "positions"),
    [
        (positional_encoding(9, 8, start=40), np.arange(9)),
        (positional_encoding(9, 2, start=40), np.arange(9)),
        (convention_table("paper", 1000 * np.arange(30), 4, base=777), 1000 * np.arange(30)),
        (positional_encoding(9, 8), np.zeros(9)),
    ],
)
def test_positions_that_do_not_fit_the_rows(table, positions):
    found = recognize(table, positions)
    assert found.name is None
    assert found.reason.startswith(CIRCLES)


def test_late_windows_of_angles_in_float32_turn_evenly():
    """What float32 does to them is rounding, and the reason blames no clock for it."""
    for base, start in ((2_108.4, 779_650), (17.7, 955_417), (667.3, 380_648)):
        frequencies = convention_frequencies("paper", 16, base).astype(np.float32)
        positions = (start + np.arange(50)).astype(np.float32)
        angles = np.multiply.outer(positions, frequencies)
        table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(50, 16)
        found = recognize(table)
        assert found.name is None
        assert found.reason == f"{NO_BASE}."


@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("name", ["whisper", "paper"])
def test_a_row_of_zeros_is_padding_at_position_1_alone(name, given):
    """In fairseq, whose table is otherwise that of Whisper; the paper's is that of no program."""
    form = HALVES if name == "whisper" else CIRCLES
    for row in (0, 1, 3, 7):
        table = convention_table(name, 30, 8)
        table[row] = 0.0
        found = recognize(table, np.arange(30) if given else None)
        if (name, row) == ("whisper", 1):
            assert (found.names, found.base, found.start) == (("fairseq",), 10_000, 0)
        else:
            assert found.name is None
            assert found.reason.startswith(form)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("d_model", [8, 15, 512])
def test_stored_tables_with_a_row_of_padding(d_model, dtype):
    found = recognize(convention_table("fairseq", np.arange(300), d_model, dtype=dtype))
    assert (found.names, found.base, found.start) == (("fairseq",), 10_000, 0)


def test_wide_tables_take_no_longer_than_others():
    """A second of computing for what was up to a minute; beyond, it says that it gives up."""
    for table in (
        positional_encoding(512, 4096, 777.7, dtype=np.float16),
        rounded(positional_encoding(512, 4096, 777.7, start=5000), "bfloat16"),
    ):
        begin = time.thread_time()
        found = recognize(table)
        assert time.thread_time() - begin < 1.5
        assert found.base == (None if table[0, 0] else 777.7)
    most = "at most 4,194,304 values in 4,096 columns are compared: take fewer rows"
    for shape in ((2, 4098), (2**20 + 1, 4)):
        assert recognize(np.ones(shape)).reason == f"Its shape is {shape}, and {most}."


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("scale", [1e307, 1e160, 1e-160, 5e-324])
def test_numbers_at_the_ends_give_an_answer_and_no_warning(scale):
    table = positional_encoding(9, 8)
    assert recognize(scale * table).name is None
    assert recognize(table, scale * np.arange(9)).name is None
    assert recognize(positional_encoding(9, 8, 1e-300)).name is None
    steep = recognize(positional_encoding(9, 8, 1e300)).reason
    assert "no base was found" in steep


def test_one_wrong_value_is_enough():
    table = positional_encoding(64, 64)
    for row, column in ((0, 0), (63, 63), (17, 40)):
        wrong = table.copy()
        wrong[row, column] += 1e-3
        assert recognize(wrong).name is None
        wrong[row, column] = table[row, column] + 1e-10
        reason = recognize(wrong).reason
        assert ("rounded to float32" in reason) == (row > 0)  # the angle 0 is never off


@pytest.mark.parametrize("row", [4_100, 5_555, 5_999])
def test_one_wrong_value_among_many_rows_is_enough(row):
    """Of so many rows the base is read from some, and all are compared."""
    table, order = positional_encoding(6_000, 16), np.random.default_rng(0).permutation(6_000)
    assert recognize(table).name == recognize(table[order], order).name == "paper"
    table[row, 3] += 1e-3
    assert recognize(table).name is recognize(table[order], order).name is None


def test_of_a_table_scaled_down_rounding_explains_less():
    table = convention_table("sockeye", 1_200, 64)
    assert np.abs(table).max() == 1 / 8
    table[1_100, 1] += 1e-5  # about what a sine of an angle in float32 is off, divided by 8
    assert recognize(table).name == "sockeye"
    table[1_100, 1] += 9e-5
    assert recognize(table).name is None


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1, 2]], r"table must have at least two rows and two columns, got shape \(1, 2\)"),
        ([1, 2, 3], r"table must have two axes, one row for each position, got shape \(3,\)"),
        (np.zeros((1, 5, 4)), r"table must have two axes, .* got shape \(1, 5, 4\)"),
        ([[1], [2]], r"got shape \(2, 1\)"),
        ([[1, 2], [3, float("nan")]], "table must be finite real numbers, got nan"),
    ],
)
def test_what_is_no_table(table, message):
    with pytest.raises(ValueError, match=message):
        recognize(table)


def test_positions_fit_the_rows():
    with pytest.raises(ValueError, match="^positions must hold one for each of the 5 rows, got 4$"):
        recognize(positional_encoding(5, 4), [0, 1, 2, 3])
    with pytest.raises(ValueError, match="^positions must be finite real numbers, got inf$"):
        recognize(positional_encoding(2, 4), [0, float("inf")])


# ----------------------------------------------------------------------------------- clock speeds


@given(st.integers(1, 40), st.floats(1.0, 1e8), st.integers(2, 500), st.integers(-(10**5), 10**5))
@settings(max_examples=100, deadline=None)
def test_speeds_are_read_off_the_table(pairs, base, rows, start):
    table = positional_encoding(rows, 2 * pairs, base, start=start)
    speeds = clock_speeds(table)
    expected = convention_frequencies("paper", 2 * pairs, base)
    assert np.abs(speeds - expected).max() <= 1e-15 * (abs(start) + rows) + 2e-15


def test_constants_agree():
    for name, first in FIRST_POSITION.items():
        assert CONVENTIONS[name].first_position == first
    for name, convention in CONVENTIONS.items():
        assert convention.narrowest == SMALLEST.get(name, 2)
