"""A batch: each position is the number of tokens before it, counted one by one."""

import itertools

import numpy as np
import pytest

from posenc_helpers import positional_encoding
from posenc_helpers.models.conventions import plot_batch
from posenc_helpers.models.conventions.figures import PAD, batch_positions, text_lengths

BATCHES = [*itertools.product(["right", "left"], ["slot", "mask", "text"], [1, 2, 8, 16], [0, 50])]


@pytest.mark.parametrize(("padding", "ids_by", "seq_len", "start"), BATCHES)
def test_positions(padding, ids_by, seq_len, start):
    given, own = batch_positions(seq_len, padding, ids_by, start)
    for text, length in enumerate(text_lengths(seq_len)):
        pads = 0 if padding == "right" else seq_len - length
        for slot in range(seq_len):
            seen = slot - pads
            if 0 <= seen < length:
                expected = start + {"slot": slot, "mask": seen, "text": text}[ids_by], start + seen
            else:
                expected = PAD, PAD
            assert (given[text, slot], own[text, slot]) == expected


def test_lengths():
    assert [text_lengths(n) for n in (8, 1, 16)] == [[8, 5, 3], [1, 1, 1], [16, 10, 6]]


def test_what_is_drawn():
    drawing = plot_batch("left", start=50, d_model=16)
    for image, length in zip(drawing.images, (8, 5, 3), strict=True):
        assert not image.values[: 8 - length].any()
        expected = positional_encoding(length, 16, start=50 + 8 - length)
        assert np.array_equal(image.values[8 - length :], expected)
    wording = [[label.get_text() for label in text[:8]] for text in drawing.labels]
    assert wording[0] == [str(p) for p in range(50, 58)]
    assert wording[2] == ["pad"] * 5 + ["55 ≠ 50", "56 ≠ 51", "57 ≠ 52"]
    assert not any(label.get_text() for text in drawing.labels for label in text[8:])


@pytest.mark.parametrize(
    ("padding", "ids_by", "wrong"),
    [("right", "slot", 0), ("left", "mask", 0), ("left", "slot", 8), ("right", "text", 13)],
)
def test_how_many_codes_are_wrong(padding, ids_by, wrong):
    drawing = plot_batch(padding, ids_by)
    assert (drawing.wrong, drawing.tokens) == (wrong, 16)
    assert f"{wrong} of 16 tokens get another code" in drawing.text
