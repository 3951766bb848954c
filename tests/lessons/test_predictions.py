"""Predictions reply to every choice, are stored as text, and are true."""

import re
from functools import cache
from html import unescape

import numpy as np
import pytest
from bs4 import BeautifulSoup

from posenc_helpers import HeatmapExplorer, positional_encoding, predict, recall, similarity
from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.encoding import angular_frequencies, shift_matrix, turning_pairs, wavelengths
from posenc_helpers.lessons import LESSONS, PREDICTIONS
from posenc_helpers.lessons.prediction import BUSY, WAITING
from posenc_helpers.models import public_names
from tests.lessons.cells import cells
from tests.models.test_adding import shares as read_from_sums

LESSON_OF = {one.name: number for number, lesson in LESSONS.items() for one in lesson.predictions}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

each = pytest.mark.parametrize("name", PREDICTIONS)


def words(text):
    """Return the words of a text without tags and the marks of code."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).replace("`", " ").split())


@cache
def explorer(lesson):
    """Return the first explorer of a lesson."""
    code = "\n".join(cell["source"] for cell in cells(lesson) if cell["cell_type"] == "code")
    return public_names()[re.search(r"\b(\w+Explorer)\(", code)[1]]()


# The widget


@each
def test_every_option_has_its_reply_with_the_reason_first(name):
    one, widget = PREDICTIONS[name], getattr(predict, name)()
    letters = "ABCD"[: len(one.options)]
    labels = [f"{letter}: {text}" for letter, text in zip(letters, one.options, strict=True)]
    assert list(widget.options.options) == labels and widget.options.index is None
    answer = BeautifulSoup(widget.answer.value, "html.parser").div
    *replies, waiting = answer.find_all(recursive=False)
    assert waiting.get_text() == WAITING
    for place, (option, reply) in enumerate(zip(one.options, replies, strict=True)):
        reason = f"{letters[one.right]} is right. {words(one.about(one.right))}"
        own = f"{letters[place]}, your answer: {words(one.replies[option])}"
        expected = [f"✗ Not this one. {reason}", own]
        if place == one.right:
            expected = [f"✓ Right. {words(one.replies[option])}"]
        assert [" ".join(part.get_text().split()) for part in reply("p")] == expected
        for classes in (reply["class"], widget.options.icons[place]):
            assert ("posenc-right" in classes) == (place == one.right)
    assert words(widget.answer.value).endswith(words(f"{BUSY} Now try it: {one.try_it}"))


@pytest.mark.parametrize("waits", [False, True])
def test_what_to_try_is_in_the_card_unless_an_explorer_has_waited_for_the_answer(waits):
    widget = predict.how_many_turn()
    shown = HeatmapExplorer(until="how_many_turn") if waits else None
    for choice in (2, 0):
        widget.choose(choice)
        classes = {"posenc-card", f"posenc-chose-{choice + 1}"}
        assert {*widget._dom_classes} == (classes if shown else classes | {"posenc-try"})
    assert predict.how_many_turn().options.index == 0  # its cell is run again


@each
def test_the_output_is_what_lessons_store_whatever_is_chosen(name):
    """The text and the HTML of a question stay the same when an option is chosen."""
    widget = getattr(predict, name)()
    before = widget._repr_mimebundle_()
    widget.choose(0)
    after = widget._repr_mimebundle_()
    assert set(after) == {"text/plain", "text/html", WIDGET_VIEW}
    assert all(after[kind] == before[kind] for kind in ("text/plain", "text/html"))


def test_predictions_are_asked_again_in_their_second_wording_with_nothing_to_try():
    widget = recall("swap", "row_zero")
    for name, question in zip(("swap", "row_zero"), widget.questions, strict=True):
        asked = PREDICTIONS[name].again
        said = words(question.answer.value)
        assert f"✓ Right. {words(asked.about(asked.right))}" in said and "Now try it" not in said
        assert words(asked.question) in words(repr(widget))
    with pytest.raises(AttributeError, match="no prediction is named 'row_zeros'; .* row_zero"):
        recall("row_zeros")
    (question,) = recall("size_zero").questions  # which has one wording
    assert question.prediction.question == PREDICTIONS["size_zero"].question
    assert question.prediction.try_it == ""


# The texts


@each
def test_what_there_is_to_try_is_there(name):
    """Backticks in a task name controls of the lesson's explorer, and quotes name its buttons."""
    text, shown = PREDICTIONS[name].try_it, explorer(LESSON_OF[name])
    controls, presets = re.findall(r"`([^`]*)`", text), re.findall(r"“([^”]*)”", text)
    assert controls + presets
    assert set(controls) <= set(shown.controls) and set(presets) <= set(shown.presets)


