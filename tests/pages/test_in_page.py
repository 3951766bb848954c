"""The program in the web worker of a page, tested without a worker: explorers and code cells."""

import importlib.util
import json
import sys
from types import SimpleNamespace

import pytest

from posenc_helpers.lessons import LESSONS as ASKED
from tests.explorers.driving import EXPLORERS
from tools import export

FILE = export.TEMPLATES / "python" / "in_page.py"


@pytest.fixture(scope="module")
def page():
    """Return the module as the worker loads it; `page.heard` is what the page receives."""
    heard = []
    parts = {
        "js": SimpleNamespace(Object=SimpleNamespace(fromEntries=dict), postMessage=heard.append),
        "pyodide": SimpleNamespace(),
        "pyodide.ffi": SimpleNamespace(to_js=lambda message, dict_converter: message),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, part in parts.items():
            patch.setitem(sys.modules, name, part)
        spec = importlib.util.spec_from_file_location("in_page", FILE)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.heard = heard
        soon = SimpleNamespace(call_soon=lambda call: None)  # later
        module.asyncio = SimpleNamespace(get_running_loop=lambda: soon)
        yield module
        module.InteractiveShell.clear_instance()


def opened(page, name):
    page.show(name, name, "{}", "{}")
    return page.SHOWN[name].explorer


def last(page):
    return json.loads(page.heard[-1]["state"])


@pytest.mark.parametrize("name", EXPLORERS)
def test_controls_combine_and_the_page_hears_what_it_shows(page, name):
    explorer = opened(page, name)
    (*_, drawn) = (one["picture"] for one in page.heard if one["picture"])
    assert drawn[:4] == b"\x89PNG"
    last_two = list(explorer.controls.items())[-2:]  # the page sends the place in a list
    stops = {n: one.stops[1] if hasattr(one, "step") else 1 for n, one in last_two}
    page.move(name, json.dumps(stops))
    message = last(page)
    shown = dict(zip(explorer.controls | explorer.switches, message["controls"], strict=True))
    assert {n: shown[n]["at"] for n in stops} == stops
    assert message["text"] == repr(explorer) and message["error"] == ""
    page.press(name, "")
    assert page.changed(name) == "[]"


def test_a_link_sets_what_it_names_and_junk_is_refused_in_one_line(page):
    explorer = opened(page, "HeatmapExplorer")
    page.link("HeatmapExplorer", '[["d_model", "4"], ["base", "9"]]')
    assert (explorer.settings()["d_model"], explorer.settings()["base"]) == (4, 9)
    assert dict(json.loads(page.changed("HeatmapExplorer")))["d_model"] == "4"
    opened(page, "SwapExplorer")
    page.link("SwapExplorer", asked := '[["ask for the word before", "true"]]')
    assert page.changed("SwapExplorer") == asked
    for pair in (["d_model", "1e999"], ["d_model", "many"], ["colour", "1"]):
        with pytest.raises((ValueError, TypeError)) as refused:
            page.link("HeatmapExplorer", json.dumps([pair]))
        assert len(str(refused.value).splitlines()) == 1, pair


def test_presets_buttons_and_the_table_of_numbers(page):
    explorer = opened(page, "ClocksExplorer")
    preset = next(iter(explorer.presets))
    page.press("ClocksExplorer", preset)
    assert explorer.presets[preset].items() <= explorer.settings().items()
    rows = json.loads(page.table("ClocksExplorer", "position"))
    assert len(rows) > 10 and rows[0][1] != rows[-1][1]


def test_a_mistake_in_a_cell_is_shown_and_what_was_printed_stays(page):
    shown = json.loads(page.run('["x = 1", "print(x)\\nx / 0"]', 1))
    text = "".join(one["text"] for one in shown["outputs"])
    assert text.startswith("1\n") and "ZeroDivisionError: division by zero" in text
    assert page.needed(["a = 1", "b = a", "c = 1", "b"], 3) == [0, 1]
    assert page.needed(["a = 1", "a +"], 1) == []


def test_an_exercise_is_judged_with_no_more_than_the_cells_it_needs(page):
    exercise = ASKED["01"].exercises[0]
    page.RAN.clear()
    for answer, right in ((f"check.{exercise.name}(...)", False), (exercise.solution, True)):
        sources = ["import numpy as np\nfrom posenc_helpers import check", "unused = 1", answer]
        shown = json.loads(page.run(json.dumps(sources), 2))
        assert (shown["right"], "<p>" in shown["outputs"][-1]["html"]) == (right, True)
    assert len(page.RAN) == 2
