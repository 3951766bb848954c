"""What is read off dumped arrays: made here by plain formulas in float32, as programs make them."""

import subprocess
import sys

import numpy as np
import pytest

from posenc_helpers import identify, positional_encoding
from posenc_helpers.precision import ROUND_OFF, rounded

MODELS = [(128, 1e4), (128, 5e5), (64, 150_000.0), (256, 1e6)]  # head_dim, base
models = pytest.mark.parametrize(("head_dim", "base"), MODELS)


def inv_freq(head_dim, base):
    columns = np.arange(0, head_dim, 2, dtype=np.float32)
    return 1 / np.float32(base) ** (columns / head_dim)


def angles(head_dim, base, rows=2_048):
    return np.arange(rows, dtype=np.float32)[:, None] * inv_freq(head_dim, base)


@models
@pytest.mark.parametrize("storage", ROUND_OFF)
def test_speeds_in_every_format(head_dim, base, storage):
    found = identify(rounded(inv_freq(head_dim, base), storage))
    assert found[0] == "speeds" and found.base == base and found.scale == 1
    assert (f"rounded to {storage}" in found.reason) == ("16" in storage)


def test_how_far_rounded_speeds_are_off():
    exact, kept = inv_freq(128, 1e4), rounded(inv_freq(128, 1e4), "bfloat16")
    worst = 1_000 * np.abs(exact - kept).max()
    assert f"off by {worst:.1f} radians" in identify(kept).reason


@models
def test_slowed_speeds(head_dim, base):
    speeds = inv_freq(head_dim, base).astype(float)
    found = identify(speeds / 8)
    assert (found.base, found.scale) == (base, pytest.approx(8)) and "all slowed" in found.reason
    turns = 8_192 * speeds / (2 * np.pi)
    kept = np.clip((turns - 1) / 3, 0, 1)
    found = identify((speeds * (kept + (1 - kept) / 8)).astype(np.float32))
    first = int(np.argmax(kept < 1))
    assert (found.base, found.scale) == (base, pytest.approx(8, rel=1e-4))
    assert f"those from pair {first} on" in found.reason


@models
@pytest.mark.parametrize(("kind", "wave"), [("cosines", np.cos), ("sines", np.sin)])
def test_cosines_and_sines_and_their_layout(head_dim, base, kind, wave):
    once = wave(angles(head_dim, base))
    twice = {
        "halves": np.concatenate([once, once], axis=1),
        "neighbours": np.repeat(once, 2, axis=1),
        "once": once[:300],
    }
    for layout, values in twice.items():
        found = identify(values)
        assert (found.kind, found.layout, found.base) == (kind, layout, base)


def test_pairs_counted_from_1_are_named():
    """Every speed is then that of the next pair, a mistake of many who count from 1."""
    speeds = 10_000.0 ** (-np.arange(2, 66, 2) / 64)
    for values in (speeds, np.cos(np.outer(np.arange(200), speeds))):
        assert "counted from 1: each pair turns as fast as the next" in identify(values).reason


def test_a_factor_on_cosines_is_named():
    found = identify(1.3466 * np.cos(angles(64, 150_000.0)))
    assert found.base == 150_000 and "scores by 1.813" in found.reason


def test_a_table_goes_to_the_recogniser_whatever_axes_of_one_it_has():
    table = positional_encoding(50, 64, 500)
    assert identify(table[:, None]).base == 500 and identify(table).kind == "table"


@pytest.mark.parametrize(
    "values",
    [
        np.full(64, 5.0), np.zeros((50, 64)), np.full((20, 8), 8e11), [1, np.nan], [1.0, -0.5, 0.2],
        np.where(np.eye(8, 4) > 0, 3e4, 0.1),
    ],
)  # fmt: skip
def test_what_was_never_filled_is_not_an_error(values):
    found = identify(values)
    assert found.kind == "never filled" and found.reason.startswith("This was never filled: ")


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_unknown(seed):
    rng = np.random.default_rng(seed)
    assert identify(np.sort(rng.uniform(0.001, 1, 32))[::-1]).kind == "unknown"
    assert identify(rng.normal(size=(40, 16))).kind == "unknown"
    waves = np.cos(np.arange(100)[:, None] * rng.uniform(0.1, 1, 16))
    assert identify(waves).kind == "unknown"


@pytest.mark.parametrize("values", ["x", None, 3.0, [[[1, 2], [3, 4]], [[1, 2], [3, 4]]], [1j, 2]])
def test_what_is_no_array_of_numbers_is_refused(values):
    with pytest.raises((TypeError, ValueError), match="^values must "):
        identify(values)


def test_the_command(tmp_path):
    def run(path):
        command = [sys.executable, "-m", "posenc_helpers", "dumped", str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    np.save(tmp_path / "inv_freq.npy", inv_freq(128, 1e4))
    assert run(tmp_path / "inv_freq.npy") == (
        0,
        "These are the speeds of 64 pairs at base 10,000.\n",
    )
    (tmp_path / "text.npy").write_text("speeds")
    code, printed = run(tmp_path / "text.npy")
    assert code == 2 and "must be an array saved by numpy.save" in printed
    assert run(tmp_path / "none.npy")[0] == 2
