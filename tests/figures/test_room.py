"""A million positions are drawn without ever being computed: there is no room for them."""

import tracemalloc

import pytest

from tests.figures.cases import CASES

MOST = 6e6  # bytes; one column of a million positions takes 8e6

CELL = {"d_model": 512, "base": 1e4, "position": 99}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("encoding", {"d_model": 512}),
        ("linked_heatmap", {**CELL, "column": 7, "start": 0}),
        ("microscope", {**CELL, "column": 7}),
        ("two_bases", {"d_model": 512, "base_a": 1e2, "base_b": 1e4}),
        ("attention_head", {**CELL, "offset": -1, "sharpness": 1.0}),
    ],
)
def test_an_update_takes_less_room_than_one_column(name, settings):
    drawing = CASES[name]()
    update = drawing.update_encoding if name == "encoding" else drawing.update
    tracemalloc.start()
    try:
        update(seq_len=1_000_000, **settings)
        assert tracemalloc.get_traced_memory()[1] < MOST
    finally:
        tracemalloc.stop()
