"""Similarities and heads of attention: the artists against sums of cosines."""

import math

import numpy as np
import pytest
from matplotlib.text import Text

import posenc_helpers as pe
from posenc_helpers.figures.similarity import PIECE, piece
from tests.figures.cases import drawn, redrawn, seen


def similarity(distance, d_model, base=10_000.0):
    """Return k(distance) as the mean of cosines, one clock at a time."""
    pairs = d_model // 2
    return sum(math.cos(base ** (-2 * i / d_model) * distance) for i in range(pairs)) / pairs


def texts(drawing):
    """Return all lines that are written in a drawing."""
    return [text.get_text() for text in drawing.figure.findobj(Text)]


def attention(keys, query, offset, d_model, sharpness, base=10_000.0):
    """Return the weights that a head gives to `keys`, in loops."""
    scores = [sharpness * d_model / 2 * similarity(q - query - offset, d_model, base) for q in keys]
    powers = [math.exp(score - max(scores)) for score in scores]
    return np.array(powers) / sum(powers)


@pytest.mark.parametrize(
    ("name", "keys", "position", "offset", "rest"),
    [
        ("attention_head", range(32), 20, -1, (64, 2.0, 1e4)),
        ("attention_head_raw", range(20), 7, 0, (16, 0.5, 1e4)),
        ("attention_head_million", range(499_936, 500_064), 500_000, -20, (512, 0.3, 1e8)),
    ],
)
def test_the_head_is_that_of_the_settings(name, keys, position, offset, rest):
    drawing, first, last = drawn(name), keys[0], keys[-1]
    assert drawing.piece == keys
    for query in (position, first, last):
        row = drawing.head.values[query - first]
        assert np.abs(row - attention(keys, query, offset, *rest)).max() < 1e-9
    places, heights = (np.reshape(each, (-1, 3))[:, 1] for each in drawing.bars.get_data())
    assert np.array_equal(places, keys)
    assert np.array_equal(heights, drawing.head.values[position - first])
    edges = first - 0.5, last + 0.5, last + 0.5, first - 0.5
    assert tuple(drawing.head.image.get_extent()) == edges
    targets = [drawing.head.values[p - first, p + offset - first]
               for p in keys if p + offset in keys]  # fmt: skip
    assert drawing.least == min(targets)


def test_the_row_of_similarities():
    drawing = seen(pe.plot_attention_head, 20, seq_len=300)
    places, values = drawing.similarities.get_data()
    assert np.array_equal(places, np.arange(300))
    assert values == pytest.approx([similarity(q - 20, 64) for q in range(300)], abs=1e-12)


@pytest.mark.parametrize(
    ("position", "offset", "sharpness", "d_model", "base", "seq_len"),
    [(20, -1, 2, 64, 1e4, 32), (0, -1, 100, 64, 1e4, 32), (7, 0, 0, 64, 1e4, 32),
     (0, 5, 1, 2, 1, 1), (20, -1, 2, 2, 1e4, 64), (50, 20, 0.01, 1024, 1e8, 128),
     (3, -20, 0.3, 2, 1e8, 40)],
)  # fmt: skip
def test_the_first_line_says_where_the_head_looks(
    position, offset, sharpness, d_model, base, seq_len
):
    found = attention(range(seq_len), position, offset, d_model, sharpness, base)
    settings = {"d_model": d_model, "base": base, "seq_len": seq_len}
    drawing = redrawn(
        "plot_attention_head", position=position, offset=offset, sharpness=sharpness, **settings
    )
    line = drawing.title.get_text()
    alike = sum(weight > 0.9 * max(found) for weight in found)
    if alike > 2:
        number = alike if alike < seq_len else "all"
        assert line == f"Position {position} looks at {number} places alike"
        return
    looks, _, share = line.partition(": ")
    most = int(looks.removeprefix(f"Position {position} looks most at "))
    assert found[most] == pytest.approx(found.max(), abs=1e-12)
    said = "over 99 %" if 0.995 <= found.max() < 1 - 1e-12 else f"{100 * found.max():.0f} %"
    assert share == f"{said} of its attention"


@pytest.mark.parametrize("sharpnesses", [(0.5, 2, 8), (8, 0.5), (0, 100)])
@pytest.mark.parametrize("offset", [-8, 3])
def test_what_the_target_gets_is_said_for_each_sharpness(sharpnesses, offset):
    target, said = 20 + offset, []
    for sharpness in sharpnesses:
        share = attention(range(64), 20, offset, 64, sharpness)[target]
        said.append("over 99 %" if 0.995 <= share < 1 - 1e-12 else f"{100 * share:.0f} %")
    lines = texts(pe.plot_sharpness(sharpnesses, offset=offset))
    assert f"Position {target} gets {', then '.join(said)}" in lines


BASES = {
    (1e2, 1e4, 1e6): "10⁶: 10,000 times the reach of 10²",
    (1e8, 10): "10⁸: 10 M times the reach of 10", (1e4, 1e6): "10⁶: 100 times the reach of 10⁴",
    (1e4, 1.5e4): "15,000: 1.5 times the reach of 10⁴",
    (500, 500): "At base 5·10² similarity falls for 281 tokens",
}  # fmt: skip


@pytest.mark.parametrize("bases", BASES)
@pytest.mark.parametrize("d_model", [64, 1024])
def test_reach_and_steps_are_those_of_the_formulas(bases, d_model):
    drawing = pe.plot_reach(bases, d_model)
    curves, right = drawing.figure.axes
    steps = [math.sqrt(d_model * (1 - similarity(1, d_model, base))) for base in bases]
    assert [bar.get_height() for bar in right.patches] == pytest.approx(steps)
    drawn = [line.get_xydata() for line in curves.lines[1:]]  # the first is the zero line
    for base, curve, law, mark in zip(bases, drawn[::3], drawn[1::3], drawn[2::3], strict=True):
        for distance, height in curve[::100]:
            assert height == pytest.approx(similarity(distance, d_model, base), abs=1e-9)
        for distance, height in law:
            exact = 1 - (math.log(distance) + 0.5772156649) / math.log(base)
            assert height == pytest.approx(exact, abs=1e-9)
        assert mark[0] == pytest.approx((0.561459 * base, 0), rel=1e-5)
    closer = f", neighbours {100 * (1 - min(steps) / max(steps)):.0f} % closer"
    assert BASES[bases] + closer * (bases[0] != bases[1]) in texts(drawing)


@pytest.mark.parametrize(("d_model", "base"), [(4, 1.5), (512, 1e4), (1024, 1e8)])
def test_fast_hands_let_go_first(d_model, base):
    drawing = pe.plot_letting_go(d_model, base)
    assert "Fast hands let go first, slow ones last" in texts(drawing)
    curves = drawing.figure.axes[0].lines[1:-2:2]
    quarter = [line.get_xdata()[np.argmax(line.get_ydata() <= 0)] for line in curves]
    assert quarter == sorted(quarter) and len(set(quarter)) == len(quarter)


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000_000])
def test_the_piece_holds_the_position_and_every_target(seq_len):
    for share in (0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999, 1):
        position = round(share * (seq_len - 1))
        keys = piece(seq_len, position)
        assert len(keys) == min(seq_len, PIECE)
        assert 0 <= keys[0] <= position <= keys[-1] < seq_len
        for target in (position - 20, position + 20):
            assert target in keys or not 0 <= target < seq_len
