"""Positions in a batch, slopes of ALiBi and buckets of T5, which pictures show."""

import itertools
import math

import numpy as np
import pytest

from posenc_helpers.models.conventions import figures
from posenc_helpers.models.rope.figures import alibi_slopes, t5_bucket


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


def test_slopes_and_buckets():
    """16 of their own, then edges at 16 * 8 ** (k / 16), all from 128 on in the last."""
    assert alibi_slopes().tolist() == [2**-k for k in range(1, 9)]
    edges = [16 * 8 ** (k / 16) for k in range(16)]
    for distance in range(300):
        expected = distance if distance < 16 else 15 + sum(edge <= distance for edge in edges)
        assert t5_bucket(np.array([distance]))[0] == min(expected, 31)
    assert t5_bucket(np.array([112, 113, 10_000])).tolist() == [30, 31, 31]  # as the lesson says
    assert math.ceil(8 * 16 ** (7 / 8)) == 91  # the encoder: half of the buckets on either side
