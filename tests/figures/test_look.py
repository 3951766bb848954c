"""Texts are large and stand out, and all eyes can distinguish the colours."""

import unicodedata
from contextlib import suppress
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.text import Text

from posenc_helpers.figures import look
from posenc_helpers.figures.look import PALE
from posenc_helpers.figures.quicktext import QuickText
from posenc_helpers.figures.words import TYPED
from tests.figures.cases import SOME, drawn
from tests.figures.rendering import pixels, texts

WHITE = (1.0, 1.0, 1.0)

# What people with no green or no red cones see, as matrices on linear RGB (Vienot et al. 1999).
SIGHT = {
    "all cones": np.eye(3),
    "no green cones": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
    "no red cones": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
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
    xyz = to_xyz @ np.clip(np.array(SIGHT[sight]) @ linear(colour), 0, 1) / (0.95047, 1.0, 1.08883)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


# ------------------------------------------------------------------------------------- texts


@pytest.mark.parametrize("name", SOME)
def test_texts_are_large_and_stand_out_from_what_is_behind_them_as_lines_do(name, monkeypatch):
    figure, pale = drawn(name).figure, {}
    figure.canvas.draw()  # ticks are made when a figure is drawn
    shown = texts(figure)
    for kind in (Text, QuickText):  # what is behind them: the picture without its texts
        monkeypatch.setattr(kind, "draw", lambda self, renderer: None)
    picture = pixels(figure)
    for text, box in shown:
        assert text.get_fontsize() >= 12.5  # for the back row
        across, up = round((box.x0 + box.x1) / 2), round((box.y0 + box.y1) / 2)
        behind = picture[picture.shape[0] - 1 - up, across] / 255
        if contrast(text.get_color(), behind) < 4.5:
            pale[text.get_text()] = (text.get_color(), to_hex(behind))
    assert not pale
    decoration = {to_hex(PALE), to_hex("white")}  # circles, zero lines, rows, halos
    lines = [line for ax in figure.axes for line in ax.lines if len(line.get_xdata())]
    colours = {to_hex(line.get_color()) for line in lines} - decoration
    assert not [colour for colour in colours if contrast(colour) < 3]


def test_every_sign_is_in_the_font_or_in_the_one_behind_it():
    """Each sign in the files of the package, and each that may be typed, can be drawn."""
    files = [findfont(FontProperties(family=[family])) for family in look.FONTS]
    own, behind = (set(get_font(file).get_charmap()) for file in files)
    package = Path(look.__file__).parents[1]
    written = [*package.glob("*.py"), *package.glob("figures/*.py"), *package.glob("models/*/*.py")]
    signs = {ord(sign) for path in written for sign in path.read_text("utf-8")} - {ord("\n")}
    assert len(signs) > 100 and signs <= own | behind
    assert len(signs - own) < 10  # nearly all signs are in the font of the course
    typed = {ord(text[4]) for sign in map(chr, range(0x20000)) if (text := taken(f"a b {sign}c"))}
    assert 1_000 < len(typed) and typed <= own | behind
    scripts = {unicodedata.name(chr(k)).split()[0] for k in typed if chr(k).isalpha()}
    assert scripts == {"LATIN", "GREEK", "CYRILLIC"}
    assert not {unicodedata.category(chr(k)) for k in typed} & {"Cc", "Cf", "Co", "Cs", "Mn", "So"}


def taken(sentence):
    """Return a sentence if it may be typed, and None otherwise."""
    with suppress(ValueError):
        return TYPED.check("sentence", sentence)


# ------------------------------------------------------------------------------------ colours

MEANINGS = {  # without PALE, which marks nothing that has to be distinguished
    name: getattr(look, name) for name in ("INK", "GREY", "POSITION", "WORD", "RELATION", "LAW")
}


def apart(one, other, sight):
    return np.linalg.norm(lab(one, sight) - lab(other, sight))


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


def how_seen(line):
    """Return what distinguishes a line from others besides its colour."""
    mark = line.get_marker(), line.get_markersize()
    return line.get_linestyle(), line.get_linewidth(), line.get_gapcolor(), *mark


def look_alikes(ax):
    """Return the pairs of meanings that only colour distinguishes in these axes."""
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


def test_heatmap_colours_are_centred_on_zero_and_even_in_lightness():
    image = drawn("heatmap").image
    assert (image.norm.vmin, image.norm.vmax) == (-1, 1)
    low, middle, high = (lab(image.cmap(x)[:3]) for x in (0.0, 0.5, 1.0))
    assert middle[0] > 95  # zero is nearly white
    assert abs(low[0] - high[0]) < 5  # -1 and 1 are equally dark
