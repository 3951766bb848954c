"""Predictions answer every choice, read well where nothing runs, and say what is true."""

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import posenc_helpers
from posenc_helpers import (
    positional_encoding,
    predict,
    recall,
    self_attention,
    similarity,
    wavelengths,
    word_vectors,
)
from posenc_helpers.encoding import angular_frequencies, shift_matrix, turning_pairs
from posenc_helpers.lessons import LESSONS, PREDICTIONS
from posenc_helpers.lessons.prediction import ANSWER, WAITING
from posenc_helpers.models import public_names
from posenc_helpers.models.adding import nearest_rows
from posenc_helpers.models.conventions.invariants import examine
from posenc_helpers.models.conventions.tables import halves_order
from tests.models.random_layers import position_by_depth

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LESSON_OF = {one.name: number for number, lesson in LESSONS.items() for one in lesson.predictions}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

each = pytest.mark.parametrize("name", PREDICTIONS)


def plain(html):
    """HTML without its tags."""
    for entity, character in (("&quot;", '"'), ("&#x27;", "'"), ("&lt;", "<"), ("&amp;", "&")):
        html = html.replace(entity, character)
    return re.sub(r"<[^>]*>", " ", html)


def shown_words(widget):
    """The words in the answer area, without tags."""
    return " ".join(plain(widget.answer.value).split())


def words(text):
    return " ".join(text.replace("`", " ").split())


