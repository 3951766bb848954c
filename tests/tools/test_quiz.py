"""The files for Moodle and for paper ask what the lessons ask; other programs read them."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from string import ascii_uppercase

import pytest
from bs4 import BeautifulSoup
from moodle_xml_parser.parser import parse_bytes

import posenc_helpers as pe
from posenc_helpers.lessons.prediction import Prediction
from tools import paper, quiz

LESSONS = quiz.LESSONS
SETS = {kind: quiz.questions(kind, LESSONS) for kind in quiz.SETS}
rendered = cache(paper.rendered)
QUIZ = [one for some in SETS["quiz"].values() for one in some]
PAGES = dict(quiz.pages(LESSONS))
HARD = r"2. * not _a_ list* <b> & [x] # `a_b*c` $a_1 < b$ - and ~ \ 10 % {c}"
MARKS = {"99": [Prediction(name="hard", question=HARD, right=1, replies={"no": "No.", HARD: HARD})]}


def said(element, path):
    """Return the HTML at a path of an element as the text of a question."""
    soup = BeautifulSoup(element.find(path).text, "html.parser")
    for code in soup.find_all("code"):
        code.replace_with(f"`{code.get_text()}`")
    return soup.get_text().strip()


def test_the_quiz_is_the_second_wording_and_the_predictions_the_first():
    assert list(SETS["predictions"]["02"]) == list(LESSONS["02"].predictions)
    assert SETS["quiz"]["02"] == [one.again for one in LESSONS["02"].predictions]
    assert list(SETS["quiz"]) == list(SETS["predictions"]) == list(LESSONS)
    assert [one.name for one in SETS["predictions"]["06"]] == ["before_or_after"]  # no Further


@pytest.mark.parametrize("asked", [*SETS.values(), MARKS], ids=[*SETS, "marks"])
def test_moodle_reads_what_the_lessons_ask(asked):
    text = quiz.moodle("quiz", asked)
    found = parse_bytes(text)["multichoice"]
    assert all(one.single and not one.shuffle_answers for one in found)
    assert all(one.answernumbering == "ABCD" and one.default_grade == 1 for one in found)
    read = ET.fromstring(text)
    shown = read.findall("question[@type='multichoice']")
    for one, element in zip((one for some in asked.values() for one in some), shown, strict=True):
        assert element.find("name/text").text == one.name
        assert said(element, "questiontext/text") == one.question
        answers = element.findall("answer")
        texts = [(said(option, "text"), said(option, "feedback/text")) for option in answers]
        assert texts == list(one.replies.items())
        right = [option.get("fraction") == "100" for option in answers]
        assert right == [k == one.right for k in range(len(right))]
    categories = [one.text for one in read.iterfind("question/category/text")]
    assert [one.rpartition(" ")[2] for one in categories] == list(asked)


def test_the_printed_quiz_asks_everything_and_the_key_alone_tells():
    text, rows = PAGES["quiz"], PAGES["quiz-key"].splitlines()[4:]
    for number, (row, one) in enumerate(zip(rows, QUIZ, strict=True), start=1):
        lettered = list(zip(ascii_uppercase, *zip(*one.replies.items(), strict=True), strict=False))
        options = "\n".join(f"- {letter}. {option}" for letter, option, _ in lettered)
        assert f"**{number}.** {one.question}\n\n{options}\n" in f"{text}\n"
        replies = " ".join(f"**{letter}** {reply}" for letter, _, reply in lettered)
        assert row == f"| {number} | {ascii_uppercase[one.right]} | {replies} |"
    assert not [reply for one in QUIZ for reply in one.replies.values() if reply in text]


def test_the_numbers_of_the_handout_are_true():
    sheet = PAGES["handout"]
    assert f"**{pe.wavelengths(128)[0]:.2f} tokens**" in sheet
    assert f"**{pe.wavelengths(128)[-1]:,.0f} tokens**" in sheet
    assert round(pe.similarity_reach(1e4), -2) == 5_600 and "**5,600 tokens**" in sheet
    assert f"${pe.similarity_reach(1):.2f}\\, b$" in sheet


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", PAGES)
def test_each_page_fills_its_sheets(name, paper, browser):
    tab = browser.new_page()
    tab.set_content(rendered(PAGES[name]), timeout=120_000)
    pdf = tab.pdf(format=paper)
    tab.close()
    sheets = {"quiz": 3, "quiz-key": 2, "handout": 1, "concept-test": 4, "concept-test-key": 1}
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == sheets[name]


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_alone(name):
    page = rendered(PAGES[name])
    assert "$" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    assert not re.search(r'(src|href)="(?!data:)|figure:', page)
    assert len(re.findall(r'<img [^>]*alt="[^"]{50,}"', page)) == 2 * (name == "handout")


def test_all_files_are_written_for_the_lessons_that_are_named(tmp_path):
    assert quiz.main(["--lessons", "01", "--to", str(tmp_path)]) == 0
    names = [f"{kind}-moodle.xml" for kind in quiz.SETS] + [f"{name}.html" for name in PAGES]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    found = parse_bytes((tmp_path / "quiz-moodle.xml").read_bytes())["multichoice"]
    assert len(found) == len(LESSONS["01"].predictions)
