"""What the base class gives every explorer, seen on one that draws nothing."""

import ipywidgets as widgets
import pytest

from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.figures.drawing import Drawing
from tests.explorers.driving import buttons, everything, plain

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


class Nothing(Drawing):
    """An empty picture of a place."""

    def update(self, *, place):
        self.text = f"<Place> {place}"


class Plain(Explorer):
    """An explorer with one slider and one preset, which says nothing of its own."""

    plot_function = "plot_nothing"
    presets = {"far": {"place": 9}}

    def __init__(self, **settings):
        slider = widgets.IntSlider(3, 0, 9, description="place")
        super().__init__(Nothing(1, 1), {"place": slider}, **settings)


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


def test_rows_wrap_on_a_narrow_page(one):
    rows = [widget for widget in everything(one) if isinstance(widget, widgets.HBox)]
    assert [row.layout.flex_flow for row in rows] == ["row wrap", "row wrap"]
    assert [row.layout.align_items for row in rows] == ["center", "center"]
    assert one.layout.overflow == "visible"  # no scroll bar of its own


def test_buttons_are_as_wide_as_what_is_written_on_them(one):
    assert list(buttons(one)) == ["far", "Reset"]
    assert {button.layout.width for button in (*buttons(one).values(), one.show_code)} == {"auto"}


def test_what_is_below_the_caption_keeps_its_place(one):
    """A caption that grows by a line or two moves nothing."""
    assert one.caption.layout.min_height == "11.5em"
    assert one.caption.layout.margin == "0 8px"


def test_the_box_of_the_code(one):
    assert one.source.description == "code"
    assert (one.source.rows, one.source.layout.width) == (4, "98%")
    assert one.source.layout.display == "none"
    one.show_code.disabled = True  # any change but that of the value
    assert one.source.layout.display == "none"
    one.show_code.value = True
    assert one.source.layout.display is None
    one.show_code.value = False
    assert one.source.layout.display == "none"


# ---------------------------------------------------------------------------------- its words


def test_numbers_and_text_come_one_after_the_other():
    telling = Telling()
    words = plain(telling.caption).split()
    assert words == "<first> 3 second a & b <Place> 3 It is 3.".split()
    assert telling.caption.value.endswith("<p>It is 3.</p>")


def test_without_numbers_and_story_the_text_is_all(one):
    assert plain(one.caption).split() == ["<Place>", "3"]


def test_the_code_names_every_setting(one):
    one.show_code.value = True
    assert one.source.value == "from posenc_helpers import plot_nothing\nplot_nothing(place=3)"
    assert one.code({"a": 10_000.0, "b": "x"}).endswith("\nplot_nothing(a=10000, b='x')")


@pytest.mark.parametrize(
    ("error", "said"),
    [(ValueError("no <such> place"), "no <such> place"), (KeyError(), "KeyError"),
     (ValueError("x" * 1_000), "x" * 400)],
)  # fmt: skip
def test_an_error_word_for_word(one, monkeypatch, error, said):
    def fail(**_settings):
        raise error

    monkeypatch.setattr(one.live.drawing, "update", fail)
    one.refresh()
    assert " ".join(plain(one.caption).split()) == (
        f"This setting cannot be drawn: {said}. The picture shows the last setting that could."
    )
    assert one.caption.value.startswith('<div role="alert"><b>This')
    assert one.caption.value.endswith("could.</div>")


def test_unknown_settings_are_told_in_order(one):
    with pytest.raises(TypeError, match="^unknown setting lace, plaice; allowed: place$"):
        one.apply(plaice=1, lace=2)
    assert one.controls["place"].value == 3


def test_buttons_move_the_controls(one):
    for name, place in (("far", 9), ("Reset", 3)):
        buttons(one)[name].click()
        assert one.controls["place"].value == place
        assert plain(one.caption).split() == ["<Place>", str(place)]


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
    empty = telling.live.drawing
    telling.close()  # once more does nothing
    assert telling.live.drawing is empty is not drawing
