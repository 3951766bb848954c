"""What a screen reader, a terminal and a search find in place of the picture."""

import io

import pytest
from PIL import Image

from tests.figures.cases import drawn


def test_a_notebook_stores_the_picture_and_the_text():
    drawing = drawn("heatmap_smallest")
    data, metadata = drawing._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    alt, width = metadata["image/png"]["alt"], metadata["image/png"]["width"]
    assert repr(drawing) == drawing.text == data["text/plain"] == alt
    picture, inches = Image.open(io.BytesIO(data["image/png"])), drawing.figure.get_size_inches()
    assert picture.format == "PNG"
    assert picture.size == pytest.approx(inches * drawing.stored_dpi, abs=1)
    assert width == round(inches[0] * 100)
