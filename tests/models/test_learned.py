"""What two published models have learned about positions, and what only looks like it."""

import csv
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from posenc_helpers.encoding import positional_encoding, wavelengths
from posenc_helpers.models.learned import positions as learned

ROOT = Path(__file__).parents[2]
TABLE = learned.learned_positions()
ROWS = TABLE[learned.FIRST : learned.LAST]
CIRCLES = learned.circles(ROWS)
HANDS = [circle.hands(ROWS) for circle in CIRCLES]
DRAWS = range(8)


def rng(seed):
    return np.random.default_rng(seed)


def circles_of(rows):
    found = learned.circles(rows)
    return found, [circle.hands(rows) for circle in found]


def turns(hands):
    return np.ptp(np.unwrap(np.angle(hands))) / (2 * np.pi)


def words(count, seed):
    return rng(seed).choice(learned.known_words()[2:], count).tolist()


def on_the_word_before(table, seeds=range(3), starts=(150, 250, 350), count=64):
    return np.array([
        np.diag(learned.previous_word_head(words(count, seed), start, table), -1).mean()
        for start in starts for seed in seeds
    ])  # fmt: skip


# ------------------------------------------------------------------- a table whose circles we know


def test_the_circles_of_the_sinusoidal_encoding_are_its_pairs():
    rows = positional_encoding(600, 6, 50)
    found = learned.circles(rows, 6)
    assert [circle.wavelength for circle in found] == pytest.approx(wavelengths(6, 50), rel=1e-3)
    for k, circle in enumerate(found):
        assert learned.radius_variation(circle.hands(rows)) < 0.02
        in_the_pair = np.abs(circle.plane[:, 2 * k : 2 * k + 2])
        assert np.linalg.norm(in_the_pair) == pytest.approx(np.sqrt(2), abs=1e-3)


def test_hands_move_forward_and_planes_are_at_right_angles():
    for circle, hands in zip(CIRCLES, HANDS, strict=True):
        assert circle.plane @ circle.plane.T == pytest.approx(np.eye(2), abs=1e-12)
        assert (hands[1:] * hands[:-1].conj()).imag.sum() > 0


def test_the_step_matrix_of_a_rotation_is_that_rotation():
    turn = np.array([[0.8, 0.6], [-0.6, 0.8]])
    points = [np.array([1.0, 2.0])]
    for _ in range(9):
        points.append(turn @ points[-1])
    assert learned.step_matrix(points) == pytest.approx(turn)


# ------------------------------------------------------------------------------- what was learned


def test_ten_directions_hold_nearly_all_and_there_is_a_cliff():
    shares = learned.main_directions(ROWS, 10)[2]
    assert shares[:10].sum() == pytest.approx(0.978, abs=0.001)
    assert shares[9] > 20 * shares[10]


def test_five_circles():
    found = [circle.wavelength for circle in CIRCLES]
    assert found[:4] == pytest.approx([5.99, 17.8, 53.3, 161.2], rel=2e-3)
    varies = [learned.radius_variation(hands) for hands in HANDS]
    assert varies == pytest.approx([0.074, 0.039, 0.045, 0.092, 0.188], abs=0.001)


def test_gears_of_three():
    turned = [turns(hands) for hands in HANDS]
    assert turned[0] == pytest.approx(64.0, abs=0.05)
    ratios = np.divide(turned[:3], turned[1:4])
    assert ratios == pytest.approx([2.998, 2.988, 2.961], abs=0.001)
    slip = (np.unwrap(np.angle(HANDS[0])) - 3 * np.unwrap(np.angle(HANDS[1]))) / (2 * np.pi)
    assert np.ptp(slip) < 0.13
    assert learned.locked(HANDS[0], HANDS[1]) == pytest.approx(0.992, abs=0.001)
    assert learned.locked(HANDS[0], HANDS[1], gear=2) < 0.3


def test_the_first_rows_have_no_gears():
    _, hands = circles_of(TABLE[1:127])
    assert max(learned.locked(a, b) for a, b in zip(hands, hands[1:], strict=False)) < 0.8
    assert turns(hands[0]) / turns(hands[1]) == pytest.approx(2.5, abs=0.1)


def test_one_pair_of_the_second_model_is_geared():
    rows = learned.learned_positions("e5")[1:510]
    found = learned.circles(rows, 15)
    hands = {round(c.wavelength): c.hands(rows) for c in found}
    assert [*hands][:5] == [5, 8, 9, 25, 68]
    assert learned.locked(hands[8], hands[25]) > 0.9 > learned.locked(hands[25], hands[68])


# ------------------------------------------------------------- what looks like it, and is not it


