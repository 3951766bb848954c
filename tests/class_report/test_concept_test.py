"""The concept test in the class report: published formulas, intervals that hold, bad lines."""

import csv
import json
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup

from tests.class_report.test_saved import cell, printed, save
from tests.class_report.test_saved import notebook as saved_notebook
from tools.class_report import concept, saved, sheets, statistics
from tools.class_report import page as class_report
from tools.class_report.statistics import Unknown
from tools.questions import form, misconceptions
from tools.questions.notebook import notebook

# Formulas

PUBLISHED = json.loads(Path(__file__).with_name("published.json").read_text("utf-8"))


@pytest.mark.parametrize("row", PUBLISHED, ids=count())
def test_formulas_give_the_published_numbers(row):
    computed = getattr(statistics, row["function"])(*row["arguments"])
    assert computed == pytest.approx(row["published"], abs=6e-7), row["where"]


def test_the_gain_is_that_of_hake():
    """Twenty points; 11.1 more, which is 225.8 % of the first: a gain of .73 (doi 10.1186/
    s12909-021-02646-3, table 1, cut after two decimals)."""
    before = 11.1 / 2.258 / 20
    found = statistics.normalized_gain(np.full(10, before), np.full(10, before + 11.1 / 20))
    assert int(100 * found.value) == 73


def test_the_correlation_is_pearsons_and_its_interval_fishers():
    random = np.random.default_rng(0)
    right, scores = random.random(40) < 0.6, random.normal(size=40)
    found = statistics.point_biserial(right, scores)
    assert found.value == pytest.approx(np.corrcoef(right, scores)[0, 1])
    wide = (np.arctanh([found.low, found.high]) - np.arctanh(found.value)) * np.sqrt(37)
    assert wide == pytest.approx([-1.959964, 1.959964])


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (statistics.point_biserial([1, 0] * 14, range(28)), "28 answers; it takes 30"),
        (statistics.point_biserial([0, 0, 0, 0] + [1] * 30, range(34)), "nearly all are right"),
        (statistics.point_biserial([1, 0] * 20, [3] * 40), "all scores are equal"),
        (statistics.normalized_gain([0.5] * 9, [0.6] * 9), "9 students took both tests"),
        (statistics.normalized_gain([1.0] * 12, [1.0] * 12), "nobody had anything wrong before"),
        (statistics.normalized_gain([0.3] * 12, [1.0] * 12), "nobody had anything wrong after"),
        (statistics.gain_of_question([1] * 31 + [0] * 9, [1] * 40), "9 were wrong before"),
        (statistics.gain_of_question([0] * 9, [1] * 9), "9 students took both tests"),
    ],
)
def test_too_few_answers_are_named_in_place_of_a_number(found, said):
    assert isinstance(found, Unknown) and said in str(found)


# A simulated class of 40

DIFFICULTY = np.linspace(-1.2, 1.2, 12)


def knowing(ability):
    """The chance of a right answer, a fifth of it by guessing."""
    return 0.2 + 0.8 / (1 + np.exp(DIFFICULTY - ability[:, None]))


def known_gains(shift):
    """The gain of all such students, of the test and of each question, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    before, after = (weights @ knowing(nodes + by) / weights.sum() for by in (0, shift))
    return 1 - (1 - after).mean() / (1 - before).mean(), 1 - (1 - after) / (1 - before)


@pytest.mark.parametrize("shift", [0.3, 1.0, 2.5])
def test_a_known_gain_lies_in_its_interval_in_95_of_100_classes(shift):
    """Of 1,500 draws, 1.1 % is two standard errors: an interval that held 92 of 100 would fail."""
    random, (of_test, of_questions) = np.random.default_rng(7), known_gains(shift)
    held, held_question = [], []
    for _ in range(1_500):
        ability = random.normal(size=40)
        before, after = (random.random((40, 12)) < knowing(ability + by) for by in (0, shift))
        found = statistics.normalized_gain(before.mean(axis=1), after.mean(axis=1))
        held.append(found.low <= of_test <= found.high)
        found = statistics.gain_of_question(before[:, 6], after[:, 6])
        if not isinstance(found, Unknown):
            held_question.append(found.low <= of_questions[6] <= found.high)
    assert 0.938 <= np.mean(held) <= 0.966
    assert 0.938 <= np.mean(held_question) <= 0.98 and len(held_question) > 1_000


# Sheets


def letters(which, when):
    """A sheet's answers: right, or the misconception, by a string of R and M."""
    picked = ""
    for one, question in zip(which, form(when), strict=True):
        wanted = {"R": "is_right", "M": "is_misconception"}.get(one)
        fit = [letter for letter, o in question.lettered() if wanted and getattr(o, wanted)]
        picked += fit[0] if fit else "-"
    return picked


def write_table(folder, rows):
    columns = ["who", "test", "form", *map(str, range(1, 13))]
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "concept-test.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerows([columns, *([who, test, one, *picked] for who, test, one, picked in rows)])


def test_notebooks_and_typed_tables_say_the_same(tmp_path):
    picked = letters("RRRRRRMMMM--", "A")
    kept = f"concept test before A; code word: ; answers: {picked}\n"
    save(tmp_path, "anna/a.ipynb", saved_notebook(cell("keep()", printed(kept))))
    write_table(tmp_path / "paper", [("ben", " Before", "a", [*picked[:10].lower(), "", " "])])
    anna, ben = saved.read_folder(tmp_path)
    assert anna.sheet == sheets.Sheet("anna", "before", "A", picked) and anna.who == "anna"
    assert ben.sheet == sheets.Sheet("ben", "before", "A", picked)
    assert saved.closing([anna, ben]) == "2 answer sheets of the concept test."
    closing = saved.closing([anna, saved.Submission("x")])
    assert closing.endswith(" 1 answer sheet of the concept test.")
    assert "concept test before, form A: 6 right" in "\n".join(saved.lines([anna, ben]))
    assert list(saved.rows([anna, ben])) == []


