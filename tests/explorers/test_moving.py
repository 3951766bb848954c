"""Every control moves the picture, every corner of the ranges draws, threads do not matter."""

import itertools
import re
import sys
import threading

import pytest

from tests.explorers.driving import (
    MOVING_FROM,
    corners,
    dependent,
    elsewhere,
    ends,
    everything,
    frame,
    is_slider,
    make,
    move_all,
    plain,
    readout,
    shown_by,
    state,
    values,
)
from tests.figures.rendering import misplaced
from tests.live.together import run_together

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


def test_every_control_moves_the_picture(name, explorer):
    for label, control in explorer.controls.items():
        explorer.reset()
        explorer.apply(**MOVING_FROM.get(name, {}))
        before, picture = shown_by(explorer.drawing), frame(explorer)
        control.value = elsewhere(control)
        assert shown_by(explorer.drawing) != before, label
        assert frame(explorer) != picture, label
        assert explorer.live.error is None
        told = explorer.told()
        assert told.text == explorer.drawing.text in plain(explorer.caption)
        assert readout(explorer) == {name: str(value) for name, value in told.numbers}


def test_what_is_shown_does_not_depend_on_the_way_there(name, explorer):
    first = state(explorer)
    move_all(explorer)
    assert state(explorer) == state(make(name, **values(explorer)))
    for label, control in explorer.controls.items():
        control.value = first[0][label]
    assert state(explorer) == first


@pytest.mark.full
def test_every_corner_draws(explorer):
    pictures = set()
    for _ in corners(explorer):
        assert explorer.live.error is None, (values(explorer), explorer.live.error)
        assert explorer.drawing.text in plain(explorer.caption)
        assert not re.search(r"\bnan\b|\binf\b", plain(explorer.caption))
        pictures.add(frame(explorer))
    sliders = sum(map(is_slider, explorer.controls.values()))  # ends of a list may look the same
    assert len(pictures) > 2**sliders / 8  # most corners look different


def test_texts_of_the_corners_stay_inside_and_apart(explorer):
    """The numbers get long there: 1,999,999 on an axis, 100,000,000 in a title."""
    others = dependent(explorer)
    main = [label for label in explorer.controls if label not in others]
    bad = []
    for end, other_end in itertools.product((0, 1), repeat=2):
        explorer.apply(**{label: ends(explorer.controls[label])[end] for label in main})
        explorer.apply(**{label: ends(explorer.controls[label])[other_end] for label in others})
        bad += misplaced(explorer.drawing.figure)
    assert bad == []


# ------------------------------------------------------------------------------ the play button


def tick(explorer, count=1):
    """Do what the browser does while the button plays: count on."""
    explorer.play.value += count


@pytest.mark.parametrize(
    ("left_at", "ticks", "then"), [(0, 1, 1), (57, 1, 58), (98, 1, 99), (99, 1, 0), (95, 7, 99)]
)
def test_playing_goes_on_from_where_the_position_stands(get, left_at, ticks, then):
    """Not beyond the end, when several ticks come together."""
    explorer = get("ClocksExplorer")
    assert explorer.play in list(everything(explorer))
    assert 20 <= explorer.play.interval <= 500  # milliseconds: to be seen, and to be drawn
    explorer.controls["position"].value = left_at
    tick(explorer, ticks)
    assert explorer.controls["position"].value == then


def test_playing_to_the_end(get):
    explorer = get("ClocksExplorer")
    explorer.apply(position=0)
    explorer.play.playing = True
    pictures = set()
    for _ in range(11):
        tick(explorer, 9)
        pictures.add(frame(explorer))
    assert len(pictures) == 11
    assert explorer.controls["position"].value == 99
    assert not explorer.play.playing


def test_repeating_begins_again_at_the_end(get):
    explorer = get("ClocksExplorer")
    explorer.apply(position=98)
    explorer.play.repeat = explorer.play.playing = True
    tick(explorer)
    assert explorer.play.playing
    tick(explorer)
    assert explorer.controls["position"].value == 0
    explorer.play.repeat = explorer.play.playing = False


def test_stopping_leads_back_to_the_start(get):
    explorer = get("ClocksExplorer")
    tick(explorer, 5)
    explorer.play.value = 0  # what the browser's stop button does
    assert explorer.controls["position"].value == 0


# -------------------------------------------------------------------------------------- threads


def test_two_explorers_of_one_kind_moved_from_two_threads():
    """What they share, if anything, must not pass from one to the other."""
    pair = [make("TwoBasesExplorer"), make("TwoBasesExplorer")]
    steps = {"d_model": [4, 8, 16, 32], "seq_len": [20, 200, 2_000, 20_000]}
    expected = []
    for label, series in steps.items():
        pair[0].reset()
        pictures = []
        for value in series:
            pair[0].controls[label].value = value
            pictures.append(frame(pair[0]))
        expected.append(pictures)
    pair[0].reset()
    found = [[], []]

    def move(explorer, label, pictures):
        for value in steps[label]:
            explorer.controls[label].value = value
            pictures.append(frame(explorer))

    run_together(
        lambda: move(pair[0], "d_model", found[0]), lambda: move(pair[1], "seq_len", found[1])
    )
    assert found == expected


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
    assert values(explorer)["column"] == 70
    assert values(explorer)["base"] == 1e7
    assert frame(explorer) == frame(make("HeatmapExplorer", **values(explorer)))
    assert explorer.drawing.text in plain(explorer.caption)


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
    assert "column 64" in plain(explorer.caption)
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
        frames.append(frame(explorer))
        data, _ = explorer._repr_mimebundle_()
        stored[data["text/plain"]] = data["image/png"]
    moved, shown, at_rest = [], [], threading.Event()

    def move():
        for step in steps * 2:
            explorer.apply(**step)
            moved.append(frame(explorer))
        at_rest.set()

    def show():
        while not at_rest.is_set():
            data, _ = explorer._repr_mimebundle_()
            shown.append((data["text/plain"], data["image/png"]))

    run_together(move, show)
    assert moved == frames * 2
    assert [text for text, png in shown if png != stored[text]] == []


def test_an_explorer_is_drawn_once_at_first_and_starts_no_thread(name):
    before = set(threading.enumerate())
    explorer = make(name)
    assert frame(explorer) != b""
    assert explorer.live.frames == 1  # once, not once for each control
    assert set(threading.enumerate()) == before
