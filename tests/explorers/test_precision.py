"""The explorer of drifting clocks says what the formats say."""

import numpy as np
import pytest

from posenc_helpers.precision import ROUND_OFF, exact_encoding, rounded_encoding
from tests.explorers.driving import plain, readout


@pytest.mark.parametrize("precision", ROUND_OFF)
def test_drift_numbers(get, precision):
    explorer = get("DriftExplorer")
    explorer.apply(precision=precision, position=50_001, d_model=16)
    shown = readout(explorer)
    gap = rounded_encoding([50_001], 16, precision=precision) - exact_encoding([50_001], 16)
    error = float(shown["largest error of a sine or cosine"])
    assert error == pytest.approx(np.abs(gap).max(), rel=0.06)
    assert float(shown["law p·ε"]) == pytest.approx(50_001 * ROUND_OFF[precision], rel=0.06)
    held = {"float16": "50,016", "bfloat16": "49,920"}.get(precision, "50,001")
    assert shown["the format holds this position as"] == held


def test_beyond_float16_there_is_no_hand(get):
    explorer = get("DriftExplorer")
    explorer.apply(precision="float16", position=100_000)
    shown = readout(explorer)
    assert shown["the format holds this position as"] == "too large"
    assert shown["largest error of a sine or cosine"] == "no value at all"
    assert shown["hand of pair 0 is off by"] == "none"
    assert "a hand is missing" in plain(explorer.caption)
