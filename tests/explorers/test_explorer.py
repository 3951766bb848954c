"""What the base class gives every explorer, tested with one that draws nothing."""

from functools import partial
from unittest.mock import Mock

import pytest

from posenc_helpers.checks import Whole
from posenc_helpers.explorers import controls
from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.explorers.live import Canvas
from posenc_helpers.figures.drawing import Drawing
from tests.explorers.driving import plain

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


class Nothing(Drawing):
    """An empty picture of a place, which cannot be drawn at 7."""

    def update(self, *, place, base):
        if place == 7:
            raise ValueError("no <such> place")

    def facts(self, *, place, **_):
        return {"<first>": f"{place}", "second": "a & b"}

    @property
    def text(self):
        return f"<Place> {self.settings['place']}"


def plot_nothing(place=3, base=10_000):
    """Do nothing: the code of the explorer names this function."""


plot_nothing.takes = {"place": Whole(0, 9)}
plot_nothing.__module__ = "posenc_helpers"


class Plain(Explorer):
    """An explorer with two sliders, two numbers and a sentence."""

    picture = partial(Nothing, 1, 1), plot_nothing
    sliders = {"place": controls.AS_TAKEN, "base": controls.BASE}
    first = ("place",)


@pytest.fixture
def one():
    return Plain()


def test_sentence_text_numbers_and_code_are_apart(one):
    assert words(one) == "<Place> 3"
    assert plain(one.numbers).split() == "<first> 3 second a & b".split()
    for place in (3, 4):
        one.show_code.value = True
        one.controls["place"].value = place
        call = f"plot_nothing(place={place}, base=10000)"
        assert one.source.value == f"from posenc_helpers import plot_nothing\n{call}"
        assert one.source.layout.display is None
        one.show_code.value = False
        assert one.source.layout.display == "none"


def test_more_counts_what_is_moved_under_it_and_stays_as_it_was_left(one):
    one.controls["place"].value = 4
    assert (one.folded, one.more.description, one.more.value) == (["base"], "More", False)
    one.controls["base"].value = 100
    assert one.more.description == "More (1 moved)"
    one.more.value = True
    one.reset()
    assert (one.more.description, one.more.value, Plain().more.value) == ("More", True, True)
    one.more.value = False


def alert(wording):
    """Return the line under the picture that tells an error."""
    shown = "The picture shows the last setting that could be drawn."
    return f"This setting cannot be drawn: {wording}. {shown}"


def words(one):
    return " ".join(plain(one.caption).split())


@pytest.mark.parametrize("part", ["png", "facts"])
def test_an_error_word_for_word(one, monkeypatch, part):
    for error, wording in ((KeyError(), "KeyError"), (ValueError("x" * 1_000), "x" * 400)):
        with monkeypatch.context() as patched:
            failing = Canvas if part == "png" else one.drawing
            patched.setattr(failing, part, Mock(side_effect=error))
            one.controls["place"].value = 4
            assert words(one) == alert(wording)
        one.controls["place"].value = 5
        assert words(one) == "<Place> 5"


def test_what_cannot_be_drawn_is_told_as_text_and_the_last_picture_stays():
    one = Plain(place=7)
    assert words(one) == alert("no <such> place")
    one.show_code.value = True  # nothing has been drawn, so there is no code
    assert one.source.value == ""
    one.controls["place"].value = 5
    assert words(one) == "<Place> 5"
    (data, _), code, picture = one._repr_mimebundle_(), one.source.value, one.live.image.value
    one.controls["place"].value = 7
    assert words(one) == alert("no <such> place")
    assert one.caption.value.startswith('<div role="alert"><b>This')
    assert one.caption.value.endswith("drawn.</div>")
    now, _ = one._repr_mimebundle_()
    assert (now, one.live.image.value) == (data, picture)
    assert now["application/vnd.jupyter.widget-view+json"]["model_id"] == one.model_id
    assert one.source.value == code
