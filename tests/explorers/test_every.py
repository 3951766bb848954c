"""What holds for every explorer, and for explorers that two threads use."""

import itertools
import math
import re
from fractions import Fraction

import ipywidgets as widgets
import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.explorers.controls import NumberSlider
from posenc_helpers.figures import look
from posenc_helpers.figures.quicktext import QuickText
from tests.explorers import driving
from tests.live.together import run_together

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


def test_it_is_made_of_core_widgets_that_work_from_the_keyboard(explorer):
    """Explorers have no JavaScript of their own, and sliders follow the hand while it moves."""
    for widget in driving.everything(explorer):
        assert widget._model_module.startswith("@jupyter-widgets/")
        tags = re.findall(r"<[^>]*>", str(widget.value if isinstance(widget, widgets.HTML) else ""))
        assert not re.search(r"script|\son\w+=", " ".join(tags))
    for label, control in explorer.controls.items():
        moved = getattr(control, "slider", control)
        assert moved.description == control.description == label
        assert control.value in control.stops
        assert getattr(moved, "continuous_update", True) and getattr(moved, "readout", True)


# ------------------------------------------------------------------------------- its picture


def first_line(drawing):
    """Return the headline, which is the upper left one of the texts of its size."""
    lines = [t for t in drawing.figure.findobj(QuickText) if t.get_size() == look.HEADLINE]
    return min(lines, key=lambda line: (-line.get_position()[1], line.get_position()[0])).get_text()


def test_every_control_moves_the_picture_and_one_of_them_its_first_line(name, explorer):
    lines = set()
    for label, control in explorer.controls.items():
        explorer.reset()
        explorer.apply(**driving.MOVING_FROM.get(name, {}))
        lines.add(first_line(explorer.drawing))
        picture = driving.frame(explorer)
        control.value = driving.elsewhere(control)
        assert driving.frame(explorer) != picture, label
        given = explorer.describe()
        assert given.text == explorer.drawing.text in driving.plain(explorer.caption)
        assert driving.numbers(explorer) == given.facts
        for end in driving.ends(control):
            control.value = end
            lines.add(first_line(explorer.drawing))
    assert len(lines) > 1


def test_what_is_shown_does_not_depend_on_the_way_there(name, explorer):
    first = driving.state(explorer)
    for control in explorer.controls.values():
        control.value = driving.elsewhere(control)
    assert driving.state(explorer) == driving.state(driving.make(name, **driving.values(explorer)))
    others = driving.dependent(explorer)
    for label in sorted(explorer.controls, key=lambda label: label in others):
        explorer.controls[label].value = first[0][label]
    assert driving.state(explorer) == first


# ---------------------------------------------------------------- its presets, and bad values


def test_presets(explorer):
    """Presets differ, show their numbers and code, and add no stops to the sliders."""
    sliders = [c for c in explorer.controls.values() if isinstance(c, NumberSlider)]
    stops = [one.slider.options for one in sliders]
    assert len(explorer.presets) >= 3
    texts, lines = set(), set()
    for preset, settings in explorer.presets.items():
        driving.buttons(explorer)[preset].click()
        assert settings.items() <= driving.values(explorer).items()
        assert explorer.live.error is None
        assert len(driving.numbers(explorer)) >= 3
        code = driving.code(explorer).splitlines()
        assert 2 <= len(code) <= 3 and max(map(len, code)) <= 120
        texts.add(explorer.drawing.text)
        lines.add(first_line(explorer.drawing))
    assert len(texts) == len(explorer.presets) and len(lines) != 1
    assert [one.slider.options for one in sliders] == stops


def test_a_new_one_is_drawn_once_and_reset_leads_back_to_it(name, explorer):
    label, control = next(iter(explorer.controls.items()))
    value = driving.elsewhere(control)
    explorer = driving.make(name, **{label: value})
    assert explorer.live.frames == 1  # not once for each control
    first = driving.values(explorer), driving.frame(explorer)
    explorer.apply(**next(iter(explorer.presets.values()), {}))
    last = [*explorer.controls][-1]
    explorer.apply(**{last: driving.elsewhere(explorer.controls[last])})
    assert driving.values(explorer) != first[0]
    driving.buttons(explorer)["Reset"].click()
    assert (driving.values(explorer), driving.frame(explorer)) == first
    assert first[0][label] == value  # as given at the start, not the default


