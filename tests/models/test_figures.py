"""What the pictures of the wing hold, computed anew: lessons 07 to 12."""

import itertools
import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.models import adding
from posenc_helpers.models.adding.figures import SIZES
from posenc_helpers.models.adding.reading import random_words, reading_limits
from posenc_helpers.models.conventions import figures, plot_batch, plot_convention
from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from posenc_helpers.models.conventions.tables import convention_table
from posenc_helpers.models.rope.figures import DISTANCES, LOOKS, alibi_slopes, t5_bucket
from posenc_helpers.models.rope.scaling import SCALINGS, rotary_frequencies
from tests.figures.cases import drawn, redrawn, seen

# --------------------------------------------------------------------------- conventions, batch


def test_the_table_and_the_difference_are_drawn():
    drawing = plot_convention("musicgen", d_model=16, seq_len=9)
    table = convention_table("musicgen", 9, 16)
    difference = table - pe.positional_encoding(9, 16)
    assert np.array_equal(drawing.images[0].values, table)
    assert np.array_equal(drawing.images[1].values, difference)
    assert drawing.largest == np.abs(difference).max()


@pytest.mark.parametrize(
    ("name", "d_model", "missing"),
    [("tensorflow_tutorial", 5, [None, 5]), ("tf_official", 7, [6, 6]), ("whisper", 6, [None] * 2)],
)
def test_columns_without_a_partner_are_grey(name, d_model, missing):
    drawing = plot_convention(name, d_model=d_model, seq_len=4)
    spans = [span.get_bbox().x0 + 0.5 if span.get_visible() else None for span in drawing.missing]
    assert spans == missing


def marked(line, shape):
    """Return the centres of the marks of a line, in the columns of the invariants."""
    path = line.get_xydata().reshape(-1, len(shape) + 1, 2)
    return [int(round(float(np.nanmean(mark[:, 0])))) for mark in path]


def test_marks_stand_where_the_invariants_pass_and_fail():
    drawing = plot_convention("one_based", seq_len=512)
    findings = examine(BUGS["one_based"].table(300, 64))
    passes = [k for k, one in enumerate(findings.values()) if one.passes]
    assert marked(drawing.checks, figures.CHECK) == passes
    fails = marked(drawing.crosses, figures.CROSS)
    assert sorted(passes + fails) == [*range(len(INVARIANTS))]


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


def test_what_is_drawn_of_a_batch():
    drawing = plot_batch("left", start=50, d_model=16)
    for image, length in zip(drawing.images, (8, 5, 3), strict=True):
        assert not image.values[: 8 - length].any()
        expected = pe.positional_encoding(length, 16, start=50 + 8 - length)
        assert np.array_equal(image.values[8 - length :], expected)
    wording = [[label.get_text() for label in text] for text in drawing.labels]
    assert wording[0] == [*map(str, range(50, 58)), *[""] * 8]
    assert wording[2][:8] == ["pad"] * 5 + ["55 ≠ 50", "56 ≠ 51", "57 ≠ 52"]
    counts = [
        plot_batch(*how).wrong for how in (("right", "slot"), ("left", "mask"), ("right", "text"))
    ]
    assert (drawing.wrong, counts) == (8, [0, 0, 13])


# --------------------------------------------------------------------------------------- adding


@pytest.mark.parametrize(("position", "word_std"), [(40, 0.5), (40, 0.02), (7, 3.0)])
def test_the_sum_and_what_is_read_from_it(position, word_std):
    drawing = seen(adding.plot_word_and_position, position, word_std)
    words, codes = random_words(50, 64, word_std), pe.positional_encoding(100, 64)
    rows = np.array([words[0], codes[position], words[0] + codes[position]])
    assert drawing.strip.values == pytest.approx(rows / np.abs(rows).max())
    read = [np.linalg.norm(each - rows[2], axis=1).argmin() for each in (codes, words)]
    assert list(drawing.read) == read
    assert [ring.get_xdata() for ring in drawing.rings] == [[position], [0]]
    assert [dot.get_xydata().tolist() for dot in drawing.dots] == [[[one, 1]] for one in read]
    limits = reading_limits(100, 64, vocab_size=50)
    for curve, dot, limit, sign in zip(
        drawing.curves, drawing.heights, limits, (1, -1), strict=True
    ):
        for size, share in [*curve.get_xydata()[::20], (word_std, dot.get_ydata()[0])]:
            assert share == np.mean(sign * limit < sign * size)
    assert drawing.law.get_ydata() == pytest.approx(adding.neighbour_law(SIZES, 64))


