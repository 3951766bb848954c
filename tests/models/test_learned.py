"""What two published models have learned about positions, and what only looks like it.

`found` searches for circles without the package, by the eigenvectors of a fitted matrix alone. What
lesson 11 prints is compared by nbval; here is what its prose says beyond that.
"""

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers.models.learned import positions as learned
from posenc_helpers.models.learned.figures import SENTENCES
from tests.figures.cases import PLOTS, redrawn
from tests.figures.reading import at_random, each, reads, says
from tests.lessons.cells import texts

TEXTS = texts("11")
TABLE = learned.learned_positions()
ROWS = TABLE[learned.FIRST : learned.LAST]
CIRCLES = learned.circles(ROWS)


def rng(seed):
    return np.random.default_rng(seed)


def found(rows, count=10):
    """Wavelengths, hands, the share of the next row that one matrix explains, and radii."""
    around = rows - rows.mean(axis=0)
    points = around @ np.linalg.eigh(around.T @ around)[1][:, -count:]
    step = np.linalg.pinv(points[:-1]) @ points[1:]
    values, vectors = np.linalg.eig(step)
    order = [k for k in np.argsort(-np.angle(values)) if values[k].imag > 1e-9]
    off = points[1:] - points[:-1] @ step
    explained = 1 - (off**2).sum() / (points[1:] ** 2).sum()
    radii = []
    for value, vector in zip(*[part.T for part in np.linalg.eig(step.T)], strict=True):
        plane = np.stack([vector.real, vector.imag], axis=1)
        radius = np.linalg.norm(points @ plane @ np.linalg.pinv(plane), axis=1)
        radii += [(-np.angle(value), radius)] * int(value.imag > 1e-9)
    radii = [radius for _, radius in sorted(radii, key=lambda one: one[0])]
    return 2 * np.pi / np.angle(values[order]), points @ vectors[:, order], explained, radii


def turns(hands):
    return np.ptp(np.unwrap(np.angle(hands), axis=0), axis=0) / (2 * np.pi)


def varies(hands):
    return np.abs(hands).std(axis=0) / np.abs(hands).mean(axis=0)


def lock(fast, slow):
    return abs(np.mean(np.exp(1j * (np.angle(fast) - 3 * np.angle(slow)))))


def words(count, seed):
    return rng(seed).choice(learned.known_words()[2:], count).tolist()


# ------------------------------------------------------------------------------------- circles


def test_five_circles_as_an_independent_search_finds_them():
    lengths, hands, *_ = found(ROWS)
    for k, circle in enumerate(CIRCLES):
        mine = circle.hands(ROWS)
        assert circle.wavelength == pytest.approx(lengths[k], rel=1e-6)
        assert turns(mine) == pytest.approx(turns(hands[:, k]), abs=0.1)
        assert learned.radius_variation(mine) == pytest.approx(varies(mine))
        assert varies(mine) == pytest.approx(varies(hands)[k], abs=0.05)
        assert circle.plane @ circle.plane.T == pytest.approx(np.eye(2), abs=1e-12)
        assert (mine[1:] * mine[:-1].conj()).imag.sum() > 0  # forward
    assert len(CIRCLES) == 5
    assert 0.7 < turns(hands)[4] < 0.8 and "three quarters of a turn" in TEXTS["real-circles-after"]
    fast, slow = (circle.hands(ROWS) for circle in CIRCLES[:2])
    assert learned.locked(fast, slow) == pytest.approx(lock(fast, slow), abs=1e-12)


def test_the_table_has_rows_and_columns_as_said_and_odd_ones_are_left_out():
    assert TABLE.shape == (512, 384) and "512 rows and 384 columns" in TEXTS["real-title"]
    lengths = np.linalg.norm(TABLE, axis=1)
    odd = np.flatnonzero(np.abs(lengths / np.median(lengths) - 1) > 0.2)
    assert {*odd} in ({0, 127, 510, 511}, {0, 127, 509, 510, 511})
    assert (learned.FIRST, learned.LAST) == (128, 509)
    assert "rows 128 to 508" in TEXTS["real-derive"]


def test_neither_the_fit_nor_the_lengths_tell_noise_from_the_table_and_the_radius_does():
    for seed in range(10):
        lengths, hands, explained, _ = found(learned.noise_like(ROWS, rng(seed)))
        assert explained > 0.98 and lengths[:3] == pytest.approx([6, 17.8, 53.3], rel=0.05)
        assert varies(hands)[0] > 0.3 and lock(hands[:, 0], hands[:, 1]) < 0.7
        assert np.ptp(a_turn(hands[:, 0])) > 0.5
    noise = learned.noise_like(ROWS, rng(0))
    one, other = (np.abs(np.fft.rfft(t - t.mean(axis=0), axis=0)) for t in (ROWS, noise))
    assert one[1:] == pytest.approx(other[1:], abs=1e-9)


def a_turn(hand):
    """The tokens for a turn in each eighth of the rows, as the lesson prints them."""
    return 2 * np.pi * 47 / np.diff(np.unwrap(np.angle(hand))[::47])