def frozen(base):
    return int(np.sum(np.ptp(positional_encoding(50, 128, base), axis=0) < 0.1))


def neighbours(d_model, base):
    """Return the distance of two codes that are one token apart."""
    return np.linalg.norm(np.diff(positional_encoding(2, d_model, base), axis=0))


def found_in_noise(base):
    """Yield how far off each of 1,000 positions is read in noise, for five seeds."""
    table = positional_encoding(1_000, 64, base)
    for seed in range(5):
        noise = 0.5 * np.random.default_rng(seed).normal(size=table.shape)
        yield np.abs(np.argmax((table + noise) @ table.T, axis=1) - np.arange(1_000))


LONGEST = {d: f"{wavelengths(d)[-1]:,.0f}" for d in (128, 256)}
STEPS = np.diff(np.linalg.norm(positional_encoding(100, 512) - positional_encoding(1, 512), axis=1))
SHRINKS = np.flatnonzero(STEPS < 0)
TURNS = angular_frequencies(18) * 99 / (2 * np.pi)
BACK = np.cos(62_832 * angular_frequencies(512)) > np.cos(np.radians(9))


KNOWN = {"0", "100", "200", "255", "256", "384", "4,990", "10,000", "10²", "10⁴", "b⁰"}
COMPUTED = {  # a function where it takes long
    "read_from_sum": lambda: {f"{100 * np.median(read_from_sums(1, 512)):.0f}"},
    "partner_column": {f"{np.sin(3 * 1e4 ** (-i / 6)):.4f}" for i in (4, 5)}
    | {f"{np.cos(3 * 1e4 ** (-4 / 6)):.4f}", f"{1 - np.sin(3 * 1e4 ** (-4 / 6)):.4f}"},
    "row_zero": {f"{np.sin(1):.2f}", f"{np.cos(1):.2f}"},
    "longer_window": {str(frozen(1e4)), LONGEST[128]},
    "how_many_turn": {LONGEST[128], "14", "15", "31"}
    | {f"{wavelengths(128)[i]:.0f}" for i in (14, 15, 31)}
    | {f"{wavelengths(128)[15] / wavelengths(128)[14]:.2f}"},
    "middle_pair": {f"{100 ** (126 / 128):.0f}"},
    "which_base": {f"{neighbours(64, 3):.2f}", f"{np.ceil(wavelengths(64, 3)[-1]):.0f}"},
    "each_step_away": {str(len(SHRINKS)), str(SHRINKS[0]), str(SHRINKS[0] + 1)},
    "period": {f"{20_000 * np.pi:,.0f}", str(np.sum(~BACK)), "128", "192", "1,000", "63,000"},
    "arc": {f"{np.degrees(3 * angular_frequencies(16)[1]):.0f}"},
    "which_clocks": {f"{6 * 96 / wavelengths(64)[17]:.1f}"},
    "mean_shift": {f"{np.cos(1):.2f}"},
    "more_or_fewer": {f"{turning_pairs(8_192, 128, 5e5)}", f"{turning_pairs(4_096, 128) - 1}"}
    | {f"{50 ** (90 / 128):.0f}"},
    "half_a_million": {f"{(500_000 / 10_000) ** (126 / 128):.0f}"},
    "last_hand": {f"{360 * TURNS[8]:.1f}", f"{TURNS[0] / TURNS[1]:.1f}"}
    | {f"{360 * TURNS[k]:.0f}" for k in (5, 8)}
    | {f"{360 * TURNS[0] / 2.8 / 8:.0f}"},
}


