"""Every lesson in real JupyterLab, as a reader meets it: opened, run, moved, restarted."""

import re

import pytest

pytestmark = pytest.mark.xdist_group("browser")

WAYS = ("keyboard", "mouse")
SHOW_CODE = "Show the code"
IMPORT = "from posenc_helpers import HeatmapExplorer, TwoBasesExplorer"


def test_opened_and_not_run_shows_the_stored_pictures(lesson):
    cells = lesson.code_cells()
    with_explorer = [cell for cell in cells if re.search(r"\b\w+Explorer\(", cell["source"])]
    assert with_explorer
    assert all(has_picture(cell) for cell in with_explorer)
    for cell in filter(has_picture, cells):
        image = lesson.show(cell["place"]).locator(".jp-OutputArea-output img")
        image.wait_for()
        assert image.evaluate("async image => { await image.decode(); return image.naturalWidth; }")
    assert lesson.trouble() == []
    assert lesson.console == []


def has_picture(cell):
    return any("image/png" in output.get("data", {}) for output in cell["outputs"])


def test_run_all(run_lesson):
    assert_works(run_lesson)


def assert_works(notebook):
    """All ran without errors, and every explorer shows."""
    assert notebook.errors() == []
    explorers = notebook.explorers()
    assert explorers
    for explorer in explorers:
        explorer.wait_until_at_rest()
        assert explorer.image.bounding_box()["height"] > 100
        assert explorer.alerts() == []
        assert all(text.strip() for text in explorer.texts())
    assert notebook.trouble() == []
    assert notebook.console == []


def test_each_slider_from_end_to_end(run_lesson):
    for explorer in run_lesson.explorers():
        steady = Steady(explorer)
        for slider in explorer.sliders():
            pictures = {way: pictures_at_ends(steady, slider, way) for way in WAYS}
            same = pictures["keyboard"] == pictures["mouse"]
            steady.note(same, f"{slider.label}: keyboard and mouse differ")
            steady.note(
                len(set(pictures["mouse"])) == 2 or moves_in_a_preset(explorer, slider),
                f"{slider.label}: the picture is the same at both ends",
            )
        reset(explorer)
        assert steady.faults == []
    assert run_lesson.console == []


def pictures_at_ends(steady, slider, way):
    """Return the pictures at both ends of a slider, all others being where they are at first."""
    reset(steady.explorer)
    return [steady.picture_at(slider, end, way) for end in ("End", "Home")]


def moves_in_a_preset(explorer, slider):
    """Return whether the slider changes the picture after one of the preset buttons."""
    for name in explorer.buttons():
        pictures = set()
        for end in ("End", "Home"):
            explorer.press(name)
            explorer.wait_until_dealt_with()
            slider.press(end)
            pictures.add(explorer.picture())
        if len(pictures) == 2:
            return True
    return False


def reset(explorer):
    explorer.press("Reset")
    explorer.wait_until_dealt_with()


class Steady:
    """Watches what must hold whatever is operated: same height, no error line, nothing cut off."""

    def __init__(self, explorer):
        explorer.wait_until_at_rest()
        self.explorer = explorer
        self.height = explorer.height()
        self.faults = []

    def note(self, good, fault):
        if not good:
            self.faults.append(fault)

    def picture_after(self, action, name):
        """Do something, wait for rest, check, and return the picture."""
        action()
        picture = self.explorer.picture()
        height, alerts = self.explorer.height(), self.explorer.alerts()
        self.note(height == self.height, f"{name}: height {self.height} became {height}")
        self.note(not alerts, f"{name}: {alerts}")
        self.note(not self.explorer.cut_off(), f"{name}: {self.explorer.cut_off()}")
        return picture

    def picture_at(self, slider, end, by):
        """Move a slider to an end and return the picture."""
        name = f"{slider.label}, {end} by {by}"
        picture = self.picture_after(lambda: slider.move_to(end, by), name)
        self.note(slider.value() == slider.end(end), f"{name}: stopped at {slider.value()}")
        return picture


