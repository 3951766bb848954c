"""What the base class gives every explorer, seen on one that draws nothing."""

from functools import partial

import ipywidgets as widgets
import pytest

from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.drawing import Drawing
from tests.explorers.driving import buttons, everything, plain

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


class Nothing(Drawing):
    """An empty picture of a place, which there is not at 7."""

    def update(self, *, place, base):
        if place == 7:
            raise ValueError("no <such> place")
        self.text = f"<Place> {place}"


class Tenth:
    """One of ten places, whatever else is set."""

    def limits(self, _settings):
        return 0, 9


def plot_nothing(place=3, base=10_000):
    """What its code names."""


plot_nothing.takes = {"place": Tenth()}


class Plain(Explorer):
    """An explorer with two sliders and two presets, which says nothing of its own."""

    picture = partial(Nothing, 1, 1), plot_nothing
    sliders = {"place": controls.as_taken, "base": controls.BASE}
    presets = {"far": {"place": 9, "base": 123.4}, "a base": {"base": 50}}


class Telling(Plain):
    """An explorer with two numbers and a sentence."""

    def readout(self, settings):
        return [("<first>", settings["place"]), ("second", "a & b")]

    def story(self, settings):
        return f"<p>It is {settings['place']}.</p>"


@pytest.fixture
def one():
    return Plain()


# ------------------------------------------------------------------------------- on the page


def test_rows_wrap_on_a_narrow_page_and_buttons_are_as_wide_as_their_words(one):
    rows = [widget for widget in everything(one) if isinstance(widget, widgets.HBox)]
    assert [row.layout.flex_flow for row in rows] == [None, "row wrap", "row wrap"]
    assert one.layout.overflow == "visible"  # no scroll bar of its own
    assert list(buttons(one)) == ["far", "a base", "Reset"]
    assert {button.layout.width for button in (*buttons(one).values(), one.show_code)} == {"auto"}


def test_the_box_of_the_code(one):
    labels = one.source.description, one.show_code.description
    assert (*labels, one.source.layout.display) == ("code", "Show the code", "none")
    one.show_code.disabled = True  # any change but that of the value
    assert one.source.layout.display == "none"
    for shown in (True, False):
        one.show_code.value = shown
        assert one.source.layout.display == (None if shown else "none")


# ---------------------------------------------------------------------------------- its words


def test_the_sentence_and_the_text_are_apart_from_the_numbers():
    telling = Telling()
    assert plain(telling.caption).split() == "It is 3. <Place> 3".split()
    assert telling.caption.value.startswith("<p>It is 3.</p>")
    assert plain(telling.numbers).split() == "<first> 3 second a & b".split()


def test_the_code_names_every_setting(one):
    one.show_code.value = True
    for place in (3, 4):
        one.controls["place"].value = place
        call = f"plot_nothing(place={place}, base=10000)"
        assert one.source.value == f"from posenc_helpers import plot_nothing\n{call}"
    assert one.code({"a": 10_000.0, "b": "x"}).endswith("\nplot_nothing(a=10000, b='x')")


def alert(wording):
    """Return the line under the picture that tells an error."""
    return (
        f"This setting cannot be drawn: {wording}. The picture shows the last setting that could."
    )


def words(one):
    return " ".join(plain(one.caption).split())


@pytest.mark.parametrize(
    ("error", "wording"), [(KeyError(), "KeyError"), (ValueError("x" * 1_000), "x" * 400)]
)
@pytest.mark.parametrize("part", ["drawing", "numbers"])
def test_an_error_word_for_word(one, monkeypatch, error, wording, part):
    def fail(*_args, **_settings):
        raise error

    failing = (one.live.drawing, "update") if part == "drawing" else (one, "readout")
    with monkeypatch.context() as patched:
        patched.setattr(*failing, fail)
        one.controls["place"].value = 4
        assert words(one) == alert(wording)
    one.controls["place"].value = 5
    assert words(one) == "<Place> 5"


def test_what_cannot_be_drawn_is_told_as_text_and_the_last_picture_stays(one):
    one.controls["place"].value = 5
    one.show_code.value = True
    (data, _), code, picture = one._repr_mimebundle_(), one.source.value, one.live.image.value
    one.controls["place"].value = 7
    assert words(one) == alert("no <such> place")
    assert one.caption.value.startswith('<div role="alert"><b>This')
    assert one.caption.value.endswith("could.</div>")
    now, _ = one._repr_mimebundle_()
    assert (now, one.live.image.value) == (data, picture)
    for shown in (True, False, True):
        one.show_code.value = shown
        assert one.source.value == code


