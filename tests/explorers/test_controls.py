"""What an explorer consists of: its controls, their names and ranges, presets, reset, errors."""

import itertools
import re

import ipywidgets as widgets
import pytest

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.controls import NumberSlider, stop_label
from posenc_helpers.wording import number
from tests.explorers.driving import (
    buttons,
    code,
    elsewhere,
    ends,
    everything,
    frame,
    is_slider,
    make,
    plain,
    promised,
    state,
    undrawn,
    values,
)

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


def test_controls_have_the_names_of_the_field_and_are_shown(explorer):
    shown = list(everything(explorer))
    for label, control in explorer.controls.items():
        assert control.description == label
        assert control in shown


def test_controls_have_the_promised_ranges(name, explorer):
    for label, control in explorer.controls.items():
        assert ends(control) == promised(name, label, explorer), label


def test_the_picture_follows_the_hand_not_only_its_release(explorer):
    for control in filter(is_slider, explorer.controls.values()):
        assert control.continuous_update
        assert control.readout


def test_d_model_moves_in_steps_of_two(explorer):
    control = explorer.controls["d_model"]
    assert (control.step, control.min % 2) == (2, 0)


def test_stops_over_decades_have_equal_ratios(explorer):
    """Each step of a slider over decades, from 10 on, changes its number by about an eighth."""
    sliders = [c for c in explorer.controls.values() if is_slider(c) and ends(c)[1] >= 1e6]
    assert sliders
    for control in sliders:
        stops = [value for _, value in control.options]
        assert stops == sorted(stops)
        far = [stop for stop in stops if stop >= (1_000 if control.description == "start" else 10)]
        steps = [after / before for before, after in itertools.pairwise(far)]
        assert 1 < min(steps)
        assert max(steps) < 1.2
        for decade in range(len(str(int(far[0]))), len(str(int(stops[-1])))):
            assert 10**decade in stops


def test_any_number_in_the_range_can_be_set_from_code():
    explorer = make("HeatmapExplorer", base=12_345.678, seq_len=5_001, start=777)
    assert values(explorer)["base"] == 12_345.678
    assert values(explorer)["seq_len"] == 5_001
    assert values(explorer)["start"] == 777
    explorer.controls["base"].value = 500_000
    assert explorer.drawing.text.count("500,000") == 1


BAD = [
    ("HeatmapExplorer", "base", 1e9, ValueError,
     "a finite number >= 1 and <= 1e+08, got 1000000000.0"),
    ("HeatmapExplorer", "seq_len", 0, ValueError, "an integer from 1 to 1000000, got 0"),
    ("HeatmapExplorer", "seq_len", 2.5, TypeError, "an integer from 1 to 1000000, got 2.5 (float)"),
    ("HeatmapExplorer", "position", 999, ValueError, "an integer from 0 to 49, got 999"),
    ("HeatmapExplorer", "position", -1, ValueError, "an integer from 0 to 49, got -1"),
    ("HeatmapExplorer", "column", 2.0, TypeError, "an integer from 0 to 127, got 2.0 (float)"),
    ("HeatmapExplorer", "d_model", "8", TypeError, "an integer from 2 to 1024, got '8' (str)"),
    ("ClocksExplorer", "noise", 1.01, ValueError, "a finite number >= 0 and <= 1, got 1.01"),
    ("DriftExplorer", "precision", "float8", ValueError,
     "one of 'float16', 'bfloat16', 'float32', 'float64', got 'float8'"),
]  # fmt: skip


@pytest.mark.parametrize(("who", "label", "bad", "kind", "said"), BAD)
def test_a_value_out_of_range_is_refused_alike_by_every_control(get, who, label, bad, kind, said):
    """By its control, by `apply` and by the constructor; then nothing has moved."""
    explorer = get(who)
    before = state(explorer)
    ways = [
        lambda: setattr(explorer.controls[label], "value", bad),
        lambda: explorer.apply(**{label: bad}),
        lambda: make(who, **{label: bad}),
    ]
    for way in ways:
        with pytest.raises(kind) as caught:
            way()
        assert str(caught.value) == f"{label} must be {said}"
        assert state(explorer) == before


