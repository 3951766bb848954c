"""The look: sizes, room for every text, colours that all eyes and grey print tell apart."""

import ast
import re
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.colors import is_color_like, to_hex, to_rgb
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.text import Text

from posenc_helpers.figures import look
from posenc_helpers.figures.drawing import Drawing
from posenc_helpers.figures.look import PALE
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
    assert min(text.get_fontsize() for text, _ in shown_texts(name)) >= 12.5  # for the back row


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
    decoration = {to_hex(PALE), to_hex("white")}  # circles, zero lines, rows, halos
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


# --------------------------------------------------------------------------------- first lines


def size(text):
    return text.get_fontsize()


@pytest.mark.parametrize("name", SOME)
def test_the_first_line_says_what_is_seen(name):
    """It is written largest, begins with a capital or a number and is no full sentence."""
    highest = max(box.y1 for _, box in shown_texts(name))
    first = max((text for text, box in shown_texts(name) if box.y1 > highest - 12), key=size)
    assert (first.get_fontsize(), first.get_fontweight()) == (look.HEADLINE, "bold")
    assert re.match(r"[A-Z\d“]", first.get_text()) and not first.get_text().endswith(".")


@pytest.mark.parametrize("name", SOME)
def test_labels_have_no_digits_that_are_of_no_use(name):
    """But where they are computed, step by step."""
    written = [text.get_text() for text, _ in shown_texts(name) if "=" not in text.get_text()]
    assert not [text for text in written if re.search(r"\d\.\d{3}", text)]


def test_every_sign_is_in_the_font_or_in_the_one_behind_it():
    files = [findfont(FontProperties(family=[family])) for family in look.FONTS]
    own, behind = (set(get_font(file).get_charmap()) for file in files)
    shown = [text for name in CASES for text, _ in shown_texts(name)]
    signs = {ord(c) for text in shown for c in text.get_text()}
    assert signs - {ord("\n")} <= own | behind
    assert len(signs - own) < 10  # the font of the course is the one that is seen


# ------------------------------------------------------------------------------------ colours

MEANINGS = {  # but PALE, which is for nothing that has to be distinguished
    name: getattr(look, name) for name in ("INK", "GREY", "POSITION", "WORD", "RELATION", "LAW")
}


def apart(one, other, sight):
    return np.linalg.norm(lab(one, sight) - lab(other, sight))


@pytest.mark.parametrize("name", MEANINGS)
def test_meanings_are_dark_enough_for_letters(name):
    assert contrast(MEANINGS[name]) >= 4.5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize(("one", "other"), [*combinations(MEANINGS, 2)])
def test_meanings_differ_to_all_eyes(one, other, sight):
    assert apart(MEANINGS[one], MEANINGS[other], sight) >= 15


@pytest.mark.parametrize("sight", SIGHT)
def test_nine_speeds_differ_to_all_eyes_and_darken_as_they_slow(sight):
    steps = [look.speed(length)[:3] for length in np.geomspace(look.FASTEST, look.SLOWEST, 9)]
    assert min(apart(a, b, sight) for a, b in pairwise(steps)) >= 3.5
    assert (np.diff([lab(step, sight)[0] for step in steps]) < 0).all()
    assert min(map(contrast, steps)) >= 3


def test_a_speed_is_absolute_and_cut_off_at_both_ends():
    assert look.slowness([2 * np.pi, 792.7, 100_000]) == pytest.approx([0, 0.5, 1], abs=1e-4)
    assert list(look.slowness([1, 10**7])) == [0, 1]
    lengths = np.geomspace(1, 10**6, 40)
    assert min(contrast(look.speed_letters(length)) for length in lengths) >= 4.5


def how_seen(line):
    """Return what tells a line from others without its colour."""
    mark = line.get_marker(), line.get_markersize()
    return line.get_linestyle(), line.get_linewidth(), line.get_gapcolor(), *mark


def look_alikes(ax):
    """Return pairs of meanings that lines of these axes have, which colour alone tells apart."""
    meaning = {to_hex(colour): name for name, colour in MEANINGS.items()}
    seen = {
        (meaning[to_hex(line.get_color())], how_seen(line))
        for line in ax.lines
        if line.get_visible() and len(line.get_xdata()) and to_hex(line.get_color()) in meaning
    }
    return [(a, b) for (a, one), (b, other) in combinations(seen, 2) if one == other and a != b]


@pytest.mark.parametrize("name", SOME)
def test_meanings_that_meet_differ_by_dash_mark_or_width_too(name):
    assert not [pair for ax in drawn(name).figure.axes for pair in look_alikes(ax)]


def test_meanings_that_only_colour_tells_apart_are_found():
    ax = Drawing(3, 3).figure.add_subplot()
    for colour in (look.INK, look.LAW):
        ax.plot([0, 1], color=colour)
    assert {*look_alikes(ax)[0]} == {"INK", "LAW"}


def named_colours(source):
    """Return the colours and colour maps that a file of Python names."""
    strings = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    long = {text for text in strings if isinstance(text, str) and re.search("[a-z#]..", text)}
    return {text for text in long - {"none"} if is_color_like(text) or text in colormaps}


def test_only_the_table_of_meanings_names_a_colour():
    assert named_colours('f("#123456", "dimgrey", "viridis", "none", "o")') == {
        *("#123456", "dimgrey", "viridis")
    }
    files = [file for file in Path(look.__file__).parent.glob("*.py") if file.name != "look.py"]
    assert not {f.name: found for f in files if (found := named_colours(f.read_text("utf-8")))}


def test_sine_is_thick_cosine_is_thin_and_both_have_the_colour_of_their_pair():
    linked = drawn("linked_heatmap")
    widths = [curve.lines.get_linewidth()[0] for curve in (linked.row_sine, linked.row_cosine)]
    assert widths == [look.SINE_WIDTH, look.COSINE_WIDTH]
    colours = [curve.lines.get_colors() for curve in (linked.row_sine, linked.row_cosine)]
    assert (colours[0] == colours[1]).all()
    ends = look.speed(2 * np.pi * 10_000 ** np.array([0, 63 / 64]))
    for found, expected in zip(colours[0][[0, -1]], ends, strict=True):
        assert apart(found[:3], expected[:3], "all cones") < 5  # curves have few colours
    assert linked.wave.get_color() == look.speed(2 * np.pi * 10_000 ** (4 / 64))  # of column 9


def test_the_cursor_looks_the_same_everywhere():
    linked, head = drawn("linked_heatmap_small"), drawn("attention_head")
    cursors = [linked.across, linked.down, linked.row_line, linked.wave_line]
    cursors += [drawn("microscope").wave_line, drawn("clock_wall").truth, *head.across, *head.down]
    looks = {(line.get_color(), line.get_linewidth(), line.get_gapcolor()) for line in cursors}
    assert looks == {(look.INK, look.CURSOR["linewidth"], look.WHITE)}
    assert all(line.is_dashed() for line in cursors)


def test_heatmap_colours_are_centred_on_zero_and_even_in_lightness():
    image = drawn("heatmap").image
    assert (image.norm.vmin, image.norm.vmax) == (-1, 1)
    low, middle, high = (lab(image.cmap(x)[:3]) for x in (0.0, 0.5, 1.0))
    assert middle[0] > 95  # zero is nearly white
    assert abs(low[0] - high[0]) < 5  # -1 and 1 are equally dark
