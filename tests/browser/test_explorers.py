"""All explorers in one notebook in real JupyterLab: their controls, their look and their end.

The keyboard goes everywhere. The mouse reaches everything, and does the same where it is tried.
"""

import itertools
import re

import pytest

from tests.browser.conftest import pale_texts, resize
from tests.explorers.driving import EXPLORERS
from tools.browser.explorer import Explorer, Question

QUESTION, MIXED = "last_hand", "ClocksExplorer"  # has all kinds of sliders, and Play
CELLS = (
    "from posenc_helpers import check, hint, predict\n"
    "from posenc_helpers.models import public_names",
    f"predict.{QUESTION}()",
    *(f"public_names()['{name}']()" for name in EXPLORERS),
    f"public_names()['{MIXED}'](until='{QUESTION}')",
    "check.row_ten(...)",
    "hint.row_ten()",
)
ENDS, WAYS = ("End", "Home"), ("mouse", "keyboard")
SAMPLES = MIXED, "LearnedExplorer"  # it has lists and switches; the others run in full runs
NARROW = 933, 700  # a window of 1400 at the browser's zoom of 150 %
NARROWER = 800, 700  # the same window at 175 %
PROJECTOR, LARGE = (1280, 720), (1920, 1080)
SHOW_CODE = "Show the code"


@pytest.fixture(scope="module")
def notebook(jupyterlab, window):
    """Run a notebook with all explorers, of which the last is covered."""
    with jupyterlab.open_in(window, jupyterlab.add("explorers.ipynb", *CELLS)) as opened:
        opened.run_all()
        assert opened.errors() == []
        yield opened


@pytest.fixture
def explorer(notebook, request):
    """Show one explorer in a narrow window, and assert at the end that the page has no faults."""
    resize(notebook.page, *NARROW)
    name = getattr(request, "param", MIXED)
    one = Explorer(notebook, 2 + EXPLORERS.index(name))
    one.unfold()
    one.reset()
    yield one
    assert one.alerts() == notebook.faults() == []


def moved(explorer, action, *arguments, sharp=True):
    """Return the picture after an action, which makes nothing jump, fail or be cut off."""
    height = explorer.height()
    picture = explorer.after(action, *arguments, sharp=sharp)
    assert explorer.height() == height, arguments
    assert explorer.alerts() == explorer.cut_off() == [], arguments
    return picture


@pytest.mark.parametrize(
    "explorer",
    [pytest.param(name, marks=[pytest.mark.full] * (name not in SAMPLES)) for name in EXPLORERS],
    indirect=True,
)
def test_each_control_to_both_ends_each_preset_and_back(explorer):
    start, pictures = explorer.picture(), set()
    for slider in explorer.sliders():
        by_mouse = moved(explorer, slider.drag_to_end)
        explorer.reset()
        for end in ENDS:
            pictures.add(moved(explorer, slider.press, end))
            assert slider.value() == slider.end(end), slider.label
        assert by_mouse in pictures
        explorer.reset()
    assert len(pictures) >= len(explorer.sliders())
    for dropdown in explorer.dropdowns():
        assert len({moved(explorer, dropdown.press, key) for key in ENDS}) == 2
        explorer.reset()
    *switches, code = explorer.toggles()
    *presets, last = explorer.buttons()
    assert (code, last) == (SHOW_CODE, "Reset")
    for name, way in zip(switches + presets, itertools.cycle(WAYS), strict=False):
        moved(explorer, explorer.press, name, way, sharp=False)
    assert moved(explorer, explorer.press, last) == start


# How many lines a refusal takes.
REFUSAL_LINES = """root => {
    const line = root.querySelector('.posenc-typed [role=alert]');
    return Math.floor(line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight));
}"""


def test_each_number_can_be_typed(explorer):
    """A slider takes a number that is typed, and refuses other texts in one line."""
    resize(explorer.notebook.page, *PROJECTOR)
    picture, height = explorer.picture(), explorer.height()
    for slider in explorer.sliders():
        number = slider.number.text_content()
        end = "End" if slider.value() != slider.end("End") else "Home"
        explorer.after(slider.press, end)
        assert slider.number.text_content() != number
        explorer.after(slider.type, number)
        assert slider.number.text_content() == number
        if slider.typed:
            assert slider.typed.evaluate("box => box.labels[0].innerText") == slider.label
            slider.type("many")
            explorer.wait_until_dealt_with()
            (line,) = explorer.alerts()
            assert re.fullmatch(rf"{slider.label} takes an? .*number from .*, not “many”.", line)
            assert explorer.root.evaluate(REFUSAL_LINES) == 1
            assert (slider.number.text_content(), explorer.height()) == (number, height)
            explorer.after(slider.press, end)
            assert explorer.alerts() == []
        explorer.reset()
        assert explorer.picture() == picture


