"""A class made from a plan of the guide: it shows what the plan names, within its minutes."""

import csv
import io
import re
import zipfile
from dataclasses import replace
from itertools import groupby
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup

import posenc_helpers
from posenc_helpers.lessons import EXERCISES
from tools import export, plan
from tools.pages.moving import ASKED, SHOWN
from tools.plan import __main__ as tool
from tools.plan import sheets, slides
from tools.questions import quiz

each = pytest.mark.parametrize("name", plan.PLANS)
WHOLE = {"15": 15, "50": 50, "90": 90}  # minutes; of each class in the other plans 50
SHORTEST = 2  # minutes of a slide
STILL = SimpleNamespace(put_into=lambda *_: None)  # pictures as the lessons store them


def classes(name):
    """The rows of each class of a plan."""
    return [list(some) for _, some in groupby(plan.rows(name), key=lambda row: row.of_class)]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The files of the plan for 50 minutes, with few stops, and the folder."""
    folder = tmp_path_factory.mktemp("class")
    assert tool.main(["50", "--to", str(folder), "--stops", "2"]) == 0
    return folder


@pytest.fixture(scope="module")
def soup(made):
    return BeautifulSoup((made / "slides.html").read_text(encoding="utf-8"), "html.parser")


# The plans


@each
def test_a_class_fills_four_fifths_of_its_time(name):
    for rows in classes(name):
        minutes = sum(row.minutes for row in rows)
        assert 0.7 < minutes / WHOLE.get(name, 50) <= 0.8


def count_of(row, part):
    """How many slides a part has, without that of the title."""
    laid = export.deck.laid(slides.slides([replace(row, parts=(part,))], STILL))
    return laid.cells[-1].metadata["slide"]["number"] - 1


@each
def test_each_part_has_a_slide_and_each_slide_two_minutes(name):
    for rows in classes(name):
        for row in rows:
            counts = [count_of(row, part) for part in row.parts]
            assert min(counts) > 0 and sum(counts) <= row.minutes / SHORTEST, row


@each
def test_each_picture_that_a_plan_shows_is_asked_about_or_has_no_question(name):
    parts = [one for row in plan.rows(name) for one in row.parts]
    cells = [cell.source for one in parts for cell in one.cells if cell.cell_type == "code"]
    asked = {found[1] for cell in cells if (found := ASKED.search(cell))}
    waits = {n for cell in cells if SHOWN.search(cell) for n in re.findall(r'until="(\w+)"', cell)}
    assert parts and waits <= asked | ({"last_hand"} if name == "15" else set())


def test_a_heading_that_is_gone_is_named():
    with pytest.raises(KeyError, match="lesson 01 has no heading 'The formulas'"):
        _ = plan.Part("", "01", "The formulas").cells


# The slides


def test_a_class_follows_its_plan(soup):
    titles = [one.find(["h1", "h2"]).get_text() for one in soup.select(".slide")]
    assert len(titles) == len(plan.rows("50")) + 1
    assert titles[3] == "Vote: what is row 0?" and titles[-1] == "Exit question"


def test_no_title_gives_away_what_is_voted_on():
    (row,) = (row for row in plan.rows("90") if "costs" in row.parts[0].heading)
    laid = export.deck.laid(slides.slides([row], STILL))
    titles = [cell.source for cell in laid.cells if cell.metadata["slide"]["opens"]]
    assert titles[1:] == ["## Vote", "## A larger base costs neighbours: they come closer"]


def test_a_picture_has_the_two_controls_that_the_plan_names_and_is_open(soup):
    controls = {
        one["data-key"]: [
            label.span.get_text() for label in one.select("label") if not label.has_attr("hidden")
        ]
        for one in soup.select("figure.live")
    }
    assert controls == {
        "00/1": ["second", "gain"],
        "01/1": ["position", "column"],
        "04/1": ["position", "noise"],
    }
    presets = [one.get_text() for one in soup.select("figure .presets button:not([hidden])")]
    assert presets == ["Reset", "six columns", "Reset", "two clocks, noise", "Reset"]
    assert not soup.select("[data-until]")


@each
def test_every_picture_that_moves_has_one_or_two_controls(name):
    """Of those that its explorer has, by the words of the plan or of the guide."""
    for row in plan.rows(name):
        for part in row.parts:
            for cell in part.cells:
                if shown := SHOWN.search(cell.source):
                    explorer = getattr(posenc_helpers, shown[1])()
                    html = "".join(f"<label><span>{one}</span>" for one in explorer.controls)
                    words = row.what if slides.named(html, row.what) else ""
                    words += plan.lesson_notes(part.lesson, "Project") * (not words)
                    assert 1 <= len(slides.named(html, words)) <= 2, (name, part)


def test_the_speaker_has_the_clock_the_guide_and_the_wrong_answers(soup):
    notes = [" ".join(one.stripped_strings) for one in soup.select(".slide")[1].select(".notes")]
    spoken = " ".join(notes)
    assert "Minute 0 to 3." in spoken and "The one thing to get across." in spoken
    assert "A wrong option: it changes, because its neighbours have changed." in spoken
    last = " ".join(one.get_text() for one in soup.select(".slide")[-1].select(".notes"))
    assert "Minute 38 to 40." in last


def test_each_slide_fits_without_scrolling(made, browser):
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto((made / "slides.html").as_uri())
    tall = (
        "slides.map((one, n) => (show(n), one.scrollHeight - one.clientHeight)).filter(n => n > 0)"
    )
    assert tab.evaluate(tall) == []
    assert tab.locator(".slide label:visible").count() == 0
    tab.evaluate("show(2)")
    assert tab.locator(".slide label:visible").count() == 2
    tab.close()


MOVE = """async ([name, label]) => {
  const control = document.querySelector(`.slide:not([hidden]) [data-control="${name}"]`);
  for (let index = 0; index <= Number(control.max); index++) {
    control.value = index;
    for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind));
    await new Promise(go => setTimeout(go, 50));
    if (control.nextElementSibling.textContent === label) return true;
  }
  return false;
}"""


def test_what_the_plan_says_of_a_picture_can_be_done(made, browser):
    """The first picture: `gain` to 1, then another `second`; the gain stays."""
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto((made / "slides.html").as_uri())
    tab.evaluate("show(2)")
    assert tab.evaluate(MOVE, ["gain", "1"]) and tab.evaluate(MOVE, ["second", "0"])
    values = tab.locator(".slide:not([hidden]) label:visible output").all_inner_texts()
    tab.close()
    assert values == ["0", "1"]


# What goes with it


def test_votes_are_written_for_three_platforms(made):
    asked = slides.questions(plan.rows("50"))
    names = [one.name for one in asked]
    assert names == ["swap", "row_zero", "partner_column", "last_hand"]
    root = ElementTree.parse(made / "votes" / "wooclap.xml").getroot()
    found = [one.text for one in root.iter("idnumber")]
    assert found == names
    with open(made / "votes" / "mentimeter.csv", encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [[one.question, *one.options] for one in asked]


def cells_of(workbook):
    """The texts and numbers of a workbook's sheet, by row, as its XML has them."""
    archive = zipfile.ZipFile(io.BytesIO(workbook))
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    strings = ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
    texts = ["".join(one.itertext()) for one in strings.iter(f"{space}si")]
    rows = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml")).iter(f"{space}row")
    return [
        [
            texts[int(v.text)] if c.get("t") == "s" else int(v.text)
            for c in row
            if (v := c[0]) is not None
        ]
        for row in rows
    ]