@pytest.mark.parametrize(
    ("good", "bad"),
    [({"base": 100}, {"seq_len": -5}), ({"seq_len": 12, "d_model": 4}, {"column": 99}),
     ({"start": 5_000, "base": 123.4}, {"position": 12})],
)  # fmt: skip
def test_apply_moves_all_controls_or_none(get, good, bad):
    explorer = get("HeatmapExplorer")
    explorer.apply(position=49, column=127)
    before = state(explorer), {label: ends(control) for label, control in explorer.controls.items()}
    with pytest.raises(ValueError):
        explorer.apply(**good, **bad)
    after = state(explorer), {label: ends(control) for label, control in explorer.controls.items()}
    assert after == before
    explorer.apply(**good)
    assert good.items() <= values(explorer).items()


def test_what_the_page_sends_late_is_moved_into_the_range(get):
    """The range may have changed since; the hand of the student must not get an error."""
    explorer = get("HeatmapExplorer")
    for sent, taken in ((150, 49), (-3, 0), (7, 7)):
        explorer.controls["position"].set_state({"value": sent})
        assert explorer.controls["position"].value == taken
        assert f"position {taken}," in explorer.drawing.text


# ------------------------------------------------------------------- stops of a number slider


def test_only_the_last_number_off_the_grid_is_a_stop():
    control = controls.base()
    grid = list(control._options_values)
    for k in range(1, 200):
        control.value = 1_000 + k / 7
        assert control._options_values == tuple(sorted([*grid, 1_000 + k / 7]))
        assert control._options_labels[control.index] == number(1_000 + k / 7)
        assert len(control._options_labels) == len(control._options_values)
    control.value = 10_000
    assert control.index == control._options_values.index(10_000)
    control.index = 0  # the page can go on from there
    assert control.value == 1


def test_no_preset_changes_the_stops_of_a_slider(explorer):
    sliders = [c for c in explorer.controls.values() if isinstance(c, NumberSlider)]
    stops = [slider._options_values for slider in sliders]
    for preset in explorer.presets.values():
        explorer.apply(**preset)
        assert [slider._options_values for slider in sliders] == stops


@pytest.mark.parametrize(
    ("value", "label"),
    [(9_999_999, "9,999,999"), (10_000_000, "10⁷"), (31_500_000, "3.15·10⁷"),
     (99_999_999.9, "10⁸"), (99_499_999, "9.95·10⁷"), (100_000_000, "10⁸"), (0.01, "0.01000")],
)  # fmt: skip
def test_labels_of_stops(value, label):
    assert stop_label(value) == label


def test_every_control_works_from_the_keyboard(explorer):
    """Sliders and buttons of core ipywidgets do; nothing else may ask for input."""
    keyboard = (
        widgets.IntSlider, widgets.FloatSlider, widgets.SelectionSlider, widgets.Button,
        widgets.ToggleButton, widgets.Play, widgets.Textarea, widgets.Dropdown,
    )  # fmt: skip
    passive = (widgets.Box, widgets.HTML, widgets.Image, widgets.IntProgress)
    for widget in everything(explorer):
        assert isinstance(widget, (*keyboard, *passive)), widget


def test_no_output_widget_and_no_script(explorer):
    for widget in everything(explorer):
        assert not isinstance(widget, widgets.Output)
        if isinstance(widget, widgets.HTML):
            tags = " ".join(re.findall(r"<[^>]*>", widget.value))
            assert "script" not in tags
            assert not re.search(r"\son\w+=", tags)


def test_only_widgets_of_core_ipywidgets(explorer):
    """No JavaScript of our own: every model and view belongs to ipywidgets."""
    for widget in everything(explorer):
        for module in (widget._model_module, widget._view_module):
            assert module.startswith("@jupyter-widgets/")


# ------------------------------------------------------------------------------ limits