def test_one_that_cannot_be_drawn_at_first_can_be_put_right():
    one = Plain(place=7)
    assert words(one) == alert("no <such> place")
    one.show_code.value = True  # nothing has been drawn yet: nothing to show
    assert one.source.value == ""
    one.controls["place"].value = 8
    assert words(one) == "<Place> 8"
    assert "place=8" in one.source.value


def test_unknown_settings_are_told_in_order(one):
    with pytest.raises(TypeError, match="^unknown setting lace, plaice; allowed: place, base$"):
        one.apply(plaice=1, lace=2)
    assert one.controls["place"].value == 3


# ------------------------------------------------------------------------------ its controls


def test_buttons_move_the_controls(one):
    buttons_and_places = ("far", 9, 123.4), ("a base", 9, 50), ("Reset", 3, 10_000)
    for name, place, base in buttons_and_places:
        buttons(one)[name].click()
        assert (one.controls["place"].value, one.controls["base"].value) == (place, base)
        assert plain(one.caption).split() == ["<Place>", str(place)]


def test_without_a_page_its_presets_and_stops_can_be_gone_through(one):
    assert one.presets == {"far": {"place": 9, "base": 123.4}, "a base": {"base": 50}}
    assert list(one.controls["place"].stops) == list(range(10))
    assert 123.4 in one.controls["base"].stops
    for place in one.controls["place"].stops[4:7]:
        one.apply(place=place)
        assert one.describe() == ([], f"<Place> {place}", "", one.code(one.settings()))


def test_only_the_value_of_a_control_moves_the_picture(one, monkeypatch):
    moved = []
    monkeypatch.setattr(one.live, "update", lambda **settings: moved.append(settings) or True)
    one.controls["place"].disabled = True
    assert moved == []
    one.controls["place"].value = 5
    one.controls["base"].value = 100
    assert moved == [{"place": 5, "base": 10_000}, {"place": 5, "base": 100}]


@pytest.mark.parametrize(("least", "most"), [(0, 2), (4, 6), (9, 9), (20, 30), (-5, -1), (-9, 0)])
def test_the_range_of_a_control_follows_and_its_value_with_it(one, least, most):
    """Whether the new range is above the old one, below it, within it or at its end."""
    one.controls["place"]._limits = lambda _settings: (least, most)
    one.controls["base"].value = 100
    assert (one.controls["place"].min, one.controls["place"].max) == (least, most)
    assert one.controls["place"].value == min(max(3, least), most)


def test_all_controls_move_or_none(one):
    one.apply(place=5)
    with pytest.raises(ValueError, match="^base must be"):
        one.apply(place=7, base=-1)
    assert (one.controls["place"].value, one.controls["base"].value) == (5, 10_000)
    assert plain(one.caption).split() == ["<Place>", "5"]


def test_what_a_notebook_stores(one):
    one.controls["place"].value = 8
    data, metadata = one._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain", "application/vnd.jupyter.widget-view+json"}
    assert data["text/plain"] == repr(one) == "<Place> 8"
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == one.model_id
    assert data["image/png"] == one.drawing.png()
    assert metadata == {"image/png": {"alt": "<Place> 8", "width": 100}}


# ------------------------------------------------------------------------------------ its end


def test_closing_leaves_no_widget_behind():
    before = set(widgets.Widget.get_manager_state()["state"])
    telling = Telling(place=5)
    drawing, made = telling.live.drawing, [*everything(telling)]
    assert set(widgets.Widget.get_manager_state()["state"]) > before
    telling.close()
    assert set(widgets.Widget.get_manager_state()["state"]) == before
    for widget in made:
        looks = [getattr(widget, part) for part in ("layout", "style") if widget.has_trait(part)]
        assert [part.comm for part in (widget, *looks)] == [None] * (1 + len(looks))
    assert repr(telling) == "Telling, closed"
    assert telling._repr_mimebundle_() == {"text/plain": "Telling, closed"}
    for use in (telling.describe, telling.reset, telling.apply):
        with pytest.raises(ValueError, match="^this Telling is closed; make a new one$"):
            use()
    empty = telling.live.drawing
    telling.close()  # once more does nothing
    assert telling.live.drawing is empty is not drawing