def test_code_and_numbers_unfold_and_the_picture_stays(explorer, notebook):
    """Code and numbers appear without moving the picture, and the code is beside it."""
    left = "jupyterapp.commands.execute('application:toggle-left-area')"
    notebook.page.evaluate(left)
    resize(notebook.page, *PROJECTOR)
    place, height = place_of_picture(explorer), explorer.height()
    summary = explorer.root.query_selector("summary")
    for part, opens, closes in (
        ("textarea", *(lambda way=way: explorer.press(SHOW_CODE, way) for way in WAYS)),
        (".posenc-numbers", lambda: summary.press("Enter"), summary.click),
    ):
        opens()
        *_, shown = explorer.root.query_selector_all(part)
        shown.wait_for_element_state("visible")
        explorer.wait_until_dealt_with()
        assert shown.evaluate("part => part.value || part.innerText").strip()
        assert place_of_picture(explorer) == place
        assert part != "textarea" or explorer.root.evaluate(BELOW, part) <= 0
        closes()
        shown.wait_for_element_state("hidden")
        assert explorer.height() == height
    notebook.page.evaluate(left)


def place_of_picture(explorer):
    return explorer.image.evaluate("image => [image.offsetLeft, image.offsetTop]")


# How far a part ends below the window, if the explorer begins at the top of the window.
BELOW = """(root, part) => root.querySelector(part).getBoundingClientRect().bottom
    - root.getBoundingClientRect().top
    - root.closest('.jp-NotebookPanel').querySelector('.jp-WindowedPanel-outer').clientHeight"""


@pytest.mark.full
def test_on_a_projector_each_explorer_is_in_sight_and_large(notebook):
    """Picture and controls fit a projector, and the picture is large, beside the file browser."""
    assert notebook.page.locator("#jp-left-stack").is_visible()
    for window, least in ((PROJECTOR, 640), (LARGE, 1100)):
        resize(notebook.page, *window)
        for explorer in notebook.explorers():
            assert explorer.root.evaluate(BELOW, "img") <= 0
            assert explorer.root.evaluate("root => root.scrollHeight - root.clientHeight") <= 1
            assert explorer.cut_off() == []
            assert explorer.image.bounding_box()["width"] >= least


def test_each_option_of_a_prediction_in_a_narrow_window(notebook):
    """Each option shows its own reply without a jump, and the first opens the picture."""
    resize(notebook.page, *NARROWER)
    question, waiting = Question(notebook, 1), Explorer(notebook, 2 + len(EXPLORERS))
    height, options = question.height(), question.buttons()
    assert waiting.covered()
    replies = set()
    for option, way in zip(options, itertools.cycle(WAYS), strict=False):
        replies.add(question.answer(option, way))
        assert question.height() == height
        chosen = question.root.query_selector(".mod-active")
        assert chosen.evaluate("button => button === document.activeElement")
    assert len(replies) == len(options) > 1
    assert question.cut_off() == []
    assert waiting.picture() and not waiting.covered()
    question.root.query_selector("button").focus()
    notebook.page.emulate_media(forced_colors="active")
    assert chosen.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    notebook.page.emulate_media(forced_colors="none")


@pytest.mark.full
def test_texts_and_the_option_that_is_chosen_are_easy_to_read_in_both_themes(notebook):
    for theme in ("Dark", "Light"):
        notebook.use_theme(f"JupyterLab {theme}")
        assert pale_texts(notebook) == []


def test_each_explorer_says_when_its_kernel_is_gone(notebook):
    notebook.restart()
    for explorer in notebook.explorers():
        explorer.root.wait_for_selector("[role=alert]", state="visible")
        (wording,) = explorer.alerts()
        assert wording.startswith("The kernel that drew this is gone")
