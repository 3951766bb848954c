"""Every lesson in real JupyterLab, as a reader meets it: opened, run, moved, restarted.

The keyboard goes everywhere. The mouse reaches everything, and does the same where it is tried.
"""

import itertools
import re
from functools import partial

import pytest

from tests.browser.conftest import NOTEBOOKS, SAMPLE

full = pytest.mark.full
WAYS = ("mouse", "keyboard")
ENDS = ("End", "Home")
NARROW = 933  # what a browser's zoom of 150 % makes of a window of 1400
NARROWER = 800  # what 175 % makes of it
SHOW_CODE = "Show the code"


def test_opened_and_not_run_shows_the_stored_pictures(lesson):
    cells = [cell for cell in lesson.code_cells() if re.search(r"\wExplorer\(", cell["source"])]
    assert cells
    for cell in cells:
        assert any("image/png" in output["kinds"] for output in cell["outputs"])
        image = lesson.show(cell["place"]).locator(".jp-OutputArea-output img")
        assert image.evaluate("async image => { await image.decode(); return image.naturalWidth; }")
    assert lesson.trouble() == []
    assert lesson.console == []


# Texts, but for the lines that say what a typed number was refused for.
WORDS = ".widget-html-content:not(:is(.posenc-typed, .posenc-picture) .widget-html-content)"


def test_run_all(run_lesson):
    assert_works(run_lesson)


def assert_works(notebook):
    """All ran without errors, and every explorer shows."""
    assert notebook.errors() == []
    explorers = notebook.explorers()
    assert explorers
    for explorer in explorers:
        assert explorer.picture()
        assert explorer.image.bounding_box()["height"] > 100
        assert explorer.alerts() == []
        assert all(text.strip() for text in explorer.texts(WORDS))
    assert notebook.trouble() == []
    assert notebook.console == []


def test_each_slider_from_end_to_end_in_a_narrow_window(run_lesson, resized):
    resized(NARROW)
    for explorer in run_lesson.explorers():
        steady, pictures = Steady(explorer), set()
        for slider in explorer.sliders():
            slider.handle.click(trial=True)  # nothing lies over it
            pictures.update(steady.pictures_by_key(slider, goal="drawn"))
        steady.note(len(pictures) > len(explorer.sliders()), "sliders leave the picture as it is")
        assert explorer.picture()  # sharp in the end
        steady.finish()


class Steady:
    """Watches what must hold whatever is operated: same height, no error line, nothing cut off."""

    def __init__(self, explorer):
        explorer.reset()
        self.start = explorer.picture()
        self.explorer = explorer
        self.height = explorer.height()
        self.faults = []

    def note(self, good, fault):
        if not good:
            self.faults.append(fault)

    def picture_after(self, name, action, *arguments, goal="sharp"):
        """Do something, wait, check, and return the picture."""
        picture = self.explorer.after(action, *arguments, goal=goal)
        height, alerts = self.explorer.height(), self.explorer.alerts()
        cut_off = self.explorer.cut_off()
        self.note(height == self.height, f"{name}: height {self.height} became {height}")
        self.note(not alerts, f"{name}: {alerts}")
        self.note(not cut_off, f"{name}: {cut_off}")
        return picture

    def pictures_by_key(self, slider, ends=ENDS, goal="sharp"):
        """Reset, move a slider to its ends with the keyboard and return the pictures."""
        self.explorer.reset()
        return [self._at_end(slider, end, slider.press, goal) for end in ends]

    def pictures_by_mouse(self, slider, ends):
        """Reset, drag a slider to its ends, fast, and return the pictures."""
        self.explorer.reset()
        return [self._at_end(slider, end, slider.drag_to, "rest") for end in ends]

    def _at_end(self, slider, end, action, goal):
        picture = self.picture_after(f"{slider.label}, {end}", action, end, goal=goal)
        value = slider.value()
        self.note(value == slider.end(end), f"{slider.label}, {end}: stopped at {value}")
        return picture

    def finish(self):
        """Fail if there were faults."""
        assert self.faults == []
        assert self.explorer.notebook.console == []


def test_each_number_can_be_typed(run_lesson):
    """What cannot be read as a number in range is refused in one line, and nothing moves."""
    for explorer in run_lesson.explorers():
        explorer.reset()
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
                assert re.fullmatch(rf"{slider.label} takes a .*number from .*, not “many”.", line)
                assert explorer.root.evaluate(REFUSAL_LINES) == 1
                assert (slider.number.text_content(), explorer.height()) == (number, height)
                slider.press(end)
                explorer.picture()
                assert explorer.alerts() == []
            explorer.reset()
            assert explorer.picture() == picture
    assert run_lesson.console == []


