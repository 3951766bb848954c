"""Recognizing tables: conventions, mistakes and their bases, and honest refusals."""

import math
import os
import time
from functools import partial

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import convention_table, recognize
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.recognize import REPORTED
from posenc_helpers.models.conventions.tables import interleaved_order, variant_table
from posenc_helpers.precision import rounded

pytestmark = pytest.mark.filterwarnings("error")


BF16 = "bfloat16"


def columns(angles):
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


def paper(n, d, base, *, power=lambda i, d: -2 * i / d, positions=None):
    """The paper's table by plain formulas; `power` gives the exponents of base for pairs i."""
    positions = np.arange(n) if positions is None else positions
    return columns(np.multiply.outer(positions, base ** power(np.arange(d // 2), d)))


def tensor2tensor(n, d, base, positions):
    return convention_table("tensor2tensor", positions(n), d, base=base)


REPORTS = {  # made here by plain formulas
    "inverted": lambda n, d, b: paper(n, d, b, power=lambda i, d: 2 * i / d),
    "log10": lambda n, d, b: paper(n, d, math.exp(math.log10(b))),
    "mixed_halves": lambda n, d, b: paper(n, d, b)[:, interleaved_order(d)],
    "bfloat16_angles": lambda n, d, b: columns(
        rounded(np.outer(np.arange(n), rounded(b ** (-np.arange(0, d, 2) / d), BF16)), BF16)
    ),
    "descending": lambda n, d, b: tensor2tensor(n, d, b, lambda n: np.arange(n)[::-1]),
    "scaled_steps": lambda n, d, b: tensor2tensor(n, d, b, lambda n: 0.3 * np.arange(n)),
    "scaled": lambda n, d, b: (2 / d) ** 0.5 * convention_table("whisper", n, d, base=b),
    "empty_rows": lambda n, d, b: np.vstack([np.zeros(d), paper(n, d, b)[1:]]),
    "rope_cache": lambda n, d, b: convention_table("diffusers", n, d, base=b),
    "cosines_first": lambda n, d, b: paper(n, d, b)[:, np.arange(d) ^ 1],
}  # fmt: skip
KINDS = {**{name: partial(variant_table, name) for name in (*CONVENTIONS, *BUGS)}, **REPORTS}
MANY = int(os.environ.get("POSENC_TABLES", "20"))  # 1,000 take most of an hour
FORMATS = "float64", "float32", "float16", "bfloat16"


def test_every_mistake_is_made_here():
    assert REPORTS.keys() == REPORTED.keys()


@pytest.mark.parametrize("count", [2, pytest.param(MANY, marks=pytest.mark.full)])
@pytest.mark.parametrize("kind", KINDS)
def test_random_tables_of_every_kind(kind, count):
    """Of random size and base, and stored in a random format."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        rows, d_model = rng.integers(12, 60), 2 * rng.integers(4, 33 if kind != "nerf" else 10)
        base = rng.choice([10_000.0, 500.0, 20_000.0, 500_000.0, 1e6]) if kind != "nerf" else 2.0
        table = KINDS[kind](300 if "positions" in kind else rows, d_model, base)
        storage = rng.choice(FORMATS)
        found = recognize(rounded(table, storage))
        if kind.endswith("_angles") and kind not in found.names:
            # They leave no trace in what is stored, or too deep a one for a name: no wrong name.
            right = positional_encoding(len(table), d_model, base)
            same = rounded(table, storage) == rounded(right, storage)
            assert found.name == ("paper" if same.mean() > 0.99 else None), (rows, base, found)
            continue
        assert kind in found.names, (rows, d_model, base, found)
        bases = dict(found.candidates)
        assert bases[kind] in (None, pytest.approx(base, rel=2e-3)), (rows, d_model, found)


@pytest.mark.parametrize("storage", FORMATS)
def test_a_base_that_is_not_round_keeps_its_digits(storage):
    found = recognize(rounded(convention_table("tensor2tensor", 50, 16), storage))
    assert (found.name, found.base) == ("tensor2tensor", 10_000)
    exact = 10_000 ** (16 / 14)
    tolerance = {"float64": 1e-10, "float32": 1e-5}.get(storage, 1e-2)
    assert dict(found.candidates)["marian"] == pytest.approx(exact, rel=tolerance)
    assert "Marian (Hugging Face) (base 37," in found.reason


@pytest.mark.parametrize(
    ("table", "says"),
    [(paper(50, 64, 1e8), "base 100,000,000. The same numbers come from: XLM, PyTorch tutorial, "
      "KerasHub, positional-encodings, column used as pair (base 10,000)."),
     (paper(50, 64, math.exp(4)), "with a mistake: log10 in place of ln. The same numbers come "
      "from: the paper (base 54.59815)"),
     (BUGS["one_based"].table(50, 64), "LoFTR, one axis, base 10,000. The same numbers come from: "
      "positions from 1."),
     (convention_table("diffusers", 50, 64, base=1e6), "a cache of RoPE, all cosines, then all "
      "sines, base 1,000,000. The same numbers come from: Stable Diffusion"),
     (REPORTS["scaled"](50, 64, 1e4), "mistake: values scaled × 0.1768."),
     (REPORTS["descending"](50, 64, 1e4), "Its rows are positions 49, 48, 47 and so on."),
     (paper(50, 12, 2**6.0, power=lambda i, _: -i / 6, positions=np.linspace(-1, 1, 50) * math.pi),
      "with a mistake: "),
     (BUGS["float32_angles"].table(300, 64), "Its angles are rounded to float32."),
     (positional_encoding(20, 2), "the paper, any base gives it."),
     (convention_table("marian", 1 + np.arange(40), 16), "Its rows are positions 1, 2, 3 and")],
)  # fmt: skip
def test_what_the_reason_says(table, says):
    assert says in recognize(table).reason


NO_NAME = "No convention and no mistake known here gives this table. Read as "
INTERLEAVED = "sin, cos, sin, cos …, base 10,000, these hold: "
PAPER = positional_encoding(60, 16)


@pytest.mark.parametrize(
    ("table", "reason"),
    [(np.zeros((5, 4)), "All its values are 0."),
     (np.random.default_rng(0).normal(size=(9, 8)), NO_NAME + INTERLEAVED + "nothing. These fail: "
      "unit circles, constant norm, Toeplitz Gram, even steps, row 0, first clock, λ ratios, "
      "slowest clock."),
     (PAPER[:, [0, 1, 4, 5, 6, 7, 14, 15]], NO_NAME + INTERLEAVED + "unit circles, constant norm, "
      "Toeplitz Gram, even steps, row 0, first clock. These fail: λ ratios, slowest clock."),
     (np.broadcast_to(1.0, (2, 4098)), "Its shape is (2, 4098), and at most 4,194,304 values in "
      "4,096 columns are compared: take fewer rows.")],
)  # fmt: skip
def test_what_has_no_name(table, reason):
    found = recognize(table)
    assert (found.name, found.base, found.names) == (None, None, ())
    assert found.reason == reason


@pytest.mark.parametrize(("row", "column"), [(0, 0), (59, 15), (17, 10)])
def test_one_wrong_value_is_enough(row, column):
    table = PAPER.copy()
    table[row, column] += 1e-3
    assert recognize(table).name is None


@pytest.mark.parametrize("scale", [1e307, 1e160, 1e-160, 5e-324])
def test_numbers_at_the_ends_give_an_answer_and_no_warning(scale):
    assert recognize(scale * PAPER).name in (None, "scaled")
    for shape in ((2, 2), (2, 3), (3, 2), (5, 5)):
        assert recognize(np.full(shape, scale)).reason


def test_a_large_table_takes_less_than_a_second():
    table = positional_encoding(64, 512)
    for given in (table, np.random.default_rng(0).normal(size=(64, 512))):
        begin = time.thread_time()
        recognize(given)
        assert time.thread_time() - begin < 1