AGAIN = {
    "which_clocks": {f"{6 * 96 / wavelengths(64)[17]:.1f}"},
    "how_many_turn": {f"{wavelengths(128)[1] / wavelengths(128)[0]:.2f}"},
    "last_hand": {f"{n:.1f}" for n in TURNS[:4]}
    | {f"{wavelengths(18)[k]:.0f}" for k in (2, 3, 4)}
    | {f"{wavelengths(18)[0]:.2f}", f"{TURNS[0] / TURNS[1]:.1f}"},
    "without_one": {f"{360 * 6 / 161:.0f}"},
    "which_base": {f"{np.ceil(wavelengths(64, 10)[-1]):.0f}"},
    "each_step_away": {f"{100 * np.mean(np.diff(similarity(np.arange(1, 1_002), 512)) < 0):.0f}"},
}


@each
def test_every_number_of_three_digits_is_given_or_computed(name):
    """Numbers of three digits are in the question or computed above, and each of these is said."""
    number, one = re.compile(r"b⁰|\d+(?:,\d{3})*(?:\.\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹]*"), PREDICTIONS[name]
    computed = COMPUTED.get(name, set())
    computed = computed() if callable(computed) else computed
    both = [(one, computed), (one.again, AGAIN.get(name, set()))]
    for asked, true in both[: 1 + bool(one.again)]:
        found = set(number.findall(asked.text()))
        unknown = found - set(number.findall(asked.question)) - true - KNOWN
        assert {one for one in unknown if len(one) > 2} == set() and true <= found


def test_what_is_asked_again_is_true():
    # swap
    eight = word_vectors("we saw you and they did not see".split(), 16)
    with_all, without = self_attention(eight)[1][1:], self_attention(eight[1:])[1]
    assert (np.abs(with_all - without).max(axis=1) > 0.01).all()
    # row_zero, middle_pair
    small, large = positional_encoding(50, 8, 100), positional_encoding(50, 8, 1e4)
    assert np.array_equal(small[0], large[0]) and np.array_equal(small[:, :2], large[:, :2])
    assert not np.isclose(small[1, 2:], large[1, 2:], rtol=1e-6).any()
    # how_many_turn, last_hand
    assert (turning_pairs(50, 128), turning_pairs(500, 128)) == (15, 31)
    assert np.sum(TURNS >= 1) == 3 and 15.5 < TURNS[0] < 16
    # which_base: at base 10 hardly any position is misread
    assert neighbours(64, 10) > neighbours(64, 1e4)
    assert all(np.mean(off == 0) > 0.98 for off in found_in_noise(10))
    # read_from_sum: neighbours are closer in 64 columns
    assert 64 * (1 - similarity(1, 64)) < 512 * (1 - similarity(1, 512)) / 4