JUNK = [
    None, math.nan, math.inf, -math.inf, "", "8", b"x", True, np.False_, np.zeros(3), np.array([]),
    np.array(8), [], [4], {}, object(), 1j, int, 10**400, 2**64, -1, 0, 1, 3, 7.5, Fraction(17, 2),
    np.int64(8), np.float32(3.5), 1e300, 1e-300, np.datetime64("nat"),
]  # fmt: skip


def test_junk_is_refused_by_name_or_can_be_drawn(explorer):
    """A control draws a value or refuses it by name, and then all controls stay where they are."""
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


# ------------------------------------------------------------------------------- show the code


def test_the_code_gives_the_picture(name, explorer):
    """The shown code draws the same picture in an empty namespace, also between two stops."""
    settings, namespace = driving.somewhere(explorer), {}
    explorer.apply(**settings)
    *lines, last = driving.code(explorer).splitlines()
    exec("\n".join(lines), namespace)
    result = eval(last, namespace)
    if name == "FormulaExplorer":  # its code computes the number instead
        place = settings["position"], settings["column"]
        exact = pe.positional_encoding(1, settings["d_model"], settings["base"], start=place[0])
        assert result == pytest.approx(exact[0, place[1]], abs=1e-9)
        assert f"{result:.4f}" in explorer.drawing.text
    else:
        assert result.text == explorer.drawing.text
        assert result.png(dpi=50) == explorer.drawing.png(dpi=50)


# ----------------------------------------------------------------------------- threads, the end


def test_one_that_is_moved_from_two_threads(name, explorer):
    """If a cell moves one control while the page moves another, the end shows both."""
    others = driving.dependent(explorer)
    first, *_, last = (label for label in explorer.controls if label not in others)
    ways = {one: [explorer.controls[one].stops[at] for at in (0, -1, 1)] for one in (first, last)}

    def move(label):
        for value in ways[label]:
            explorer.controls[label].value = value

    run_together(*(lambda label=label: move(label) for label in ways))
    there = driving.values(explorer)
    assert {label: there[label] for label in ways} == {one: way[-1] for one, way in ways.items()}
    assert driving.state(explorer) == driving.state(driving.make(name, **there))


def test_closing_leaves_no_widget_behind(name):
    before = set(widgets.Widget.get_manager_state()["state"])
    explorer = driving.make(name)
    drawing = explorer.live.drawing
    assert set(widgets.Widget.get_manager_state()["state"]) > before
    explorer.close()
    assert set(widgets.Widget.get_manager_state()["state"]) == before
    assert repr(explorer) == f"{name}, closed"
    for use in (explorer.describe, explorer.reset, explorer.apply):
        with pytest.raises(ValueError, match=f"^this {name} is closed, so make a new one$"):
            use()
    explorer.close()  # once more does nothing
    assert explorer.live.drawing is not drawing


def test_an_explorer_shown_while_it_is_moved(get):
    """Frames and stored pictures stay the same if a cell shows an explorer that the page moves."""
    explorer = get("HeatmapExplorer")
    steps = [{"seq_len": 20 + k, "d_model": 64 + 2 * k, "position": k} for k in range(8)]

    def stored():
        data, _ = explorer._repr_mimebundle_()
        return data["text/plain"], data["image/png"]

    def moved(look):
        return [explorer.apply(**step) or look() for step in steps * 2]

    frames, pictures = moved(lambda: driving.frame(explorer)), moved(stored)
    found, seen = [], []
    run_together(
        lambda: found.extend(moved(lambda: driving.frame(explorer))),
        lambda: seen.extend(stored() for _ in steps * 2),
    )
    assert found == frames and set(seen) <= set(pictures)
