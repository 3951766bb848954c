"""The mystery tables of lesson 13: each is what its answer says, and can be distinguished."""

import numpy as np
import pytest

from posenc_helpers import angular_frequencies, positional_encoding
from posenc_helpers.models.conventions import mystery, mystery_tables
from posenc_helpers.models.conventions.invariants import examine
from posenc_helpers.models.conventions.recognize import recognize
from posenc_helpers.models.conventions.tables import interleaved_order

TABLES = mystery_tables()
KIND = mystery.MYSTERIES


def table_of(word):
    """Return the mystery table of the kind whose description has this word in it."""
    (kind,) = (k for k, text in enumerate(mystery.kinds(), start=1) if word in text)
    return TABLES[next(letter for letter, one in KIND.items() if one == kind)]


def test_each_is_of_its_kind():
    p, i = np.arange(50)[:, None], np.arange(8)
    rates = angular_frequencies(16)
    assert list(TABLES) == list("ABCDEF") and len(set(KIND.values())) == 6
    assert np.array_equal(table_of("10,000"), positional_encoding(50, 16))
    assert table_of("base 100")[:, 0::2] == pytest.approx(np.sin(p * 100 ** (-i / 8)))
    assert table_of("all sines first")[:, :8] == pytest.approx(np.sin(p * rates))
    assert table_of("all sines first")[:, 8:] == pytest.approx(np.cos(p * rates))
    assert table_of("from 1")[:, 1::2] == pytest.approx(np.cos((p + 1) * rates))
    assert table_of("whole fraction")[:, 0::2] == pytest.approx(np.sin((p / 1e4) ** (i / 8)))
    assert table_of("exactly 1/b")[:, 0::2] == pytest.approx(np.sin(p * 1e4 ** (-i / 7)))


def test_what_the_messages_say_is_true():
    fails = {
        letter: {name for name, found in examine(table).items() if not found.passes}
        for letter, table in TABLES.items()
    }
    assert fails["A"] == {"row_zero"}
    assert not fails["B"] & {"unit_circles", "constant_norm", "toeplitz", "row_zero"}
    assert "wavelength_ratio" in fails["B"]
    assert fails["C"] == set()
    assert "even_steps" in fails["D"]
    assert not fails["E"] & {"even_steps", "row_zero"} and "wavelength_ratio" in fails["E"]
    assert "row_zero" in fails["F"]
    assert not any("constant_norm" in found for found in fails.values())  # what `right` says
    speeds = angular_frequencies(16, 1e4 ** (16 / 14))
    assert np.sin(speeds) == pytest.approx(TABLES["B"][1, 0::2])
    assert speeds[-1] == pytest.approx(1e-4)
    assert recognize(TABLES["F"][:, interleaved_order(16)]).name == "paper"
    assert round(10_000 ** (512 / 510)) == 10_368  # in same_clocks
