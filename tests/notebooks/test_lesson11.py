"""What lessons 11 and 12 read from settings and from loaded arrays, computed once more."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.test_scaling import exactly_scaled

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


def printed(lesson):
    cells = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    outputs = [one for cell in cells for one in cell.get("outputs", [])]
    return "".join("".join(one.get("text", "")) for one in outputs)


def test_what_a_reader_of_the_old_field_makes_of_llama_3_1():
    """Its last pair, and the scores of many random pairs of vectors as it turns them."""
    pairs, rng = np.arange(64), np.random.default_rng(0)
    right = np.array([float(exactly_scaled(i, 128, 5e5, "by parts", 8, 8_192)) for i in pairs])
    wrong, text = 10_000.0 ** (-pairs / 64), printed("11_longer_texts")
    assert f"turns {wrong[-1] / right[-1]:.0f} times too fast" in text
    query, key = rng.normal(size=(2, 4_000, 64, 2)) @ [1, 1j]
    for distance in (1, 10, 100, 1_000):
        scores = [(query * key.conj() * np.exp(1j * distance * speeds)).real.sum(axis=1)
                  for speeds in (right, wrong)]  # fmt: skip
        (line,) = (line for line in text.splitlines() if f"{distance:5,} tokens apart: " in line)
        assert np.corrcoef(scores)[0, 1] == pytest.approx(float(line.split()[-1]), abs=0.03)


def test_how_far_rounded_speeds_put_angles_off():
    """bfloat16 keeps 8 binary digits: the nearest such number, by its definition."""
    speeds = [10_000 ** (-i / 64) for i in range(64)]
    steps = [2.0 ** (np.floor(np.log2(one)) - 7) for one in speeds]
    off = max(abs(round(one / step) * step - one) for one, step in zip(speeds, steps, strict=True))
    for position in (100, 1_000):
        words = f"at position {position:5,} an angle is off by {position * off:.2f} radians"
        assert words in printed("12_in_real_code")
