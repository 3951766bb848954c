"""Attention before and after a swap, and four ways to write a position."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE, swap_effect
from tests.figures.cases import seen


def numbers(texts):
    """Return the numbers that are written into cells."""
    shown = [text.get_text() for text in texts if text.get_text()]
    return [float(word.replace("−", "-")) for word in shown]


@pytest.mark.parametrize("gain", [0.0, 1.0])
def test_the_picture_shows_both_maps_and_the_change(gain):
    drawing, words, order = seen(pe.plot_swap, gain=gain), SENTENCE[:5], np.array([0, 4, 2, 3, 1])
    maps, outputs = swap_effect(words, order, 16, 1e4, gain)
    change = np.linalg.norm(outputs[1] - outputs[0], axis=1) / np.linalg.norm(outputs[0], axis=1)
    for image, weights, shown in zip(drawing.images, maps, (np.arange(5), order), strict=True):
        assert np.array_equal(image.values, weights)
        names = [label.get_text() for label in image.ax.get_yticklabels()]
        assert names == [words[k] for k in shown]
    assert drawing.bars.get_xydata().reshape(5, 3, 2)[:, 1, 0] == pytest.approx(change, abs=1e-12)
    assert drawing.dots.get_xdata() == pytest.approx(change, abs=1e-12)
    for strip, written, output in zip(drawing.strips, drawing.outputs, outputs, strict=True):
        assert strip.values[0] == pytest.approx(output[2] / np.abs(outputs)[:, 2].max())
        assert numbers(written) == pytest.approx(output[2], abs=0.005 + 1e-12)
    wording = f"“bit” by {100 * change[2]:.1f} %" if gain else "Not one number differs"
    assert wording in drawing.title.get_text()
    assert numbers(drawing.weights[0]) == pytest.approx(maps[0].ravel(), abs=0.005 + 1e-12)


def test_every_digit_has_pixels_of_its_own():
    """The mean of two digits would be neither 0 nor 1."""
    digits = pe.plot_codes(290, 4).figure.axes[4].images[0].get_array()
    assert len(np.unique(digits.reshape(-1, 4), axis=0)) == 2
