"""The right and the wrong answers to the exercises of `02.md`."""

from math import log, log10, tau

from posenc_helpers import encoding
from posenc_helpers.lessons.exercise import Case, exercise, near

ASKED = {"d_model": 128, "base": 1e4}
MARKED = {
    "how_many_turn": ("HeatmapExplorer", {**ASKED, "seq_len": 50}),
    "longer_window": ("HeatmapExplorer", {**ASKED, "seq_len": 5_000, "start": 0}),
}


@exercise()
def turning_pairs():
    def counts(seq_len, d_model=128):
        """Return the number of pairs that turn, and the index of the last of them."""
        count = encoding.turning_pairs(seq_len, d_model)
        return count, count - 1

    right, last = counts(500)
    yield "right", right
    yield "last_pair", last
    yield "one_less", last - 1
    yield "boundary", near(64 * log(500 / tau) / log(10_000), 0.05)
    yield "all", 64
    yield "half", 32
    yield "ten_times", 10 * counts(50)[0]
    yield "two_logarithms", *(int(64 * log(500 / tau) / log10(10_000)) + k for k in (0, 1))
    yield "columns", 2 * right
    yield "no_2_pi", *counts(round(500 * tau))
    yield "half_turns", *counts(2 * 500)
    yield "window_of_50", counts(50)[0]
    yield "pairs_as_many_as_columns", *counts(500, 256)


def encoding_of(seq_len, d_model, base=10_000):
    """Return the case that gives a whole table to the student's function."""
    table = encoding.positional_encoding(seq_len, d_model, base)
    return Case((table,), f"the encoding of {seq_len=}, {d_model=}, {base=}")


def every_other(table, first=0):
    """Return the columns of every second pair of a table, from pair `first` on."""
    return table.reshape(len(table), -1, 2)[:, first::2].reshape(len(table), -1)


@exercise([(10, 16), (50, 256), (6, 12, 100)], encoding_of, within=1e-6)
def every_other_pair(wide):
    half = wide.shape[1] // 2
    yield "right", every_other(wide)
    yield "every_other_column", wide[:, ::2], wide[:, 1::2]
    yield "one_half", wide[:, :half], wide[:, half:]
    yield "odd_pairs", every_other(wide, first=1)
    yield "axis_of_pairs", wide.reshape(len(wide), -1, 2)[:, ::2]
    yield "unchanged", wide