# How many lines what is refused takes; it must not be covered by anything, and clicks go through.
REFUSAL_LINES = """root => {
    const [line] = [...root.querySelectorAll('.posenc-typed [role=alert]')];
    const {left, top, width, height} = line.getBoundingClientRect();
    const there = () => document.elementFromPoint(left + width / 2, top + height / 2);
    const clicked = there();
    line.style.pointerEvents = 'auto';
    const seen = there();
    line.style.pointerEvents = '';
    const one = parseFloat(getComputedStyle(line).lineHeight);
    return line.contains(seen) && !line.contains(clicked) ? Math.floor(height / one) : 0;
}"""


@full
def test_the_mouse_moves_the_first_slider_as_the_keys_do(run_lesson):
    for explorer in (one for one in run_lesson.explorers() if one.sliders()):
        steady, first = Steady(explorer), explorer.sliders()[0]
        assert steady.pictures_by_key(first, ["End"]) == steady.pictures_by_mouse(first, ["End"])
        steady.finish()


def test_each_preset_and_back(run_lesson):
    for explorer in run_lesson.explorers():
        *presets, last = explorer.buttons()
        assert last == "Reset"
        if not presets:  # a list takes their place
            assert explorer.dropdowns()
            continue
        steady = Steady(explorer)
        pictures = [
            steady.picture_after(name, explorer.press, name, way)
            for name, way in zip([*presets, presets[-1]], itertools.cycle(WAYS), strict=False)
        ]
        assert pictures[-1] == pictures[-2], f"{presets[-1]}: a second press changes it"
        assert pictures[:-1].count(steady.start) < 2
        assert steady.picture_after(last, explorer.press, last) == steady.start
        steady.finish()


def test_each_option_of_each_prediction(run_lesson, resized):
    resized(NARROWER)
    for question in run_lesson.questions():
        height, options = question.height(), question.buttons()
        replies = set()
        for option, way in zip(options, itertools.cycle(WAYS), strict=False):
            replies.add(question.answer(option, way))
            assert question.height() == height
        assert len(replies) == len(options) > 1
        assert question.cut_off() == []
    assert run_lesson.console == []


def test_each_dropdown(run_lesson):
    for explorer in run_lesson.explorers():
        for dropdown in explorer.dropdowns():
            steady = Steady(explorer)
            last, first = (steady.picture_after(key, dropdown.press, key) for key in ENDS)
            steady.note(last != first, "a list changes nothing")
            steady.finish()


def test_code_and_numbers_unfold_below_the_picture_only(run_lesson):
    for explorer in run_lesson.explorers():
        assert explorer.toggles()[-1] == SHOW_CODE
        height, picture = explorer.height(), place_of_picture(explorer)
        summary = explorer.root.query_selector("summary")
        assert summary.text_content() == "numbers"
        for part, opens, closes in (
            ("textarea", *(partial(explorer.press, SHOW_CODE, way) for way in WAYS)),
            (".posenc-numbers", partial(summary.press, "Enter"), summary.click),
        ):
            opens()
            *_, shown = explorer.root.query_selector_all(part)
            shown.wait_for_element_state("visible")
            assert shown.evaluate("part => part.value || part.innerText").strip()
            assert explorer.height() >= height
            assert place_of_picture(explorer) == picture
            closes()
            shown.wait_for_element_state("hidden")
            assert explorer.height() == height


def place_of_picture(explorer):
    return explorer.image.evaluate("image => [image.offsetLeft, image.offsetTop]")


def test_play(run_lesson):
    """It moves the picture, and begins where the hand has left the slider."""
    for explorer in run_lesson.explorers():
        for player in explorer.players():
            steady, position = Steady(explorer), explorer.slider("position")
            for _ in range(3):  # away from the place that Home goes to
                explorer.after(position.press, "PageUp", goal="rest")
            before, far = explorer.picture(), position.value() + 3
            after = steady.picture_after("play", play, player, position, far, goal="rest")
            steady.note(after != before, "play does not move the picture")
            explorer.after(position.press, "Home")
            explorer.after(play, player, position, 1, goal="rest")
            steady.note(position.value() < far, "play does not begin where the hand left off")
            steady.finish()


def play(player, position, beyond):
    """Play until the position is beyond a value, and stop."""
    player.click()
    position.wait_until_beyond(beyond)
    player.click()


@pytest.fixture
def resized(run_lesson):
    """Return a function that changes the size of the window until the test ends."""
    page = run_lesson.page
    usual = page.viewport_size
    yield lambda width, height=700: page.set_viewport_size({"width": width, "height": height})
    page.set_viewport_size(usual)


# By how much the lowest of some parts is below the window when the explorer is at its top.
BELOW = """(root, parts) => Math.max(...[...root.querySelectorAll(parts)]
    .filter(part => part.offsetParent).map(part => part.getBoundingClientRect().bottom))
    - root.getBoundingClientRect().top
    - root.closest('.jp-NotebookPanel').querySelector('.jp-WindowedPanel-outer').clientHeight"""