@cache
def explorer(lesson):
    """The first explorer of a lesson."""
    (path,) = NOTEBOOKS.glob(f"{lesson}_*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return public_names()[re.search(r"\b(\w+Explorer)\(", "\n".join(code))[1]]()


# The widget


@each
def test_nothing_is_chosen_and_nothing_is_said_at_first(name):
    prediction, widget = PREDICTIONS[name], getattr(predict, name)()
    labels = [button.description for button in widget.choices]
    assert labels == [prediction.labelled(i) for i in range(len(prediction.options))]
    assert labels[0].startswith("A: ")
    assert len({button.button_style for button in widget.choices}) == 1
    assert shown_words(widget) == WAITING


@each
def test_every_option_has_its_reply(name):
    prediction, widget = PREDICTIONS[name], getattr(predict, name)()
    assert prediction.right in range(len(prediction.options))
    for choice, option in enumerate(prediction.options):
        widget.choices[choice].click()
        text = shown_words(widget)
        assert text.startswith(f"You chose {'ABCD'[choice]}: {option}")
        assert words(prediction.about(choice)) in words(text)
        assert words(text).endswith(words(f"Now try it: {prediction.try_it}"))
        assert (" Right. " in text) == (choice == prediction.right)
        assert (" Not this one. " in text) == (choice != prediction.right)
        if choice != prediction.right:
            right = f"The right answer is {prediction.labelled(prediction.right)}"
            assert words(f"{right} {prediction.about(prediction.right)}") in words(text)


@each
def test_the_room_for_the_answer_is_reserved(name):
    """All replies lie in one place, unseen and not read aloud: the longest gives the height.

    That the height then stays is for the browser to show.
    """
    prediction, widget = PREDICTIONS[name], getattr(predict, name)()
    room, answer = widget.children[-1].children
    assert answer is widget.answer
    assert room.layout.grid_area == answer.layout.grid_area == "1 / 1"
    assert (room.layout.visibility, answer.layout.visibility) == ("hidden", None)
    assert "role=" not in room.value
    for choice in range(len(prediction.options)):
        assert words(prediction.reply(choice)) in words(plain(room.value))
    before = room.value
    widget.choices[0].click()
    assert room.value == before


@each
def test_colours_are_those_of_the_theme(name):
    widget = getattr(predict, name)()
    widget.choices[0].click()
    assert re.findall(r"#[0-9a-f]{3,6}\b|background", widget.answer.value) == []
    assert "var(--jp-content-font-color1, inherit)" in widget.answer.value
    assert 'role="status"' in widget.answer.value


def test_two_predictions_are_asked_again_with_nothing_to_try():
    widget = recall("swap", "row_zero")
    for name, question in zip(("swap", "row_zero"), widget.questions, strict=True):
        asked = PREDICTIONS[name].again
        question.choices[asked.right].click()
        assert f"Right. {words(asked.about(asked.right))}" in words(shown_words(question))
        assert "Now try it" not in shown_words(question)
        for text in repr(widget), plain(widget._repr_mimebundle_()["text/html"]):
            assert words(asked.question) in words(text)
            assert words(asked.replies[asked.options[2]]) in words(text)
            assert "Now try it" not in text
    with pytest.raises(AttributeError, match="no prediction is named 'row_zeros'; .* row_zero"):
        recall("row_zeros")


def test_a_prediction_with_one_wording_is_asked_again_in_it():
    (question,) = recall("size_zero").questions
    assert question.prediction.question == PREDICTIONS["size_zero"].question
    assert question.prediction.try_it == ""


def test_the_second_wording_has_the_right_option_in_another_place_as_a_rule():
    pairs = [(one, one.again) for one in PREDICTIONS.values() if one.again]
    assert not any(set(one.options) & set(again.options) for one, again in pairs)
    assert sum(one.right == again.right for one, again in pairs) <= len(pairs) / 3


# Where nothing runs


@each
def test_the_output_holds_question_options_and_the_folded_answer(name):
    prediction = PREDICTIONS[name]
    bundle = getattr(predict, name)()._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", WIDGET_VIEW}
    open_part, folded = bundle["text/html"].split("<details>")
    assert folded.startswith(f"<summary>{ANSWER}</summary>") and folded.endswith("</details>")
    first, last = bundle["text/plain"].split(f"{ANSWER}:")
    for before, after in [(plain(open_part), plain(folded)), (first, last)]:
        assert words(prediction.question) in words(before)
        assert words(prediction.about(prediction.right)) not in words(before)
        for option in prediction.options:
            assert option in before
        for text in (prediction.try_it, *prediction.replies.values()):
            assert words(text) in words(after)


@each
def test_the_output_is_the_same_every_time(name):
    one, two = (getattr(predict, name)()._repr_mimebundle_() for _ in range(2))
    assert {**one, WIDGET_VIEW: 0} == {**two, WIDGET_VIEW: 0}
    widget = getattr(predict, name)()
    widget.choices[0].click()
    assert repr(widget) == one["text/plain"]  # what was chosen is not kept in a saved notebook


# The texts


@each
def test_what_there_is_to_try_is_there(name):
    """Backticks name controls of the lesson's explorer, quotes name its buttons."""
    prediction = PREDICTIONS[name]
    shown = explorer(LESSON_OF[name])
    controls = re.findall(r"`([^`]*)`", prediction.try_it)
    presets = re.findall(r"“([^”]*)”", prediction.try_it)
    assert controls or presets
    assert set(controls) <= set(shown.controls)
    assert set(presets) <= set(shown.presets)


def test_what_there_is_to_try_is_within_reach():
    controls = explorer("01").controls
    assert controls["column"].min <= 4 < 5 <= controls["column"].max
    assert controls["position"].min == 0
    assert explorer("00").controls["gain"].value == 0


def frozen(base):
    return int(np.sum(np.ptp(positional_encoding(50, 128, base), axis=0) < 0.1))


LONGEST = {d: f"{wavelengths(d)[-1]:,.0f}" for d in (128, 256)}
STEPS = np.diff(np.linalg.norm(positional_encoding(100, 512) - positional_encoding(1, 512), axis=1))
SHRINKS = np.flatnonzero(STEPS < 0)
TURNS = angular_frequencies(18) * 99 / (2 * np.pi)
LAYOUTS_DIFFER = np.abs(
    positional_encoding(50, 64) - positional_encoding(50, 64)[:, halves_order(64)]
).max()


def read_from_sums(d_model, seed):
    """The share of 1,000 positions whose code is nearest to code plus a word of size 1."""
    rng = np.random.default_rng(seed)
    codes, right = positional_encoding(100, d_model), rng.integers(100, size=1_000)
    return np.mean(nearest_rows(codes[right] + rng.normal(size=(1_000, d_model)), codes) == right)


@cache
def read_at_512():
    return [read_from_sums(512, seed) for seed in range(10)]


COUNTED = {  # numbers of the options, and what follows from the question by counting
    "swap": {"0"},
    "row_zero": {"1"},
    "partner_column": {"0", "1", "2", "5"},
    "double_width": {"2", "20", "40", "50"},
    "longer_window": {"25"},
    "fastest_pair": {"1", "b⁰"},
    "which_base": {"0", "1", "256", "10²", "10⁴"},
    "period": {"1", "12", "255", "256"},
    "last_hand": {"3", "12"},
    "backward": {"1", "12"},
    "arc": {"3", "6"},
    "double_shift": {"1", "2", "3", "6"},
    "each_step_away": {"0", "255", "256"},
    "before_or_after": {"1"},
    "read_from_sum": {"64"},
    "past_the_end": {"31"},
    "mask_alone": {"1"},
    "goes_on": {"10,000", "2", "255"},
    "size_zero": {"3"},
    "masked_padding": {"0", "5"},
    "longer_checkpoint": {"09", "100", "200"},
    "raw_picture": {"384"},
    "not_in_checkpoint": {"4,990"},
    "larger_factor": {"64"},
    "which_layers": {"29", "34"},
}
COMPUTED = {  # what takes long is a function
    "goes_on": {f"{wavelengths(32, 2)[-1]:.0f}"},
    "read_from_sum": lambda: {f"{100 * np.median(read_at_512()):.0f}"},
    "double_width": {LONGEST[128], LONGEST[256]},
    "partner_column": {f"{np.sin(3 * 1e4 ** (-i / 6)):.4f}" for i in (4, 5)},
    "row_zero": {f"{np.sin(1):.2f}", f"{np.cos(1):.2f}"},
    "longer_window": {str(frozen(1e4)), LONGEST[128]},
    "how_many_turn": {LONGEST[128], "14", "15", "31"}
    | {f"{wavelengths(128)[i]:.0f}" for i in (14, 15, 31)},
    "which_base": {f"{np.sqrt(512 * (1 - similarity(1, 512, base))):.2f}" for base in (1e2, 1e4)},
    "each_step_away": {
        str(len(SHRINKS)),
        str(SHRINKS[0]),
        str(SHRINKS[0] + 1),
        f"{wavelengths(512)[0]:.2f}",
    },
    "period": {f"{20_000 * np.pi:,.0f}", f"{wavelengths(512)[-1]:,.0f}"},
    "backward": {f"{2 * np.pi:.2f}", f"{2 * np.pi - 5:.2f}"},
    "arc": {f"{np.degrees(k * angular_frequencies(16)[1]):.0f}" for k in (3, 6)},
    "two_layouts": {f"{LAYOUTS_DIFFER:.0f}"},
    "more_or_fewer": {
        f"{turning_pairs(8_192, 128, 5e5)}",
        f"{turning_pairs(4_096, 128) - 1}",
        f"{50 ** (90 / 128):.0f}",
    },
    "half_a_million": {f"{(500_000 / 10_000) ** (126 / 128):.0f}"},
    "which_layers": {f"{131_072 - 1:,}", f"{1_024 - 1:,}"},
    "last_hand": {f"{360 * TURNS[8]:.1f}", f"{TURNS[0] / TURNS[1]:.1f}"},
}


@each
def test_every_number_is_given_or_computed(name):
    number, prediction = re.compile(r"b⁰|\d+(?:,\d{3})*(?:\.\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹]*"), PREDICTIONS[name]
    computed = COMPUTED.get(name, set())
    computed = computed() if callable(computed) else computed
    asked = set(number.findall(prediction.question)) | COUNTED.get(name, set())
    found = set(number.findall(prediction.text()))
    assert found <= asked | computed, found - asked - computed
    assert computed <= found


AGAIN = {
    "row_zero": {"0", "1"},
    "partner_column": {"10", "11", "13", "28", "6"},
    "how_many_turn": {"15", "30", "64", f"{wavelengths(128)[1] / wavelengths(128)[0]:.2f}"},
    "double_width": {"0", "1", "2"},
    "longer_window": {"0"},
    "fastest_pair": {"0"},
    "last_hand": {f"{n:.1f}" for n in TURNS[:4]}
    | {"16", f"{360 * TURNS[8]:.1f}", f"{TURNS[0] / TURNS[1]:.1f}"},
    "which_check": {"1"},
    "after_six_layers": {"0"},
    "past_the_end": {"1", "32"},
    "which_word": {"64"},
    "without_one": {f"{360 * 6 / 161:.0f}"},
}


@pytest.mark.parametrize("name", [name for name, one in PREDICTIONS.items() if one.again])
def test_every_number_asked_again_is_given_or_computed(name):
    again = PREDICTIONS[name].again
    number = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
    found = set(number.findall(again.text())) - set(number.findall(again.question))
    assert found == AGAIN.get(name, set()) - set(number.findall(again.question))


def test_what_is_asked_again_is_true():
    # swap: eight words
    words_of = word_vectors("one two three four five six seven eight".split(), 16)
    order = [7, *range(1, 7), 0]
    assert np.allclose(self_attention(words_of)[1][order], self_attention(words_of[order])[1])
    # row_zero, fastest_pair
    small, large = positional_encoding(50, 8, 100), positional_encoding(50, 8, 1e4)
    assert np.array_equal(small[0], large[0]) and np.array_equal(small[:, :2], large[:, :2])
    assert not np.isclose(small[1, 2:], large[1, 2:], rtol=1e-6).any()
    # how_many_turn, double_width, last_hand
    assert (turning_pairs(50, 128), turning_pairs(500, 128)) == (15, 31)
    assert np.allclose(angular_frequencies(128), angular_frequencies(256)[::2])
    assert np.sum(TURNS >= 1) == 3 and 15.5 < TURNS[0] < 16
    # which_base: neighbours are closer with a larger base
    assert similarity(1, 512, 1e8) > similarity(1, 512, 1e4)
    # double_shift: the transpose goes back, the opposite sign does not
    codes, ahead = positional_encoding(20, 16), shift_matrix(3, 16)
    assert np.allclose(codes[3:] @ ahead, codes[:-3]) != np.allclose(codes[:-3] @ ahead, codes[3:])
    assert np.allclose(shift_matrix(-3, 16), ahead.T)
    # each_step_away: the step to 44 is the first that gains, with clock 0 near seven turns
    assert SHRINKS[0] == 43 and abs(44 / (2 * np.pi) - 7) < 0.01
    pair = np.cos(np.outer([43, 44], angular_frequencies(512)))
    assert np.diff(pair, axis=0)[0, :1] > 0 and np.diff(pair.sum(axis=1)) > 0
    # before_or_after
    code = positional_encoding(40, 64)
    assert np.isclose(code[20] @ code[5], code[20] @ code[35])
    # which_check: the other two bugs are noticed by one of the two checks
    from_1, sines = positional_encoding(50, 16, start=1), np.repeat(code[:, ::2], 2, axis=1)
    assert np.allclose(np.linalg.norm(from_1, axis=1), np.sqrt(8))
    assert np.ptp(np.linalg.norm(sines, axis=1)) > 0.1
    # read_from_sum: neighbours are closer in 64 columns
    assert 64 * (1 - similarity(1, 64)) < 512 * (1 - similarity(1, 512)) / 4
    # goes_on: with base 2 all go round many times, with 10,000 some do not
    assert 256 / wavelengths(32, 2)[-1] > 20 and 256 / wavelengths(32)[-1] < 0.1


def test_what_the_predictions_say_is_true():
    # swap
    sentence = "the dog bit the man".split()
    before = self_attention(word_vectors(sentence, 16))
    after = self_attention(word_vectors([sentence[k] for k in (0, 4, 2, 3, 1)], 16))
    assert np.allclose(before[1][2], after[1][2])
    assert (before[0] > 0).all() and np.allclose(before[0].sum(axis=1), 1)
    # partner_column, row_zero
    sine, cosine = positional_encoding(4, 6)[3, 4:]
    assert f"{sine:.4f}" == "0.0065" and 0.9999 < cosine < 1
    assert positional_encoding(1, 6)[0].tolist() == [0, 1, 0, 1, 0, 1]
    # double_width: the same speeds, and one more between every two
    narrow, wide = map(angular_frequencies, (128, 256))
    assert np.allclose(wide[::2], narrow) and wide[20] == narrow[10] < wide[10]
    # how_many_turn, longer_window
    assert turning_pairs(50, 128) == 15
    short, long = positional_encoding(50, 128), positional_encoding(5_000, 128)
    assert np.array_equal(short, long[:50]) and (np.ptp(long, axis=0) >= 0.1).all()
    assert angular_frequencies(128)[-1] * 4_999 > 0.5
    # period: the slowest clock is just past 12, all have made a turn, the code is not back
    turns = 62_832 / wavelengths(512)
    assert len(turns) == 256 and 1 < turns[-1] < 1.05 and turns[0] > 9_999
    assert similarity(62_832, 512) < similarity(1, 512)
    # which_base: all clocks but the first are faster at base 100
    fast, slow = angular_frequencies(512, 1e2), angular_frequencies(512, 1e4)
    assert len(fast) == 256 and fast[0] == slow[0] and (fast[1:] > slow[1:]).all()
    assert 1e-4 < slow[-1] < 1.1e-4
    # fastest_pair
    slow, slower = angular_frequencies(128, 1e4), angular_frequencies(128, 1e8)
    assert slow[0] == slower[0] == 1 and (slower[1:] < slow[1:]).all()
    # last_hand
    assert (TURNS[:3] > 1).all() and (TURNS[3:] < 1).all()
    assert abs(TURNS[4] - 0.25) < 0.02
    assert len(TURNS) == 9
    # backward: the shorter way round
    assert 2 * np.pi - 5 < np.pi < 5 and np.isclose(np.exp(5j), np.exp(-1j * (2 * np.pi - 5)))
    # arc: 3 omega between positions 4 and 7, and 6 omega between 900 and 906
    for p, shift, degrees in ((4, 3, 54), (900, 6, 109)):
        x, y = positional_encoding(7, 16, start=p)[[0, shift], 2:4].T
        arc = np.arctan2(x, y)
        assert round(np.degrees((arc[1] - arc[0]) % (2 * np.pi))) == degrees
    # double_shift: M M, and not 2 M, is the shift by six
    three, six = (posenc_helpers.shift_matrix(k, 16) for k in (3, 6))
    assert np.allclose(three @ three, six) and not np.allclose(2 * three, six)
    # each_step_away: small in number and size, on the whole it grows; the others have not returned
    assert len(STEPS) == 99 and STEPS[SHRINKS].sum() > -0.1 and STEPS.sum() > 16
    assert (wavelengths(512)[1:] > wavelengths(512)[0]).all()
    assert 0.45 < np.mean(np.diff(similarity(np.arange(3_000, 5_615), 512)) > 0) < 0.55
    # before_or_after
    before, itself, after = positional_encoding(3, 64, start=19)
    assert itself @ before == pytest.approx(itself @ after, abs=1e-12) and np.cos(-1) == np.cos(1)
    turned = shift_matrix(-1, 64) @ itself
    assert np.allclose(turned, before) and turned @ before > turned @ after + 1
    # two_layouts: nearly 2 and never more; which_check
    assert 1.95 < LAYOUTS_DIFFER <= 2
    found = examine(positional_encoding(50, 64, start=1))
    assert [name for name, one in found.items() if not one.passes] == ["row_zero"]
    assert {"constant_norm", "toeplitz", "wavelength_ratio"} < set(found)
    # add_or_concatenate: equal to rounding, 32 numbers of size up to 3 and some
    words, W = word_vectors(sentence, 16), np.random.default_rng(0).normal(size=(16, 7))
    both = np.concatenate([words, positional_encoding(5, 16)], axis=1)
    exact = (words + positional_encoding(5, 16)) @ W
    assert np.abs(both @ np.concatenate([W, W]) - exact).max() < 1e-12
    # read_from_sum: of a word of length 22.6 about 1 points along the 3.7 to the neighbour
    assert min(read_at_512()) > 0.9
    assert all(0.45 < read_from_sums(64, seed) < 0.55 for seed in range(10))
    # after_six_layers
    for seed in range(10):
        assert position_by_depth(6, seed=seed)[-1] > 0.6
        assert position_by_depth(6, residual=False, seed=seed)[-1] < 0.1


# Nothing is given away


def test_the_right_option_stands_at_each_place_about_equally_often():
    places = {}
    for one in PREDICTIONS.values():
        places.setdefault(len(one.options), []).append(one.right)
    for count, rights in places.items():
        shares = [rights.count(place) / len(rights) for place in range(count)]
        few = len(rights) < 4 * count  # of so few, none stands half of the time at one place
        assert max(shares) <= (0.5 if few else 1.3 / count), (count, shares)
        assert few or min(shares) >= 0.7 / count, (count, shares)


def test_the_right_option_is_seldom_the_longest():
    longest = [max(one.options, key=len) == one.options[one.right] for one in PREDICTIONS.values()]
    assert np.mean(longest) <= 0.4


WOULD_TELL = {  # what must not be in the course before the question, beside the right numbers
    "how_many_turn": {"15 of 64", "15 pairs"},
    "fastest_pair": {"$b^0 = 1$", "b⁰"},
    "period": {"repeats only if", "all clocks are back", "all clocks return", "code of its own"},
    "backward": {"run backward", "turns backward"},
    "each_step_away": {"43 to 44", "k(43)", "steps make it shorter", "a little *more* similar"},
    "before_or_after": {"k(-\\Delta)", "turned query"},
    "two_layouts": {"swapped weights"},
    "add_or_concatenate": {"[W; W]", "np.concatenate([W, W]"},
    "after_six_layers": {"rank", "residual connections R²"},
    "past_the_end": {"stays where training ended", "start anywhere", "new to it"},
    "mask_alone": {"does not teach it"},
    "goes_on": {"fills all directions", "fill every direction", "sum of scores"},
    "both_move": {"as long as query and key", "score sees the distance"},
}
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d)")


def read_before(name):
    """Return all that a reader has met, prose and outputs, when a prediction is asked."""
    met = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if source.startswith(f"predict.{name}()"):
                return "\n".join(met)
            asked = source.startswith("predict.")
            printed = ["".join(output.get("text", "")) for output in cell.get("outputs", [])]
            met += [] if asked else [source, *printed]
    raise AssertionError(f"no lesson asks {name}")


@each
def test_the_answer_is_not_given_away_before_it_is_asked(name):
    assert WOULD_TELL.keys() <= PREDICTIONS.keys()
    one = PREDICTIONS[name]
    asked = set(NUMBER.findall(" ".join([one.question, *one.options])))
    telling = set(NUMBER.findall(one.about(one.right))) - asked
    before = read_before(name)
    met = set(NUMBER.findall(before))
    assert {number for number in telling & met if sum(map(str.isdigit, number)) > 2} == set()
    goals = re.sub(r"\*\*After this lesson you can\*\*.*?\*\*You need\*\*", "", before, flags=re.S)
    assert [text for text in WOULD_TELL.get(name, []) if text in goals] == []