def test_what_the_predictions_say_is_true():
    sentence = "the dog bit the man".split()
    # how_many_turn, longer_window
    assert (np.ptp(positional_encoding(5_000, 128), axis=0) >= 0.1).all()
    assert angular_frequencies(128)[-1] * 4_999 > 0.5
    # period: a few clocks are back, the slowest is past 12, each has made a full turn; the code is
    # not back
    turns = 62_832 / wavelengths(512)
    assert len(turns) == 256 and 1 < turns[-1] < 1.05 and turns[0] > 9_999
    assert similarity(62_832, 512) < similarity(1, 512)
    assert BACK.sum() == 15 and BACK[[0, 64, 128, 192]].all() and round(turns[-1] % 1 * 360) == 13
    assert np.allclose(angular_frequencies(512)[[0, 64, 128, 192]], [1, 0.1, 0.01, 0.001])
    # middle_pair: the first keeps its speed, each slows down more than the one before
    fast, slow = angular_frequencies(128, 1e2), angular_frequencies(128, 1e4)
    assert fast[0] == slow[0] == 1 and (np.diff(fast / slow) > 0).all()
    assert np.allclose([fast[32], slow[32]], [0.1, 0.01]) and round(fast[63] / slow[63]) == 93
    # which_base: what is misread at 10,000 is at most two tokens away
    assert neighbours(64, 3) > 2 * neighbours(64, 1e4) and wavelengths(64)[-1] > 40_000
    assert all((off == 0).all() for off in found_in_noise(3))
    assert all(0.84 < np.mean(off == 0) < 0.88 and off.max() <= 2 for off in found_in_noise(1e4))
    # last_hand
    assert (TURNS[:3] > 1).all() and (TURNS[3:] < 1).all() and len(TURNS) == 9
    # each_step_away: clock 0 is near seven turns where the distance first falls; overall it grows
    pair = np.cos(np.outer([43, 44], angular_frequencies(512)))
    nearer = np.diff(pair, axis=0)[0]
    assert abs(44 / (2 * np.pi) - 7) < 0.01 and np.sum(nearer[:40] > 0) > 15 and nearer[0] > 0
    assert 0 < nearer.sum() < 0.002 * np.abs(nearer).sum()
    assert len(STEPS) == 99 and STEPS[SHRINKS].sum() > -0.1 and STEPS.sum() > 16
    assert 0.45 < np.mean(np.diff(similarity(np.arange(3_000, 5_615), 512)) > 0) < 0.55
    # before_or_after
    before, between, itself, _, after = positional_encoding(5, 64, start=18)
    assert itself @ before == pytest.approx(itself @ after, abs=1e-12) and np.cos(-2) == np.cos(2)
    assert itself @ between > itself @ before + 1
    turned = shift_matrix(-2, 64) @ itself
    assert np.allclose(turned, before) and turned @ before > turned @ after + 1
    # mean_shift: it rotates as three tokens do, and shortens each hand by the cosine of its speed
    mean = (shift_matrix(2, 16) + shift_matrix(4, 16)) / 2
    shorter = np.cos(angular_frequencies(16)).repeat(2)
    assert np.allclose(mean, shift_matrix(3, 16) * shorter) and (0 < shorter).all()
    # two_programs: both results are equal except for rounding
    words, W = word_vectors(sentence, 16), np.random.default_rng(0).normal(size=(16, 7))
    both = np.concatenate([words, positional_encoding(5, 16)], axis=1)
    exact = (words + positional_encoding(5, 16)) @ W
    assert np.abs(both @ np.concatenate([W, W]) - exact).max() < 1e-12
    # read_from_sum: a word pushes the sum by about 1 towards a neighbour that is 3.7 away
    assert min(read_from_sums(1, 512)) > 0.9
    assert all(0.45 < share < 0.55 for share in read_from_sums(1, 64))


# Nothing is given away


def test_the_second_wording_has_other_options_and_often_another_place():
    pairs = [(one, one.again) for one in PREDICTIONS.values() if one.again]
    assert not any(set(one.options) & set(again.options) for one, again in pairs)
    assert sum(one.right == again.right for one, again in pairs) <= len(pairs) / 3


NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d)")


def read_before(name):
    """Return all texts and outputs that come before a prediction."""
    met = []
    for cell in (cell for lesson in LESSONS for cell in cells(lesson)):
        if cell["source"].startswith(f"predict.{name}()"):
            return "\n".join(met)
        if not cell["source"].startswith("predict."):
            outputs = ("".join(output.get("text", "")) for output in cell.get("outputs", []))
            met += [cell["source"], *outputs]
    raise AssertionError(f"no lesson asks {name}")


@each
def test_the_answer_is_not_given_away_before_it_is_asked(name):
    one, before = PREDICTIONS[name], read_before(name)
    asked = set(NUMBER.findall(" ".join([one.question, *one.options])))
    telling = set(NUMBER.findall(one.about(one.right))) - asked
    met = telling & set(NUMBER.findall(before))
    assert {number for number in met if sum(map(str.isdigit, number)) > 2} == set()