# In how many rows the controls are, how wide the picture and the shortest track, and the size
# of the smallest letters around the picture.
SIZES = """root => {
    const shown = parts => [...root.querySelectorAll(parts)].filter(part => part.offsetParent);
    const least = (parts, size) => Math.min(...shown(parts).map(size));
    const wide = part => part.getBoundingClientRect().width;
    const words = '.widget-label, .widget-readout, .widget-html-content, button, select';
    const places = shown('.widget-slider, .widget-dropdown').map(part => part.offsetTop);
    return {
        rows: new Set(places).size,
        picture: wide(root.querySelector('img')),
        track: least('.noUi-target', wide),
        letters: least(words, part => parseFloat(getComputedStyle(part).fontSize)),
    };
}"""
PROJECTORS = {(1280, 720): 640, (1920, 1080): 1100}  # width of a picture, at least


def test_the_course_opens_with_the_file_list_closed_and_asks_nothing(jupyterlab):
    server = jupyterlab.server
    news = server.ask("lab/api/settings/@jupyterlab/apputils-extension:notification")["schema"]
    assert news["properties"]["fetchNews"]["default"] == "false"
    with jupyterlab.window() as page:
        page.goto(server.address(f"lab/workspaces/posenc/tree/{SAMPLE}.ipynb"))
        page.wait_for_selector(".jp-Notebook")
        page.evaluate("window.jupyterapp.restored.then(() => null)")
        assert page.locator("#jp-left-stack:visible, .jp-Dialog").count() == 0


def test_on_a_projector_the_whole_explorer_is_in_sight_and_large(run_lesson, resized):
    """With the file browser open, as JupyterLab opens."""
    assert run_lesson.page.locator("#jp-left-stack").is_visible()
    for window, least in PROJECTORS.items():
        resized(*window)
        for explorer in run_lesson.explorers():
            assert explorer.root.evaluate(BELOW, "img") <= 0
            assert explorer.root.evaluate("root => root.scrollHeight - root.clientHeight") <= 1
            sizes = explorer.root.evaluate(SIZES)
            assert sizes["picture"] >= least
            assert sizes["track"] >= 160
            assert sizes["letters"] >= 15
            assert sizes["rows"] <= 3
            assert explorer.cut_off() == []


def test_beside_the_picture_there_is_room_for_the_code(run_lesson, resized):
    page, left = run_lesson.page, "jupyterapp.commands.execute('application:toggle-left-area')"
    page.evaluate(left)
    for width, height in ((1280, 720), (1920, 1080)):
        resized(width, height)
        for explorer in run_lesson.explorers():
            explorer.press(SHOW_CODE)
            explorer.root.wait_for_selector("textarea", state="visible")
            assert explorer.root.evaluate(BELOW, "textarea") <= 0
            explorer.press(SHOW_CODE)
    page.evaluate(left)


CARD = """image => {
    const card = image.closest('.posenc-picture');
    const {backgroundColor, borderRadius, padding} = getComputedStyle(card);
    return [backgroundColor, borderRadius, padding].join(', ');
}"""


@full
def test_dark_theme(run_lesson):
    run_lesson.use_theme("JupyterLab Dark")
    try:
        assert run_lesson.pale_texts() == []
        assert run_lesson.see_through() == []
        cards = {explorer.image.evaluate(CARD) for explorer in run_lesson.explorers()}
        assert cards == {"rgb(255, 255, 255), 8px, 6px 4px"}
    finally:
        run_lesson.use_theme("JupyterLab Light")


@full
def test_two_explorers_in_one_notebook(jupyterlab, window):
    """They don't disturb each other, and both say when their kernel is gone."""
    imports = "from posenc_helpers import HeatmapExplorer"
    cells = imports, "HeatmapExplorer()", "HeatmapExplorer(d_model=64, seq_len=20)"
    with jupyterlab.open_in(window, jupyterlab.add("two-explorers.ipynb", *cells)) as notebook:
        notebook.run_all()
        assert_works(notebook)
        first, second = notebook.explorers()
        resting, height = second.picture(), first.height()
        assert picture_after_a_move(first) != resting == second.picture()
        notebook.restart()
        for explorer in (first, second):
            explorer.root.wait_for_selector("[role=alert]", state="visible")
            (wording,) = explorer.alerts()
            assert wording.startswith("The kernel that drew this is gone")
        notebook.run_all()
        assert_works(notebook)
        first, second = notebook.explorers()
        assert first.height() == height
        assert picture_after_a_move(first) != second.picture()


def picture_after_a_move(explorer):
    return explorer.after(explorer.slider("d_model").press, "End")


def test_a_lesson_that_is_opened_and_saved_stays_as_it_is(jupyterlab, window):
    """JupyterLab would note the version of Python in it, and ask to save it."""
    with jupyterlab.open_in(window, NOTEBOOKS[0].name) as notebook:
        notebook.wait_until_ready()
        notebook.wait("panel.model.getMetadata('language_info').version")
        assert not notebook.ask("panel.model.dirty")
        notebook.ask("panel.context.save()")
    saved = jupyterlab.server.root / NOTEBOOKS[0].name
    assert saved.read_bytes() == NOTEBOOKS[0].read_bytes()
