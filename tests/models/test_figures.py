"""Positions in a batch, which a picture shows."""

import itertools

import pytest

from posenc_helpers.models.conventions import figures


@pytest.mark.parametrize(
    ("padding", "ids_by", "seq_len", "start"),
    [*itertools.product(["right", "left"], ["slot", "mask", "text"], [1, 8, 16], [0, 50])],
)
def test_positions_in_a_batch(padding, ids_by, seq_len, start):
    given, own = figures.batch_positions(seq_len, padding, ids_by, start)
    for text, length in enumerate(figures.text_lengths(seq_len)):
        pads = 0 if padding == "right" else seq_len - length
        for slot in range(seq_len):
            seen = slot - pads
            expected = start + {"slot": slot, "mask": seen, "text": text}[ids_by], start + seen
            pad = (figures.PAD, figures.PAD)
            assert (given[text, slot], own[text, slot]) == (expected if 0 <= seen < length else pad)
