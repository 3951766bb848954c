"""What checks say and return, and which calls are refused before any work.

Warnings count as errors in this file.
"""

import re
from inspect import signature

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import posenc_helpers as pe
from posenc_helpers import checks
from posenc_helpers.checks import Even, Index, OneOf, Positive, Real, Reals, Several, Whole, Wholes
from posenc_helpers.figures.downsampling import table_frequencies
from tests import memory
from tests.figures.cases import MOVING, PLOTS

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize(
    ("kind", "value", "wording"),
    [
        (Whole(0), 1.0, "an integer >= 0, got 1.0 (float)"),
        (Whole(0, 5_000), 9_000, "an integer from 0 to 5,000, got 9000"),
        (Whole(), 2**60, "at most 2**53, got 1152921504606846976"),
        (Whole(0, 5), 10**5000, "an integer from 0 to 5, got int too long to write"),
        (Even(), 3, "an even integer >= 2, got 3"),
        (Even(), 2**31, "at most 2**24, got 2147483648"),
        (Index("most", per=2), 3, "an integer from 0 to 1 at most=4, got 3"),
        (Index("most", first="start"), 9, "an integer from 10 to 13 at most=4, got 9"),
        (Real(0.5, 1e8), 1e9, "a finite number from 0.5 to 100,000,000, got 1000000000.0"),
        (Real(), "1", "a finite number, got '1' (str)"),
        (Positive(), 10**400, "a finite number > 0, got 10000000000000000000... (401 characters)"),
        (checks.SWITCH, 1, "True or False, got 1 (int)"),
        (OneOf("a"), "x" * 10**5, "one of 'a', got 'xxxxxxxxxxxxxxxxxxx... (100002 characters)"),
        (Reals(), [1, np.nan], "finite real numbers, got nan"),
        (Reals(above=0), [1, 0], "finite real numbers > 0, got 0.0"),
        (Reals(), [[1], [1, 2]], "one array of finite real numbers, got rows of different lengths"),
        (Wholes(0, 5), [1.5], "integers from 0 to 5, got an array of float64"),
    ],
    ids=lambda one: type(one).__name__,  # pytest cannot write all of these
)
def test_what_must_be(kind, value, wording):
    with pytest.raises((TypeError, ValueError), match=f"^n must be {re.escape(wording)}$"):
        kind.check("n", value, {"most": 4, "start": 10})


def test_what_a_check_makes_of_its_value():
    assert type(Whole().check("n", np.uint8(3))) is int
    assert Real().check("n", np.float32(0.5)) == 0.5
    assert Wholes().check("n", np.array([3], np.uint8)).dtype == np.int64
    assert Several(Whole(), 4).check("n", 3) == [3]
    mine = np.zeros(3)
    assert Reals().check("n", mine) is not mine


@pytest.mark.parametrize("name", MOVING)
def test_a_picture_that_moves_says_what_it_takes(name):
    """The plot function of a moving picture documents the ranges of its arguments."""
    plot, lines = PLOTS[name], PLOTS[name].__doc__.splitlines()
    assert plot.__name__ == name and plot.takes.keys() <= signature(plot).parameters.keys()
    assert all(f"{argument} : {allowed}" in lines for argument, allowed in plot.takes.items())
    assert lines[0].startswith("Draw ") and "the drawing" in lines
    with pytest.raises(TypeError, match="nobody"):
        plot(nobody=1)


STEEP = 1e307 ** -(1024 / 1022)  # the last clock turns by 1e307 radians per token
table = pe.positional_encoding
MANY = "offsets=100 distances and d_model=16777216"
PAST = "start + seq_len must be at most 2**53, got start={} and seq_len=2"
MEMORY = "a result must take at most 4 GiB, got {} GiB for {}"
STEEPER = "base must be nearer to 1 at d_model=1024, got {}: the {} too large for float64"
FURTHER = STEEPER.format("1e-300", "angles at 1e+10 tokens are")
FEW = Several(Whole(), 1)
REFUSED = [
    (lambda: table(2, 4, start=2**53 - 1), PAST, 2**53 - 1),
    (lambda: table_frequencies(2, 4, 1e4, 2**53 - 1), PAST, 2**53 - 1),
    (lambda: table(4 * 10**10, 2), MEMORY, 596, "seq_len=40000000000 and d_model=2"),
    (lambda: pe.shift_matrix(1, 2**20), MEMORY, "8,192", "d_model=1048576"),
    (lambda: pe.shifted_attention(2**20, 8), MEMORY, "8,192", "seq_len=1048576"),
    (lambda: pe.similarity(range(100), 2**24), MEMORY, 6, MANY),
    (lambda: pe.angular_frequencies(1024, 5e-324), STEEPER, 5e-324, "frequencies are"),
    (lambda: pe.wavelengths(1024, 1.79e308), STEEPER, 1.79e308, "wavelengths are"),
    (lambda: pe.similarity([0, -1e10], 1024, 1e-300), FURTHER),
    (lambda: pe.shift_matrix(-1e10, 1024, 1e-300), FURTHER),
    (lambda: pe.shift_encoding(np.ones(1024), -1e10, 1e-300), FURTHER),
    (lambda: table(300, 1024, STEEP), STEEPER, STEEP, "angles at 300 tokens are"),
    # Blocks of means may reach twice as far as the window.
    (lambda: table_frequencies(15, 1024, STEEP), STEEPER, STEEP, "angles at 62 tokens are"),
    (lambda: FEW.check("n", [1, 2]), "n must hold at most 1 values, got [1, 2]"),
    (lambda: FEW.check("n", []), "n must hold at least one value, got none"),
]


@pytest.mark.parametrize(("call", "message", "parts"), [(c, m, p) for c, m, *p in REFUSED])
def test_what_is_refused_before_any_work_and_why(call, message, parts):
    with memory.at_most(2**23):
        with pytest.raises(ValueError, match=f"^{re.escape(message.format(*parts))}$"):
            call()


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("plot_who_bit_whom('dogs bark')", "ValueError: sentence must be 3 to 12 words"),
        ("positional_encoding(3)", "TypeError: missing a required argument: 'd_model'"),
        ("SwapExplorer(gian=1)", "TypeError: settings must be among gain, "),
    ],
)
def test_a_notebook_shows_a_refused_argument_in_one_line(call, line, capsys):
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    shell.run_cell(f"import posenc_helpers\nposenc_helpers.{call}")
    assert re.fullmatch(re.escape(line) + ".*", capsys.readouterr().out.strip())
