"""Attention before and after a swap, and four ways to write a position."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE, swap_effect
from tests.figures.cases import seen
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels


def swapped(length, first, second):
    order = np.arange(length)
    order[[first, second]] = [second, first]
    return order


@pytest.mark.parametrize("gain", [0.0, 1.0])
def test_the_picture_shows_both_maps_and_the_change(gain):
    drawing = seen(pe.plot_swap, gain=gain)
    words, order = SENTENCE[:5], swapped(5, 1, 4)
    maps, outputs = swap_effect(words, order, 16, 1e4, gain)
    change = np.linalg.norm(outputs[1] - outputs[0], axis=1) / np.linalg.norm(outputs[0], axis=1)
    for image, weights, shown in zip(drawing.images, maps, (np.arange(5), order), strict=True):
        assert np.array_equal(image.values, weights)
        assert np.allclose(image.values.sum(axis=1), 1)
        for axis in (image.ax.xaxis, image.ax.yaxis):
            names = [label.get_text() for label in axis.get_ticklabels()]
            assert names == [words[k] for k in shown]
    ends = drawing.bars.get_xydata().reshape(5, 3, 2)[:, 1]
    assert np.allclose(ends[:, 0], change, atol=1e-12)
    assert ends[:, 1].tolist() == [0, 1, 2, 3, 4]
    assert [label.get_text() for label in drawing.bar_ax.get_yticklabels()] == words
    assert drawing.dots.get_xdata() == pytest.approx(change, abs=1e-12)
    for strip, written, output in zip(drawing.strips, drawing.outputs, outputs, strict=True):
        most = np.abs([one[2] for one in outputs]).max()
        assert strip.values[0] == pytest.approx(output[2] / most)
        assert numbers(written) == pytest.approx(output[2], abs=0.005 + 1e-12)
    wording = f"“bit” by {100 * change[2]:.1f} %" if gain else "Not one number differs"
    assert wording in drawing.title.get_text()
    assert numbers(drawing.weights[0]) == pytest.approx(maps[0].ravel(), abs=0.005 + 1e-12)


def numbers(texts):
    """Return the numbers that are written into cells."""
    shown = [text.get_text() for text in texts if text.get_text()]
    return [float(word.replace("−", "-")) for word in shown]


def test_the_swapped_rows_are_framed():
    for line in seen(pe.plot_swap, first=1, second=4).frames:
        path = line.get_xydata()
        assert len(path) == 11 and np.isnan(path[5]).all()
        for frame, row in ((path[:5], 1), (path[6:], 4)):
            assert frame.min(axis=0).tolist() == [-0.5, row - 0.5]
            assert frame.max(axis=0).tolist() == [4.5, row + 0.5]


# ---------------------------------------------------------------------------- codes of positions


@pytest.mark.parametrize(("seq_len", "d_model"), [(32, 16), (100, 64), (11, 6), (1, 2)])
def test_codes(seq_len, d_model):
    drawing, places = seen(pe.plot_codes, seq_len, d_model), range(seq_len)
    panels, bars = drawing.figure.axes[::2], drawing.figure.axes[1::2]
    width, largest = len(f"{seq_len - 1:b}"), max(1, seq_len - 1)
    table = pe.positional_encoding(seq_len, d_model)
    bits = np.array([[int(digit) for digit in reversed(f"{p:0{width}b}")] for p in places])
    share = np.arange(seq_len)[:, np.newaxis] / largest
    picture = pixels(drawing.figure)
    for ax, code in zip(panels, (share, share, bits, table), strict=True):
        assert ax.get_xlim() == (-0.5, code.shape[1] - 0.5)
        assert ax.get_ylim() == (seq_len - 0.5, -0.5)  # position 0 on top, as in all heatmaps
        for column, values in enumerate(code.T):
            assert_close_colours(colour_at(picture, ax, column, places), colour_of(values))
    titles = [ax.get_title(loc="left") for ax in panels]
    assert titles == ["index p", "p / (L − 1)", "binary digits", "sinusoids"]
    ends = [(0, largest), (0, 1), (0, 1), (-1 if (table < 0).any() else 0, 1)]
    assert [bar.get_ylim() for bar in bars] == ends
    for bar, (low, high) in zip(bars, ends, strict=True):
        ticks = [tick.get_text() for tick in bar.get_yticklabels()]
        assert ticks == (["−1", "0", "1"] if low else ["0", str(high)])


def test_every_digit_has_pixels_of_its_own():
    """The mean of two digits would be neither 0 nor 1."""
    longest = pe.plot_codes(290, 4)
    assert "mean" not in longest.text
    digits = longest.figure.axes[4].images[0].get_array()
    assert len(np.unique(digits.reshape(-1, 4), axis=0)) == 2
