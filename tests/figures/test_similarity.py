"""Similarities and heads of attention: every word and mark against sums of cosines."""

import math

import numpy as np
import pytest
from hypothesis import strategies as st

from posenc_helpers.figures.similarity import PIECE, piece
from tests.figures.reading import at_random, each, reads, says, speeds

SHARP = st.sampled_from([0, 100, 1_000]) | st.floats(-3, 3).map(lambda power: 10**power)
OFFSET = st.integers(-20, 20) | st.integers(-200, 200)
BASE = st.floats(0, 8).map(lambda power: 10**power)


def similarity(distances, d_model, base):
    """Return k of each distance as the mean of cosines, one clock at a time."""
    turns = (np.cos(speed * np.array(distances)) for speed in speeds(d_model, base))
    return sum(turns) / (d_model // 2)


def attention(keys, queries, offset, d_model, sharpness, base):
    """Return the weights that a head gives to `keys`, a row for each of `queries`."""
    away = [[q - p - offset for q in keys] for p in queries]
    scores = sharpness * d_model / 2 * similarity(away, d_model, base)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def sign(offset):
    return "+{offset}" if offset > 0 else "{offset}"


def tops(bars):
    """Return the places and heights of bars."""
    return (np.reshape(one, (-1, 3))[:, 1] for one in bars.get_data())


@at_random(
    "plot_attention_head", dict(sharpness=0), dict(position=500, offset=-100, seq_len=1_000),
    dict(position=0, d_model=2, base=1, seq_len=1),
    dict(position=999_999, offset=20, sharpness=100, d_model=2, seq_len=1_000_000),
    dict(sharpness=8, d_model=1024, base=1e8, seq_len=129), offset=OFFSET, sharpness=SHARP,
)  # fmt: skip
def test_the_head(drawing, position, offset, sharpness, d_model, base, seq_len):
    keys, target, signed = [*drawing.keys], position + offset, sign(offset)
    first, last, count = keys[0], keys[-1], len(keys)
    alike = similarity([[q - p for q in keys] for p in keys], d_model, base)
    weights = attention(keys, keys, offset, d_model, sharpness, base)
    row = weights[position - first]
    for image, values in ((drawing.gram, alike), (drawing.head, weights)):
        assert np.abs(image.values - values).max() < 1e-8 and image.per_cell == (1, 1)
        edges = first - 0.5, last + 0.5, last + 0.5, first - 0.5
        assert tuple(image.image.get_extent()) == edges
    places, heights = drawing.similarities.get_data()
    assert [*places] == keys and heights == pytest.approx(alike[position - first], abs=1e-8)
    places, heights = tops(drawing.bars)
    assert [*places] == keys and heights == pytest.approx(row, abs=1e-8)
    at_target, hit = similarity(offset, d_model, base), target in keys
    heights = at_target, row[target - first] if hit else 0
    for dot, height in zip(drawing.dots, heights, strict=True):
        expected = np.reshape([target, height] * hit, (-1, 2))
        assert dot.get_xydata() == pytest.approx(expected, abs=1e-8)
    for ring in drawing.rings:
        assert ring.get_xydata().tolist() == [[target, position]] * hit
    line, near = drawing.title.get_text(), int(np.sum(row > 0.9 * row.max()))
    alone = near == 1 and int(line.split(" at ")[1].split(":")[0].replace(",", ""))
    if alone is not False:
        assert row[alone - first] == pytest.approx(row.max(), abs=1e-12)
        line = "osition {position} looks most at {alone}: {largest:share}"
        line = f"P{line} of its attention" if count == seq_len else f"Of {{count}} keys, p{line}"
    else:
        most = "most " * (near < count)
        line = "Position {position} looks {most}at {near} of {count} keys, {nearly}alike"
    nearly, part = "nearly " * (sharpness > 0), " of {seq_len}" * (count < seq_len)
    which = "positions {first} to {last}" if count > 1 else "position {first}"
    on, near_by = {}, [target, position - 1, position, position + 1]
    for k, p in enumerate(near_by):
        beyond = "not among the keys" if 0 <= p < seq_len else "no such position"
        on[k] = row[p - first] if p in keys else beyond
    targets = [weights[p - first, p + offset - first] for p in keys if p + offset in keys]
    least, apart = min(targets, default="no targets"), math.sqrt(d_model * max(0, 1 - at_target))
    facts, largest = [": ".join(fact) for fact in drawing.facts(**locals())], row.max()
    apart_by, around = abs(offset), (position - 1, position + 1)
    reads("attention_head", drawing, locals())


@pytest.mark.parametrize("seq_len", [1, 127, 128, 129, 200, 1_000_000])
def test_the_piece_holds_the_position_and_every_target(seq_len):
    for share in (0, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999, 1):
        position = round(share * (seq_len - 1))
        keys = piece(seq_len, position)
        assert len(keys) == min(seq_len, PIECE)
        assert 0 <= keys[0] <= position <= keys[-1] < seq_len
        for target in (position - 20, position + 20):
            assert target in keys or not 0 <= target < seq_len


@at_random(
    "plot_distances", {}, dict(steps=6, d_model=2), dict(steps=710, d_model=2), base=BASE, count=10
)
def test_distances(drawing, steps, d_model, base):
    alike = similarity(np.arange(steps + 1), d_model, base)
    apart = np.sqrt(d_model * np.maximum(0, 1 - alike))
    back = [step for step in range(steps) if apart[step + 1] < apart[step]]
    nearer, further = len(back), back[0] + 1 if back else 0
    bring = "bring" + "s" * (1 in (nearer, steps))
    first = ", first that from {back[0]} to {further}" * bool(back)
    first_step = "{back[0]} → {further}" * bool(back)
    alike_at_the_end, apart_at_the_end = alike[-1], apart[-1]
    left, right, below = drawing.figure.axes
    label = "".join(text.get_text() for text in below.texts)
    reads("distances", drawing, locals())
    assert left.lines[0].get_ydata() == pytest.approx(alike, abs=1e-9)
    assert right.lines[0].get_ydata() == pytest.approx(apart, abs=1e-6)
    assert [*below.lines[2].get_xdata()] == back
    cut = below.get_ylim()[1] < np.diff(apart).max()
    assert cut == ("tall bars are cut off" in below.get_title("left"))


@at_random(
    "plot_directions", {}, dict(position=1, offset=44, d_model=2, base=1, around=1),
    count=12, offset=OFFSET, base=BASE,
)  # fmt: skip
def test_directions(drawing, position, offset, d_model, base, around):
    scores = similarity([-1, 1, -1 - offset, 1 - offset], d_model, base)
    signed, axes, pairs = sign(offset), drawing.figure.axes, d_model // 2
    labels = [text.get_text() for ax in axes for text in ax.texts]
    reads("directions", drawing, locals())
    places = np.arange(max(0, position - around), position + around + 1)
    for ax, turn, dots in zip(axes, (0, offset), np.split(scores, 2), strict=True):
        curve, _, *neighbours = ax.lines
        heights, (low, high) = similarity(places - position - turn, d_model, base), ax.get_ylim()
        assert curve.get_xydata() == pytest.approx(np.transpose([places, heights]), abs=1e-8)
        assert low <= heights.min() and heights.max() <= high
        dot = np.concatenate([one.get_xydata() for one in neighbours])
        assert dot == pytest.approx(np.transpose([[position - 1, position + 1], dots]), abs=1e-8)


def averaged(line, furthest, d_model, base):
    """Hold a curve of similarities against the mean over all distances of its places."""
    first = 1
    for k, (middle, height) in enumerate(line.get_xydata()):
        last = round(2 * middle) - first
        if k % 90 == 0 and last - first < 10_000:
            exact = similarity(np.arange(first, last + 1), d_model, base).mean()
            assert height == pytest.approx(exact, abs=1e-8)
        first = last + 1
    assert first == furthest + 1 and k < 999


@at_random("plot_letting_go", {}, dict(d_model=4, base=1e8), count=8)
def test_letting_go(drawing, d_model, base):
    pairs, quarters = d_model // 2, math.pi / 2 / speeds(d_model, base)[[0, -1]]
    some, alike = min(8, pairs), similarity([1, 100, 10_000], d_model, base)
    note = drawing.figure.texts[0].get_text()
    reads("letting_go", drawing, locals())
    *waves, _, mean = drawing.figure.axes[0].lines[1:]
    downs = [wave.get_xdata()[np.argmax(wave.get_ydata() <= 0)] for wave in waves[::2]]
    assert downs == sorted(downs) and all(wave.get_xdata()[0] < 1 for wave in waves[::2])
    averaged(mean, 100_000, d_model, base)


@at_random("plot_reach", {}, dict(bases=[1e8, 12_345_678.9, 1.1e7, 99_999_999], d_model=64),
           dict(bases=[500, 500]), count=8)  # fmt: skip
def test_reach(drawing, bases, d_model):
    (curves, right), low, high = drawing.figure.axes, min(bases), max(bases)
    steps = [math.sqrt(d_model * (1 - similarity(1, d_model, base))) for base in bases]
    reach = [base * math.exp(-0.5772156649015329) for base in bases]
    assert [bar.get_height() for bar in right.patches] == pytest.approx(steps)
    furthest = 10 ** (math.ceil(math.log10(high)) + 1)
    for k, (base, zero) in enumerate(zip(bases, reach, strict=True)):
        curve, law, mark = curves.lines[3 * k + 1 : 3 * k + 4]  # the first is the zero line
        averaged(curve, furthest, d_model, base)
        distances, heights = law.get_data()
        exact = 1 - (np.log(distances) + 0.5772156649) / math.log(base)
        assert heights == pytest.approx(exact, abs=1e-9)
        assert mark.get_xydata() == pytest.approx(np.array([[zero, 0]]))
    names = [tick.get_text() for tick in right.get_xticklabels()]
    for name, base in zip(names, bases, strict=True):
        says(name, "{}" if name[-1] in "¹²³⁴⁵⁶⁷⁸⁹" else "{label}", base)
    ends, closer = [names[bases.index(one)] for one in (low, high)], 1 - min(steps) / max(steps)
    times, count = high / low, len(bases)
    line = "{ends[1]}: {times:label} times the reach of {ends[0]}, neighbours {closer:share} "
    same = "At base {ends[0]} the reach is {reach[0]:label} tokens"
    each_label = each("base {names[#]}:\n{reach[#]:label}", count, " | ")
    one = "base {bases[#]} reaches {reach[#]} tokens with neighbours {steps[#]} apart"
    each_bar, listed = each("{steps[#]}", count, " | "), each(one, count, "; ")
    line = f"{line}closer" if low < high else same
    labels, bars = ([text.get_text() for text in ax.texts] for ax in (curves, right))
    reads("reach", drawing, locals())
