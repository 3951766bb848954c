"""Every control moves the picture, every corner of the ranges draws, threads do not matter."""

import re
import sys
import threading
from collections import Counter

import pytest

from posenc_helpers import checks, encoding
from posenc_helpers.figures import look
from posenc_helpers.figures.quicktext import QuickText
from tests.explorers import driving
from tests.figures.rendering import misplaced
from tests.live.together import run_together

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


def test_every_control_moves_the_picture(name, explorer):
    for label, control in explorer.controls.items():
        explorer.reset()
        explorer.apply(**driving.MOVING_FROM.get(name, {}))
        before, picture = driving.shown_by(explorer.drawing), driving.frame(explorer)
        control.value = driving.elsewhere(control)
        assert driving.shown_by(explorer.drawing) != before, label
        assert driving.frame(explorer) != picture, label
        assert explorer.live.error is None
        given = explorer.describe()
        assert given.text == explorer.drawing.text in driving.plain(explorer.caption)
        assert driving.readout(explorer) == {name: str(value) for name, value in given.numbers}


def first_line(drawing):
    """Return the headline: of the texts of its size, the one furthest up and to the left."""
    lines = [t for t in drawing.figure.findobj(QuickText) if t.get_size() == look.HEADLINE]
    return min(lines, key=lambda line: (-line.get_position()[1], line.get_position()[0])).get_text()


def test_the_first_line_changes_with_the_sliders(name, explorer):
    """When one of them moves alone, and from one preset to another."""
    lines = set()
    for label, control in explorer.controls.items():
        for end in (0, 1):
            explorer.reset()
            explorer.apply(**driving.MOVING_FROM.get(name, {}))
            first = first_line(explorer.drawing)
            explorer.apply(**{label: driving.ends(control)[end]})
            lines.add(first_line(explorer.drawing))
    assert lines - {first}
    presets = set()
    for settings in explorer.presets.values():
        explorer.apply(**settings)
        presets.add(first_line(explorer.drawing))
    assert len(presets) != 1


def test_a_step_of_the_heatmap_checks_and_computes_little(monkeypatch):
    """An argument is checked on its way where it enters, and the speeds are computed once."""
    explorer, calls = driving.make("HeatmapExplorer"), Counter()
    modules = [module for name, module in sys.modules.items() if name.startswith("posenc_helpers")]

    def counted(one):
        return lambda *args, **named: calls.update([one.__name__]) or one(*args, **named)

    monkeypatch.setattr(checks.Whole, "check", counted(checks.Whole.check))
    for module in modules:
        if vars(module).get("angular_frequencies") is encoding.angular_frequencies:
            one = counted(encoding.angular_frequencies)
            monkeypatch.setattr(module, "angular_frequencies", one)
    explorer.controls["position"].value = 20
    assert explorer.describe().text.count("position 20") == 1
    assert 1 <= calls["angular_frequencies"] <= 2 and 5 <= calls["check"] <= 8, calls


def test_what_is_shown_does_not_depend_on_the_way_there(name, explorer):
    first = driving.state(explorer)
    for control in explorer.controls.values():
        control.value = driving.elsewhere(control)
    assert driving.state(explorer) == driving.state(driving.make(name, **driving.values(explorer)))
    for label, control in explorer.controls.items():
        control.value = first[0][label]
    assert driving.state(explorer) == first


@pytest.mark.full
def test_every_corner_draws(explorer):
    pictures = set()
    for _ in driving.corners(explorer):
        assert explorer.live.error is None, (driving.values(explorer), explorer.live.error)
        assert explorer.drawing.text in driving.plain(explorer.caption)
        assert not re.search(r"\bnan\b|\binf\b", driving.plain(explorer.caption))
        pictures.add(driving.frame(explorer))
    sliders = sum(map(driving.is_slider, explorer.controls.values()))
    assert len(pictures) > 2**sliders / 8  # most look different; ends of a list may look the same


@pytest.mark.parametrize(
    "ends", [(0, 1), (1, 1), *(pytest.param((end, 0), marks=pytest.mark.full) for end in (0, 1))]
)
def test_texts_of_the_corners_stay_inside_and_apart(explorer, ends):
    """The numbers get long there: 1,999,999 on an axis, 100,000,000 in a title."""
    others = driving.dependent(explorer)
    main = [label for label in explorer.controls if label not in others]
    for end, labels in zip(ends, (main, others), strict=True):
        there = {label: driving.ends(explorer.controls[label])[end] for label in labels}
        explorer.apply(**there)
    assert not misplaced(explorer.drawing.figure)