OMEGAS, STEPS = 2 * np.pi / np.array([6, 17.8, 53.3, 161.2, 575.8]), np.arange(381)


def waves(angles, random):
    """A table of five waves with these angles, each with other phases and sizes by column."""
    sizes = random.normal(size=(2, 5, 384))
    return (np.exp(1j * angles) @ (sizes[0] + 1j * sizes[1])).real


def test_the_speed_of_pure_waves_stays():
    for seed in range(10):
        table = waves(np.outer(STEPS, OMEGAS), rng(seed))
        assert np.ptp(a_turn(found(table)[1][:, 0])) < 0.2
    assert np.ptp(a_turn(found(ROWS)[1][:, 0])) > 1


def test_waves_whose_speeds_wander_keep_their_radius_too_and_have_no_gears():
    for seed in range(10):
        random = rng(seed)
        drift = [np.interp(STEPS, np.linspace(0, 380, 9), random.normal(size=9)) for _ in OMEGAS]
        table = waves(np.cumsum(OMEGAS * (1 + 0.06 * np.transpose(drift)), axis=0), random)
        fast, slow = (circle.hands(table) for circle in learned.circles(table)[:2])
        assert varies(fast) < 0.12 and lock(fast, slow) < 0.7
        assert np.ptp(1 / a_turn(fast)) > 0.05 * np.mean(1 / a_turn(fast))


def test_only_the_first_two_gears_are_more_than_a_ratio_of_mean_speeds_and_early_rows_have_none():
    early = [circle.hands(TABLE[1:127]) for circle in CIRCLES[:4]]
    assert max(map(lock, early, early[1:])) < 0.6
    hands = [circle.hands(ROWS) for circle in CIRCLES]
    apart = np.array([
        [lock(hands[i][rows:], hands[i + 1][:-rows]) for i in range(3)] for rows in range(20, 200)
    ])  # fmt: skip
    assert (np.median(apart, axis=0)[:2] < 0.3).all()  # "at most distances"
    assert apart[:, 0].max() < 0.5 and np.median(apart[:, 2]) > 0.9


# ---------------------------------------------------------------------------------------- the head


def between(planes):
    """Return the scores of the head between directions, by the arrays of the model."""
    stored = learned.arrays()
    planes = (planes - planes.mean(axis=1, keepdims=True)) * stored["norm_weight"]
    return planes @ stored["query_weight"].T @ stored["key_weight"] @ planes.T


def attention(words, start, off=()):
    """The weights of the head, by the formulas, and the rows less the planes of some circles."""
    stored = learned.arrays()
    known = stored["words"].tolist()
    rows = TABLE[start : start + len(words)]
    for k in off:
        for direction in CIRCLES[k].plane:
            rows = rows - np.outer((rows - CIRCLES[k].centre) @ direction, direction)
    x = stored["word_vectors"][[known.index(word) for word in words]] + rows + stored["token_type"]
    x = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-12)
    x = x * stored["norm_weight"] + stored["norm_bias"]
    query, key = (x @ stored[f"{n}_weight"].T + stored[f"{n}_bias"] for n in ("query", "key"))
    weights = np.exp(query @ key.T / np.sqrt(32))
    return weights / weights.sum(axis=1, keepdims=True)


FITTING = [word for word in learned.known_words()[2:] if len(word) < 9]  # beside the picture
TYPED = st.lists(st.sampled_from(FITTING), max_size=12).map(" ".join)


@at_random(
    "plot_learned_head", count=40, text=TYPED, sentence=st.sampled_from(SENTENCES),
    start=st.integers(0, 500) | st.integers(104, 128),
    off=st.lists(st.integers(0, 4), unique=True).map(tuple),
)  # fmt: skip
def test_every_word_of_the_head(drawing, sentence, start, text, off):
    words = (text or sentence).split()
    weights, n, second = attention(words, start, off), len(words), start + 1
    assert np.abs(drawing.image.values - weights).max() < 1e-9
    share = np.diag(weights, -1).mean() if n > 1 else "no such word"
    itself, chance, line = np.diag(weights).mean(), 1 / n, "{second} on, {share:share} of the"
    line = f"From position {line} attention is on the word before"
    line = line if n > 1 else "Position {start} alone has no word before it"
    gone = ", ".join(("6", "18", "53", "161", "576")[k] for k in off) or "none"
    reads("learned_head", drawing, locals())
    assert np.round([c.wavelength for c in CIRCLES]).tolist() == [6, 18, 53, 161, 576]
    for k, (circle, hand) in enumerate(zip(CIRCLES, drawing.hands, strict=True)):
        assert hand.get_visible() == (k not in off)
        all_rows = (TABLE - circle.centre) @ circle.plane.T
        tip = all_rows[start] / np.mean(np.linalg.norm(all_rows[1:511], axis=1))
        assert hand.get_xydata()[1] == pytest.approx(tip[::-1]) and np.abs(tip).max() < 1.75


