"""What controls take from code, from the page and from typing, and how their limits follow."""

from itertools import pairwise

import pytest

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.controls import control_for
from posenc_helpers.wording import number
from tests.explorers import driving

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


def test_unknown_settings_are_told_in_order(get):
    names = "written as, position"
    with pytest.raises(TypeError, match=f"^settings must be among {names}, got lace, plaice$"):
        get("InventionExplorer").apply(plaice=1, lace=2)


@pytest.mark.parametrize(
    ("label", "sent", "taken"),
    [("position", 150, 49), ("position", -3, 0), ("position", 7, 7), ("d_model", 9, 8),
     ("d_model", 5_000, 1_024), ("position", float("nan"), 10), ("d_model", float("nan"), 128)],
)  # fmt: skip
def test_what_the_page_sends_is_moved_to_what_is_allowed(get, label, sent, taken):
    """A value from the page is moved into the range, which may have changed, without an error."""
    explorer = get("HeatmapExplorer")
    explorer.controls[label].set_state({"value": sent})
    assert explorer.controls[label].value == taken
    assert explorer.live.error is None


def test_only_the_last_number_off_the_grid_is_a_stop_and_the_page_goes_on_from_there():
    control, moves = control_for(controls.BASE, "base", [10_000, 123.4]), []
    control.observe(lambda change: moves.append(change.new), names="value")
    assert 123.4 in [stop for _, stop in control.slider.options] == list(control.stops)
    found = [1_000 + k / 7 for k in range(1, 200)]
    for value in found:
        control.value = value
        assert [stop for _, stop in control.slider.options] == sorted([*control.stops, value])
        assert dict(control.slider.options)[control.slider.label] == control.slider.value == value
    assert moves == found
    control.value = 10_000
    assert control.slider.value == 10_000
    control.slider.set_state({"index": 0})
    assert control.value == 1


TYPED = [  # the control, what is typed there, and the number that it means
    ("base", "123.4", 123.4), ("base", " 1e8 ", 10**8), ("base", "10,000", 10_000),
    ("base", "10⁸", 10**8), ("base", "3.15·10⁷", 31_500_000), ("seq_len", "1,001", 1_001),
    ("seq_len", "1e6", 10**6), ("seq_len", "7.0", 7), ("d_model", "1,024", 1_024),
    ("position", "7", 7),
]  # fmt: skip


@pytest.mark.parametrize(("label", "text", "value"), TYPED)
def test_a_number_that_is_typed_is_taken(get, label, text, value):
    explorer = get("HeatmapExplorer")
    control = explorer.controls[label]
    control.typed.set_state({"value": "many"})
    assert "many" in control.refusal.value
    control.typed.set_state({"value": text})
    assert (control.value, control.typed.value) == (value, "")
    assert 'role="alert"' not in control.refusal.value
    assert number(value) in explorer.drawing.text


@pytest.mark.parametrize(("text", "said"), [("1,500", "1500 1.5"), ("10,000", "10000 10")])
def test_a_comma_that_may_mean_two_numbers_is_said(get, text, said):
    control = get("HeatmapExplorer").controls["base"]
    control.typed.set_state({"value": text})
    taken, other = said.split()
    line = f"“{text}” is read as {taken}. If you mean {other}, write {other}."
    assert (driving.plain(control.refusal).strip(), control.value) == (line, float(taken))
    control.typed.set_state({"value": "1,2345"})
    assert (driving.plain(control.refusal), control.value) == ("", 1.2345)


NOT_TYPED = [("base", text) for text in ("many", "0.99", "100000001", "nan", "inf", "1 2", "<b>")]
NOT_TYPED += [("seq_len", text) for text in ("2.5", "0", "-3", "1e7", "10⁶", "1,5", "9" * 5_000)]
NOT_TYPED += [("d_model", text) for text in ("7", "10,000", "0,5", "1,2,3")]


@pytest.mark.parametrize(("label", "text"), NOT_TYPED)
def test_what_is_no_number_in_range_is_refused_in_a_line_until_something_moves(get, label, text):
    explorer = get("HeatmapExplorer")
    control, before = explorer.controls[label], driving.state(explorer)
    kind = {
        "base": "a number from 1 to 10⁸",
        "seq_len": "a whole number from 1 to 1,000,000",
        "d_model": "an even number from 2 to 1,024",
    }[label]
    quoted = text if len(text) < 40 else "99999999999999999999... (5000 characters)"
    for move in (explorer.reset, lambda: setattr(control, "value", driving.elsewhere(control))):
        control.typed.set_state({"value": text})
        assert driving.plain(control.refusal).strip() == f"{label} takes {kind}, not “{quoted}”."
        assert control.typed.value == ""
        assert driving.state(explorer) == before
        move()
        assert control.refusal.value == ""


LIMITS = [  # an explorer, its settings, what changes, and the limits that other controls get
    ("HeatmapExplorer", {"seq_len": 200, "position": 150}, {"seq_len": 50}, {"position": (0, 49)}),
    ("HeatmapExplorer", {}, {"start": 1_000}, {"position": (1_000, 1_049)}),
    ("FormulaExplorer", {}, {"seq_len": 4, "d_model": 2}, {"position": (0, 3), "column": (0, 1)}),
    ("RelativeExplorer", {"d_model": 512, "pair": 200}, {"d_model": 64}, {"pair": (0, 31)}),
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


@pytest.mark.parametrize(("left_at", "ticks", "then"), [(0, 1, 1), (99, 1, 0), (95, 7, 99)])
def test_playing_goes_on_from_where_the_position_stands_to_the_end(get, left_at, ticks, then):
    explorer = get("ClocksExplorer")
    assert 20 <= explorer.play.interval <= 500  # milliseconds
    for repeat in (False, True):
        explorer.play.playing, explorer.play.repeat = True, repeat
        explorer.controls["position"].value = left_at
        explorer.play.value += ticks  # as the browser does during play
        assert explorer.controls["position"].value == then
        assert explorer.play.playing == (repeat or then != 99)
    explorer.play.value = 0  # as its stop button does
    assert explorer.controls["position"].value == 0


@pytest.mark.parametrize("stops", [controls.BASE, sorted(controls.SEQ_LEN)])
def test_stops_over_decades_have_equal_ratios(stops):
    """From 10 on, each step changes the number by about an eighth."""
    far = [stop for stop in stops if stop >= 10]
    steps = [after / before for before, after in pairwise(far)]
    assert 1 < min(steps) <= max(steps) < 1.2
    assert {10**decade for decade in range(1, 7)} <= set(far)
