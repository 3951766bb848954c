"""What an explorer consists of: its controls, their names and ranges, presets, reset."""

import itertools
import math
import re
import threading
from fractions import Fraction
from functools import partial

import ipywidgets as widgets
import numpy as np
import pytest

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.controls import NumberSlider, stop_label
from posenc_helpers.wording import number
from tests.explorers import driving

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")

KEYBOARD = (
    *(widgets.IntSlider, widgets.FloatSlider, widgets.SelectionSlider, widgets.Dropdown),
    *(widgets.Button, widgets.ToggleButton, widgets.Play, widgets.Textarea, widgets.Text),
)
PASSIVE = (widgets.Box, widgets.HTML, widgets.Image, widgets.IntProgress)


def test_it_is_made_of_core_widgets_that_work_from_the_keyboard(explorer):
    """No JavaScript of our own, and nothing else asks for input. Names are those of the field,
    and sliders follow the hand, not only its release.
    """
    shown = list(driving.everything(explorer))
    assert {*explorer.controls.values(), explorer.live.image, explorer.caption} <= set(shown)
    for widget in shown:
        assert isinstance(widget, (*KEYBOARD, *PASSIVE)), widget
        for module in (widget._model_module, widget._view_module):
            assert module.startswith("@jupyter-widgets/")
        if isinstance(widget, widgets.HTML):
            tags = " ".join(re.findall(r"<[^>]*>", widget.value))
            assert not re.search(r"script|\son\w+=", tags)
    for label, control in explorer.controls.items():
        assert control.description == label
        assert control.value in control.stops
        assert not driving.is_slider(control) or control.continuous_update and control.readout


def test_stops_over_decades_have_equal_ratios(explorer):
    """Each step of a slider over decades, from 10 on, changes its number by about an eighth."""
    sliders = [
        c for c in explorer.controls.values() if driving.is_slider(c) and driving.ends(c)[1] >= 1e6
    ]
    for control in sliders:
        far = [n for n in control.stops if n >= (1_000 if control.description == "start" else 10)]
        steps = [after / before for before, after in itertools.pairwise(far)]
        assert 1 < min(steps) <= max(steps) < 1.2
        for decade in range(len(str(int(far[0]))), len(str(int(far[-1])))):
            assert 10**decade in control.stops


def test_the_sharpnesses_of_the_lesson_are_stops(get):
    stops = get("SimilarityExplorer").controls["sharpness"].stops
    assert {0.25, 0.5, 1, 2, 4, 8, 16} <= set(stops)
    assert max(b / a for a, b in itertools.pairwise(stops)) < 1.3


# ------------------------------------------------------------------------------ bad values


BAD_VALUES = [  # explorer, control, a value that it does not take, and what must be instead
    ("HeatmapExplorer", "base", 1e9, "a finite number from 1 to 100,000,000, got 1000000000.0"),
    ("HeatmapExplorer", "seq_len", 2.5, "an integer from 1 to 1,000,000, got 2.5 (float)"),
    ("HeatmapExplorer", "start", 10_000_000, "an integer from 0 to 1,000,000, got 10000000"),
    ("HeatmapExplorer", "position", 999, "an integer from 0 to 49, got 999"),
    ("HeatmapExplorer", "d_model", "8", "an even integer from 2 to 1,024, got '8' (str)"),
    ("HeatmapExplorer", "d_model", 7, "an even integer from 2 to 1,024, got 7"),
    ("ClocksExplorer", "noise", 1.01, "a finite number from 0 to 1, got 1.01"),
]


@pytest.mark.parametrize(("who", "label", "bad", "sentence"), BAD_VALUES)
def test_a_bad_value_is_refused_alike_by_every_way(get, who, label, bad, sentence):
    """By its control, by `apply` and by the constructor; then nothing has moved."""
    explorer = get(who)
    before = driving.state(explorer)
    by_hand = partial(setattr, explorer.controls[label], "value", bad)
    in_code = (
        partial(call, **{label: bad}) for call in (explorer.apply, partial(driving.make, who))
    )
    for way in (by_hand, *in_code):
        with pytest.raises(TypeError if "(" in sentence else ValueError) as caught:
            way()
        assert str(caught.value) == f"{label} must be {sentence}"
        assert driving.state(explorer) == before


JUNK = [
    None, math.nan, math.inf, -math.inf, "", "8", b"x", True, np.False_, np.zeros(3), np.array([]),
    np.array(8), [], [4], {}, object(), 1j, int, 10**400, 2**64, -1, 0, 1, 3, 7.5, Fraction(17, 2),
    np.int64(8), np.float32(3.5), 1e300, 1e-300, np.datetime64("nat"),
]  # fmt: skip


