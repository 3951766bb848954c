"""The concept test in the class report: published formulas, intervals that hold, bad lines."""

import csv
import json
from functools import cache
from itertools import count

import numpy as np
import pytest
from bs4 import BeautifulSoup

from tests.class_report.test_saved import cell, printed, save
from tests.class_report.test_saved import notebook as saved_notebook
from tools.class_report import concept_test, page, saved, sheets, statistics, table
from tools.class_report.command import closing
from tools.questions import form
from tools.questions.notebook import notebook

# Formulas


@pytest.mark.parametrize(
    ("function", "arguments", "published"),
    [  # R package statpsych 1.7.0: ci.ratio.mean.ps, and ci.ratio.prop.ps(.05, 12, 4, 26, 6)
        (
            statistics.ratio_of_means,
            ([3.3, 3.6, 3.0, 3.1, 3.9, 4.2, 3.5, 3.3], [3.0, 3.1, 2.7, 2.6, 3.2, 3.8, 3.2, 3.0]),
            (1.134146, 1.09417, 1.175583),
        ),
        (statistics.ratio_of_proportions, (6, 26, 4), (3.2, 1.766544, 5.796628)),
    ],
    ids=count(),
)
def test_formulas_give_the_published_numbers(function, arguments, published):
    assert function(*arguments) == pytest.approx(published, abs=6e-7)


def test_the_gain_is_that_of_hake():
    """Twenty points; 11.1 more, which is 225.8 % of the first: a gain of .73 (doi 10.1186/
    s12909-021-02646-3, table 1, cut after two decimals)."""
    before = 11.1 / 2.258 / 20
    found = statistics.normalized_gain(np.full(10, before), np.full(10, before + 11.1 / 20))
    assert int(100 * found.value) == 73


def test_the_correlation_is_the_point_biserial_one_and_its_interval_fishers():
    """(M₁ − M₀) √(p q) / s, with the deviation s of all scores, n below the root (Tate, 1954)."""
    random = np.random.default_rng(0)
    right, scores = random.random(40) < 0.6, random.normal(size=40)
    found = statistics.point_biserial(right, scores)
    apart = scores[right].mean() - scores[~right].mean()
    spread = scores.std() / np.sqrt(right.mean() * (1 - right.mean()))
    assert found.value == pytest.approx(apart / spread)
    wide = (np.arctanh([found.low, found.high]) - np.arctanh(found.value)) * np.sqrt(37)
    assert wide == pytest.approx([-1.959964, 1.959964])


@pytest.mark.parametrize(
    ("found", "wording"),
    [
        (statistics.point_biserial([1, 0] * 14, range(28)), "28 answers; it takes 30"),
        (statistics.point_biserial([0, 0, 0, 0] + [1] * 30, range(34)), "nearly all are right"),
        (statistics.point_biserial([1, 0] * 20, [3] * 40), "all scores are equal"),
        (statistics.normalized_gain([0.5] * 9, [0.6] * 9), "9 students took both tests"),
        (statistics.normalized_gain([1.0] * 12, [1.0] * 12), "no one had anything wrong before"),
        (statistics.normalized_gain([0.3] * 12, [1.0] * 12), "no one had anything wrong after"),
        (statistics.gain_of_question([1] * 31 + [0] * 9, [1] * 40), "9 were wrong before"),
        (statistics.gain_of_question([0] * 9, [1] * 9), "9 students took both tests"),
    ],
)
def test_too_few_answers_are_named_in_place_of_a_number(found, wording):
    assert isinstance(found, str) and wording in found


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