def test_the_cursor_stays_in_the_window(get):
    explorer = get("HeatmapExplorer")
    explorer.apply(seq_len=200, position=150, column=120)
    explorer.controls["seq_len"].value = 50
    assert explorer.controls["position"].value == 49
    assert ends(explorer.controls["position"]) == (0, 49)
    explorer.controls["d_model"].value = 64
    assert (explorer.controls["column"].value, explorer.controls["column"].max) == (63, 63)
    explorer.controls["start"].value = 1_000
    assert explorer.controls["position"].value == 1_000
    assert ends(explorer.controls["position"]) == (1_000, 1_049)
    explorer.controls["start"].value = 0
    assert explorer.controls["position"].value == 49
    assert "position 49, column 63" in explorer.drawing.text


def test_the_cell_stays_in_the_table(get):
    explorer = get("FormulaExplorer")
    explorer.controls["seq_len"].value = 4
    explorer.controls["d_model"].value = 2
    assert (explorer.controls["position"].value, explorer.controls["column"].value) == (3, 1)
    assert "Position 3, column 1" in explorer.drawing.text


def test_the_clocks_position_stays_in_the_sequence(get):
    explorer = get("ClocksExplorer")
    explorer.apply(seq_len=1_000, position=900)
    explorer.controls["seq_len"].value = 100
    assert explorer.controls["position"].value == explorer.controls["position"].max == 99


def test_the_heads_position_stays_in_the_sequence(get):
    explorer = get("SimilarityExplorer")
    explorer.apply(seq_len=1_000, position=900)
    explorer.controls["seq_len"].value = 64
    assert explorer.controls["position"].value == explorer.controls["position"].max == 63


def test_the_sharpnesses_of_the_lesson_are_stops():
    stops = [value for _, value in make("SimilarityExplorer").controls["sharpness"].options]
    assert {0.25, 0.5, 1, 2, 4, 8, 16} <= set(stops)
    assert max(b / a for a, b in itertools.pairwise(stops)) < 1.3


def test_both_words_stay_in_the_sentence(get):
    explorer = get("SwapExplorer")
    explorer.apply(seq_len=12, first=10, second=11)
    explorer.controls["seq_len"].value = 3
    assert (explorer.controls["first"].value, explorer.controls["second"].value) == (2, 2)


def test_the_pair_stays_in_the_model(get):
    explorer = get("RelativeExplorer")
    explorer.apply(d_model=512, pair=200)
    explorer.controls["d_model"].value = 64
    assert explorer.controls["pair"].value == explorer.controls["pair"].max == 31
    assert "Pair 31 of 32" in explorer.drawing.text


def test_the_shifted_position_stays_in_the_sequence(get):
    explorer = get("RelativeExplorer")
    explorer.apply(seq_len=100_000, position=77_000)
    assert "at positions 77,000 and 77,003" in explorer.drawing.text
    explorer.controls["seq_len"].value = 20
    assert explorer.controls["position"].value == explorer.controls["position"].max == 19
    assert "at positions 19 and 22" in explorer.drawing.text  # the shift may lead out of the text


def test_one_change_is_one_update_even_where_limits_follow(get, monkeypatch):
    explorer = get("HeatmapExplorer")
    explorer.apply(seq_len=200, position=150)
    updates, update = [], explorer.live.update

    def count(**settings):
        updates.append(settings)
        return update(**settings)

    monkeypatch.setattr(explorer.live, "update", count)
    explorer.controls["seq_len"].value = 50  # moves the position, too
    assert len(updates) == 1
    explorer.apply(d_model=8, base=10, column=3)
    assert len(updates) == 2


# -------------------------------------------------------------- presets, reset, constructor


def test_presets(explorer):
    for preset, settings in explorer.presets.items():
        buttons(explorer)[preset].click()
        assert {label: explorer.controls[label].value for label in settings} == settings
        assert explorer.live.error is None
    there, picture = values(explorer), frame(explorer)
    explorer.reset()
    explorer.apply(**there)
    assert frame(explorer) == picture


def test_presets_differ_and_stay_in_range(explorer):
    assert len(explorer.presets) >= 3
    pictures = set()
    for settings in explorer.presets.values():
        explorer.reset()
        explorer.apply(**settings)
        pictures.add(explorer.drawing.text)
        for label, value in settings.items():
            control = explorer.controls[label]
            least, most = ends(control)
            assert (
                least <= value <= most if is_slider(control) else value in control._options_values
            )
    assert len(pictures) == len(explorer.presets)