@settings(max_examples=20)
@given(
    st.sampled_from(["learned", "second", "noise", "walk"]), st.integers(0, 99),
    st.integers(2, 14), st.integers(0, 200), st.integers(20, 381),
)  # fmt: skip
def test_every_word_of_the_circles(kind, seed, count, first, length):
    rows = {
        "learned": ROWS, "second": learned.learned_positions("e5")[1:510],
        "noise": learned.noise_like(ROWS, rng(seed)),
        "walk": rng(seed).normal(size=(381, 20)).cumsum(axis=0),
    }[kind][first : first + length, :48]  # fmt: skip
    drawing = PLOTS["plot_learned_circles"](rows, count)
    lengths, _, _, radii = found(rows, count)
    spread = [one.std() / one.mean() for one in radii]
    one = "{lengths[#]:label} tokens (radius ± {spread[#]:share})"
    told = each(one, len(spread), "; ") or "no turn found"
    written = [one.get_text() for one in drawing.figure.texts[: 2 * len(spread)]]
    each_text = each("{lengths[#]:label} | ± {spread[#]:share}", len(spread), " | ")
    each_text = each_text.replace(" | ± ", " tokens | radius ± ", 1)
    low, high, line = min(spread, default=0), max(spread, default=0), "No turn found"
    for end in ("low", "high") if spread else ():
        line = f"The radius varies by {{{end}:share}}"
        if " to " in drawing.figure.artists[0].get_text():
            line = "The radius varies by {low:share} to {high:share}"
        reads("learned_circles", drawing, locals())
    assert spread or drawing.figure.artists[0].get_text() == line
    for ax, one in zip(drawing.figure.axes, radii, strict=True):
        assert one.max() / one.mean() < ax.get_xlim()[1]


def test_every_word_of_the_gears_and_of_the_matrix():
    gears, facts, ends = redrawn("plot_gears"), [], []
    for k, circle in enumerate(CIRCLES[:3]):
        angles = np.unwrap(np.angle(circle.hands(ROWS)))
        one = [2 * np.pi * 13 / (angles[p + 13] - angles[p]) / 3**k for p in range(len(ROWS) - 13)]
        place = [128 + p + 6.5 for p in range(len(ROWS) - 13)]
        line = gears.figure.axes[0].lines[k].get_xydata()
        assert line == pytest.approx(np.column_stack([place, one]))
        ends += [min(one), max(one)]
        facts.append(f"{{label}} to {{label}} for the hand of {('6', '18', '53')[k]} / {3**k}")
    low, high = gears.figure.axes[0].get_ylim()
    assert low < min(ends) and max(ends) < high
    says(gears.text, f"Tokens for one turn along the table, divided: {', '.join(facts)}.", *ends)
    drawing = redrawn("plot_head_matrix")
    planes = np.concatenate([circle.plane for circle in CIRCLES])
    matrix = between(planes)
    assert learned.head_between(planes) == pytest.approx(matrix)
    inside = sum((matrix[k : k + 2, k : k + 2] ** 2).sum() for k in range(0, 10, 2))
    share, back, angles = 100 * inside / (matrix**2).sum(), [], []
    for k, circle in enumerate(CIRCLES):
        (a, b), (c, d) = matrix[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        angles.append(np.degrees(np.angle(a + d + 1j * (c - b))))
        back.append(angles[-1] / 360 * circle.wavelength)
    written = [one.get_text() for one in drawing.figure.texts if "°" in one.get_text()]
    each_turn = each("{angles[#]}°, {back[#]}", 5, " | ").replace(" | ", " tokens | ", 1)
    reads("head_matrix", drawing, locals())
    assert np.abs(np.array(back[:3]) - 1).max() < 0.1  # "by about one token"


def test_the_head_fails_where_a_text_crosses_position_127_and_only_there():
    def before(start):
        return np.mean([np.diag(learned.previous_word_head(text, start), -1) for text in some], 0)

    some = [words(24, n) for n in range(10)]
    assert min(before(start).min() for start in (1, 40, 128, 200, 300, 400, 480)) > 0.95
    back = before(116)  # of 117, 118 ...
    assert back[10:12].max() < 0.4 and back[:10].max() < 0.95 and back[12:].min() > 0.99
    sizes = [[np.abs(c.hands(part)).mean() for c in CIRCLES] for part in (TABLE[1:127], ROWS)]
    assert np.less(*sizes).all() and "hands are shorter" in TEXTS["real-played"]


def test_what_does_not_fit_the_head_is_refused_and_words_with_others_like_them():
    for arguments, message in (
        ((["the", "dgo"],), r"words must be among known_words\(\), such as .*dog.*, got 'dgo'"),
        ((["the", "dog"], 511), "start must be an integer from 0 to 510, got 511"),
        ((["the"], 0, TABLE[:, :2]), r"table must be rows of 384 numbers, got shape \(512, 2\)"),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            learned.previous_word_head(*arguments)


# ----------------------------------------------------------------------------------- what is stored


def test_sources_name_each_file_and_its_licence():
    with (learned.DATA / "sources.csv").open(encoding="utf-8", newline="") as file:
        sources = list(csv.DictReader(file))
    assert {row["file"] for row in sources} == {path.name for path in learned.DATA.glob("*.npz")}
    for row in sources:
        assert (learned.DATA / f"LICENSE-{row['licence']}.txt").is_file()
