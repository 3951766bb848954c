"""Clocks: where hands point, how often they have been round, which positions they can mean."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.figures.cases import redrawn
from tests.figures.reading import at_random, each, reads, says, speeds

END = {"position": 999_999, "seq_len": 1_000_000}


def drawn_pairs(drawing, omega):
    """At most 16 of the clocks, from the first to the last; what is written below each is right."""
    pairs = sorted({round(k) for k in np.linspace(0, len(omega) - 1, min(len(omega), 16))})
    labels, names = ([t for t in one if t.get_visible()] for one in (drawing.labels, drawing.names))
    for label, name, pair in zip(labels, names, pairs, strict=True):
        says(label.get_text(), "{label}" + " tokens" * (pair == 0), math.tau / omega[pair])
        assert name.get_text() == str(pair)
    return pairs


def who(turns, one, several):
    """Which hands have been round: the fastest ones."""
    done = sum(t >= 1 - 1e-13 for t in turns)
    if done in (0, len(turns)):
        return f"{'no' if not done else 'the' if len(turns) == 1 else 'every'} hand {one} round"
    several = f"the {done:,} fastest hands {several} round"
    return several if done > 1 else f"only the fastest hand {one} round"


def misfits(hands, candidates, omega):
    """The root mean square distance of the hands of each candidate, a clock at a time."""
    squares = np.zeros(len(candidates))
    for (x, y), speed in zip(hands, omega, strict=True):
        squares += (np.sin(speed * candidates) - x) ** 2 + (np.cos(speed * candidates) - y) ** 2
    return np.sqrt(squares / len(omega))


def check_wall(drawing, position, d_model, base, seq_len, noise):
    omega = speeds(d_model, base)
    hands = np.column_stack([np.sin(omega * position), np.cos(omega * position)])
    hands += noise * np.random.default_rng(0).normal(size=hands.shape)
    allowed = math.sqrt(2) * noise * math.sqrt(1 + 3 * math.sqrt(2 / d_model)) + 1e-6
    shown, distance = drawing.misfit.get_data()
    assert position in shown and np.abs(distance - misfits(hands, shown, omega)).max() < 2e-7
    assert drawing.fit_ax.get_ylim()[1] > max(distance)
    assert [*drawing.fits.get_xdata()] == [*shown[distance <= allowed]]
    fit, turns = drawing.fit_title.get_text(), omega * position / math.tau
    window = "{ends[0]} to {ends[1]}" * fit.startswith("From")
    where = shown if window else np.arange(seq_len)
    ends, (fastest, *_, slowest) = where[[0, -1]], math.tau / np.array([*omega[:1], *omega])
    fitting = where[misfits(hands, where, omega) <= allowed]
    count, clocks, pairs = len(fitting), len(omega), drawn_pairs(drawing, omega)
    last, drawn = turns[-1], len(pairs)
    some = ", ".join(f"{p:,}" for p in fitting[:6]) + " …" * (count > 6)
    template = f"{{count}} position(s) fit{'s' * (count == 1)} the hands"
    only = "Only position {position} fits all hands" if count == 1 else template
    parts = {"fit_line": f"From {window}, {template}" if window else only}
    parts |= {"searched": window or "{seq_len}", "done": who(turns, "has been", "have been")}
    reads("clock_wall", drawing, {**locals(), **parts})
    badges = [one.get_text() for one in drawing.badges if one.get_visible()]
    for text, n in zip(badges, turns[pairs] + 1e-9, strict=True):
        many = len(pairs) > 9
        assert text == ("" if n < 1 or many else f"×{n // 1:.0f}" if n < 1_000 else ">999")
    middles, ends = np.moveaxis(drawing.hands.get_segments(), 1, 0)
    lengths, tips = np.hypot(*hands[pairs].T), np.array(drawing.tips.get_offsets(), float)
    long = lengths > 1.2
    cut = np.minimum(1, 1.2 / lengths)[:, np.newaxis]
    assert ends - middles == pytest.approx(drawing.radius * cut * hands[pairs], abs=1e-4)
    assert tips[~long] == pytest.approx(ends[~long]) and np.isnan(tips[long]).all()
    assert drawing.key.get_text().endswith(" No tip: a longer hand.") == long.any()


@at_random(
    "plot_clock_wall", {}, {"noise": 1.0}, {**END, "d_model": 10, "base": 1.0001}, END,
    {"position": 0, "noise": 1.0}, {"d_model": 4, "seq_len": 5_000, "noise": 0.1},
    seq_len=st.integers(1, 5_000),
)  # fmt: skip
def test_the_wall_says_where_hands_point_and_how_many_positions_fit(drawing, **chosen):
    check_wall(drawing, **chosen)


@pytest.mark.full
@pytest.mark.parametrize("noise", [0.0, 0.1, 1.0])
def test_the_same_in_a_million_positions(noise):
    for position, d_model, base in itertools.product((300, 999_999), (2, 4, 64), (1.0, 1e4, 1e8)):
        chosen = dict(d_model=d_model, base=base, seq_len=1_000_000, noise=noise, position=position)
        check_wall(redrawn("plot_clock_wall", **chosen), **chosen)


@at_random("plot_circles", {"seq_len": 199, "d_model": 8, "base": 100.0}, {"seq_len": 7}, count=50)
def test_circles_say_which_hands_get_round(drawing, seq_len, d_model, base):
    omega = speeds(d_model, base)
    turns, pairs, circles = omega * seq_len / math.tau, drawn_pairs(drawing, omega), len(omega)
    they, dots = who(turns, "gets", "get"), len({*drawing.positions})
    done, last = sum(t >= 1 - 1e-13 for t in turns), turns[-1]
    written = drawing.facts()[1][1]
    drawn, last_step = len(pairs), np.degrees(omega[-1])
    reads("circles", drawing, locals())
    assert (float(written.replace(",", "")) >= 1) == (turns[-1] >= 1 - 1e-13)
    places, radius = drawing.positions, np.ptp(drawing.faces.get_xdata()[:61]) / 2
    most = 1_800 // len(pairs)
    assert dots == seq_len if seq_len <= most else most / 2 < dots <= most
    assert len(places) == dots and 0 <= places[0] <= places[-1] < seq_len
    found, angles = drawing.dots.get_offsets(), np.outer(places, omega[pairs])
    found = np.reshape(found, (dots, len(pairs), 2)) / radius
    tips = np.stack([np.sin(angles), np.cos(angles)], axis=2)
    assert found - found[:1] == pytest.approx(tips - tips[:1], abs=1e-5)
    for arc, n in zip(drawing.arcs.get_segments(), turns[pairs], strict=True):
        length = np.hypot(*np.diff(arc, axis=0).T).sum() / (1.2 * radius)
        assert length == pytest.approx(math.tau * min(n, 1), rel=2e-3)


@at_random("plot_time_of_day", count=8)
def test_three_hands_show_the_time(drawing, hours, minutes, seconds):
    time = f"{hours:02}:{minutes:02}:{seconds:02}"
    reads("time_of_day", drawing, locals())
    past, axes = seconds + 60 * (minutes + 60 * hours), drawing.figure.axes
    for ax, period in zip(axes, (60, 3_600, 43_200), strict=True):
        angle = math.tau * past / period
        assert ax.lines[3].get_xydata()[0] == pytest.approx((math.sin(angle), math.cos(angle)))
        assert ax.get_title().endswith(f"one turn in {period:,} s")


@at_random("plot_places_left", count=12, base=st.sampled_from([1.0, 2.0, 1e4, 1e8]))
def test_the_places_left_fit_every_clock_so_far(drawing, position, seq_len, d_model, base, within):
    left, counts, omega = {*range(seq_len)}, [], speeds(d_model, base)[::-1]
    for speed in omega:
        off = {q: abs(math.remainder(speed * (q - position), math.tau)) for q in left}
        left = {q for q in left if off[q] <= math.radians(within)}
        counts.append(len(left))
    count, end, lengths = len(left), seq_len - 1, math.tau / omega
    some = "{count} fit" if count > 1 else "only {position} fits"
    after = each("{counts[#]} after the clock of {lengths[#]:label}", len(omega))
    rows = [text.get_text() for text in drawing.figure.texts[2:]]
    each_row = each("{lengths[#]:label} | {counts[#]}", len(omega), " | ")
    reads("places_left", drawing, locals())
