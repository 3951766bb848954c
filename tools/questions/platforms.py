"""Questions for learning platforms: Moodle's XML, and QTI 1.2 in a package that Canvas imports.

QTI is written by text2qti, which knows what Canvas expects. For Moodle there is no such library
that runs on all Pythons of this project, and its format is a plain list of tags:
https://docs.moodle.org/en/Moodle_XML_format.
"""

import base64
import html
import os
import re
import tempfile
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

from text2qti.config import Config
from text2qti.qti import QTI
from text2qti.quiz import Quiz

from tools.handout import FIGURES
from tools.questions import FIGURE, pieces


def named(figure):
    """What a figure of a text shows, and its name."""
    return FIGURE.fullmatch(figure).groups()


@cache
def png(name):
    return FIGURES[name]().png()


# Moodle


def as_html(text):
    r"""A text as HTML. Formulas are between \( and \), which Moodle's MathJax filter draws."""
    parts = (_html_of(kind, content) for kind, content in pieces(text))
    return f"<p>{''.join(parts)}</p>"


def _html_of(kind, content):
    safe = html.escape(content, quote=False)
    if kind == "code":
        return f"<code>{safe}</code>"
    if kind == "formula":
        return rf"\({safe}\)"
    if kind == "figure":
        shows, name = named(content)
        return f'<img src="@@PLUGINFILE@@/{name}.png" alt="{html.escape(shows)}">'
    return safe


def moodle(sets):
    """Moodle XML of sets of questions, {category: questions}, as bytes.

    The options keep their order, so that their letters are those of the printed page.
    """
    quiz = ET.Element("quiz")
    for category, questions in sets.items():
        top = ET.SubElement(quiz, "question", type="category")
        _text(ET.SubElement(top, "category"), f"$course$/top/{category}")
        for number, question in enumerate(questions, start=1):
            _moodle_question(quiz, question, f"{number:02d} {question.name}")
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True)


def _moodle_question(quiz, question, title):
    one = ET.SubElement(quiz, "question", type="multichoice")
    _text(ET.SubElement(one, "name"), title)
    _rich(one, "questiontext", question.text)
    _rich(one, "generalfeedback", "")
    for tag, value in {
        "defaultgrade": "1",
        "penalty": "0",
        "hidden": "0",
        "idnumber": question.name,
        "single": "true",
        "shuffleanswers": "false",
        "answernumbering": "ABCD",
        "showstandardinstruction": "0",
    }.items():
        ET.SubElement(one, tag).text = value
    for tag in ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"):
        _rich(one, tag, "")
    for option in question.options:
        answer = _rich(one, "answer", option.text, fraction="100" if option.is_right else "0")
        _rich(answer, "feedback", option.reply)
    tags = ET.SubElement(one, "tags")
    for lesson in question.lessons:
        _text(ET.SubElement(tags, "tag"), f"lesson {lesson}")


def _text(element, text):
    ET.SubElement(element, "text").text = text


def _rich(parent, tag, text, **attributes):
    """An element with a text as HTML, and the pictures that it shows."""
    element = ET.SubElement(parent, tag, {**attributes, "format": "html"})
    _text(element, as_html(text) if text else "")
    for _, name in FIGURE.findall(text):
        file = ET.SubElement(element, "file", name=f"{name}.png", path="/", encoding="base64")
        file.text = base64.b64encode(png(name)).decode()
    return element


# QTI

# What text2qti writes of rights into each package, and what holds.
LICENCE = (
    "Private (Copyrighted) - http://en.wikipedia.org/wiki/Copyright",
    "CC BY 4.0 - https://creativecommons.org/licenses/by/4.0/",
)


def qti(title, questions):
    """A package of questions for Canvas, as the bytes of a zip file."""
    with tempfile.TemporaryDirectory() as folder:
        teaches = any(option.reply for one in questions for option in one.options)
        parts = [_head(title, teaches), *(_qti_question(one, folder) for one in questions)]
        before = Path.cwd()
        os.chdir(folder)  # text2qti looks for pictures where it runs
        try:
            package = QTI(Quiz("\n\n".join(parts), config=Config(), source_name=title))
        finally:
            os.chdir(before)
    package.imsmanifest_xml = package.imsmanifest_xml.replace(*LICENCE)
    if teaches:
        package.assessment_meta = _practice(package.assessment_meta)
    return package.zip_bytes()


def _head(title, teaches):
    shown = str(teaches).lower()
    return f"Quiz title: {title}\nshuffle answers: false\nshow correct answers: {shown}"


def _practice(meta):
    """The settings of a quiz that is taken as often as one likes and gives no points."""
    for setting, value in {"quiz_type": "practice_quiz", "allowed_attempts": "-1"}.items():
        meta = re.sub(rf"(<{setting}>).*?(?=</{setting}>)", rf"\g<1>{value}", meta)
    return re.sub(r"  <assignment .*?</assignment>\n", "", meta, flags=re.DOTALL)


def _qti_question(question, folder):
    lines = [f"Title: {question.name}", "Points: 1", f"1. {_marked(question.text, folder)}"]
    for letter, option in question.lettered():
        star = "*" if option.is_right else ""
        lines.append(f"{star}{letter.lower()}) {_marked(option.text, folder)}")
        if option.reply:
            lines.append(f"... {_marked(option.reply, folder)}")
    return "\n".join(lines)


def _marked(text, folder):
    """A text as text2qti reads it: what Markdown would take for a mark is escaped."""
    return "".join(_mark(kind, content, folder) for kind, content in pieces(text))


def _mark(kind, content, folder):
    if kind == "code":
        return f"`{content}`"
    if kind == "formula":
        return f"${content}$"
    if kind == "figure":
        shows, name = named(content)
        Path(folder, f"{name}.png").write_bytes(png(name))
        return f"![{shows}]({name}.png)"
    return re.sub(r"([\\*_\[\]#!+-])|^(\d+)(?=[.)])", _escaped, html.escape(content, quote=False))


def _escaped(match):
    return f"\\{match[1]}" if match[1] else f"{match[2]}\\"
