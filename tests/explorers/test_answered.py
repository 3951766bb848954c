"""A picture is covered until its question is answered, and then shows the guess."""

import re

import numpy as np
import pytest

from posenc_helpers import HeatmapExplorer, predict
from posenc_helpers.explorers.covers import CARD, COVERED, questions
from posenc_helpers.figures import look
from posenc_helpers.lessons import PREDICTIONS
from posenc_helpers.models import public_names
from tests.explorers.driving import elsewhere, ends, make, plain
from tests.figures.rendering import opened

MARKED = [name for name, one in PREDICTIONS.items() if one.marks]


def coloured(explorer):
    """Return how many pixels of a frame are neither white nor grey."""
    return (np.ptp(opened(explorer.live.image.value), axis=2) > 8).sum()


def test_a_covered_picture_says_nothing_and_shows_its_first_rows():
    bare, covered = HeatmapExplorer(), HeatmapExplorer(until="how_many_turn")
    assert 1_000 < coloured(covered) < coloured(bare) / 4
    data, metadata = covered._repr_mimebundle_()
    assert data["text/plain"] == repr(covered) == metadata["image/png"]["alt"] == COVERED
    assert covered.describe() == ({}, COVERED, "")
    assert "turn" in bare.caption.value and "turn" not in covered.caption.value


LEFT_OPEN = {  # a question, the explorer that waits for it, and settings that it does not name
    "how_many_turn": ("HeatmapExplorer", {"position": 31, "column": 100}),
    "row_zero": ("FormulaExplorer", {"position": 7, "column": 5}),
    "middle_pair": ("TwoBasesExplorer", {"base A": 3.0, "base B": 1e8}),
    "each_step_away": ("SimilarityExplorer", {"position": 10, "offset": 5}),
    "size_zero": ("BatchExplorer", {"ids by": "text"}),
}


@pytest.mark.parametrize("question", LEFT_OPEN)
def test_no_pixel_of_a_cover_depends_on_the_answer(question):
    explorer, settings = LEFT_OPEN[question]
    covered = make(explorer, until=question)
    before = covered.drawing.png()
    covered.apply(**settings)
    assert covered.drawing.png() == before


def test_a_cover_asks_its_question_as_text():
    bare = HeatmapExplorer(until="how_many_turn")
    predict.how_many_turn()
    asked = plain(HeatmapExplorer(until="how_many_turn").live.over)
    assert "How many pairs make a full turn" in asked and CARD in asked
    assert plain(bare.live.over).strip() == CARD
    questions.ask("swap", "<b> 1 < 2")
    assert "<b> 1 < 2" in " ".join(plain(HeatmapExplorer(until="swap").live.over).split())


def test_any_choice_uncovers_what_has_waited_for_it_alone():
    first, other = (HeatmapExplorer(until=name) for name in ("longer_window", "period"))
    closed = HeatmapExplorer(until="period")
    closed.close()
    assert first.task.layout.display == "none"
    first.apply(d_model=16, position=3)  # under the cover, so it is forgotten
    predict.longer_window().choose(2)
    assert repr(first) == repr(HeatmapExplorer()) and coloured(first) > 10_000
    assert "Press “5,000 positions” and drag <code>column</code> to" in first.task.value
    assert CARD not in first.live.over.value
    assert repr(other) == COVERED
    predict.period(open=True)
    assert repr(other) == repr(first)
    assert repr(HeatmapExplorer(until="period")) == repr(first)  # made after the answer
    assert repr(closed) == "HeatmapExplorer, closed"


@pytest.mark.parametrize("until", [None, "how_many_turns", ("period",), {}])
def test_a_question_that_does_not_exist_is_refused(until):
    """A picture that waits for an unknown question is refused, because it would stay covered."""
    with pytest.raises(ValueError, match="^until must be one of '', 'a"):
        HeatmapExplorer(until=until)


