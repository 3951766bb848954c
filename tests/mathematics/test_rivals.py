"""Tables that hide no hands; hidden hands are tested with their picture."""

import numpy as np
import pytest

from posenc_helpers import positional_encoding, rivals


def test_what_grows_fades_or_has_no_move_hides_no_hands():
    pairs = positional_encoding(200, 2)
    p = np.arange(200)[:, np.newaxis]
    for codes in (rivals.random_numbers(99, 16), pairs * 1.01**p, pairs * 0.99**p):
        assert rivals.hidden_hands(codes)[0].size == 0
    assert rivals.hidden_hands(np.hstack([pairs, p * pairs]))[0].size == 0  # powers of p grow
    for codes in (positional_encoding(100, 16), pairs[:1], np.hstack([pairs, pairs])):
        with pytest.raises(ValueError, match=r"independent columns and enough .*, got shape \("):
            rivals.hidden_hands(codes)
