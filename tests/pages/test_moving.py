"""Pages whose pictures move and whose predictions answer without Python."""

import io
import json
import re
from urllib.parse import unquote

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from PIL import Image

from posenc_helpers import ClocksExplorer
from posenc_helpers.figures.look import screen_palette
from posenc_helpers.lessons import PREDICTIONS
from tests.explorers.driving import EXPLORERS
from tests.pages.conftest import NOTEBOOKS, ROOT, UNCOVER, asked, parsed
from tools import export
from tools.pages import frames, moving
from tools.pages.moving import question
from tools.pages.words import asked_short

HEATMAPS, CLOCKS = "02_heatmaps", "04_clocks"
DESCRIPTIONS = re.compile(r'live\.describe\("(.+?)", (.*)\);\n', re.DOTALL)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder with two lessons as pages and one as slides, of few stops."""
    folder = tmp_path_factory.mktemp("pages")
    for form, names in {"html": (HEATMAPS, CLOCKS), "slides": (CLOCKS,)}.items():
        files = [str(ROOT / "notebooks" / f"{name}.ipynb") for name in names]
        assert export.main([form, *files, "--to", str(folder / form), "--stops", "3"]) == 0
    return folder


def descriptions(written, key):
    found = DESCRIPTIONS.fullmatch(
        (written / "html/frames" / key / "pictures.js").read_text("utf-8")
    )
    assert found[1] == key
    return json.loads(found[2])


def test_a_picture_is_what_the_explorer_draws_and_says(written):
    explorer, everything = ClocksExplorer(position=0), descriptions(written, f"{CLOCKS}/1")
    controls = parsed(written / f"html/{CLOCKS}.html").select_one(".live").select("[data-control]")
    names = [one["data-control"] for one in controls]
    values = [one["values"] for one in everything["sliders"]]
    for number, now in [*enumerate(everything["words"])][::15]:
        stops = zip(names, values, now["at"], strict=True)
        explorer.apply(**{name: found[at] for name, found, at in stops})
        expected = Image.open(io.BytesIO(explorer.drawing.png(dpi=frames.DPI)))
        expected = expected.convert("RGB").quantize(palette=screen_palette()).convert("RGB")
        path = written / "html/frames" / CLOCKS / "1" / f"{number}.webp"
        drawn = Image.open(path).convert("RGB")
        off = np.abs(np.asarray(drawn, int) - np.asarray(expected, int)).max(axis=2)
        assert np.mean(off > 60) < 0.002  # two palettes, of which one has fewer colours
        assert now["text"] == repr(explorer) and now["code"] == explorer.describe().code
        assert now["facts"] == [list(pair) for pair in explorer.describe().facts]


@pytest.mark.parametrize("name", [HEATMAPS, CLOCKS])
def test_a_page_is_light(written, name):
    assert (written / "html" / f"{name}.html").stat().st_size < 500_000
    assert (ROOT / "tools/templates/lesson/live.js").stat().st_size <= 13_000


def test_every_explorer_of_every_notebook_moves(monkeypatch, tmp_path):
    found = []
    monkeypatch.setattr(moving, "drawn", lambda name, *rest: found.append(name))
    monkeypatch.setattr(export.Moving, "_show", lambda *rest: None)
    for path in NOTEBOOKS:
        export.Moving(tmp_path).put_into(export.read(path), path.stem)
    assert set(found) == set(EXPLORERS)


def test_a_prediction_shows_one_reply_and_the_right_one_only_where_it_is_chosen(written):
    for one in PREDICTIONS.values():
        soup = BeautifulSoup(export.formulas(question(one)), "html.parser")
        options = soup("details")
        assert [o.summary.get_text()[3:] for o in options] == one.options
        assert len({o["name"] for o in options}) == 1
        rights = ["Right." in o.get_text() for o in options]
        assert rights.index(True) == one.right and sum(rights) == 1


# In the browser


def uncover(page):
    """Open what waits for an answer, as the button on its cover does."""
    page.evaluate(UNCOVER)
    page.locator(".live:not(.covered)").first.wait_for(state="attached")


@pytest.fixture
def opened(opened, written):
    def opens(name, form="html", **settings):
        page = opened(written / form / f"{name}.html", **settings)
        if name == CLOCKS and settings.get("script", True):
            uncover(page)
        return page

    return opens


def shows(page, number):
    page.locator(f"#ClocksExplorer[data-shown='{number}']").wait_for()


def test_sliders_presets_reset_and_the_address(opened, written):
    everything = descriptions(written, f"{CLOCKS}/1")
    first = everything["words"][0]["at"]
    places = [one["at"] for one in everything["words"]]
    last = places.index(max(at for at in places if at[1:] == first[1:]))
    page = opened(CLOCKS)
    picture = page.locator("#ClocksExplorer")
    slider = picture.get_by_label("position")
    slider.focus()
    page.keyboard.press("End")
    shows(page, last)
    now = everything["words"][last]
    image = picture.locator("img")
    assert image.get_attribute("alt") == now["text"]
    assert image.get_attribute("src").endswith(f"/{last}.webp")
    assert slider.get_attribute("aria-valuetext") == "99"
    numbers = picture.locator(".numbers span").all_inner_texts()
    assert numbers == [f"{name} {value}" for name, value in now["facts"]]
    picture.get_by_role("status").get_by_text(now["text"]).wait_for()
    assert page.url.endswith("#ClocksExplorer:position=99")

    again = opened(CLOCKS, part="#ClocksExplorer:position=99.0")
    shows(again, last)
    position = again.locator("#ClocksExplorer").get_by_label("position")
    assert position.input_value() == position.get_attribute("max")

    picture.get_by_role("button", name="one clock").click()
    page.wait_for_function("document.querySelector('#ClocksExplorer img').alt.startsWith('1 of 1')")
    assert picture.locator("output").nth(2).inner_text() == "2"  # d_model
    picture.get_by_role("button", name="Reset").click()
    shows(page, 0)
    opening = [one["labels"][at] for one, at in zip(everything["sliders"], first, strict=True)]
    assert picture.locator("output").all_inner_texts() == opening
    picture.get_by_text("The numbers at each stop").click()
    picture.locator("table").wait_for()
    picture.get_by_role("button", name="Play").click()
    shows(page, last)
    assert picture.get_by_role("button", name="Play").get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize(
    "link",
    [
        "position=99&base=3", "position=98", "position=", "position=%20", "position=1e999",
        "position=99:x", "nothing=99", "preset=one%20clock&noise=0.03", "preset=x", "<b>x",
    ],
)  # fmt: skip
def test_a_link_opens_nothing_else_than_it_says(opened, link):
    page = opened(CLOCKS, part=f"#ClocksExplorer:{link}")
    picture = page.locator("#ClocksExplorer")
    wording = picture.locator(".spoken")
    wording.get_by_text("This page has no picture of that; JupyterLab draws it.").wait_for()
    settings = unquote(link).replace("&", ", ")
    assert wording.inner_text().startswith(f"The link asks for {settings}")
    assert wording.bounding_box()["height"] > 10 and not picture.get_attribute("data-shown")
    picture.get_by_label("position").press("End")
    picture.locator(".spoken:not(.missing)").wait_for(state="attached")


def test_a_picture_waits_for_its_question(opened):
    page = opened(HEATMAPS)
    picture = page.locator("#HeatmapExplorer")
    assert "turn" not in picture.inner_text() and not picture.locator("img").is_visible()
    options = page.locator(".cell:has-text('predict.how_many_turn') details")
    for at in (1, 2):
        options.nth(at).locator("summary").click()
        assert [one.get_attribute("open") is not None for one in options.all()].count(True) == 1
    assert picture.locator("img").is_visible()
    other = opened(HEATMAPS).locator("#HeatmapExplorer")
    other.get_by_role("button", name="Open it now").click()
    assert other.locator("img").is_visible()


def test_without_a_script_the_stored_picture_stands_there(opened):
    page = opened(CLOCKS, script=False)
    picture = page.locator("#ClocksExplorer")
    assert picture.locator("img").is_visible()
    picture.get_by_text("need JavaScript and a browser of 2022 or newer").wait_for()


@pytest.mark.parametrize("kind", ["folder", "pictures"])
def test_pictures_that_are_missing_are_said(browser, written, tmp_path, kind):
    alone = tmp_path / "alone.html"
    alone.write_bytes((written / "html" / f"{CLOCKS}.html").read_bytes())
    if kind == "pictures":
        script = f"frames/{CLOCKS}/1/pictures.js"
        (tmp_path / script).parent.mkdir(parents=True)
        (tmp_path / script).write_bytes((written / "html" / script).read_bytes())
    page = browser.new_page()
    page.goto(alone.as_uri())
    uncover(page)
    page.locator("#ClocksExplorer").get_by_label("noise").press("ArrowRight")
    page.locator("#ClocksExplorer").get_by_text("The pictures of this page are missing").wait_for()
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 320), ("light", 1280)])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(opened, width, scheme):
    page = opened(CLOCKS, width=width, color_scheme=scheme)
    page.locator("#ClocksExplorer").get_by_text("The numbers at each stop").click()
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert asked(page, "letters") >= 11


def test_the_cover_of_a_slide_shows_its_question_in_large_letters(opened):
    page = opened(CLOCKS, "slides")
    page.reload()  # with nothing opened
    page.evaluate("show(slides.findIndex(slide => slide.querySelector('.covered')), true)")
    on_it = page.locator(".slide:not([hidden])")
    cover, card = on_it.locator(".cover"), on_it.locator(".asked")
    until = on_it.locator(".live").get_attribute("data-until")
    shown = " ".join(card.inner_text().split())
    short = asked_short(PREDICTIONS[until])
    for words in (short.question, *short.options):
        assert words.replace("`", "") in shown
    assert cover.get_by_role("button", name="Open it now").is_visible()
    sizes = cover.locator("p, summary").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 30
    assert card.locator("details").count() == 0  # answers are not on it


def test_slides_move_and_keep_the_arrow_keys_of_a_slider(opened):
    page = opened(CLOCKS, "slides")
    at = page.evaluate("slides.findIndex(slide => slide.querySelector('.live'))")
    page.evaluate(f"show({at}, true)")
    picture = page.locator(".live").first
    box = picture.locator("img").bounding_box()
    assert box["height"] > 300
    picture.get_by_label("position").press("ArrowRight")
    page.wait_for_function("document.querySelector('.live').dataset.shown > 0")
    assert page.evaluate("now") == at
    assert page.evaluate("slides.every(one => one.scrollHeight <= one.clientHeight)")
    asked(page, "showAll")
    assert asked(page, "smallPictures") == []