RIGHT = {  # the right answer of a question, from a drawing and its facts
    "how_many_turn": lambda _, facts: facts["pairs that make a full turn"],
    "longer_window": lambda drawing, facts: (  # from the first position on
        facts["columns that move less than 0.1"], drawing.heat_ax.get_ylim()
    ),
    "last_hand": lambda drawing, _: drawing.hands.get_segments()[8].tolist(),
    "read_from_sum": lambda drawing, _: np.interp(1, *drawing.shown.curves[1].get_data()),
    "past_the_end": lambda drawing, _: (drawing.run.key, drawing.at_step.get_xdata()),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKED)
def test_a_guess_is_marked_while_all_that_its_question_assumed_holds(name):
    """The guess is marked while its settings hold, and no other control changes the answer."""
    prediction = PREDICTIONS[name]
    (explorer,) = {mark["on"] for mark in prediction.marks.values()}
    shown = make(explorer)
    choice = next(i for i, option in enumerate(prediction.options) if option in prediction.marks)
    mark = prediction.mark(choice)
    shown.apply(**mark["settings"])
    questions.answer(name, mark)
    before, right = shown._values(), []
    for control in shown.controls.values():
        for stop in (*ends(control), elsewhere(control)):
            control.value = stop
            holds = mark["settings"].items() <= shown.settings().items()
            wording = f" You guessed: {prediction.options[choice]}"
            assert repr(shown).endswith(wording) == holds == bool(shown.live.over.value)
            if holds:
                assert_marked(shown, mark)
                right.append(RIGHT[name](shown.drawing, shown.describe().facts))
                assert right[-1] == right[0]
            shown.apply(**before)
    shown.reset()
    assert "You guessed" not in repr(shown) and shown.live.over.value == ""


def assert_marked(shown, mark):
    """Assert that the mark is within its axes, and its label where nothing is drawn."""
    assert plain(shown.live.over).strip() == "your guess"
    left, top, wide, high, *named = map(float, re.findall(r":([\d.]+)%", shown.live.over.value))
    drawing = shown.drawing
    axes = drawing.place(mark["place"], **shown.settings()).get("axes", 0)
    frame = 100 * drawing.figure.axes[axes].get_position().get_points()
    assert frame[0, 0] <= left <= left + wide <= frame[1, 0]
    assert frame[0, 1] - 0.01 <= 100 - top - high <= 100 - top <= frame[1, 1] + 0.01
    with look.style():
        picture = np.asarray(drawing._picture(100).convert("L"))[::-1]
    x, y = np.round(np.multiply(named, picture.shape[::-1]) / 100).astype(int)
    assert (picture[y - 12 : y + 12, x : x + 130] == 255).all() and x + 130 <= picture.shape[1]


def test_where_a_place_is_in_a_picture():
    """A spot is in per cent from the upper left corner, and moves with the limits of its axes."""
    shown = HeatmapExplorer()
    left, bottom, right, top = 100 * shown.drawing.heat_ax.get_position().extents.reshape(4)
    shown.apply(d_model=64)
    across = shown.drawing.spot(x=31.5)
    assert across == pytest.approx(((left + right) / 2, 100 - top, 0, top - bottom))
    assert shown.drawing.spot(y=-0.5) == pytest.approx((left, 100 - top, right - left, 0))


@pytest.mark.parametrize(
    ("explorer", "place", "axes", "x", "y"),
    [
        ("HeatmapExplorer", "column 3", 2, 3, None),
        ("ClocksExplorer", "clock 8 at 90°", 0, 673, 88),  # in the second row of five and four
        ("ClocksExplorer", "clock 8 at 1.6°", 0, 617.5915, 144.9778),
        ("TrainingExplorer", "position 150, share 0.0625", 1, 150, 1 / 16),
    ],
)
def test_a_place_in_words_is_a_point_or_a_line_of_the_picture(explorer, place, axes, x, y):
    drawing = public_names()[explorer].picture[0]()
    found = {"axes": 0, "y": None, **drawing.place(place, d_model=18)}
    assert (found["axes"], found["x"], found["y"]) == (axes, *map(pytest.approx, (x, y)))
    for wrong in ("clock 9 at 90°", "row 3", "column three"):
        with pytest.raises(ValueError, match=f"^place must be one such as .+, got '{wrong}'$"):
            drawing.place(wrong, d_model=18)