def test_kahoot_gets_what_it_takes(made):
    head, *rows = cells_of((made / "votes" / "kahoot.xlsx").read_bytes())
    assert head == sheets.KAHOOT and len(rows) == 4
    for row, one in zip(rows, slides.questions(plan.rows("50")), strict=True):
        texts = [cell for cell in row if isinstance(cell, str) and cell]
        assert len(texts[0]) <= 120 and all(len(text) <= 75 for text in texts[1:])
        assert len(texts) == 1 + len(one.options)
        assert row[-2:] == [sheets.SECONDS, one.right + 1]


def test_sheets_have_the_homework_and_only_the_assistants_has_its_solutions(made):
    texts = {
        name: BeautifulSoup((made / f"{name}.html").read_text("utf-8"), "html.parser").get_text()
        for name in ("homework", "solutions", "ticket")
    }
    names = [one.name for _, _, one in sheets.exercises("50")]
    assert names == ["row_ten", "angle", "encode", "blind_position"]
    for name in names:
        code = EXERCISES[name].solution.splitlines()[0]
        assert code in texts["solutions"] and code not in texts["homework"]
    assert "−0.5440, −0.8391, 0.0998, 0.9950. Mistakes with a reply: degrees;" in texts["solutions"]
    question, reply = sheets.exits(plan.rows("50"))[0][1:]
    assert texts["ticket"].count(question) == 2 and reply[:40] not in texts["ticket"]
    assert reply[:40] in texts["solutions"]


@each
def test_each_class_has_an_exit_question_and_homework(name):
    for rows in classes(name):
        assert all(question.endswith("?") for _, question, _ in sheets.exits(rows))
    assert name == "15" or [*sheets.exercises(name)]


def test_a_plan_may_name_some_exercises_of_a_lesson():
    numbers = [number for lesson, number, _ in sheets.exercises("rope") if lesson == "06"]
    assert numbers == [3]


def test_homework_from_the_quiz_has_its_numbers():
    named = re.search(r"questions (.+?) of the quiz", plan.guide(plan.PLANS["90"]))[1]
    first, last = map(int, re.search(r"(\d+) to (\d+)", named).groups())
    numbers = {int(one) for one in re.findall(r"\d+", named)} | set(range(first, last + 1))
    taught = {part.lesson for row in plan.rows("90") for part in row.parts}
    fitting = {n for n, one in enumerate(quiz(), start=1) if set(one.lessons) <= taught}
    assert numbers <= fitting
