"""What `compare` prints, for tables made by the formulas of each program and each bug."""

import re

import numpy as np
import pytest

from posenc_helpers.models.conventions import compare
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.models.definitions import FIRST_POSITION, exact

pytestmark = pytest.mark.filterwarnings("error")

TITLES = {name: one.title for name, one in CONVENTIONS.items()}
TITLES |= {name: f"bug: {one.title}" for name, one in BUGS.items()}
PAPER = exact("paper", range(50), 64, floats=True)
ASKS = "Is the base another? Call compare(table, base=…)"
TRANSPOSED = "This table is transposed: each column holds one position. Its transpose:"


@pytest.fixture
def printed(capsys):
    """Return a function that gives what `compare` prints: lines of words, and of tables by title.

    The table of a title has its largest difference, and the words beside it.
    """

    def compared(table, **base):
        assert compare(table, **base) is None
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= 100
        found = [re.fullmatch(r"(.{40}) (\S+) +(agrees .*|first .*)", line) for line in lines]
        known = {one[1].rstrip(): (float(one[2]), one[3]) for one in found if one}
        said = [line for line, one in zip(lines, found, strict=True) if not one]
        assert [off for off, _ in known.values()] == sorted(off for off, _ in known.values())
        return said, known

    return compared


@pytest.mark.parametrize("base", [10_000, 500])
@pytest.mark.parametrize("name", TITLES)
def test_every_table_is_found_as_itself(printed, name, base):
    """Bugs in float16 and bfloat16 show in 300 rows: then nothing else is as near."""
    first = FIRST_POSITION.get(name, 0)
    table = exact(name, range(first, first + 300), 16, base, floats=True)
    said, known = printed(table, base=base)
    off, words = known[TITLES[name]]
    assert off < 1e-11 and re.fullmatch(r"agrees to 1[12] decimals", words)
    nearest = [title for title, (off, _) in known.items() if off < 1e-11]
    alone = name in BUGS and name != "one_based"  # LoFTR does that on purpose
    assert nearest == [TITLES[name]] if alone else TITLES[name] in nearest
    assert said[0] == f"{f'at base {base:,}':40} largest difference"
    asks = alone and name != "float32_angles"  # the paper agrees with that bug to 4 decimals
    assert said[1:] == [f"Only a bug agrees at base {base:,}. {ASKS}"] * asks


@pytest.mark.parametrize("shape", [(50, 64), (20, 16), (10, 4)])
@pytest.mark.parametrize("base", [256, 625, 1_024, 4_096])
def test_a_right_table_of_another_base_is_called_no_mistake(printed, base, shape):
    table = exact("paper", range(shape[0]), shape[1], base, floats=True)
    said, known = printed(table, base=base)
    assert next(iter(known)) == "the paper" and len(said) == 1
    said, known = printed(table)
    assert said[1:] == [f"No known table agrees to 2 decimals at base 10,000. {ASKS}"]
    assert all(words.startswith("first differs in row ") for _, words in known.values())


def test_a_bug_that_is_right_at_another_base(printed):
    """Without the base, a right table of base 100 is that of a bug; the line below asks."""
    said, known = printed(exact("paper", range(50), 64, 100, floats=True))
    assert next(iter(known)) == "bug: pair used as column"
    assert said[1:] == [f"Only a bug agrees at base 10,000. {ASKS}"]


@pytest.mark.parametrize("decimals", range(2, 9))
def test_a_rounded_table_agrees_to_its_decimals(printed, decimals):
    _, known = printed(PAPER.round(decimals))
    title, (off, words) = next(iter(known.items()))
    assert (title, words) == ("the paper", f"agrees to {decimals} decimals")
    assert off == pytest.approx(0.5 * 10.0**-decimals, rel=0.05)


@pytest.mark.parametrize(("storage", "agree"), [("float32", "7"), ("float16", "3")])
def test_a_table_in_few_bits_agrees_to_fewer_decimals(printed, storage, agree):
    _, known = printed(PAPER.astype(storage))
    assert next(iter(known)) == "the paper"
    assert known["the paper"][1] == f"agrees to {agree} decimals"


@pytest.mark.parametrize("rows", [49, 50])
@pytest.mark.parametrize("name", ["paper", "own_exponent"])
def test_a_transposed_table_is_told_and_compared(printed, name, rows):
    table = exact(name, range(rows), 64, floats=True).round(4)
    said, known = printed(table.T)
    assert said[0] == TRANSPOSED and (said[1:], known) == printed(table)


@pytest.mark.parametrize("row", [0, 17, 49])
def test_the_first_row_that_differs(printed, row):
    table = PAPER.copy()
    table[row:, 5] += 0.02
    said, known = printed(table)
    assert known["the paper"] == (0.02, f"first differs in row {row}")
    assert said[-1].endswith(ASKS)


def test_as_many_lines_as_are_useful(printed):
    """All that agree, three more, and the paper where it is not among them."""
    _, known = printed(exact("tensor2tensor", range(12), 16, floats=True))
    agree = [title for title, (_, words) in known.items() if words.startswith("agrees")]
    assert agree == ["tensor2tensor", "TensorFlow models", "Whisper", "DDPM"]
    assert len(known) == len(agree) + 4 and [*known][-1] == "the paper"


def test_angles_that_are_too_large_for_float16(printed):
    """They are NaN in the table of that bug."""
    table = exact("paper", range(100), 8, 1e-4, floats=True)
    assert next(iter(printed(table, base=1e-4)[1])) == "the paper"


@pytest.mark.parametrize(
    ("table", "message"),
    [(PAPER[:, :63], "at least two rows and an even number of columns, got shape (50, 63)"),
     (PAPER[:1], "at least two rows and two columns, got shape (1, 64)"),
     (PAPER[:, np.newaxis], "the shape (positions, columns), got (50, 1, 64)"),
     (np.where(PAPER < -0.9, np.nan, PAPER), "finite real numbers of shape (positions, columns), "
      "got nan")],
)  # fmt: skip
def test_what_is_no_table_is_refused_in_one_line(table, message):
    with pytest.raises(ValueError, match=rf"^table must (have|be) {re.escape(message)}$"):
        compare(table)
