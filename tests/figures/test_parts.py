"""How much memory the images of large tables take."""

import pytest

from tests import memory
from tests.figures.cases import CASES

LARGE = {"seq_len": 1_000_000, "d_model": 512}


@pytest.mark.parametrize(
    ("name", "settings"),
    [("linked_heatmap", LARGE), ("microscope", LARGE),
     ("two_bases", LARGE), ("attention_head", LARGE), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """Moving a picture to a large table takes less memory than one column of the table."""
    drawing = CASES[name]()
    with memory.at_most(6e6):
        drawing.update(**settings)
