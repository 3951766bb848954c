"""The look: sizes, room for every text, colours that all eyes and grey print tell apart."""

import re
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text

from posenc_helpers.figures import look
from posenc_helpers.figures.look import BASE_A, BASE_B, COSINE, CURSOR, PALE, SINE
from posenc_helpers.figures.quicktext import QuickText
from tests.figures.cases import CASES, SOME, drawn
from tests.figures.rendering import misplaced, pixels, texts

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


def contrast(one, other=WHITE):
    """Return the contrast ratio of the Web Content Accessibility Guidelines, 1 to 21."""
    low, high = sorted(linear(colour) @ (0.2126, 0.7152, 0.0722) for colour in (one, other))
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
def test_texts_are_large_enough_wholly_inside_and_apart(name):
    assert shown_texts(name)
    assert not misplaced(drawn(name).figure, shown_texts(name))
    assert min(text.get_fontsize() for text, _ in shown_texts(name)) >= 12  # for the back row


@pytest.mark.parametrize("name", SOME)
def test_texts_and_lines_stand_out_from_what_is_behind_them(name, monkeypatch):
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
    decoration = {to_hex(PALE), to_hex("white"), "#ececec"}  # circles, zero lines, halos, rows
    lines = [line for ax in figure.axes for line in ax.lines if len(line.get_xdata())]
    colours = {to_hex(line.get_color()) for line in lines} - decoration
    assert not [colour for colour in colours if contrast(colour) < 3]


def test_misplaced_texts_are_found():
    figure = CASES["columns"]().figure
    figure.text(0.5, 0.5, "one")
    assert not misplaced(figure)
    figure.text(0.51, 0.5, "two")
    figure.text(0.99, 0.5, "three")
    assert misplaced(figure) == ["three", ("one", "two")]


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
            ticks = [tick.get_text() for tick in axis.get_ticklabels() if tick in written]
            if any(re.fullmatch(r"−?[\d,.]+", tick) for tick in ticks):
                numbered.add(scale)
    assert numbered <= named


# ------------------------------------------------------------------------------------ colours


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
    for lines in (drawn("two_bases").speeds, drawn("two_bases").similarities):
        assert [line.get_linestyle() for line in lines] == ["-", "--"]


def test_sine_cosine_and_cursor_look_the_same_everywhere():
    linked, sine, cosine = map(drawn, ("linked_heatmap_small", "microscope", "microscope_robot"))
    expected = {
        SINE: [linked.row_sine, sine.samples, sine.projection],
        COSINE: [linked.row_cosine, linked.wave, cosine.samples, cosine.projection],  # column 5
        CURSOR: [linked.row_dot, sine.tip, drawn("clock_wall").tips],
    }
    for name, colours in (("columns", (SINE, COSINE, SINE)), ("chirps", (SINE,) * 3)):
        for ax, colour in zip(drawn(name).figure.axes, colours, strict=True):
            expected[colour].append(ax.lines[-1])
    cursors = [
        *(linked.across, linked.down, linked.row_line, linked.wave_line, sine.wave_line),
        *(
            drawn("clock_wall").truth,
            *drawn("attention_head").across,
            *drawn("attention_head").down,
        ),
    ]
    for colour, lines in expected.items():
        assert {line.get_color() for line in lines} == {colour}
    looks = {(line.get_color(), line.get_linewidth(), line.get_gapcolor()) for line in cursors}
    assert looks == {(CURSOR, look.cursor_style()["linewidth"], "white")}
    assert all(line.is_dashed() for line in cursors)


def test_heatmap_colours_are_centred_on_zero_and_even_in_lightness():
    image = drawn("heatmap").image
    assert (image.norm.vmin, image.norm.vmax) == (-1, 1)
    low, middle, high = (lab(image.cmap(x)[:3]) for x in (0.0, 0.5, 1.0))
    assert middle[0] > 95  # zero is nearly white
    assert abs(low[0] - high[0]) < 5  # -1 and 1 are equally dark
