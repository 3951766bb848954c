"""The look: sizes, room for every text, colours that all eyes and grey print tell apart."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

from posenc_helpers.figures.look import (
    BASE_A,
    BASE_B,
    COSINE,
    CURSOR,
    MUTED,
    PALE,
    SINE,
    cursor_style,
)
from posenc_helpers.figures.quicktext import QuickText
from tests.figures.cases import CASES, SOME, drawn
from tests.figures.rendering import pixels, texts

SMALLEST_FONT = 12  # points at the size shown: readable from the back row
WHITE = (1.0, 1.0, 1.0)

# What people with no green or no red cones see, as matrices on linear RGB (Vienot et al. 1999).
SIGHT = {
    "all cones": np.eye(3),
    "no green cones": np.array(
        [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    ),
    "no red cones": np.array(
        [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    ),
}


def linear(colour):
    """Return the three light intensities of an sRGB colour."""
    values = np.array(to_rgb(colour))
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def luminance(colour):
    return float(linear(colour) @ (0.2126, 0.7152, 0.0722))


def contrast(one, other=WHITE):
    """Return the contrast ratio of the Web Content Accessibility Guidelines, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour, sight="all cones"):
    """Return CIE L*, a*, b* (D65) of a colour as the given eyes see it."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = to_xyz @ np.clip(SIGHT[sight] @ linear(colour), 0, 1) / (0.95047, 1.0, 1.08883)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_tools_of_this_file():
    assert contrast("black") == pytest.approx(21)
    assert contrast("#767676") == pytest.approx(4.54, abs=0.01)  # the textbook grey
    assert lab("white") == pytest.approx([100, 0, 0], abs=0.02)
    assert lab("#ff0000") == pytest.approx([53.24, 80.09, 67.20], abs=0.05)
    for sight in SIGHT:  # greys look the same to all
        assert lab("#808080", sight) == pytest.approx(lab("#808080"), abs=0.1)
    apart = np.linalg.norm(lab("#b04000", "no green cones") - lab("#607000", "no green cones"))
    assert apart < 0.5 * np.linalg.norm(lab("#b04000") - lab("#607000"))


# ------------------------------------------------------------------------------------- texts


@cache
def shown_texts(name):
    """Return the texts that are seen; a figure that rests makes its ticks when it is drawn."""
    figure = drawn(name).figure
    figure.canvas.draw()
    return texts(figure)


@pytest.mark.parametrize("name", SOME)
def test_texts_are_large_enough(name):
    shown = shown_texts(name)
    assert shown
    small = {t.get_text(): t.get_fontsize() for t, _ in shown if t.get_fontsize() < SMALLEST_FONT}
    assert not small


@pytest.mark.parametrize("name", SOME)
def test_texts_are_wholly_inside_the_picture(name):
    figure = drawn(name).figure
    width, height = figure.get_size_inches() * 100
    cut = [
        text.get_text()
        for text, box in shown_texts(name)
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height
    ]
    assert not cut


@pytest.mark.parametrize("name", SOME)
def test_texts_do_not_overlap(name):
    assert not overlapping(shown_texts(name))


def overlapping(shown):
    """Return the pairs of texts whose boxes have more than the rounding of a pixel in common."""
    pairs = []
    for (one, a), (other, b) in combinations(shown, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        if across > 1 and up > 2:  # boxes carry some air above and below the letters
            pairs.append((one.get_text(), other.get_text()))
    return pairs


@pytest.mark.parametrize("name", SOME)
def test_texts_stand_out_from_what_is_behind_them(name, monkeypatch):
    figure, shown = drawn(name).figure, shown_texts(name)
    for kind in (Text, QuickText):  # what is behind them: the picture without its texts
        monkeypatch.setattr(kind, "draw", lambda self, renderer: None)
    picture = pixels(figure)
    pale = {}
    for text, box in shown:
        across, up = round((box.x0 + box.x1) / 2), round((box.y0 + box.y1) / 2)
        behind = picture[picture.shape[0] - 1 - up, across] / 255
        if contrast(text.get_color(), behind) < 4.5:
            pale[text.get_text()] = (text.get_color(), to_hex(behind))
    assert not pale


def test_overlapping_texts_are_found():
    figure = CASES["columns"]().figure
    figure.text(0.5, 0.5, "one")
    assert not overlapping(texts(figure))
    figure.text(0.51, 0.5, "two")
    assert overlapping(texts(figure)) == [("one", "two")]


@pytest.mark.parametrize("name", SOME)
def test_axes_are_named(name):
    """An axis with numbers has a name of its own, or lines up with one that has; an upright one
    may be named by the title of its axes. Colour bars go without.
    """
    written = {text for text, _ in shown_texts(name)}
    axes = [ax for ax in drawn(name).figure.axes if not hasattr(ax, "_colorbar")]
    named, numbered = set(), set()
    for ax in axes:
        for axis in (ax.xaxis, ax.yaxis):
            scale = (axis.axis_name, *axis.get_view_interval())
            titled = axis is ax.yaxis and ax.get_title(loc="left")
            if axis.label in written or titled:
                named.add(scale)
            if any(tick in written and is_number(tick) for tick in axis.get_ticklabels()):
                numbered.add(scale)
    assert numbered <= named


def is_number(text):
    return text.get_text().replace("−", "").replace(",", "").replace(".", "").isdigit()


# ------------------------------------------------------------------------------------ colours


@pytest.mark.parametrize("colour", [SINE, COSINE, CURSOR, BASE_A, BASE_B, MUTED])
def test_lines_stand_out_from_white(colour):
    assert contrast(colour) >= 3


@pytest.mark.parametrize("name", SOME)
def test_every_line_that_carries_data_stands_out(name):
    decoration = {to_hex(PALE), to_hex("white"), "#ececec"}  # circles, zero lines, halos, rows
    lines = [line for ax in drawn(name).figure.axes for line in ax.lines if len(line.get_xdata())]
    colours = {to_hex(line.get_color()) for line in lines} - decoration
    assert not [colour for colour in colours if contrast(colour) < 3]


def test_sine_cosine_and_cursor_differ_in_grey_print():
    lightness = sorted(lab(colour)[0] for colour in (SINE, COSINE, CURSOR))
    assert min(np.diff(lightness)) >= 20


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(
    ("one", "other"), [*combinations((SINE, COSINE, CURSOR), 2), (BASE_A, BASE_B)]
)
def test_colours_differ_to_all_eyes(one, other, sight):
    assert np.linalg.norm(lab(one, sight) - lab(other, sight)) >= 20


def test_the_bases_differ_in_dashes_too():
    for drawing in (drawn("two_bases"), drawn("explorer_TwoBasesExplorer")):
        for lines in (drawing.speeds, drawing.similarities):
            assert [line.get_linestyle() for line in lines] == ["-", "--"]


def test_sine_and_cosine_have_the_same_colours_everywhere():
    linked = drawn("linked_heatmap_small")  # its cursor is on column 5, a cosine
    assert linked.row_sine.get_color() == SINE
    assert linked.row_cosine.get_color() == linked.wave.get_color() == COSINE
    assert drawn("microscope").samples.get_color() == SINE
    assert drawn("microscope").projection.get_color() == SINE
    assert drawn("microscope_robot").samples.get_color() == COSINE
    assert drawn("microscope_robot").projection.get_color() == COSINE
    assert [ax.lines[-1].get_color() for ax in drawn("columns").figure.axes] == [SINE, COSINE, SINE]
    assert {ax.lines[-1].get_color() for ax in drawn("chirps").figure.axes} == {SINE}


HEATMAP_CURSOR = ("across", "down", "row_line", "wave_line")


def test_the_cursor_is_the_same_everywhere():
    look = cursor_style()
    cursors = [
        *(getattr(drawn("linked_heatmap"), name) for name in HEATMAP_CURSOR),
        drawn("microscope").wave_line,
        drawn("clock_wall").truth,
        *drawn("attention_head").across,
        *drawn("attention_head").down,
    ]
    for line in cursors:
        assert (line.get_color(), line.get_linewidth(), line.get_gapcolor()) == (
            CURSOR, look["linewidth"], "white",
        )  # fmt: skip
        assert line.is_dashed()
    for dot in (drawn("linked_heatmap").row_dot, drawn("microscope").tip, drawn("clock_wall").tips):
        assert to_hex(dot.get_color()) == CURSOR


def test_heatmap_colours_are_centred_on_zero_and_even_in_lightness():
    image = drawn("heatmap").image
    assert (image.norm.vmin, image.norm.vmax) == (-1, 1)
    low, middle, high = (lab(image.cmap(x)[:3]) for x in (0.0, 0.5, 1.0))
    assert middle[0] > 95  # zero is nearly white
    assert abs(low[0] - high[0]) < 5  # -1 and 1 are equally dark