@pytest.mark.parametrize("seed", DRAWS)
def test_noise_of_the_same_spectrum_has_the_wavelengths_and_no_circles(seed):
    found, hands = circles_of(learned.noise_like(ROWS, rng(seed)))
    assert [c.wavelength for c in found][:3] == pytest.approx([6, 17.8, 54], rel=0.06)
    varies = [learned.radius_variation(one) for one in hands[:4]]
    assert np.median(varies) > 0.25 and min(varies[:2]) > 0.2
    assert learned.locked(hands[0], hands[1]) < 0.6


@pytest.mark.parametrize("seed", DRAWS)
def test_a_random_walk_is_as_smooth_and_has_no_fast_circle(seed):
    walk = learned.random_walk(ROWS.shape, rng(seed))
    found, hands = circles_of(walk)
    assert found[0].wavelength > 50
    assert min(learned.radius_variation(one) for one in hands[:4]) > 0.12
    assert learned.main_directions(walk, 10)[2][:10].sum() > 0.9


def test_noise_keeps_the_sizes_of_the_spectrum():
    noise = learned.noise_like(ROWS, rng(0))
    one, other = (np.abs(np.fft.rfft(t - t.mean(axis=0), axis=0)) for t in (ROWS, noise))
    assert one[1:] == pytest.approx(other[1:], abs=1e-9)


# ---------------------------------------------------------------------------------------- the head


def test_the_head_is_five_rotations_by_about_one_step_back():
    matrix = learned.head_between(np.concatenate([circle.plane for circle in CIRCLES]))
    inside, back = 0, []
    for k, circle in enumerate(CIRCLES):
        block = matrix[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        turn = np.array([block[0, 0] + block[1, 1], block[1, 0] - block[0, 1]])
        assert (turn**2).sum() / 2 / (block**2).sum() > 0.999
        back.append(np.arctan2(turn[1], turn[0]) / 2 / np.pi * circle.wavelength)
        inside += (block**2).sum()
    assert inside / (matrix**2).sum() == pytest.approx(0.995, abs=0.001)
    assert back == pytest.approx([0.93, 1.02, 1.09, 2.27, 1.78], abs=0.01)


def test_it_looks_at_the_word_before_wherever_the_text_is():
    assert on_the_word_before(TABLE).min() > 0.99
    assert on_the_word_before(np.tile(TABLE[200], (512, 1))).mean() == pytest.approx(
        1 / 64, abs=3e-3
    )


@pytest.mark.parametrize(
    ("off", "share", "margin"),
    [(0, 0.42, 0.07), (1, 0.71, 0.09), (2, 0.73, 0.07), (3, 0.93, 0.04), (4, 1.0, 0.005)],
)
def test_without_one_circle(off, share, margin):
    found = on_the_word_before(learned.without(TABLE, [CIRCLES[off]]))
    assert np.abs(found - share).max() <= margin


def test_the_seam():
    shares = [
        np.mean([np.diag(learned.previous_word_head(words(24, seed), start), -1).mean()
                 for seed in range(20)]) for start in (100, 110, 120, 128)
    ]  # fmt: skip
    assert shares == pytest.approx([0.999, 0.87, 0.815, 1.0], abs=0.005)


def test_without_takes_the_plane_and_nothing_else():
    [circle] = CIRCLES[:1]
    left = learned.without(ROWS, [circle])
    assert np.abs(circle.hands(left)).max() < 1e-12
    across = np.linalg.svd(circle.plane)[2][2:]
    assert left @ across.T == pytest.approx(ROWS @ across.T)


def test_words_that_are_not_known_are_refused_with_others_like_them():
    with pytest.raises(
        ValueError, match=r"^words must be among known_words\(\), such as .*, got 'dgo'"
    ):
        learned.previous_word_head(["the", "dgo"])
    with pytest.raises(ValueError, match="start must be an integer from 0 to 510, got 511"):
        learned.previous_word_head(["the", "dog"], 511)


def test_sources_name_each_file_and_its_licence():
    with (learned.DATA / "sources.csv").open(encoding="utf-8", newline="") as file:
        sources = list(csv.DictReader(file))
    assert {row["file"] for row in sources} == {path.name for path in learned.DATA.glob("*.npz")}
    for row in sources:
        assert (learned.DATA / f"LICENSE-{row['licence']}.txt").is_file()
    assert sum(path.stat().st_size for path in learned.DATA.iterdir()) < 1_200_000


def test_the_readme_shows_the_learned_clocks_that_are_drawn_now(tmp_path):
    def difference():
        """Return how far the pictures are apart, as pytest-mpl reckons it: RMS of 255."""
        one, other = (np.asarray(Image.open(p).convert("RGB"), float) for p in (stored, now))
        return np.sqrt(((one - other) ** 2).mean())

    stored, now = ROOT / "docs" / "images" / "learned.png", tmp_path / "now.png"
    now.write_bytes(learned.plot_learned_head().png())
    assert difference() < 1
    now.write_bytes(learned.plot_learned_head(start=120).png())
    assert difference() > 1.5
    assert "](docs/images/learned.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