def test_junk_is_refused_by_name_or_can_be_drawn(explorer):
    """And nothing is lost: all controls stay where they are, and Reset works."""
    first = driving.values(explorer)
    with driving.undrawn(explorer):
        for label, junk in itertools.product(explorer.controls, JUNK):
            try:
                explorer.apply(**{label: junk})
            except (TypeError, ValueError) as error:
                assert str(error).startswith(f"{label} must be "), (label, junk, error)
                assert driving.values(explorer) == first
            else:
                explorer.live.drawing.update(**explorer.settings())
                explorer.reset()
                assert driving.values(explorer) == first
    explorer.refresh()


@pytest.mark.parametrize(
    ("label", "sent", "taken"),
    [("position", 150, 49), ("position", -3, 0), ("position", 7, 7), ("d_model", 9, 8),
     ("d_model", 5_000, 1_024), ("position", math.nan, 10), ("d_model", math.nan, 128)],
)  # fmt: skip
def test_what_the_page_sends_is_moved_to_what_is_allowed(get, label, sent, taken):
    """The range may have changed since, and one can type; the hand must not get an error."""
    explorer = get("HeatmapExplorer")
    explorer.controls[label].set_state({"value": sent})
    assert explorer.controls[label].value == taken
    assert explorer.live.error is None


# ------------------------------------------------------------------- stops of a number slider


def test_any_number_in_the_range_can_be_set_from_code(get):
    explorer = get("HeatmapExplorer")
    far = {"d_model": 514, "start": 5_007, "seq_len": 1_001, "position": 6_007, "column": 500}
    explorer.apply(base=12_345.678, **far)
    assert {**far, "base": 12_345.678} == driving.values(explorer)


def test_only_the_last_number_off_the_grid_is_a_stop():
    control = controls.BASE("base", [10_000, 123.4], None)
    grid = control._options_values
    assert 123.4 in grid == control.stops
    for k in range(1, 200):
        control.value = 1_000 + k / 7
        assert control._options_values == tuple(sorted([*grid, 1_000 + k / 7]))
        assert control._options_labels[control.index] == number(1_000 + k / 7)
        assert len(control._options_labels) == len(control._options_values)
    control.value = 10_000
    assert control.index == control._options_values.index(10_000)
    control.index = 0  # the page can go on from there
    assert control.value == 1


TYPED = [  # what is typed for base 10,000 and for seq_len 50, and the number that it is
    ("base", "123.4", 123.4), ("base", "500,000", 500_000), ("base", " 1e8 ", 10**8),
    ("base", "10,000", 10_000), ("base", "10⁸", 10**8), ("base", "3.15·10⁷", 31_500_000),
    ("base", "1", 1), ("seq_len", "1,001", 1_001),
    ("seq_len", "1e6", 10**6), ("seq_len", "7.0", 7),
]  # fmt: skip


@pytest.mark.parametrize(("label", "text", "value"), TYPED)
def test_a_number_that_is_typed_is_taken(get, label, text, value):
    explorer = get("HeatmapExplorer")
    control = explorer.controls[label]
    assert control.typed in list(driving.everything(explorer))
    control.typed.set_state({"value": "many"})
    assert "many" in control.refusal.value
    control.typed.set_state({"value": text})
    assert control.value == value
    assert (control.typed.value, control.refusal.value) == ("", "")
    assert f"{label}={value}" in driving.code(explorer)
    assert number(value - (label == "seq_len")) in explorer.drawing.text


NOT_TYPED = [("base", text) for text in ("many", "0.99", "100000001", "nan", "inf", "1 2", "<b>")]
NOT_TYPED += [("seq_len", text) for text in ("2.5", "0", "-3", "1e7", "10⁶", "9" * 5_000)]


@pytest.mark.parametrize(("label", "text"), NOT_TYPED)
def test_what_is_no_number_in_range_is_refused_in_a_line_until_something_moves(get, label, text):
    explorer = get("HeatmapExplorer")
    control, before = explorer.controls[label], driving.state(explorer)
    kind = "a number from 1 to 10⁸" if label == "base" else "a whole number from 1 to 1,000,000"
    control.typed.set_state({"value": text})
    quoted = text if len(text) < 40 else "99999999999999999999... (5000 characters)"
    assert driving.plain(control.refusal).strip() == f"{label} takes {kind}, not “{quoted}”."
    assert control.typed.value == ""
    assert driving.state(explorer) == before
    explorer.reset()
    assert control.refusal.value == ""
    control.typed.set_state({"value": text})
    control.value = driving.elsewhere(control)
    assert control.refusal.value == ""


@pytest.mark.parametrize(
    ("value", "label"),
    [(9_999_999, "9,999,999"), (10_000_000, "10⁷"), (31_500_000, "3.15·10⁷"),
     (99_999_999.9, "10⁸"), (99_499_999, "9.95·10⁷"), (100_000_000, "10⁸"), (0.01, "0.01")],
)  # fmt: skip
def test_labels_of_stops(value, label):
    assert stop_label(value) == label