def test_each_button(run_lesson):
    for explorer in run_lesson.explorers():
        reset(explorer)
        steady = Steady(explorer)
        start = explorer.picture()
        unchanged = []
        for name in explorer.buttons():
            pictures = {by: steady.picture_after(presser(explorer, name, by), name) for by in WAYS}
            again = steady.picture_after(presser(explorer, "Reset", "keyboard"), "Reset")
            steady.note(len(set(pictures.values())) == 1, f"{name}: a second press changes it")
            steady.note(again == start, f"{name}: Reset does not lead back")
            unchanged += [name] * (pictures["mouse"] == start and name != "Reset")
        steady.note(len(unchanged) < 2, f"these show the picture one starts with: {unchanged}")
        assert steady.faults == []
    assert run_lesson.console == []


def presser(explorer, name, by):
    return lambda: explorer.press(name, by)


def test_each_option_of_each_prediction(run_lesson):
    for question in run_lesson.questions():
        height, replies = question.height(), []
        assert question.buttons()
        for option in question.buttons():
            replies += {question.answer(option, by) for by in WAYS}
            assert question.height() == height
        assert len(set(replies)) == len(replies) == len(question.buttons())
    assert run_lesson.console == []


def test_each_dropdown(run_lesson):
    for explorer in run_lesson.explorers():
        steady = Steady(explorer)
        for number, dropdown in enumerate(explorer.dropdowns()):
            reset(explorer)
            keys = {"last": "End", "first": "Home"}
            pictures = {
                key: steady.picture_after(
                    lambda key=key, d=dropdown: d.press(key), f"list {number}"
                )
                for key in keys.values()
            }
            steady.note(pictures["End"] != pictures["Home"], f"list {number}: nothing changes")
        reset(explorer)
        assert steady.faults == []


def test_show_the_code_grows_below_the_picture_only(run_lesson):
    for explorer in run_lesson.explorers():
        assert explorer.toggles() == [SHOW_CODE]
        reset(explorer)
        height, picture = explorer.height(), place_of_picture(explorer)
        for by in WAYS:
            explorer.press(SHOW_CODE, by)
            code = explorer.root.locator("textarea")
            code.wait_for(state="visible")
            assert code.input_value().strip()
            assert explorer.height() >= height
            assert place_of_picture(explorer) == picture
            explorer.press(SHOW_CODE, by)
            code.wait_for(state="hidden")
            assert explorer.height() == height


def place_of_picture(explorer):
    return explorer.image.evaluate("image => [image.offsetLeft, image.offsetTop]")


def test_play(run_lesson):
    for explorer in run_lesson.explorers():
        for player in explorer.root.locator(".widget-play").all():
            reset(explorer)
            steady = Steady(explorer)
            position = explorer.slider("position")
            start = position.value()
            before = explorer.picture()
            player.locator("button").first.click()
            position.wait_until_beyond(start + 3)
            player.locator("button").first.click()
            after = steady.picture_after(lambda: None, "play")
            steady.note(after != before, "play does not move the picture")
            move_by_hand_and_play_on(explorer, player, steady)
            assert steady.faults == []
        reset(explorer)


def move_by_hand_and_play_on(explorer, player, steady):
    position = explorer.slider("position")
    far = position.value()
    position.press("Home")
    explorer.picture()
    player.locator("button").first.click()
    position.wait_until_beyond(1)
    steady.note(position.value() < far, "play does not begin where the hand has left the slider")
    player.locator("button").first.click()
    explorer.wait_until_at_rest()


def test_a_fast_drag_ends_at_the_last_value(run_lesson):
    for explorer in run_lesson.explorers():
        for slider in explorer.sliders()[:2]:
            reset(explorer)
            slider.press("End")
            expected = explorer.picture()
            reset(explorer)
            slider.drag_to("End", steps=40)
            assert explorer.picture() == expected
        reset(explorer)