# ------------------------------------------------------------------------------ the play button


@pytest.mark.parametrize(
    ("left_at", "ticks", "then"), [(0, 1, 1), (57, 1, 58), (98, 1, 99), (99, 1, 0), (95, 7, 99)]
)
def test_playing_goes_on_from_where_the_position_stands(get, left_at, ticks, then):
    """Not beyond the end, when several ticks come together."""
    explorer = get("ClocksExplorer")
    assert explorer.play in list(driving.everything(explorer))
    assert 20 <= explorer.play.interval <= 500  # milliseconds: to be seen, and to be drawn
    explorer.controls["position"].value = left_at
    explorer.play.value += ticks  # what the browser does while the button plays
    assert explorer.controls["position"].value == then
    explorer.play.value = 0  # and its stop button
    assert explorer.controls["position"].value == 0


@pytest.mark.parametrize("repeat", [False, True])
def test_playing_to_the_end_and_from_there(get, repeat):
    explorer = get("ClocksExplorer")
    explorer.apply(position=0)
    explorer.play.playing, explorer.play.repeat = True, repeat
    pictures = set()
    for _ in range(11):
        explorer.play.value += 9
        pictures.add(driving.frame(explorer))
    assert len(pictures) == 11
    assert explorer.controls["position"].value == 99
    assert explorer.play.playing == repeat
    explorer.play.value += 1
    assert explorer.controls["position"].value == 0
    explorer.play.repeat = explorer.play.playing = False


# -------------------------------------------------------------------------------------- threads


def test_one_explorer_moved_from_two_threads(get):
    """A cell moves one slider while the page moves another: the end shows both."""
    explorer = get("HeatmapExplorer")

    def move(label, steps):
        for value in steps:
            explorer.controls[label].value = value

    run_together(
        lambda: move("column", [20, 30, 40, 50, 60, 70]),
        lambda: move("base", [10, 1e2, 1e3, 1e5, 1e6, 1e7]),
    )
    assert {"column": 70, "base": 1e7}.items() <= driving.values(explorer).items()
    assert driving.state(explorer) == driving.state(
        driving.make("HeatmapExplorer", **driving.values(explorer))
    )


def test_the_last_value_wins_even_when_a_slow_frame_is_under_way(get, monkeypatch):
    """A frame of old settings that is still on its way must not end up on top of a newer one."""
    explorer = get("HeatmapExplorer")
    settings = explorer.settings
    old_settings_read, newer_drawn = threading.Event(), threading.Event()

    def slow_once():
        found = settings()
        if threading.current_thread() is slow:
            old_settings_read.set()
            newer_drawn.wait(timeout=0.5)  # runs out where frames follow each other
        return found

    slow = threading.Thread(target=explorer.refresh)
    monkeypatch.setattr(explorer, "settings", slow_once)
    slow.start()
    assert old_settings_read.wait(timeout=30)
    explorer.controls["column"].value = 64
    newer_drawn.set()
    slow.join(timeout=30)
    assert "column 64" in explorer.drawing.text
    assert "column 64" in driving.plain(explorer.caption)
    assert explorer.drawing.down.get_xdata()[0] == 64


@pytest.fixture
def hasty_threads():
    """Let threads take turns as often as Python can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_an_explorer_shown_while_it_is_moved(get, hasty_threads):
    """A cell shows it again while the page moves it: each frame and each stored picture is the
    one that is drawn when nothing else happens.
    """
    explorer = get("HeatmapExplorer")
    steps = [{"seq_len": 20 + k, "d_model": 64 + 2 * k, "position": k} for k in range(8)]
    frames, stored = [], {}
    for step in steps:
        explorer.apply(**step)
        frames.append(driving.frame(explorer))
        data, _ = explorer._repr_mimebundle_()
        stored[data["text/plain"]] = data["image/png"]
    moved, shown, at_rest = [], [], threading.Event()

    def move():
        for step in steps * 2:
            explorer.apply(**step)
            moved.append(driving.frame(explorer))
        at_rest.set()

    def show():
        while not at_rest.is_set():
            data, _ = explorer._repr_mimebundle_()
            shown.append((data["text/plain"], data["image/png"]))

    run_together(move, show)
    assert moved == frames * 2
    assert [text for text, png in shown if png != stored[text]] == []
