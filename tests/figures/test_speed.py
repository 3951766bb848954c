"""A million positions draw in at most twice the time of a thousand."""

import time
from statistics import median

import pytest

from posenc_helpers.live import SCREEN_DPI, Canvas
from tests.figures.cases import CASES

LONG, SHORT = 1_000_000, 1_000
MOST = 2.0  # times as long
TRIES = 3  # other programs may disturb one


def ratio(draw, repetitions=5):
    """Return how many times as long `draw` takes for LONG as for SHORT: medians of turns taken."""
    times = {LONG: [], SHORT: []}
    for seq_len in (LONG, SHORT):
        draw(seq_len)  # what is made once
    for _ in range(repetitions):
        for seq_len, taken in times.items():
            start = time.perf_counter()
            draw(seq_len)
            taken.append(time.perf_counter() - start)
    return median(times[LONG]) / median(times[SHORT])


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
def test_a_frame(name, settings):
    drawing = CASES[name]()
    update = drawing.update_encoding if name == "encoding" else drawing.update
    canvas = Canvas(drawing, SCREEN_DPI)

    def draw(seq_len):
        update(seq_len=seq_len, **settings)
        canvas.png()

    assert any(ratio(draw) <= MOST for _ in range(TRIES))


def test_the_measurement_can_fail():
    """A drawing whose cost grows with the positions is found out."""
    assert ratio(lambda seq_len: time.sleep(seq_len * 4e-8 + 1e-3), 3) > MOST
