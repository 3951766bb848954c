"""Attention before and after a swap, and four ways to write a position."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE, swap_effect
from tests.figures.cases import drawn, seen
from tests.figures.rendering import assert_close_colours, colour_at, colour_of, pixels


def swapped(length, first, second):
    order = np.arange(length)
    order[[first, second]] = [second, first]
    return order


@pytest.mark.parametrize("gain", [0.0, 1.0])
def test_the_picture_shows_both_maps_and_the_change(gain):
    drawing = seen(pe.plot_swap, gain=gain)
    words, order = SENTENCE[:5], swapped(5, 1, 4)
    maps, change = swap_effect(words, order, 16, 1e4, gain)
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


def test_the_swapped_rows_are_framed():
    for line in seen(pe.plot_swap, first=1, second=4).frames:
        path = line.get_xydata()
        assert len(path) == 11 and np.isnan(path[5]).all()
        frames = np.delete(path, 5, axis=0).reshape(2, 5, 2)
        for frame, row in zip(frames, (1, 4), strict=True):
            assert (frame.min(axis=0).tolist(), frame.max(axis=0).tolist()) == (
                [-0.5, row - 0.5],
                [4.5, row + 0.5],
            )


# ---------------------------------------------------------------------------- codes of positions


@pytest.mark.parametrize(("seq_len", "d_model"), [(32, 16), (100, 64), (11, 6), (1, 2)])
def test_codes(seq_len, d_model):
    drawing = seen(pe.plot_codes, seq_len, d_model)
    panels = [ax for ax in drawing.figure.axes if not hasattr(ax, "_colorbar")]
    width, largest = len(f"{seq_len - 1:b}"), max(1, seq_len - 1)
    table = pe.positional_encoding(seq_len, d_model)
    picture = pixels(drawing.figure)
    bits = [[int(digit) for digit in reversed(f"{p:0{width}b}")] for p in range(seq_len)]
    share = np.arange(seq_len)[:, np.newaxis] / largest
    for ax, code in zip(panels, (share, share, np.array(bits), table), strict=True):
        columns = code.shape[1]
        assert ax.get_xlim() == (-0.5, columns - 0.5)
        for column in range(columns):
            found = colour_at(picture, ax, column, np.arange(seq_len))
            assert_close_colours(found, colour_of(code[:, column]))


def test_codes_have_their_names_and_scales():
    axes = drawn("codes").figure.axes
    panels = [ax for ax in axes if not hasattr(ax, "_colorbar")]
    bars = [ax for ax in axes if hasattr(ax, "_colorbar")]
    assert [ax.get_title(loc="left") for ax in panels] == [
        "index p", "p / (L − 1)", "binary digits", "sinusoids",
    ]  # fmt: skip
    assert [[t.get_text() for t in bar.get_yticklabels()] for bar in bars] == [
        ["0", "31"], ["0", "1"], ["0", "1"], ["−1", "0", "1"],
    ]  # fmt: skip
    assert [bar.get_ylim() for bar in bars] == [(0, 31), (0, 1), (0, 1), (-1, 1)]
    assert panels[0].get_ylim() == (31.5, -0.5)  # position 0 on top, as in all heatmaps


def test_the_step_of_the_fraction_that_lesson_00_states():
    assert "steps of 1/10" in seen(pe.plot_codes, 11, 4).text


def test_every_digit_has_pixels_of_its_own():
    """The mean of two digits would be neither 0 nor 1."""
    longest = pe.plot_codes(290, 4)
    assert "mean" not in longest.text
    digits = longest.figure.axes[4].images[0].get_array()
    assert len(np.unique(digits.reshape(-1, 4), axis=0)) == 2
    with pytest.raises(ValueError, match="seq_len must be an integer from 1 to 290, got 291"):
        pe.plot_codes(291, 4)
