"""What platforms and paper get is what the texts say, read back by other programs."""

import base64
import contextlib
import html
import io
import json
import re
import xml.etree.ElementTree as ET
import zipfile

import pytest
from bs4 import BeautifulSoup
from moodle_xml_parser.parser import parse_bytes

from tools import questions as tool
from tools.questions import __main__ as command
from tools.questions import notebook, platforms

SETS = command.sets()
each = pytest.mark.parametrize("name", SETS)


def source(text):
    """A text without what a picture shows and without the typographic signs that text2qti makes."""
    text = re.sub(r"!\[[^]]+\]\(figure:(\w+)\)", r"[\1]", text)
    for fancy, plain in {"’": "'", "“": '"', "”": '"', "–": "--", "…": "..."}.items():
        text = text.replace(fancy, plain)
    return text


def read_back(text):
    """HTML of a platform as the text of a question."""
    soup = BeautifulSoup(text, "html.parser")
    for code in soup.find_all("code"):
        code.replace_with(f"`{code.get_text()}`")
    for image in soup.find_all("img"):
        latex = image.get("data-equation-content")
        name = image["src"].rpartition("/")[2].removesuffix(".png")
        assert image["alt"]
        image.replace_with(f"${html.unescape(latex)}$" if latex else f"[{name}]")
    return source(re.sub(r"\\\((.*?)\\\)", r"$\1$", soup.get_text().strip()))


def questions_of(name):
    (questions,) = SETS[name].values()
    return questions


def as_read(questions):
    """Name, text and options, each with its reply and whether it is right."""
    return [
        (
            one.name,
            source(one.text),
            [(source(o.text), source(o.reply), o.is_right) for o in one.options],
        )
        for one in questions
    ]


@each
def test_moodle_reads_what_the_texts_say(name):
    found = parse_bytes(platforms.moodle(SETS[name]))["multichoice"]
    assert all(one.single and not one.shuffle_answers for one in found)
    assert all(one.answernumbering == "ABCD" and one.default_grade == 1 for one in found)
    back = [
        (
            one.name.partition(" ")[2],
            read_back(one.text_pre_parse),
            [(read_back(o.answer), read_back(o.feedback), o.score_fraction == 100)
             for o in one.options],
        )
        for one in found
    ]  # fmt: skip
    assert back == as_read(questions_of(name))


@each
def test_canvas_reads_what_the_texts_say(name):
    ((title, questions),) = SETS[name].items()
    archive = zipfile.ZipFile(io.BytesIO(platforms.qti(title, questions)))
    (path,) = (one for one in archive.namelist() if re.search(r"assessment_\w+\.xml$", one)
               and not one.endswith("_meta.xml"))  # fmt: skip
    root = ET.fromstring(re.sub(rb' xmlns="[^"]*"', b"", archive.read(path), count=1))
    assert root.find("assessment").get("title") == title
    assert [item(one) for one in root.iter("item")] == as_read(questions)
    for text in root.iter("mattext"):
        for image in re.findall(r'src="%24IMS-CC-FILEBASE%24/([^"]+)"', text.text):
            assert archive.read(image).startswith(b"\x89PNG")


@each
def test_replies_are_shown_where_the_questions_teach_and_nowhere_else(name):
    """By Canvas's own settings: predictions and quiz are for practice, the concept test is not."""
    ((title, questions),) = SETS[name].items()
    archive = zipfile.ZipFile(io.BytesIO(platforms.qti(title, questions)))
    read = {one.rpartition("/")[2]: archive.read(one) for one in archive.namelist()}
    root = ET.fromstring(re.sub(rb' xmlns="[^"]*"', b"", read["assessment_meta.xml"], count=1))
    settings = "hide_results", "show_correct_answers", "quiz_type", "allowed_attempts"
    practice = [None, "true", "practice_quiz", "-1"]
    test = ["always", "false", "assignment", "1"]
    teaches = not name.startswith("concept-test")
    assert [root.find(one).text for one in settings] == (practice if teaches else test)
    assert (root.find("assignment") is None) == teaches
    assert b"CC BY 4.0" in read["imsmanifest.xml"] and b"Private" not in read["imsmanifest.xml"]
    shown = [bool(option.reply) for one in questions for option in one.options]
    assert set(shown) == {teaches}