@pytest.mark.parametrize("width", [1024, round(1400 / 1.5)], ids=["narrow", "zoom 150 %"])
def test_nothing_is_cut_off(run_lesson, width):
    """A browser's zoom of 150 % makes a window of 1400 pixels one of 933, to the page."""
    page = run_lesson.page
    usual = page.viewport_size
    page.set_viewport_size({"width": width, "height": 700})
    try:
        for question in run_lesson.questions():
            assert question.cut_off() == []
        for explorer in run_lesson.explorers():
            reset(explorer)
            assert explorer.cut_off() == []
            assert_height_stays(explorer)
    finally:
        page.set_viewport_size(usual)


def assert_height_stays(explorer):
    steady = Steady(explorer)
    for slider in explorer.sliders()[:3]:
        steady.picture_at(slider, "End", "mouse")
    reset(explorer)
    assert steady.faults == []


def test_dark_theme(run_lesson, screenshots):
    run_lesson.use_theme("JupyterLab Dark")
    try:
        for number, explorer in enumerate(run_lesson.explorers()):
            reset(explorer)
            name = f"dark-{run_lesson.path.removesuffix('.ipynb')}-{number}.png"
            explorer.root.screenshot(path=screenshots / name)
        assert run_lesson.pale_texts() == []
        assert run_lesson.see_through() == []
    finally:
        run_lesson.use_theme("JupyterLab Light")


def test_restart_and_run_all(run_lesson):
    run_lesson.restart_and_run_all()
    assert_works(run_lesson)
    explorer = run_lesson.explorers()[0]
    before = explorer.picture()
    explorer.sliders()[0].press("End")
    assert explorer.picture() != before


def test_two_explorers_in_one_notebook(jupyterlab):
    cells = IMPORT, "HeatmapExplorer()", "HeatmapExplorer(d_model=64, seq_len=20)"
    with jupyterlab.open(jupyterlab.add("two-explorers.ipynb", *cells)) as notebook:
        notebook.run_all()
        assert_works(notebook)
        first, second = notebook.explorers()
        assert_independent(first, second)
        assert_independent(second, first)
        assert_both_follow(first, second)
        assert notebook.console == []


def test_two_notebooks_in_one_window(jupyterlab):
    left = jupyterlab.add("left.ipynb", IMPORT, "HeatmapExplorer()")
    right = jupyterlab.add("right.ipynb", IMPORT, "TwoBasesExplorer()")
    with jupyterlab.open(left) as one:
        one.run_all()
        other = one.open_beside(right)
        other.run_all()
        before = other.explorers()[0].picture()
        one.activate()
        moved = picture_after_a_move(one.explorers()[0])
        other.activate()
        assert other.explorers()[0].picture() == before
        assert picture_after_a_move(other.explorers()[0]) != before
        assert_works(other)
        one.activate()
        assert one.explorers()[0].picture() == moved
        assert_works(one)


def picture_after_a_move(explorer):
    explorer.slider("d_model").press("End")
    return explorer.picture()


def assert_independent(moved, resting):
    """Moving one explorer leaves the other as it is."""
    before, height = resting.picture(), resting.height()
    slider = moved.slider("base")
    pictures = []
    for end in ("End", "Home"):
        slider.press(end)
        pictures.append(moved.picture())
    assert pictures[0] != pictures[1]
    assert resting.picture() == before
    assert resting.height() == height
    reset(moved)


def assert_both_follow(first, second):
    """Two explorers moved at the same time both arrive where they do alone."""
    expected = []
    for explorer in (first, second):
        explorer.slider("base").press("End")
        expected.append(explorer.picture())
        reset(explorer)
    for explorer in (first, second):
        explorer.slider("base").drag_to("End", steps=20)
    assert [first.picture(), second.picture()] == expected
