"""What is behind a class's mistakes: merged across exercises, counted by students, answered."""

import csv

import pytest
from bs4 import BeautifulSoup

from posenc_helpers.lessons import EXERCISES
from tests.class_report.test_saved import cell, notebook, result, save
from tools.class_report import beliefs, page
from tools.class_report.answered_by import answers
from tools.class_report.saved import read_folder

with open(beliefs.FILE, encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def wrong(name, mistake):
    """A cell in which a student made a mistake, as the check stores it."""
    return cell(f"check.{name}(a)", result(f"Not yet. {EXERCISES[name].replies[mistake]}"))


def other(name, number):
    """A cell with a wrong number that no reply foresaw."""
    text = EXERCISES[name].check(number).text
    assert f"Yours is {number}" in text
    return cell(f"check.{name}(a)", result(text))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Twenty students. Nine take a column for a pair: four in two exercises, five in one of them.

    Six have sines first, which the same cell answers, two use degrees, and one multiplies. Three
    give one number that has no reply, and one gives another.
    """
    folder = tmp_path_factory.mktemp("class")
    column = [wrong("row_ten", "exponent_of_column"), wrong("angle", "exponent_of_column")]
    sines, degrees = [wrong("encode", "halves")], [wrong("row_ten", "degrees")]
    made = [column] * 4 + [column[:1]] * 3 + [column[1:]] * 2 + [sines] * 5
    made += [[wrong("row_ten", "halves")], degrees, degrees, [wrong("angle", "multiplied")]]
    made += [[], []]
    for number, cells in enumerate(made):
        odd = [other("hand_in_degrees", 7 if number < 3 else 8)] * (number < 4)
        blank = cell("check.row_ten(...)")
        save(folder, f"student-{number}/01.ipynb", notebook(*(cells or [blank]), *odd))
    return folder


@pytest.fixture(scope="module")
def soup(folder):
    target = folder.parent / "report.html"
    assert page.main([str(folder), "--to", str(target)]) == 0
    return BeautifulSoup(target.read_text(encoding="utf-8"), "html.parser")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["belief"])
def test_a_belief_is_behind_mistakes_that_exist_and_has_an_answer(row):
    pairs = [one.split(".") for one in row["mistakes"].split()]
    assert len(pairs) > 2 and all(mistake in EXERCISES[name].replies for name, mistake in pairs)
    found = {beliefs.merged()[name, EXERCISES[name].replies[mistake]] for name, mistake in pairs}
    (belief,) = found
    assert belief.text == row["belief"] and answers(belief.section.best)


def test_no_mistake_has_two_beliefs():
    named = [one for row in ROWS for one in row["mistakes"].split()]
    assert len(named) == len(set(named)) == len(beliefs.merged())


def test_students_are_counted_once_across_exercises(folder):
    found = [(one.text, len(who), where) for one, (who, where) in beliefs.held(read_folder(folder))]
    assert found[:3] == [
        ("A column is taken for a pair.", 9, {"row_ten", "angle"}),
        ("All sines come first.", 6, {"row_ten", "encode"}),
        ("Angles are in degrees.", 2, {"row_ten"}),
    ]


def test_the_report_begins_with_the_two_cells_to_show(soup):
    first = soup.find("h2")
    assert first.get_text() == "Show these two cells, five minutes"
    below = [one for one in first.find_next_siblings() if one.name in ("p", "h2", "figure")]
    said = [one.get_text(" ", strip=True) for one in below[:5]]
    assert said[0] == "9 students: A column is taken for a pair."
    assert said[1] == "6 students: All sines come first."
    assert said[2].startswith("Lesson 01, Pair and column") and "column 4: pair 2" in said[2]
    assert said[3] == "2 students: Angles are in degrees."
    assert said[4].startswith("Lesson 04, Why a pair is a point on a circle")


def test_the_report_has_four_parts_and_what_they_count(soup):
    assert [one.get_text() for one in soup.find_all("h2")] == [
        "Show these two cells, five minutes",
        "What the class believes",
        "Answers without a reply",
        "Exercise by exercise",
    ]
    rows = soup.find(attrs={"aria-label": "Answers without a reply"}).select("tbody tr")
    assert [row.get_text("|") for row in rows] == ["3|7|hand_in_degrees"]


def test_a_class_without_mistakes_is_told_so(tmp_path):
    save(tmp_path, "ann/01.ipynb", notebook(cell("check.angle(a)", result("Right. Old."))))
    text = page.page(read_folder(tmp_path))
    assert "There is no mistake that the course knows." in text and "two cells" not in text