def test_presets_do_not_depend_on_what_was_before(explorer):
    """After a preset, the controls that it names are as it says, whatever their limits were."""
    with undrawn(explorer):
        for one, other in itertools.permutations(explorer.presets.values(), 2):
            explorer.apply(**one)
            explorer.apply(**other)
            assert {label: explorer.controls[label].value for label in other} == other


def test_reset(name, explorer):
    label, control = next(iter(explorer.controls.items()))
    value = elsewhere(control)
    explorer = make(name, **{label: value})
    first, picture = values(explorer), frame(explorer)
    for preset in explorer.presets.values():
        explorer.apply(**preset)
    explorer.apply(d_model=14)
    assert values(explorer) != first
    buttons(explorer)["Reset"].click()
    assert values(explorer) == first
    assert first[label] == value  # back to where it was made, not to the defaults of the class
    assert frame(explorer) == picture


def test_a_cursor_far_out_can_be_asked_for_at_once():
    far = {"d_model": 512, "start": 5_000, "seq_len": 1_000, "position": 5_999, "column": 500}
    explorer = make("HeatmapExplorer", **far)
    assert far.items() <= values(explorer).items()


def test_an_unknown_setting_is_refused(name, explorer):
    before = values(explorer)
    for way in (lambda: make(name, dmodel=4), lambda: explorer.apply(d_model=8, dmodel=4)):
        with pytest.raises(TypeError) as caught:
            way()
        for expected in ("dmodel", *explorer.controls):
            assert expected in str(caught.value)
    assert values(explorer) == before


# ------------------------------------------------------------------------------- errors


def test_an_odd_d_model_shows_one_line_and_the_controls_live_on(explorer):
    there, good = values(explorer), frame(explorer)
    explorer.controls["d_model"].value = 5
    assert 'role="alert"' in explorer.caption.value
    line = plain(explorer.caption)
    assert re.search(r"d_model must be an even integer >= \d( for \w+)?, got 5", line)
    assert "last" in line  # which picture it is that one sees now
    assert "\n" not in line
    assert len(line) < 250
    assert frame(explorer) == good
    explorer.controls["d_model"].value = 8
    assert 'role="alert"' not in explorer.caption.value
    assert explorer.drawing.text in plain(explorer.caption)
    assert explorer.live.error is None
    assert frame(explorer) != good
    explorer.apply(**there)
    assert frame(explorer) == good


def test_during_an_error_picture_text_and_code_are_the_last_good_ones(explorer):
    lines = code(explorer)
    data, _ = explorer._repr_mimebundle_()
    explorer.controls["d_model"].value = 5
    bad, _ = explorer._repr_mimebundle_()
    assert (bad["image/png"], bad["text/plain"]) == (data["image/png"], data["text/plain"])
    assert explorer.source.value == lines
    explorer.show_code.value = False
    assert code(explorer) == lines


def test_an_error_in_a_read_out_is_shown_as_well(explorer, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(explorer, "readout", lambda settings: 1 / 0)
        explorer.controls["d_model"].value = 10
        assert 'role="alert"' in explorer.caption.value
        assert "division by zero" in plain(explorer.caption)
    explorer.controls["d_model"].value = 12
    assert 'role="alert"' not in explorer.caption.value


def test_an_error_message_is_text_not_markup(explorer, monkeypatch):
    def fail(**_settings):
        raise ValueError("<b>bold</b> & more")

    monkeypatch.setattr(explorer.drawing, "update", fail)
    explorer.refresh()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; more" in explorer.caption.value


def test_an_explorer_made_with_a_bad_setting_says_so_and_can_be_put_right():
    explorer = make("HeatmapExplorer", d_model=7)
    assert "got 7" in plain(explorer.caption)
    explorer.show_code.value = True  # nothing has been drawn yet: nothing to show
    assert explorer.source.value == ""
    explorer.controls["d_model"].value = 8
    assert 'role="alert"' not in explorer.caption.value
    assert "plot_linked_heatmap" in explorer.source.value
