"""The page of what a class got wrong: it counts, it answers, it names nobody unless asked."""

import re
import sys
from collections import Counter
from itertools import takewhile
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

from posenc_helpers.lessons import EXERCISES, LESSONS
from tests.class_report.test_saved import cell, notebook, result, save
from tests.class_report.test_table import read
from tools.class_report import answered_by, parts
from tools.class_report import page as tool

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'"


def checked(folder, student, name, text):
    save(folder / student, "lesson.ipynb", notebook(cell(f"check.{name}(a)", result(text))))


@pytest.fixture
def folder(tmp_path):
    """Seven students: three right, two with one mistake, one with another, one right in words of
    another version; one who checked another exercise; and a broken file."""
    first, second = (f"Not yet. {text}" for text in list(EXERCISES["hamming"].replies.values())[:2])
    right = f"Right. {EXERCISES['hamming'].right}"
    for number, text in enumerate([right, first, right, second, right, first, "Right. Old."]):
        checked(tmp_path / "class", f"student-{number}", "hamming", text)
    checked(tmp_path / "class", "odd-student", "angle", f"Not yet. {EVIL}")
    (tmp_path / "class" / "odd-file.ipynb").write_text("{")
    return tmp_path / "class"


def soup_of(folder, *options):
    target = folder.parent / "report.html"
    assert tool.main([str(folder), "--to", str(target), *options]) == 0
    return BeautifulSoup(target.read_text(encoding="utf-8"), "html.parser")


def test_right_answers_and_mistakes_are_counted_the_most_frequent_first(folder):
    heading = soup_of(folder).find("h4", string="hamming")
    below = [
        *takewhile(lambda one: one.name not in ("h2", "h3", "h4"), heading.find_next_siblings())
    ]
    wording = "3 of 7 notebooks right, 3 wrong, 1 neither."
    assert wording in " ".join(one.get_text() for one in below)
    rows = [row.get_text("|", strip=True) for one in below for row in one.select("tbody tr")]
    first, second = list(EXERCISES["hamming"].replies.values())[:2]
    assert rows[0].startswith(f"2|{first[:30]}") and rows[1].startswith(f"1|{second[:30]}")


def test_each_mistake_leads_to_a_cell_of_the_lesson(folder):
    soup = soup_of(folder)
    links = [a["href"] for a in soup.select("td a")]
    assert links and all(soup.find(id=link.removeprefix("#")) for link in links)
    (figure,) = soup.select("figure")
    assert figure.figcaption.get_text() == "Lesson 00, Four codes"
    assert figure.img["src"].startswith("data:image/png;base64,")
    assert len(figure.img["alt"]) > 40


def test_notebooks_without_answers_are_counted_and_nobody_is_named_unless_asked_for(folder):
    soup = soup_of(folder)
    assert "1 × broken: it is no notebook" in soup.get_text()
    assert "8 notebooks, 8 unfinished. 1 problem" in soup.get_text()
    assert not re.search("student-|odd-|alert", str(soup))
    named = soup_of(folder, "--names").get_text("|")
    assert "student-1, student-5" in named and "odd-student" in named and "odd-file" in named


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_what_students_wrote_is_escaped_even_with_names(tmp_path):
    for number, name in enumerate(["&lt;b&gt;", "'\"><svg onload=alert(1)>"]):
        checked(tmp_path / "class", f"{name}{number}", "hamming", f"Not yet. {EVIL}")
    (tmp_path / "class" / "<img src=x onerror=alert(1)>.ipynb").write_text("{")
    soup = soup_of(tmp_path / "class", "--names")
    assert not soup.find_all(["script", "svg", "b", "iframe", "object", "form", "link"])
    assert not soup.find_all(lambda tag: any(key.startswith("on") for key in tag.attrs))
    assert all(img["src"].startswith("data:") for img in soup.find_all("img"))
    assert "<svg onload=alert(1)>" in soup.get_text()


def test_the_page_needs_nothing_from_a_network(folder):
    soup = soup_of(folder, "--names")
    assert not re.search(r"(src|href)=[\"'](?!#|data:)", str(soup))
    assert "url(" not in soup.style.string and "@import" not in soup.style.string
    assert "default-src 'none'" in soup.find("meta", {"http-equiv": True})["content"]


# Where the lessons answer


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_mistake_of_a_lesson_has_a_section_that_shows_something(lesson):
    for exercise in LESSONS[lesson].exercises:
        for mistake in exercise.replies.values():
            section = answered_by.answered_by(lesson, exercise, mistake)
            assert section.heading and answered_by.answers(section.best)
            assert answered_by.picture(section.best) or not re.search(
                r"\b(True|False)\b", "".join(answered_by.shown(section.best))
            )
            assert not answered_by.NO_ANSWERS.match(section.heading)


@pytest.mark.parametrize("name", answered_by.ANSWERED_IN)
def test_sections_that_are_named_are_there(name):
    headings = [section.heading for section in answered_by.sections(lesson_of(name))]
    assert answered_by.ANSWERED_IN[name] in headings


def lesson_of(name):
    return next(one for one in LESSONS if EXERCISES[name] in LESSONS[one].exercises)


@pytest.mark.parametrize("row", read(Path(__file__).with_name("answered.csv")))
def test_a_mistake_is_answered_where_the_lesson_speaks_of_it(row):
    name = row["exercise"]
    (mistake,) = (one for one in EXERCISES[name].replies.values() if one.startswith(row["mistake"]))
    found = answered_by.answered_by(lesson_of(name), EXERCISES[name], mistake)
    assert found.heading == row["heading"]


def test_words_are_counted_in_the_singular():
    assert answered_by.words("Columns, a column; frequencies 10,000 less") == Counter(
        {"column": 2, "frequency": 1, "10,000": 1, "less": 1}
    )


def test_long_code_is_cut():
    shown = parts.pre("\n".join(map(str, range(50))))
    assert shown.count("\n") == parts.SHOWN_LINES and shown.endswith("…</pre>")


# In a browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_opens_in_a_browser_and_shuts_nobody_out(folder, scheme, browser):
    numbers = ",".join(map(str, range(1, 13)))
    table = f"who,test,form,{numbers}\nx,after,A," + ",".join("AB" * 6)
    (folder / "concept-test.csv").write_text(table)
    assert "Concept test" in soup_of(folder, "--names").text
    size = {"width": 360, "height": 800}
    page, faults = browser.new_page(color_scheme=scheme, viewport=size, offline=True), []
    page.on("console", lambda message: faults.append(message.text))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.goto((folder.parent / "report.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    report = Axe().run(page)
    page.close()
    assert report.violations_count == 0, report.generate_report()
    assert faults == []