def item(element):
    """An item of QTI 1.2, by the standard's own tags."""
    texts = {
        one.get("ident"): read_back(one.find(".//mattext").text)
        for tag in ("response_label", "itemfeedback")
        for one in element.iter(tag)
    }
    right, replies = set(), {}
    for condition in element.iter("respcondition"):
        chosen = condition.find(".//varequal").text
        if condition.find("setvar") is not None:
            assert condition.find("setvar").text == "100"
            right.add(chosen)
        for feedback in condition.iter("displayfeedback"):
            replies[chosen] = texts[feedback.get("linkrefid")]
    options = [one.get("ident") for one in element.iter("response_label")]
    asked = read_back(element.find("presentation/material/mattext").text)
    return (
        element.get("title"),
        asked,
        [(texts[o], replies.get(o, ""), o in right) for o in options],
    )


def test_what_marks_would_spoil_comes_through():
    text = r"2. * not _a_ list* <b> & [x] # `a_b*c` $a_1 < b$ - and ~ \ 10 % "
    text += "![A table, in grey](figure:table)"
    option = tool.Option(text, text + " End.", True), tool.Option("no", "No.", False)
    question = tool.Question("hard", text, option, ("01",))
    (found,) = parse_bytes(platforms.moodle({"x": [question]}))["multichoice"]
    root = ET.fromstring(platforms.moodle({"x": [question]}))
    pictures = [base64.b64decode(one.text) for one in root.iter("file")]
    assert len(pictures) == 3 and all(one.startswith(b"\x89PNG") for one in pictures)
    asked = root.find("question[@type='multichoice']/questiontext/text").text
    assert read_back(asked) == source(text) and len(found.options) == 2
    archive = zipfile.ZipFile(io.BytesIO(platforms.qti("x", [question])))
    content = b"".join(archive.read(one) for one in archive.namelist() if "assessment_" in one)
    shown = re.findall(r'<mattext texttype="text/html">(.*?)</mattext>', content.decode(), re.S)
    assert read_back(html.unescape(shown[0])) == source(text)


def test_pictures_and_formulas_are_there():
    found = [one for asked in SETS.values() for some in asked.values() for one in some]
    texts = [text for one in found for o in one.options for text in (one.text, o.text, o.reply)]
    kinds = {kind for text in texts for kind, _ in tool.pieces(text)}
    assert kinds == {"text", "code", "formula", "figure"}


def test_all_files_are_written_and_printed_pages_stand_alone(tmp_path):
    assert command.main(tmp_path) == 0
    found = sorted(one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("*.*"))
    assert len(found) == 2 * len(SETS) + 5 + 4
    for page in (tmp_path / "paper").iterdir():
        text = page.read_text(encoding="utf-8")
        assert "$" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
        assert "figure:" not in text and not re.search(r'(src|href)="(?!data:)', text)
    asked = {f"concept-test-{one}": tool.form(one) for one in tool.FORMS} | {"quiz": tool.quiz()}
    for name, questions in asked.items():
        soup = BeautifulSoup((tmp_path / f"paper/{name}.html").read_bytes(), "html.parser")
        wording = [o.reply for q in questions for o in q.options if "$" not in o.reply]
        assert [one for one in wording if one.replace("`", "") in soup.text] == []
        assert len(soup.select(".blank")) == 2


# The notebook of the concept test


def run(made, word=None):
    """Run all cells of a notebook, choose the right letters, and return what is printed."""
    names, printed = {}, io.StringIO()
    code = ["".join(one["source"]) for one in made["cells"] if one["cell_type"] == "code"]
    with contextlib.redirect_stdout(printed):
        for cell in code:
            exec(cell, names)
        for number, question in enumerate(tool.form("B"), start=1):
            names["chosen"][number].value = question.right
        names["chosen"][3].value = "–"
        if word is not None:
            exec(f"keep({word!r})", names)
    return printed.getvalue()


def test_the_notebook_keeps_answers_only_when_told_to():
    made = json.loads(notebook.notebook("after", "B"))
    assert run(made) == ""
    right = "".join(one.right for one in tool.form("B"))
    answers = f"answers: {right[:2]}-{right[3:]}\n"
    expected = f"concept test after B; code word: green kettle; {answers}"
    assert run(made, "green  kettle") == expected


@pytest.mark.parametrize("letter", tool.FORMS)
def test_the_notebook_asks_everything_and_tells_nothing(letter):
    text = notebook.notebook("before", letter)
    given = "\n".join("".join(one["source"]) for one in json.loads(text)["cells"])
    for question in tool.form(letter):
        assert question.text in given and all(one.text in given for one in question.options)
        assert [o.reply for o in question.options if o.reply in given] == []
    assert "posenc" not in given and not re.search(r"\bright\b(?! answer)", given.split("keep(")[0])
