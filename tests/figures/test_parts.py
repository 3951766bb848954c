"""Tables as images: how they begin, and how little of a large one is held."""

import matplotlib
import pytest

from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.table_image import Cells
from tests import memory
from tests.figures.cases import CASES

LARGE = {"seq_len": 1_000_000, "d_model": 512}


def test_it_begins_as_one_cell_whatever_the_reader_has_set():
    """With interpolation "none" Matplotlib would place the image itself in PDF and SVG files."""
    with matplotlib.rc_context({"image.interpolation": "none", "image.origin": "lower"}):
        cells = Cells(Drawing(1, 1).add_axes(0, 0, 1, 1), matplotlib.colormaps["viridis"])
        assert cells.get_extent() == (-0.5, 0.5, 0.5, -0.5)
        assert cells.get_interpolation() == "nearest"


@pytest.mark.parametrize(
    ("name", "settings"),
    [("linked_heatmap", LARGE), ("microscope", LARGE),
     ("two_bases", LARGE), ("attention_head", LARGE), ("shift", {"d_model": 1024})],
)  # fmt: skip
def test_a_million_positions_and_a_wide_matrix_are_never_held(name, settings):
    """One column of such a table takes 8 million bytes, such a matrix 8.4 million."""
    drawing = CASES[name]()
    with memory.at_most(6e6):
        drawing.update(**settings)