@cache
def gain_of_question(*counts):
    """The gain if so many were twice wrong, wrong and right, right and wrong, and twice right."""
    before, after = np.repeat([0, 0, 1, 1], counts), np.repeat([0, 1, 0, 1], counts)
    return statistics.gain_of_question(before, after)


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
        found = gain_of_question(*np.bincount(2 * before[:, 6] + after[:, 6], minlength=4))
        if isinstance(found, statistics.Estimate):
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
    write_table(tmp_path, [("ben", " Before", "a", [*picked[:10].lower(), "", " "])])
    anna, ben = saved.read_folder(tmp_path)
    assert anna.sheet == sheets.Sheet("anna", "before", "A", picked) and anna.who == "anna"
    assert ben.sheet == sheets.Sheet("ben", "before", "A", picked)
    assert closing([anna, ben]) == "2 answer sheets of the concept test."
    assert f"concept test before, form A: {picked}" in "\n".join(table.lines([anna, ben]))
    assert list(table.rows([anna, ben])) == []


@pytest.mark.parametrize(
    ("name", "separator", "encoding"),
    [
        ("Concept_Test 2.CSV", ";", "utf-8-sig"),  # Excel in Germany, CSV UTF-8
        ("concept-test (1).csv", ";", "cp1252"),  # and CSV alone
        ("concepttest.csv", "\t", "utf-16"),  # Unicode text
    ],
)
def test_a_table_is_read_as_spreadsheets_save_it(tmp_path, name, separator, encoding):
    write_table(tmp_path, [("Käthe", "after", "A", "A" * 12), ("", "", "", [""] * 12)])
    text = (tmp_path / "concept-test.csv").read_text("utf-8")
    (tmp_path / name).write_text(text.replace(",", separator), encoding)
    found = saved.read_folder(tmp_path)
    assert [one.sheet for one in found] == [sheets.Sheet("Käthe", "after", "A", "A" * 12)] * 2


def test_a_table_in_the_folder_of_a_student_is_not_read(tmp_path):
    write_table(tmp_path / "zed", [("ann", "after", "A", "A" * 12)])
    (found,) = saved.read_folder(tmp_path)
    assert found.problem.endswith("belongs at the top of the folder") and not found.sheet


def test_lines_beyond_the_limit_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(sheets, "LONGEST_TABLE", 3)
    write_table(tmp_path, [(str(n), "after", "A", "A" * 12) for n in range(5)])
    *good, bad = saved.read_folder(tmp_path)
    assert [one.who for one in good] == ["0", "1"]
    assert bad.problem == "not read from line 4 on: a table may have 3 lines"


def test_no_sheet_is_lost_for_its_code_word(tmp_path):
    """Lines without one are students of their own, capitals and how an umlaut is stored make no
    other, a repeated one is named.

    Of the pair only the first question was wrong before, of the others all."""
    rows = [("", "after", "A", letters("M" * 12, "A"))] * 3
    rows += [("Blue  Kettle", "before", "A", letters("M" + "R" * 11, "A"))]
    rows += [("blue kettle ", "after", "B", letters(one * 12, "B")) for one in "MR"]
    rows += [(word, "before", "A", letters("R" * 12, "A")) for word in ("Käthe", "Ka\u0308the")]
    write_table(tmp_path, rows)
    found = [one.sheet for one in saved.read_folder(tmp_path)]
    assert [len(given) for given in concept_test.tests(found).values()] == [2, 4]
    before, after = concept_test.paired(found)
    assert before.tolist() == [[False] + [True] * 11] and after.all()
    wording = (
        "2 answer sheets before the course, 4 answer sheets after the course. Left out: 2 sheets"
    )
    assert wording in report_of(tmp_path).text


def test_a_notebook_whose_answers_were_not_kept_is_told_from_a_foreign_one(tmp_path):
    (tmp_path / "a.ipynb").write_text(notebook("after", "A"), encoding="utf-8")
    (found,) = saved.read_folder(tmp_path)
    assert found.problem == "concept test: its answers were not kept" and not found.sheet


