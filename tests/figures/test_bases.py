"""What a base does: tables side by side, and speeds, against the formulas."""

import math

import numpy as np
import pytest

from tests.figures.reading import at_random, each, reads, speeds
from tests.figures.test_heatmap import cells, turning


@at_random(
    "plot_two_bases", dict(base_a=1, base_b=1e8, d_model=2, seq_len=1), dict(base_a=1e4),
    dict(base_a=1e8, base_b=1.0001, d_model=1024, seq_len=1_000_000),
    dict(base_a=0.5, base_b=2, d_model=6, seq_len=6),
)  # fmt: skip
def test_two_bases(drawing, base_a, base_b, d_model, seq_len):
    bases, counts, slowest, steps, pairs = (base_a, base_b), [], [], [], d_model // 2
    for base, image, line in zip(bases, drawing.images, drawing.boundaries, strict=True):
        omega, (count, _, _) = speeds(d_model, base), turning(seq_len, d_model, base)
        sizes, means = cells(image, 0, seq_len, d_model, base, 318, 206)
        assert set(line.get_xdata()) == {2 * (count if base >= 1 else pairs - count) - 0.5}
        counts.append(count)
        slowest.append(math.tau / min(omega))
        steps.append(math.hypot(*(np.cos(omega) - 1), *np.sin(omega)))
    hands = f"of {pairs:,} hand{'s' * (pairs > 1)} come"
    lines = [f"{count:,} {hands}{'s' * (1 in (count, pairs))} round" for count in counts]
    sides = " on both sides" if lines[0] == lines[1] else " on the left, {counts[1]} on the right"
    line, also, ratios = lines[0] + sides, " (means)" * bool(means), np.power(bases, 2 / d_model)
    gear = [f"{{ratios[{k}]}}" if pairs > 1 else "none" for k in (0, 1)]
    titles, names = ([t.get_text() for t in one] for one in (drawing.titles, drawing.names))
    reads("two_bases", drawing, locals())
    lengths = [bar.get_xdata()[1] for bar in drawing.bars]
    assert max(lengths) <= 1 and lengths[0] * steps[1] == pytest.approx(lengths[1] * steps[0])


@at_random(
    "plot_frequencies", dict(bases=[1, 1, 1.0001, 1e8], d_model=4),
    dict(bases=[12_345_678.9, 1.2e7, 98_765_432.1], d_model=1024), count=10,
)  # fmt: skip
def test_frequencies(drawing, bases, d_model):
    axes, falls, lowest, pairs = drawing.figure.axes, [], [], d_model // 2
    for k, base in enumerate(bases):
        omega = speeds(d_model, base)
        assert all(ax.lines[k].get_ydata() == pytest.approx(omega) for ax in axes)
        last = f"falls from 1 to {{lowest[{k}]}}" if base > 1 else "stays at 1"
        lowest.append(omega[-1])
        falls.append(f"base {{bases[{k}]}} {last}")
    names = sorted(axes[1].texts, key=lambda text: text.xy[1])  # from below, as the curves end
    labels, falls, rising = [one.get_text() for one in names[::-1]], "; ".join(falls), sorted(bases)
    each_label = each("base {rising[#]}", len(bases), " | ")
    reads("frequencies", drawing, locals())