def test_room_for_both_grows_with_the_width():
    assert np.ptp(drawn("word_and_position_lost").room.get_xy()[:, 0]) == 0
    widths = []
    for ax in drawn("reading").figure.axes:  # 64, 128 and 512 columns
        word, position = ax.lines[1:]
        both = np.minimum(word.get_ydata(), position.get_ydata()) >= 0.9
        widths.append(np.ptp(np.log(SIZES[both])) if both.any() else 0)
    assert widths[0] < 0.1 < 0.6 < widths[1] < 1 < 2 < widths[2]


# ----------------------------------------------------------------------------------------- RoPE


@pytest.mark.parametrize("position", [0, 50_000])
@pytest.mark.parametrize(("share", "width"), [(1, 128), (0.26, 32)])
def test_hands_keep_their_arc_and_pairs_beyond_the_width_stand_still(position, share, width):
    settings = {"position": position, "distance": 100, "partial_rotary_factor": share}
    drawing = redrawn("plot_rotary", **settings)
    for k, pair in enumerate((0, 3, width // 2 - 1)):
        ends = [complex(*line.get_xydata()[1][::-1]) for line in drawing.hands[2 * k : 2 * k + 2]]
        omega = 10_000.0 ** (-2 * pair / width)
        expected = np.exp(1j * omega * np.array([position + 100, position]))
        assert ends == pytest.approx(expected, abs=1e-9)
        assert drawing.titles[k].get_text() == f"pair {pair}"
    for line, wide in ((drawing.curve, width), (drawing.all_turned, 128)):
        x, y = line.get_data()
        omega = np.where(np.arange(64) < wide // 2, 10_000.0 ** (-2 * np.arange(64) / wide), 0)
        assert y == pytest.approx(np.cos(np.outer(x, omega)).mean(axis=1), abs=1e-9)
    assert drawing.dot.get_xydata()[0] == pytest.approx([100, drawing.score])
    still = redrawn("plot_rotary", pair=63, partial_rotary_factor=0.25)
    assert still.titles[1].get_text() == "pair 63, not turned"
    assert [line.get_xydata()[1].tolist() for line in still.hands[2:4]] == [[0, 1]] * 2
    assert "32 columns turned" in still.text


def test_turns_speeds_and_scores_of_every_scaling():
    assert list(LOOKS) == list(SCALINGS)
    toy = {"d_model": 64, "base": 160, "seq_len": 64, "scale": 4}
    drawing = redrawn("plot_scalings", pair=12, **toy)
    pairs, turns = np.transpose(drawing.turned.get_offsets())
    others, fewer = np.transpose(drawing.unturned.get_offsets())
    assert pairs.tolist() == list(range(15)) and others.tolist() == list(range(15, 32))
    plain = 160.0 ** (-np.arange(32) / 32)
    assert [*turns, *fewer] == pytest.approx(64 * plain / (2 * np.pi))
    for k, scaling in enumerate(SCALINGS):
        omegas = rotary_frequencies(64, 160, scaling=scaling, scale=4, seq_len=64)
        assert drawing.speeds[k].get_ydata() == pytest.approx(omegas / plain)
        scores = np.cos(np.outer(DISTANCES, omegas)).mean(axis=1)
        assert drawing.curves[k].get_ydata() == pytest.approx(scores)
    assert (drawing.beyond.get_x(), drawing.beyond.get_width()) == (64, 3 * 64)
    least = redrawn("plot_scalings", d_model=2, base=2, seq_len=1, scale=1, pair=0)
    assert len(least.turned.get_offsets()) == 0 and least.beyond.get_width() == 0


def test_slopes_and_buckets():
    """16 of their own, then edges at 16 * 8 ** (k / 16), all from 128 on in the last."""
    assert alibi_slopes().tolist() == [2**-k for k in range(1, 9)]
    edges = [16 * 8 ** (k / 16) for k in range(16)]
    for distance in range(300):
        expected = distance if distance < 16 else 15 + sum(edge <= distance for edge in edges)
        assert t5_bucket(np.array([distance]))[0] == min(expected, 31)
    assert t5_bucket(np.array([112, 113, 10_000])).tolist() == [30, 31, 31]  # as the lesson says
    assert math.ceil(8 * 16 ** (7 / 8)) == 91  # the encoder: half of the buckets on either side