def test_a_notebook_whose_answers_were_not_kept_is_told_from_a_foreign_one(tmp_path):
    (tmp_path / "a.ipynb").write_text(notebook("after", "A"), encoding="utf-8")
    (found,) = saved.read_folder(tmp_path)
    assert found.problem == "concept test: its answers were not kept" and not found.sheet


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("x", "later", "A", "A" * 12), "the test is 'later', and should be before or after"),
        (("x", "after", "C", "A" * 12), "the form is 'C', and should be A or B"),
        (("x", "after", "A", "A" * 11 + "E"), "none of A, B, C, D"),
        (("x", "after", "A", ["AB", *"A" * 11]), "more than one letter"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, row, said):
    write_table(tmp_path, [row, ("y", "after", "A", "A" * 12)])
    bad, good = saved.read_folder(tmp_path)
    assert bad.problem.startswith("line 2: ") and said in bad.problem and good.sheet


SHORT = cell("keep()", printed("concept test after A; code word: x; answers: ABC"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"who,test\nx,after\n", "there is no column '1'"),
        (b"\xff\xfe\x00w", "not read: it is no table in UTF-8"),
        (b'who,1\n"' + b"x" * 200_000, "not read: it is no table"),
        (json.dumps(saved_notebook(SHORT)).encode(), "3 answers, and should be 12"),
    ],
    ids=count(),
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, said):
    name = "a.ipynb" if b"cells" in content else "concept-test.csv"
    (tmp_path / name).write_bytes(content)
    (found,) = saved.read_folder(tmp_path)
    assert said in found.problem and not found.sheet


# The report


def rows_of(soup, label):
    """The cells of the rows of a table of the report."""
    rows = soup.find(attrs={"aria-label": label}).select("tbody tr")
    return [[one.get_text(strip=True) for one in row.find_all("td")] for row in rows]


def report_of(folder):
    assert class_report.main([str(folder), "--to", str(folder / "report.html")]) == 0
    return BeautifulSoup((folder / "report.html").read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Forty students: all hold two beliefs before, ten of them one of these after.

    Form A before and B after for one half, the other way round for the other half. The first
    question is answered rightly by the better half: those who know questions 4 to 12.
    """
    folder = tmp_path_factory.mktemp("class")
    rows = []
    for number in range(40):
        good, order = number % 4 < 2, "AB" if number % 2 else "BA"
        rest = "R" * 9 if good else "RR-------"
        before, after = ("R" if good else "M") + "MM" + rest, "RR" + "RRRM"[number // 10] + rest
        rows.append((f"<i>word {number}</i>", "before", order[0], letters(before, order[0])))
        rows.append((f"<i>word {number}</i>", "after", order[1], letters(after, order[1])))
    write_table(folder, rows)
    return report_of(folder)


def test_what_stays_comes_first_with_the_cell_to_show(report):
    (row,) = rows_of(report, "Beliefs")
    assert row[:3] == ["10 of 40", "The first columns are the slow ones.", "0"]
    (link,) = report.find(attrs={"aria-label": "Beliefs"}).find_all("a")
    figure = report.find(id=link["href"].removeprefix("#"))
    assert figure.figcaption.text == "Lesson 02, Look" and figure.img["alt"]


def test_what_was_learned_is_told_by_misconception(report):
    table = rows_of(report, "What was learned")
    told = [" ".join(row[1:3]) for row in table[:3]]
    assert told == ["20 of 40 40 of 40", "0 of 40 40 of 40", "0 of 40 30 of 40"]
    assert table[2][3].startswith("0.75 (0.5")
    assert table[3][3] == "0 were wrong before; it takes 10"
    before, after = (20 + 20 * 9 + 20 * 2) / 480, (40 + 40 + 30 + 20 * 9 + 20 * 2) / 480
    assert f"Gain of the class: {(after - before) / (1 - before):.2f} (" in report.text


def test_questions_are_told_by_how_they_did(report):
    table = rows_of(report, "How the questions did")
    assert len(table) == 24 and [row[0] for row in table[:2]] == ["A1", "A2"]
    assert table[0][1:3] == ["10 of 20", "20 of 20"]
    assert float(table[0][3].split()[0]) > 0.4
    options = form("A")[0].lettered()
    wrong = [letter for letter, o in options if not (o.is_right or o.is_misconception)]
    assert table[0][4] == ", ".join(wrong)
    assert table[5][5] == "20" and table[3][3] == "nearly all are right"


def test_a_small_class_gets_words(tmp_path):
    write_table(tmp_path, [("x", "before", "A", letters("R" * 11 + "M", "A"))])
    text = report_of(tmp_path).get_text("|")
    assert "not told: 0 students took both tests; it takes 10" in text
    assert "1 answers; it takes 30" not in text and "1 answer; it takes 30" in text
    assert "beliefs before the course" in text


def test_the_last_sheet_of_a_student_counts():
    one, two = (sheets.Sheet("x", "after", "A", letters(w * 12, "A")) for w in "RM")
    assert len(concept.beliefs([one, two])[1]) == 12 and not concept.beliefs([two, one])[1]
    assert len(misconceptions()) == 12


def test_code_words_do_not_reach_the_page(report):
    assert "word" not in {i.text for i in report.find_all("i")} and "word 3" not in report.text
