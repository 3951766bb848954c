"""What `compare` prints, for tables made by the formulas of each program and each bug."""

import re

import pytest

from posenc_helpers.models.conventions import compare
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.tables import CONVENTIONS
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
        found = [re.fullmatch(r"(.{40}) (\S+) +(agrees .*|first .*)", line) for line in lines]
        known = {one[1].rstrip(): (float(one[2]), one[3]) for one in found if one}
        assert [off for off, _ in known.values()] == sorted(off for off, _ in known.values())
        return [line for line, one in zip(lines, found, strict=True) if not one], known

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


@pytest.mark.parametrize("base", [256, 4_096])
def test_a_right_table_of_another_base_is_called_no_mistake(printed, base):
    said, known = printed(exact("paper", range(10), 4, base, floats=True))
    assert said[1:] == [f"No known table agrees to 2 decimals at base 10,000. {ASKS}"]
    assert all(words.startswith("first differs in row ") for _, words in known.values())


@pytest.mark.parametrize("decimals", [2, 4, 8])
def test_a_rounded_table_agrees_to_its_decimals(printed, decimals):
    title, (off, words) = next(iter(printed(PAPER.round(decimals))[1].items()))
    assert (title, words) == ("the paper", f"agrees to {decimals} decimals")
    assert off == pytest.approx(0.5 * 10.0**-decimals, rel=0.05)


@pytest.mark.parametrize("name", ["paper", "own_exponent"])
def test_a_transposed_table_is_told_and_compared(printed, name):
    table = exact(name, range(49), 64, floats=True).round(4)
    said, known = printed(table.T)
    assert said[0] == TRANSPOSED and (said[1:], known) == printed(table)


def test_the_first_row_that_differs(printed):
    table = PAPER.copy()
    table[17:, 5] += 0.02
    assert printed(table)[1]["the paper"] == (0.02, "first differs in row 17")


def test_angles_that_are_too_large_for_float16(printed):
    """They are NaN in the table of that bug."""
    table = exact("paper", range(100), 8, 1e-4, floats=True)
    assert next(iter(printed(table, base=1e-4)[1])) == "the paper"


def test_what_is_no_table_is_refused():
    for table in (PAPER[:, :63], PAPER[:1]):
        with pytest.raises(ValueError, match="^table must have at least two rows and"):
            compare(table)
