"""What platforms and paper get is what the lessons ask, read back by other programs."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
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
each = pytest.mark.parametrize("asked", [*SETS.values(), MARKS], ids=[*SETS, "marks"])


def typed(text):
    """A text without the typographic signs that text2qti makes."""
    for fancy, plain in {"’": "'", "“": '"', "”": '"', "–": "--", "…": "..."}.items():
        text = text.replace(fancy, plain)
    return text


def said(element, path):
    """The HTML that is somewhere in an element as the text of a question."""
    soup = BeautifulSoup(element.find(path).text, "html.parser")
    for code in soup.find_all("code"):
        code.replace_with(f"`{code.get_text()}`")
    return typed(soup.get_text().strip())


def as_read(asked):
    """Name, text and options of all questions, each with its reply and whether it is right."""
    for one in (one for some in asked.values() for one in some):
        options = [(o, reply, o == one.options[one.right]) for o, reply in one.replies.items()]
        yield one.name, typed(one.question), [(typed(o), typed(r), good) for o, r, good in options]


def test_the_quiz_is_the_second_wording_and_the_predictions_the_first():
    assert list(SETS["predictions"]["02"]) == list(LESSONS["02"].predictions)
    assert SETS["quiz"]["02"] == [one.again for one in LESSONS["02"].predictions]
    assert list(SETS["quiz"]) == list(SETS["predictions"]) == list(LESSONS)
    assert [one.name for one in SETS["predictions"]["06"]] == ["before_or_after"]  # no Further


@each
def test_moodle_reads_what_the_lessons_ask(asked):
    text = quiz.moodle("quiz", asked)
    found = parse_bytes(text)["multichoice"]
    assert all(one.single and not one.shuffle_answers for one in found)
    assert all(one.answernumbering == "ABCD" and one.default_grade == 1 for one in found)
    read = ET.fromstring(text)
    questions = read.findall("question[@type='multichoice']")
    assert list(as_read(asked)) == [
        (one.find("name/text").text, said(one, "questiontext/text"),
         [(said(option, "text"), said(option, "feedback/text"), option.get("fraction") == "100")
          for option in one.iterfind("answer")])
        for one in questions
    ]  # fmt: skip
    categories = [one.text for one in read.iterfind("question/category/text")]
    assert [one.rpartition(" ")[2] for one in categories] == list(asked)


@each
def test_canvas_reads_what_the_lessons_ask_as_a_practice_quiz(asked):
    archive = zipfile.ZipFile(io.BytesIO(quiz.canvas("quiz", asked)))
    read = {one.rpartition("/")[2]: archive.read(one) for one in archive.namelist()}
    (name,) = (one for one in read if re.fullmatch(r"text2qti_assessment_\w+\.xml", one))
    assert [item(one) for one in root(read[name]).iter("item")] == list(as_read(asked))
    meta = root(read["assessment_meta.xml"])
    settings = "hide_results", "show_correct_answers", "quiz_type", "allowed_attempts"
    assert [meta.find(one).text for one in settings] == [None, "true", "practice_quiz", "-1"]
    assert meta.find("assignment") is None
    assert b"CC BY 4.0" in read["imsmanifest.xml"] and b"Private" not in read["imsmanifest.xml"]


def root(text):
    return ET.fromstring(re.sub(rb' xmlns="[^"]*"', b"", text, count=1))


def item(element):
    """An item of QTI 1.2, by the standard's own tags."""
    texts = {one.get("ident"): said(one, ".//mattext") for one in element.iter("itemfeedback")}
    right, replies = set(), {}
    for condition in element.iter("respcondition"):
        chosen = condition.find(".//varequal").text
        if condition.find("setvar") is not None:
            assert condition.find("setvar").text == "100"
            right.add(chosen)
        for feedback in condition.iter("displayfeedback"):
            replies[chosen] = texts[feedback.get("linkrefid")]
    options = [
        (one.get("ident"), said(one, ".//mattext")) for one in element.iter("response_label")
    ]
    question = said(element, "presentation/material/mattext")
    return element.get("title"), question, [(o, replies[k], k in right) for k, o in options]


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
    platforms = [f"{kind}-{end}" for kind in quiz.SETS for end in ("moodle.xml", "canvas.zip")]
    pages = [f"{name}.html" for name in PAGES]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(platforms + pages)
    found = parse_bytes((tmp_path / "quiz-moodle.xml").read_bytes())["multichoice"]
    assert len(found) == len(LESSONS["01"].predictions)
