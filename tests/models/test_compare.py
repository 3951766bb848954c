"""A variant beside the paper: its table, the paper's table, the order of columns, what is drawn."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import compare
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.tables import convention_table
from tests.models.definitions import widths


@pytest.mark.parametrize("shape", [(2, 2**20), (699_050, 3), (2**21, 1), (np.int64(2), 7)])
def test_what_is_not_too_large_to_draw(shape):
    rows = compare.rows_to_draw(*shape)
    assert rows == shape[0] and type(rows) is int


@pytest.mark.parametrize("name", [*BUGS, *CONVENTIONS])
def test_the_table_has_the_base_asked_for_but_octaves_keep_theirs(name):
    if name in BUGS:
        expected = BUGS[name].table(9, 6, 300.0)
    else:
        expected = convention_table(name, 9, 6, base=2.0 if name == "nerf" else 300.0)
    assert np.array_equal(compare.variant_table(name, 9, 6, 300.0), expected)


@pytest.mark.parametrize("base", [10.0, 1e4])
@pytest.mark.parametrize("d_model", [2, 4, 6, 9, 15])
def test_the_paper_and_for_an_odd_width_the_paper_without_the_last_cosine(d_model, base):
    xlm = convention_table("xlm", 20, d_model, base=base)
    expected = xlm if d_model % 2 else positional_encoding(20, d_model, base)
    assert np.array_equal(compare.paper_table(20, d_model, base), expected)


@pytest.mark.parametrize(
    ("name", "d_model"),
    [(name, d_model) for name in CONVENTIONS for d_model in widths(name, (4, 5, 8, 9))],
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
    assert (np.diff(sines if convention.spacing == "octaves" else -sines) > 0).all()
    pairs = used[1, : used.shape[1] // 2 * 2].reshape(-1, 2)
    assert (pairs**2).sum(axis=1) == pytest.approx(np.full(len(pairs), scale**2))
    assert compare.in_paper_order("one_based", table, d_model) is table  # as all bugs are
