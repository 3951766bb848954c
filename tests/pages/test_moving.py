"""Pictures of pages move, and predictions reply, without Python."""

import io
import json
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from PIL import Image
from playwright.sync_api import expect

from posenc_helpers import ClocksExplorer
from posenc_helpers.figures.look import screen_palette
from posenc_helpers.lessons import PREDICTIONS
from tests.explorers.driving import EXPLORERS
from tests.pages.conftest import CLOCKS, HEATMAPS, NOTEBOOKS, UNCOVER, asked
from tools import export
from tools.pages import frames, moving
from tools.pages.moving import question

FRAMES = f"html/frames/{CLOCKS.stem}/1"
NAMED = re.compile(r'live\.describe\("(.+?)", (.*)\);\n', re.DOTALL)


@pytest.fixture(scope="module")
def described(written):
    """Return what the page is told of each picture."""
    found = NAMED.fullmatch((written / FRAMES / "pictures.js").read_text("utf-8"))
    assert found[1] == f"{CLOCKS.stem}/1"
    return json.loads(found[2])


def test_a_picture_is_what_the_explorer_draws_and_says(written, described):
    explorer, sliders = ClocksExplorer(position=0), described["sliders"]
    for number, now in [*enumerate(described["words"])][::15]:
        values = [one["values"][at] for one, at in zip(sliders, now["at"], strict=True)]
        explorer.apply(**dict(zip(explorer.controls, values, strict=True)))
        expected = Image.open(io.BytesIO(explorer.drawing.png(dpi=frames.DPI)))
        expected = expected.convert("RGB").quantize(palette=screen_palette())
        drawn = Image.open(written / FRAMES / f"{number}.webp")
        pixels = [np.asarray(one.convert("RGB"), int) for one in (drawn, expected)]
        off = np.abs(np.subtract(*pixels)).max(axis=2)
        assert np.mean(off > 60) < 0.002  # two palettes, and one has fewer colours
        texts = explorer.describe()._asdict()
        assert json.loads(json.dumps(texts)) == {name: now[name] for name in texts}
        assert now["text"] == repr(explorer)


def test_a_setting_is_written_as_its_control_writes_it():
    written = {True: "on", False: "off", "left": "left", 10_000: "10,000", 0.25: "0.25"}
    assert {value: frames.label(value) for value in written} == written


def test_every_explorer_of_every_notebook_moves(monkeypatch, tmp_path):
    found = []
    monkeypatch.setattr(moving, "drawn", lambda name, *rest: found.append(name))
    for part in ("write", "figure"):
        monkeypatch.setattr(moving, part, lambda *rest: None)
    for path in NOTEBOOKS:
        moving.let_move(export.read(path), path.stem, tmp_path)
    assert set(found) == set(EXPLORERS)


def test_each_option_of_a_prediction_has_the_reply_of_the_lesson():
    for one in PREDICTIONS.values():
        options = BeautifulSoup(export.formulas(question(one)), "html.parser")("details")
        assert [o.summary.get_text() for o in options] == one.labels
        assert len({o["name"] for o in options}) == 1
        assert [o.summary["class"] == ["right"] for o in options].index(True) == one.right
        for choice, option in enumerate(options):
            reply = BeautifulSoup(export.formulas(one.reply(choice) + one.task()), "html.parser")
            assert option.div.get_text() == reply.get_text()


# In the browser


@pytest.fixture
def visit(opened, written):
    """Return a function that opens a page and uncovers its pictures."""

    def opens(path=CLOCKS, form="html", **settings):
        page = opened(written / form / f"{path.stem}.html", **settings)
        if settings.get("script", True):
            page.evaluate(UNCOVER)
        return page

    return opens


