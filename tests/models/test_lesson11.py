"""What lessons 11, 12 and 14 read from settings and from loaded arrays, computed once more."""

import json
from pathlib import Path

import mpmath
import numpy as np
import pytest

from tests.models.test_scaling import exactly_scaled

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LLAMA = 128, 500_000, 131_072
# What is printed, columns that turn, base, tokens, and how many pairs come round within them.
COME_ROUND = [
    ("11_longer_texts", "Llama 2", 128, 10_000, 4_096, 46),
    ("11_longer_texts", "unscaled", *LLAMA, 49),
    ("11_longer_texts", "by parts", *LLAMA, 39),
    ("11_longer_texts", "Qwen2.5", 128, 1_000_000, 32_768, 40),
    ("11_longer_texts", "DeepSeek-V3", 64, 10_000, 4_096, 23),
    ("11_longer_texts", "gpt-oss", 64, 150_000, 4_096, 18),
    ("14_capstone", "sliding layers, factor 1", 256, 10_000, 1_024, 71),
    ("14_capstone", "full layers, at first, factor 1", 256, 1_000_000, 32_768, 80),
    ("14_capstone", "full layers, factor 8", 256, 1_000_000, 131_072, 73),
]


def printed(lesson):
    cells = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    outputs = [one for cell in cells for one in cell.get("outputs", [])]
    return "".join("".join(one.get("text", "")) for one in outputs)


@pytest.mark.parametrize(("lesson", "words", "columns", "base", "tokens", "count"), COME_ROUND)
def test_how_many_pairs_come_round(lesson, words, columns, base, tokens, count):
    scaling = {"by parts": "by parts", "full layers, factor 8": "interpolation"}.get(words, "none")
    with mpmath.workdps(30):
        found = sum(
            tokens * exactly_scaled(pair, columns, base, scaling, 8, 8_192) >= 2 * mpmath.pi
            for pair in range(columns // 2)
        )
    assert found == count
    lines = [line for line in printed(lesson).splitlines() if line.startswith(f"{words}: ")]
    assert len(lines) == 1 and f" {count} of {columns // 2} pairs " in lines[0]
    assert f" {tokens:,} tokens" in lines[0] or words == "Llama 2"


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


def test_which_pairs_keep_their_speed_where_turns_are_counted_in_a_longer_text():
    for length in (8_192, 131_072):
        kept = sum(length * 500_000 ** (-i / 64) / (2 * np.pi) >= 4 for i in range(64))
        assert f"in {length:7,} tokens: {kept} of 64 pairs keep" in printed("11_longer_texts")


def test_how_far_rounded_speeds_put_angles_off():
    """bfloat16 keeps 8 binary digits: the nearest such number, by its definition."""
    speeds = [10_000 ** (-i / 64) for i in range(64)]
    steps = [2.0 ** (np.floor(np.log2(one)) - 7) for one in speeds]
    off = max(abs(round(one / step) * step - one) for one, step in zip(speeds, steps, strict=True))
    for position in (100, 1_000):
        words = f"at position {position:5,} an angle is off by {position * off:.2f} radians"
        assert words in printed("12_in_real_code")
