"""A picture that would answer a question is covered until it is answered, and shows the guess."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from posenc_helpers import (
    FormulaExplorer,
    HeatmapExplorer,
    SimilarityExplorer,
    TwoBasesExplorer,
    predict,
)
from posenc_helpers.explorers import answered
from posenc_helpers.explorers.explorer import COVERED
from posenc_helpers.lessons import LESSONS, PREDICTIONS
from posenc_helpers.models import public_names
from posenc_helpers.models.conventions import ConventionsExplorer

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
MARKED = [name for name, one in PREDICTIONS.items() if one.marks]


def marked_on(name):
    """The explorer that marks what was guessed."""
    (explorer,) = {mark["on"] for mark in PREDICTIONS[name].marks.values()}
    return public_names()[explorer]


def pixels(drawing):
    with drawing.lock:
        return np.asarray(drawing._picture(50)).astype(int)


def colours(image):
    """How many pixels of a frame are neither white nor grey."""
    frame = np.asarray(Image.open(io.BytesIO(image.value)).convert("RGB")).astype(int)
    return (np.ptp(frame, axis=2) > 8).sum()


def test_a_covered_picture_says_nothing_and_shows_its_first_rows():
    bare, covered = HeatmapExplorer(), HeatmapExplorer(until="how_many_turn")
    assert 1_000 < colours(covered.live.image) < colours(bare.live.image) / 4
    axes = covered.drawing.heat_ax.get_position()
    below = round((1 - axes.y0 - axes.height / 2) * len(pixels(covered.drawing)))
    lower = pixels(covered.drawing)[below:, : int(axes.x1 * 450)]
    assert np.ptp(lower[:, int(axes.x0 * 450) :], axis=2).max() < 8  # white, pale and grey
    data, metadata = covered._repr_mimebundle_()
    assert data["text/plain"] == repr(covered) == metadata["image/png"]["alt"] == COVERED
    assert covered.describe() == ([], COVERED, "", "")
    assert "turn" in bare.caption.value and "turn" not in covered.caption.value
    size = [one.drawing.figure.get_size_inches().tolist() for one in (bare, covered)]
    assert size[0] == size[1] and bare.live.image.layout.width == covered.live.image.layout.width


LEFT_OPEN = {  # what the question says nothing of: explorer, question, settings to move to
    "how_many_turn": (HeatmapExplorer, {"position": 31, "column": 100}),
    "row_zero": (FormulaExplorer, {"position": 7, "column": 5}),
    "fastest_pair": (TwoBasesExplorer, {"base A": 100.0, "base B": 1e8}),
    "each_step_away": (SimilarityExplorer, {"position": 10, "offset": 5}),
    "two_layouts": (ConventionsExplorer, {}),
}


@pytest.mark.parametrize("question", LEFT_OPEN)
def test_no_pixel_of_a_cover_depends_on_the_answer(question):
    explorer, settings = LEFT_OPEN[question]
    covered = explorer(until=question)
    before = covered.drawing.png()
    covered.apply(**settings)
    assert covered.drawing.png() == before


def test_a_cover_asks_its_question():
    """The first that is not answered, of those that were asked above it."""
    bare = HeatmapExplorer(until=("how_many_turn", "period"))
    for name in ("how_many_turn", "period"):
        getattr(predict, name)()
    covered = HeatmapExplorer(until=("how_many_turn", "period"))

    def written(explorer):
        return " ".join(text.get_text() for text in explorer.drawing.figure.texts)

    assert "How many pairs complete a turn" in written(covered)
    assert "About half of them" in written(covered)
    assert "How many" not in written(bare)
    predict.how_many_turn().choices[0].click()
    assert "Is the code of position 0 back" in written(covered)


def test_any_choice_uncovers_what_has_waited_for_it_alone():
    waiting = "longer_window", ("longer_window", "period"), "period"
    first, both, other = (HeatmapExplorer(until=names) for names in waiting)
    predict.longer_window().choices[2].click()
    assert repr(first) == repr(HeatmapExplorer()) and colours(first.live.image) > 10_000
    assert repr(both) == repr(other) == COVERED
    predict.period().choices[0].click()
    assert repr(both) == repr(other) == repr(first)
    assert repr(HeatmapExplorer(until="period")) == repr(first)  # made after the answer


@pytest.mark.parametrize("until", [None, 3, "how_many_turns", ("period", "x"), [[]], {}])
def test_a_question_that_does_not_exist_is_refused(until):
    """Nothing would ever uncover the picture."""
    with pytest.raises(ValueError, match="^until must (be one of add_or|hold at least one)"):
        HeatmapExplorer(until=until)
    assert set(answered.questions()) == set(PREDICTIONS)


def test_a_teacher_opens_it_without_an_answer():
    covered = HeatmapExplorer(until="how_many_turn")
    widget = predict.how_many_turn(open=True)
    assert repr(covered) == repr(HeatmapExplorer())
    assert len(widget.choices) == len(PREDICTIONS["how_many_turn"].options)


@pytest.mark.parametrize("name", MARKED)
def test_a_guess_is_marked_until_reset(name):
    prediction, shown = PREDICTIONS[name], marked_on(name)()
    choice = next(i for i, option in enumerate(prediction.options) if option in prediction.marks)
    mark = prediction.mark(choice)
    shown.apply(**mark["settings"])
    axes = shown.drawing.place(mark["place"], **shown.settings()).get("axes", 0)
    bare = pixels(shown.drawing)
    getattr(predict, name)().choices[choice].click()
    wording = f" You guessed: {prediction.options[choice]}"
    assert repr(shown).endswith(wording) and repr(shown) in shown.describe()
    changed = np.argwhere((bare != pixels(shown.drawing)).any(axis=2))
    assert len(changed) > 30  # the mark, and its label
    assert on_axes(shown.drawing.figure, axes, changed)
    shown.reset()
    assert "You guessed" not in repr(shown)


def on_axes(figure, number, changed):
    """Whether pixels of a picture, row and column, are near the axes that a mark names."""
    x0, y0, x1, y1 = figure.axes[number].get_position().extents
    width, height = figure.get_size_inches() * 50
    rows, columns = changed.T
    return (  # a label is beside its mark
        (columns > x0 * width - 50).all() and (columns < x1 * width + 12).all()
        and (rows > (1 - y1) * height - 12).all() and (rows < (1 - y0) * height + 12).all()
    )  # fmt: skip


@pytest.mark.parametrize(
    ("explorer", "place", "axes", "x", "y"),
    [
        ("FormulaExplorer", "column 3", 0, 3, None),
        ("HeatmapExplorer", "column 103", 0, 103, None),
        ("TwoBasesExplorer", "distance 56.15", 3, 56.15, None),
        ("TwoBasesExplorer", "distance 56,146,000", 3, 56_146_000, None),
        ("ClocksExplorer", "clock 8 at 0°", 0, 616, 145),  # in the second row of five and four
        ("ClocksExplorer", "clock 8 at 90°", 0, 673, 88),
        ("ClocksExplorer", "clock 8 at 1.6°", 0, 617.5915, 144.9778),
        ("AddingExplorer", "size 1, share 0.95", 0, 1, 0.95),
        ("TrainingExplorer", "position 64, share 0.0625", 1, 64, 1 / 16),
    ],
)
def test_a_place_in_words_is_a_point_or_a_line_of_the_picture(explorer, place, axes, x, y):
    drawing = public_names()[explorer].picture[0]()
    found = {"axes": 0, "y": None, **drawing.place(place, d_model=18)}
    assert (found["axes"], found["x"], found["y"]) == (axes, *map(pytest.approx, (x, y)))
    for wrong in ("Column 3", "clock 9 at 90°", "row 3", "column three", "base", ""):
        with pytest.raises(ValueError, match=f"^'{wrong}' is no place in this picture: it has "):
            drawing.place(wrong, d_model=18)


def test_a_mark_is_hidden_with_settings_that_it_is_not_about():
    shown = HeatmapExplorer()
    predict.longer_window().choices[0].click()
    assert "You guessed" in repr(shown)
    for d_model in (256, 128):
        shown.apply(d_model=d_model)
        assert ("You guessed" in repr(shown)) == (d_model == 128)


def test_an_answer_that_is_about_another_picture_draws_nothing():
    shown = HeatmapExplorer()
    frames = shown.live.frames
    predict.swap().choices[0].click()
    assert (shown.live.frames, HeatmapExplorer().live.frames) == (frames, frames)


def test_a_closed_explorer_hears_nothing():
    closed = HeatmapExplorer(until="how_many_turn")
    closed.close()
    answered.answer("how_many_turn")
    assert repr(closed) == "HeatmapExplorer, closed"


def test_what_is_guessed_is_marked_on_an_explorer_that_follows():
    for number, lesson in LESSONS.items():
        text = "".join(path.read_text("utf-8") for path in NOTEBOOKS.glob(f"{number}_*.ipynb"))
        for one in lesson.predictions:
            assert not one.marks or f"{marked_on(one.name).__name__}(" in text