@pytest.mark.parametrize(
    ("row", "wording"),
    [
        (("x", "later", "A", "A" * 12), "the test is 'later', and should be before or after"),
        (("x", "after", "C", "A" * 12), "the form is 'C', and should be A or B"),
        (("x", "after", "A", "A" * 11 + "E"), "none of A, B, C, D"),
        (("x", "after", "A", ["AB", *"A" * 11]), "more than one letter"),
        (("x", "after", "A", "A" * 13), "more cells than the first line"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, row, wording):
    write_table(tmp_path, [row, ("y", "after", "A", "A" * 12)])
    bad, good = saved.read_folder(tmp_path)
    assert bad.problem.startswith("line 2: ") and wording in bad.problem and good.sheet


HEADER = ",".join(["who,test,form", *sheets.NUMBERS, "\n"]).encode()
SHORT = cell("keep()", printed("concept test after A; code word: x; answers: ABC"))


@pytest.mark.parametrize(
    ("content", "wording"),
    [
        (b"", "not read: its first line has no column 'who'"),
        (b"\xff\xfe\x00w", "not read: its first line has no column 'who'"),
        (b"who,test,form,2\nx,after\ny,after\n", "not read: its first line has no column '1'"),
        (HEADER, "it has no line of answers"),
        (HEADER + b'"x,after,A\ny,after,A\n', "not read: it is no table: unexpected end of data"),
        (HEADER + b'"' + b"x" * 200_000, "not read: it is no table: field larger than field limit"),
        (json.dumps(saved_notebook(SHORT)).encode(), "3 answers, and should be 12"),
    ],
    ids=count(),
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, wording):
    name = "a.ipynb" if b"cells" in content else "concept-test.csv"
    (tmp_path / name).write_bytes(content)
    (found,) = saved.read_folder(tmp_path)
    assert wording in found.problem and not found.sheet


# The report


def rows_of(soup, label):
    """The cells of the rows of a table of the report."""
    rows = soup.find(attrs={"aria-label": label}).select("tbody tr")
    return [[one.get_text(strip=True) for one in row.find_all("td")] for row in rows]


def report_of(folder):
    assert page.main([str(folder), "--to", str(folder / "report.html")]) == 0
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
    assert figure.figcaption.text == "Lesson 02, The classic picture" and figure.img["alt"]


def test_what_was_learned_is_told_by_misconception(report):
    rows = rows_of(report, "Gain")
    found_words = [" ".join(row[1:3]) for row in rows[:3]]
    assert found_words == ["20 of 40 40 of 40", "0 of 40 40 of 40", "0 of 40 30 of 40"]
    assert rows[2][3].startswith("0.75 (0.5")
    assert rows[3][3] == "0 were wrong before; it takes 10"
    before, after = (20 + 20 * 9 + 20 * 2) / 480, (40 + 40 + 30 + 20 * 9 + 20 * 2) / 480
    assert f"Gain of the class: {(after - before) / (1 - before):.2f} (" in report.text


def test_questions_are_told_by_how_they_did(report):
    rows = rows_of(report, "How the questions did")
    assert len(rows) == 24 and [row[0] for row in rows[:2]] == ["A1", "A2"]
    assert rows[0][1:3] == ["10 of 20", "20 of 20"]
    assert float(rows[0][3].split()[0]) > 0.4
    options = form("A")[0].lettered()
    wrong = [letter for letter, o in options if not (o.is_right or o.is_misconception)]
    assert rows[0][4] == ", ".join(wrong)
    assert rows[5][5] == "20" and rows[3][3] == "nearly all are right"


def test_a_small_class_gets_words(tmp_path):
    write_table(tmp_path, [("x", "before", "A", letters("R" * 11 + "M", "A"))])
    text = report_of(tmp_path).get_text("|")
    assert "not known: 0 students took both tests; it takes 10" in text
    assert "1 answers; it takes 30" not in text and "1 answer; it takes 30" in text
    assert "beliefs before the course" in text


def test_the_last_sheet_of_a_student_counts():
    one, two = (sheets.Sheet("x", "after", "A", letters(w * 12, "A")) for w in "RM")
    for order, held in [((one, two), 1), ((two, one), 0)]:
        when, found, count = concept_test.beliefs(order)
        assert (when, count) == ("after", 1)
        assert [(of, otherwise) for _, of, otherwise in found] == [(held, 0)] * 12


def test_code_words_do_not_reach_the_page(report):
    assert "word" not in {i.text for i in report.find_all("i")} and "word 3" not in report.text
