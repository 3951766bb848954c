"""Lessons as pages and slides are complete, and readable on any screen."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_markdown_cell, new_notebook

from posenc_helpers import lessons
from tests.pages.conftest import ASKED, LESSONS, NOTEBOOKS, asked, parsed, some, strays
from tools import deck
from tools import export as tool
from tools.notebooks import read

FILES = [("html", path) for path in NOTEBOOKS] + [("slides", path) for path in LESSONS]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """Return the folder of all pages and all slides."""
    folder = tmp_path_factory.mktemp("build")
    for form in ("html", "slides"):
        assert tool.main([form, "--to", str(folder / form), "--stops", "0"]) == 0
        written = {path.stem for path in (folder / form).iterdir()}
        assert written == {path.stem for kind, path in FILES if kind == form}
    return folder


each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
each_file = pytest.mark.parametrize(("form", "path"), FILES, ids=lambda it: getattr(it, "stem", it))


@pytest.fixture
def soup(exported, form, path):
    return parsed(exported / form / f"{path.stem}.html")


def prose(soup):
    """Return the text without code and without what code has printed."""
    left_out = ["pre", "code", "script", "style"]
    return "".join(s for s in soup.find_all(string=True) if not s.find_parent(left_out))


# What is in the files


@each_file
def test_nothing_comes_from_elsewhere_and_every_link_leads_somewhere(exported, form, path):
    assert [*strays(exported / form / f"{path.stem}.html")] == []


@each_file
def test_every_picture_of_the_notebook_is_there_with_its_words(soup, form, path):
    notebook = read(path)
    cells = (notebook if form == "html" else deck.laid(notebook)).cells
    shown = [one.get("metadata", {}) for cell in cells for one in cell.get("outputs", [])]
    words = [one["image/png"]["alt"] for one in shown if "image/png" in one]
    assert [image["alt"] for image in soup("img")] == words
    assert min(map(len, words), default=0 if path in LESSONS else 99) > 20


@each_file
def test_every_formula_is_converted_and_answers_stay_folded_in_the_outline(soup, path):
    assert not soup("merror") and not re.search(r"\$|\\[a-zA-Z]+", prose(soup))
    assert soup.html["lang"] == "en" and soup.title.get_text()
    levels = [int(heading.name[1]) for heading in soup(re.compile("^h[1-6]$"))]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))
    assert soup("math") and soup("details") or path not in LESSONS
    assert all(one.summary and not one.has_attr("open") for one in soup("details"))
    names = [part["id"] for part in soup(id=True)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_exercises_have_their_help_folded_in(exported, path, monkeypatch):
    monkeypatch.setattr(lessons, "checked", {})
    soup = parsed(exported / "html" / f"{path.stem}.html")
    assert "Not answered yet" not in prose(soup) + "".join(p.get_text() for p in soup("pre"))
    asked = [m for cell in read(path).cells for m in deck.HELP.findall(cell.source)]
    helps = [d for d in soup("details") if d.summary.get_text() in ("Hint", "Solution")]
    assert [d.summary.get_text().lower() for d in helps] == [kind for kind, _ in asked]
    assert asked or path not in LESSONS
    for (kind, name), shown in zip(asked, helps, strict=True):
        given = getattr(tool.GIVERS[kind], name)()
        words = BeautifulSoup(given._repr_html_(), "html.parser").get_text()
        assert "".join(words.split()) == "".join(shown.get_text().split())[len(kind) :]


def test_a_page_leads_only_to_pages_that_are_written_with_it():
    last, lesson, next_one, more = names = "05_a", "06_b", "07_c", "06_further"
    ways = {"Previous": last, "Next": next_one, "Further": more}
    assert dict(tool.ways(lesson, names)) == {way: f"{to}.html" for way, to in ways.items()}
    ways = {"Back to the lesson": lesson, "Next lesson": next_one}
    assert dict(tool.ways(more, names)) == {way: f"{to}.html" for way, to in ways.items()}
    assert tool.ways(more, [more]) == tool.ways(lesson, [lesson]) == []


def seen_of(slide):
    """Return a slide without its notes and what is folded; a formula is one word."""
    slide = BeautifulSoup(str(slide), "html.parser").section
    for part in slide.select(".notes, details > :not(summary), .cover, .hand, figcaption, .old"):
        part.decompose()
    for formula in slide("math"):
        formula.replace_with("x")
    for option in slide("summary"):
        option.append("\n")
    return slide


@each_lesson
def test_a_slide_has_few_words_and_never_a_heading_alone(exported, lesson):
    slides = parsed(exported / "slides" / f"{lesson.stem}.html")("section")
    assert 12 <= len(slides) <= 26
    shown = [seen_of(slide) for slide in slides]
    for slide in shown:
        heading = slide.find(re.compile("^h[1-6]$")).extract()
        body = slide.get_text().split()
        assert slide.img or len(body) > 8 or slide.find(string="x"), heading
        most = 130 if slide.summary else deck.words.MOST_WORDS
        assert len(heading.get_text().split()) + len(body) <= most, heading
        assert not slide.img or not body, heading  # a picture has a slide of its own
    worth = [one for one in shown if one.img or one.summary or "check." in one.get_text()]
    assert len(worth) >= 0.45 * len(slides)


@each_lesson
def test_a_slide_begins_with_a_heading_and_its_notes_hold_the_rest(exported, lesson):
    soup = parsed(exported / "slides" / f"{lesson.stem}.html")
    for slide in soup("section"):
        first = slide.find(string=lambda text: text.strip())
        assert first.find_parent(re.compile("^h[1-6]$")), first
    words = " ".join(soup.main.get_text(" ").split())
    for cell in read(lesson).cells:
        skipped = deck.kind_of(cell) == "skip"
        for sentence in re.findall(r"^(?:[A-Z][\w ,]+[.]|import .*)$", cell.source, re.M):
            assert skipped != (sentence in words), sentence


# In a browser, from the disk


@some(NOTEBOOKS)
def test_pages_fit_the_window_and_what_does_not_can_be_reached(opened, exported, path):
    page = opened(exported / "html" / f"{path.stem}.html")
    assert asked(page, "allDrawn")
    for width in (1100, 360):
        page.set_viewport_size({"width": width, "height": 720})
        page.wait_for_function(f"innerWidth === {width}")
        assert asked(page, "width") <= width
        page.wait_for_function(f"(([a, b]) => String(a) === String(b))({ASKED}.wide())")
        assert asked(page, "letters") >= 11
    # On a telephone lines wrap; what scrolls are pictures, formulas and columns of numbers.
    assert page.evaluate("[...document.querySelectorAll('pre[tabindex]:not(.table)')]") == []
    page.emulate_media(color_scheme="dark")
    assert asked(page, "cards") in ([], ["rgb(255, 255, 255), 8px, 6px 4px"])


@some(LESSONS)
def test_no_slide_overflows_on_screen_or_in_print(opened, exported, path):
    file = exported / "slides" / f"{path.stem}.html"
    page = opened(file)
    assert asked(page, "allDrawn")
    assert asked(page, "cutWhenUnfolded") == []
    count = page.evaluate("slides.length")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        asked(page, "showAll")
        assert asked(page, "faults") == [], media
        assert asked(page, "smallPictures") == [], media
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == count
    words = asked(page, "words")
    page = opened(file, script=False)
    assert asked(page, "words") == words


ON_IT = "details:not(.notes *)"


@pytest.mark.parametrize("size", [(360, 740), pytest.param((1600, 600), marks=pytest.mark.full)])
def test_every_way_of_moving_at_any_size_of_window(opened, exported, size):
    page = opened(exported / "slides" / f"{LESSONS[0].stem}.html", width=size[0], height=size[1])
    last = page.evaluate("slides.length")
    for key, number in [
        ("ArrowRight", 2), ("PageDown", 3), ("ArrowLeft", 2), ("PageUp", 1), ("ArrowLeft", 1),
        ("End", last), ("ArrowRight", last), ("Home", 1), ("Space", 2), ("Shift+Space", 1),
    ]:  # fmt: skip
        page.keyboard.press(key)
        seen = asked(page, "seen")
        assert (seen["place"], seen["shown"]) == (f"Slide {number} of {last}", 1), key
        assert min(seen["left"], seen["top"]) > -1 and seen["pageWidth"] <= size[0]
        assert seen["right"] < size[0] + 1 and seen["bottom"] < size[1]
        assert seen["width"] > size[0] - 2 or seen["height"] > size[1] - 32
    for button in ("#on", "#on", "#back"):
        page.click(button)
    assert page.evaluate("now + 1") == 2
    at = page.evaluate(f"slides.findIndex(slide => slide.querySelector('{ON_IT}'))")
    page.evaluate(f"location.hash = '#{at + 1}'")
    page.wait_for_function(f"now === {at}")
    page.locator(f".slide:not([hidden]) {ON_IT} summary").first.press("Space")  # does not move
    assert page.evaluate("now") == at
    assert page.evaluate(f"slides[now].querySelector('{ON_IT}').open")


def test_the_speaker_has_a_window_with_notes_and_a_clock(opened, exported):
    file = exported / "slides" / f"{LESSONS[4].stem}.html"
    page = opened(file)
    with page.expect_popup() as popup:
        page.keyboard.press("n")
    notes = popup.value
    notes.get_by_text(f"Next: {page.locator('h2').first.text_content()}").wait_for()
    title = page.locator(".slide:not([hidden]) :is(h1, h2)").inner_text()
    assert title in notes.locator(".notes").first.inner_text()
    assert re.fullmatch(r"\d+:\d\d", notes.locator("#clock").inner_text())
    notes.keyboard.press("ArrowRight")  # moves the slides
    page.wait_for_function("now === 1")
    notes.get_by_text("Slide 2 of").wait_for()
    notes.close()
    page.evaluate("window.open = () => null")
    page.click("#notes")
    page.get_by_text("The browser blocks the window with the notes.").wait_for()


# The parts


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("One. " + "Two words. " * 40, "One. " + "Two words. " * 34),
        ("One.\n\nThree wishes:\n\n" + "- a wish\n" * 40, "One."),
        ("One.\n\n<details><summary>A</summary>\n\nTwo.\n\n</details>", "One."),
        ("So many words: $a + b$.", "So many words: $a + b$."),
    ],
)
def test_a_text_is_cut_where_a_sentence_or_a_list_ends(said, shown):
    cut = deck.words.announced(deck.words.shortened(said))
    assert cut == shown.strip()


def test_the_rule_gives_the_marks_of_a_lesson_and_changes_nothing_else(tmp_path):
    lesson, path = LESSONS[0], tmp_path / "lesson.ipynb"  # in which no mark was changed by hand
    path.write_text(lesson.read_text("utf-8").replace('"subslide"', '"slide"'), "utf-8")
    assert tool.main(["mark-slides", str(path)]) == 0
    assert path.read_text("utf-8") == lesson.read_text("utf-8")


def test_formulas_in_html_are_converted_and_code_is_kept():
    html = tool.exporter("index.html.j2").environment.filters["formulas"]
    converted = html('<b title="$x$">$x &lt; 1$ costs</b> <code>$HOME$</code> $$y$$')
    assert converted.startswith('<b title="$x$"><math>')
    assert "&lt;" in converted and "<code>$HOME$</code>" in converted
    assert '<math display="block">' in converted


FORMULA = nbformat.writes(new_notebook(cells=[new_markdown_cell(r"# Bad: $\nonsense{x}$")]))
BROKEN = {"": '{"cells": [', "no cells": nbformat.writes(new_notebook()), "nonsense": FORMULA}


@pytest.mark.parametrize(("wording", "text"), BROKEN.items())
def test_a_broken_notebook_gets_one_line(tmp_path, capsys, wording, text):
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    assert tool.main(["html", str(path), "--to", str(tmp_path / "out"), "--stops", "0"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("broken.ipynb: ") and len(err.splitlines()) == 1
    assert wording in err
    assert not (tmp_path / "out").exists()
