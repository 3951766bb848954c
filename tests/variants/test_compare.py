"""A variant beside the paper: its table, the paper's table, the order of columns, what is drawn."""

import re

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.variants import compare
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.conventions import CONVENTIONS
from posenc_helpers.variants.tables import convention_table


def test_names():
    assert compare.find_variant("marian") is CONVENTIONS["marian"]
    assert compare.find_variant("one_based") is BUGS["one_based"]


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        *((compare.find_variant, (name,),
           f"variant must be a name of CONVENTIONS or BUGS, got {name!r}")
          for name in ("bert", ["paper"], None)),
        (compare.rows_to_draw, (699_051, 3),
         "seq_len must be at most 699,050 at d_model=3, got 699051"),
        (compare.rows_to_draw, (1, 3), "seq_len must be an integer >= 2, got 1"),
        *((compare.rows_to_draw, (2, d),
           f"d_model must be an integer from 1 to 1048576, got {d}") for d in (2**20 + 1, 0)),
    ],
)  # fmt: skip
def test_what_is_refused(call, given, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(*given)


@pytest.mark.parametrize("shape", [(2, 2**20), (699_050, 3), (2**21, 1), (np.int64(2), 7)])
def test_what_is_not_too_large_to_draw(shape):
    assert compare.rows_to_draw(*shape) == shape[0]
    assert type(compare.rows_to_draw(*shape)) is int


@pytest.mark.parametrize("name", [*BUGS, *CONVENTIONS])
def test_the_table_has_the_base_asked_for_but_octaves_keep_theirs(name):
    base = 2.0 if name == "nerf" else 300.0
    if name in BUGS:
        expected = BUGS[name].table(9, 6, base)
    else:
        expected = convention_table(name, 9, 6, base=base)
    assert np.array_equal(compare.variant_table(name, 9, 6, 300.0), expected)


@pytest.mark.parametrize("base", [10.0, 1e4])
def test_the_paper_and_for_an_odd_width_the_paper_without_the_last_cosine(base):
    for d_model in (2, 4, 6, 9, 15):
        if d_model % 2:
            expected = convention_table("xlm", 20, d_model, base=base)
        else:
            expected = positional_encoding(20, d_model, base)
        assert np.array_equal(compare.paper_table(20, d_model, base), expected)


@pytest.mark.parametrize(
    ("name", "d_model"),
    [
        (name, d_model)
        for name, convention in CONVENTIONS.items()
        for d_model in (4, 5, 8, 9)
        if d_model % 2 == 0 or convention.odd != "error"
    ],
)
def test_columns_in_the_papers_order(name, d_model):
    """Column 2i is the sine, column 2i + 1 the cosine of clock i, which position 0 shows at once
    and the slowest position tells from each other.
    """
    convention = CONVENTIONS[name]
    positions = np.array([0.0, 0.1])
    made = convention_table(name, positions, d_model)
    table = compare.in_paper_order(name, made, d_model)
    assert sorted(map(tuple, table.T)) == sorted(map(tuple, made.T))  # a permutation
    scale = d_model**-0.5 if convention.amplitude != "1" else 1.0
    used = table[:, : -1 if d_model % 2 and convention.odd == "pad" else None]
    assert used[0] == pytest.approx(scale * (np.arange(used.shape[1]) % 2))
    sines = used[1, 0::2]
    step = np.diff(sines)
    assert (step > 0).all() if convention.spacing == "octaves" else (step < 0).all()
    pairs = used.shape[1] // 2
    circles = used[1, 0 : 2 * pairs : 2] ** 2 + used[1, 1 : 2 * pairs : 2] ** 2
    assert circles == pytest.approx(np.full(pairs, scale**2))


def test_bugs_are_in_the_papers_order_already():
    table = BUGS["one_based"].table(5, 6)
    assert compare.in_paper_order("one_based", table, 6) is table