def test_a_slider_a_preset_and_play_show_pictures_with_their_words(visit, described):
    places = [one["at"] for one in described["words"]]
    last = places.index(max(at for at in places if at[1:] == places[0][1:]))
    page, now = visit(), described["words"][last]
    picture = page.locator("#ClocksExplorer")
    slider, image = picture.get_by_label("position"), picture.locator("img")
    slider.press("End")
    page.locator(f"#ClocksExplorer[data-shown='{last}']").wait_for()
    assert image.get_attribute("alt") == now["text"]
    assert image.get_attribute("src").endswith(f"/{last}.webp")
    assert slider.get_attribute("aria-valuetext") == "99"
    numbers = picture.locator(".numbers span").all_inner_texts()
    assert numbers == [f"{name} {value}" for name, value in now["facts"].items()]
    picture.get_by_role("status").get_by_text(now["text"]).wait_for()
    picture.get_by_role("button", name="one clock").click()
    expect(image).to_have_attribute("alt", re.compile("drawn: 1 of 1"))
    assert picture.locator("output").nth(2).inner_text() == "2"  # d_model
    picture.get_by_role("button", name="Reset").click()
    page.locator("#ClocksExplorer[data-shown='0']").wait_for()
    picture.get_by_text("The numbers at each stop").click()
    picture.locator("table").wait_for()
    picture.get_by_role("button", name="Play").click()
    page.locator(f"#ClocksExplorer[data-shown='{last}']").wait_for()
    assert picture.get_by_role("button", name="Play").get_attribute("aria-pressed") == "false"


def test_a_picture_waits_for_its_question(opened, written):
    page = opened(written / "html" / f"{HEATMAPS.stem}.html")
    picture = page.locator("#HeatmapExplorer")
    assert "turn" not in picture.inner_text() and not picture.locator("img").is_visible()
    options = page.locator(".cell:has-text('predict.how_many_turn') details")
    below = page.locator(".cell:has-text('predict.how_many_turn') + .cell")
    place = below.evaluate("cell => cell.offsetTop")
    for at in (1, 2):
        options.nth(at).locator("summary").press("Enter")
        assert [one.get_attribute("open") is not None for one in options.all()].count(True) == 1
        assert page.locator(".told:visible").count() == 1
        assert below.evaluate("cell => cell.offsetTop") == place
    picture.locator("img").wait_for()


def test_without_a_script_the_stored_picture_stands_there(visit):
    picture = visit(script=False).locator("#ClocksExplorer")
    assert picture.locator("img").is_visible()
    picture.get_by_text("need JavaScript and a browser of 2022 or newer").wait_for()


@pytest.mark.parametrize("kind", ["folder", "pictures"])
def test_pictures_that_are_missing_are_said(opened, written, tmp_path, kind):
    alone, script = tmp_path / "alone.html", tmp_path / FRAMES.removeprefix("html/") / "pictures.js"
    alone.write_bytes((written / "html" / f"{CLOCKS.stem}.html").read_bytes())
    if kind == "pictures":
        script.parent.mkdir(parents=True)
        script.write_bytes((written / FRAMES / "pictures.js").read_bytes())
    page = opened(alone, lost="nothing")
    page.evaluate(UNCOVER)
    page.locator("#ClocksExplorer").get_by_label("noise").press("ArrowRight")
    page.locator("#ClocksExplorer").get_by_text("The pictures of this page are missing").wait_for()


SIZES = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"


def test_slides_ask_in_large_letters_and_sliders_keep_their_arrow_keys(opened, written):
    page = opened(written / "slides" / f"{CLOCKS.stem}.html")
    page.evaluate("show(slides.findIndex(slide => slide.querySelector('.covered')), true)")
    at, picture = page.evaluate("now"), page.locator(".slide:not([hidden]) .live")
    cover, card = picture.locator(".cover"), picture.locator(".asked")
    asks = PREDICTIONS[picture.get_attribute("data-until")]
    shown = " ".join(card.inner_text().split())
    for words in (asks.question, *asks.options):
        assert words.replace("`", "") in shown
    assert min(cover.locator("p, summary").evaluate_all(SIZES)) >= 30
    assert card.locator("details").count() == 0  # it has no answers
    cover.get_by_role("button", name="Open it now").click()
    assert picture.locator("img").bounding_box()["height"] > 300
    picture.get_by_label("position").press("ArrowRight")
    page.wait_for_function("slides[now].querySelector('.live').dataset.shown > 0")
    assert page.evaluate("now") == at
    assert page.evaluate("slides.every(one => one.scrollHeight <= one.clientHeight)")
    asked(page, "showAll")
    assert asked(page, "smallPictures") == []