# ------------------------------------------------------------------------------ limits


LIMITS = [  # where an explorer is, what is set then, and the limits of other controls that follow
    ("HeatmapExplorer", {"seq_len": 200, "position": 150}, {"seq_len": 50}, {"position": (0, 49)}),
    ("HeatmapExplorer", {"column": 120}, {"d_model": 64}, {"column": (0, 63)}),
    ("HeatmapExplorer", {"start": 1_000, "position": 1_007}, {"start": 0}, {"position": (0, 49)}),
    ("HeatmapExplorer", {}, {"start": 1_000}, {"position": (1_000, 1_049)}),
    ("FormulaExplorer", {}, {"seq_len": 4, "d_model": 2}, {"position": (0, 3), "column": (0, 1)}),
    ("ClocksExplorer", {"position": 90}, {"seq_len": 19}, {"position": (0, 18)}),
    ("SimilarityExplorer", {"seq_len": 99, "position": 98}, {"seq_len": 64}, {"position": (0, 63)}),
    ("SwapExplorer", {"first": 3}, {"seq_len": 3}, {"first": (0, 2), "second": (0, 2)}),
    ("RelativeExplorer", {"d_model": 512, "pair": 200}, {"d_model": 64}, {"pair": (0, 31)}),
    ("RelativeExplorer", {"position": 77}, {"seq_len": 20}, {"position": (0, 19)}),
]


@pytest.mark.parametrize(("who", "there", "then", "expected"), LIMITS)
def test_what_is_pointed_at_stays_in_the_table(get, who, there, then, expected):
    explorer = get(who)
    explorer.apply(**there)
    before = driving.values(explorer)
    for label, value in then.items():
        explorer.controls[label].value = value
    for label, (least, most) in expected.items():
        control, nearest = explorer.controls[label], min(max(before[label], least), most)
        assert (control.min, control.max, control.value) == (least, most, nearest)
        assert number(nearest) in explorer.drawing.text


def test_one_change_is_one_update_even_where_limits_follow(get, monkeypatch):
    explorer = get("HeatmapExplorer")
    explorer.apply(seq_len=200, position=150)
    updates, update = [], explorer.live.update
    monkeypatch.setattr(explorer.live, "update", lambda **now: updates.append(now) or update(**now))
    explorer.controls["seq_len"].value = 50  # moves the position, too
    assert len(updates) == 1
    explorer.apply(d_model=8, base=10, column=3)
    assert len(updates) == 2


# -------------------------------------------------------------- presets, reset, constructor


def test_presets(explorer):
    """Each differs, stays in range, has its numbers and its code, and brings no stop of its own."""
    sliders = [c for c in explorer.controls.values() if isinstance(c, NumberSlider)]
    stops = [slider._options_values for slider in sliders]
    assert len(explorer.presets) >= 3 or "variant" in explorer.controls  # a list of all cases
    texts = set()
    for preset, settings in explorer.presets.items():
        driving.buttons(explorer)[preset].click()
        assert settings.items() <= driving.values(explorer).items()
        assert all(value in explorer.controls[label].stops for label, value in settings.items())
        assert explorer.live.error is None
        assert len(driving.readout(explorer)) >= 3
        assert 2 <= len(lines := driving.code(explorer).splitlines()) <= 3
        assert max(map(len, lines)) <= 120
        assert explorer.drawing.text in driving.plain(explorer.caption)
        texts.add(explorer.drawing.text)
    assert len(texts) == len(explorer.presets)
    assert [slider._options_values for slider in sliders] == stops
    there, picture = driving.values(explorer), driving.frame(explorer)
    explorer.reset()
    explorer.apply(**there)
    assert driving.frame(explorer) == picture


def test_presets_do_not_depend_on_what_was_before(explorer):
    """After a preset, the controls that it names are as it says, whatever their limits were."""
    with driving.undrawn(explorer):
        for presets in itertools.permutations(explorer.presets.values(), 2):
            for settings in presets:
                explorer.apply(**settings)
                assert settings.items() <= driving.values(explorer).items()


def test_a_new_one_is_drawn_once_and_reset_leads_back_to_it(name, explorer):
    label, control = next(iter(explorer.controls.items()))
    value, threads = driving.elsewhere(control), set(threading.enumerate())
    explorer = driving.make(name, **{label: value})
    assert explorer.live.frames == 1  # not once for each control
    assert set(threading.enumerate()) == threads
    first = driving.values(explorer), driving.frame(explorer)
    explorer.apply(**next(iter(explorer.presets.values()), {}))
    last = [*explorer.controls][-1]
    explorer.apply(**{last: driving.elsewhere(explorer.controls[last])})
    assert driving.values(explorer) != first[0]
    driving.buttons(explorer)["Reset"].click()
    assert (driving.values(explorer), driving.frame(explorer)) == first
    assert first[0][label] == value  # where it was made, not the default of the class
