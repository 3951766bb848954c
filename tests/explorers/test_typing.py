"""A sentence that is typed into the explorer of lesson 00 is shown as it is, never as markup."""

import html

import pytest

from posenc_helpers.figures.words import TOLD
from tests.explorers import driving

PLACES = "first", "second", "followed"
ALLOWED = "sentence must be 3 to 12 words of at most 12 letters, Latin, Greek or Cyrillic, got "


@pytest.fixture
def explorer():
    made = driving.make("SwapExplorer")
    yield made
    made.close()


def ends_and_values(explorer):
    return [(explorer.controls[name].max, explorer.controls[name].value) for name in PLACES]


@pytest.mark.parametrize("text", ["$x$ <b> \"q\" 'r' <b>", "ой мир γάτα Été & {x}", "a a a a a\\n"])
def test_what_is_typed_is_shown_as_it_is_and_words_are_chosen_among_it(explorer, text):
    explorer.typed.set_state({"value": f" {text} "})
    words, taken = text.split(), explorer.drawing.taken[0]
    assert taken.words == words and explorer.live.error is None
    assert f"entence {text}," in html.unescape(explorer.caption.value)
    assert "<b>" not in explorer.caption.value and html.escape(words[1]) in explorer.caption.value
    assert ends_and_values(explorer) == [(len(words) - 1, place) for place in (1, 4, 2)]
    namespace = {}
    *lines, last = driving.code(explorer).splitlines()
    exec("\n".join(lines), namespace)
    assert eval(last, namespace).text == explorer.drawing.text
    driving.buttons(explorer)["Reset"].click()
    assert (explorer.typed.value, explorer.drawing.taken[0].words) == ("", TOLD.split())


REFUSED = {
    "one two": "one two", "the " * 13: "the the the the the ... (52 characters)",
    "a b internationally": "a b internationally", "a b 😀": "GRINNING FACE (U+1F600)",
    "a b אב": "HEBREW LETTER ALEF (U+05D0)", "a b \x07": "a control character (U+0007)",
    "a b c\u200b": "ZERO WIDTH SPACE (U+200B)", "a b \ud800": "no name (U+D800)",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=ascii)
def test_what_is_refused_is_named_and_nothing_moves(explorer, text):
    explorer.apply(second=3)
    before, picture = ends_and_values(explorer), driving.frame(explorer)
    explorer.typed.value = text
    assert explorer.drawing.taken[0].words == TOLD.split()
    assert str(explorer.live.error).startswith(ALLOWED + REFUSED[text][:19])
    assert html.escape(ALLOWED) in explorer.caption.value
    assert "picture shows the last setting that could" in explorer.caption.value
    assert (ends_and_values(explorer), driving.frame(explorer)) == (before, picture)
    explorer.typed.value = "три, слова! e\u0301te\u0301."  # with accents as separate signs
    assert explorer.drawing.taken[0].words == ["три", "слова", "été"]
    assert ends_and_values(explorer) == [(2, 1), (2, 2), (2, 2)]
