"""Write the questions of the lessons for Moodle and to print, and the handout: make quiz.

`predictions` asks as the lessons ask. `quiz` asks in the second wording of each question that has
one. Both are written into build/quiz as Moodle XML. The pages to print on A4 or Letter are the
quiz, the handout and the concept test, with separate keys. The pages need no network. The texts are
in posenc_helpers/lessons, where backticks enclose code, in tools/templates/handout.md and in
docs/concept-test.md.
"""

import argparse
import sys
import xml.etree.ElementTree as ET
from functools import cache
from itertools import count
from pathlib import Path
from string import ascii_uppercase

from posenc_helpers.lessons import LESSONS
from posenc_helpers.lessons.exercise import as_html
from tools.export import save, title
from tools.notebooks import ROOT, read
from tools.paper import rendered

COURSE = "Positional encoding"
SETS = ("predictions", "quiz")
TEXTS = {
    "handout": ROOT / "tools" / "templates" / "handout.md",
    **{name: ROOT / "docs" / f"{name}.md" for name in ("concept-test", "concept-test-key")},
}


def questions(kind, lessons):
    """Return {lesson: predictions} of lessons, for "quiz" in their second wording.

    Predictions that only a further notebook asks are left out.
    """
    asked = {}
    for lesson in lessons:
        text = str(_notebook(lesson).cells)
        some = LESSONS[lesson].predictions
        asked[lesson] = [one for one in some if f"predict.{one.name}()" in text]
    if kind == "quiz":
        asked = {lesson: [one.recalled for one in some] for lesson, some in asked.items()}
    return {lesson: some for lesson, some in asked.items() if some}


def lettered(question):
    """Yield the letter of each option, its text, its reply, and whether it is right."""
    for place, (option, reply) in enumerate(question.replies.items()):
        yield ascii_uppercase[place], option, reply, place == question.right


@cache
def _notebook(lesson):
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    return read(path)


# Moodle: https://docs.moodle.org/en/Moodle_XML_format


def moodle(kind, asked):
    """Return Moodle XML of questions, as bytes, with a category for each lesson.

    The options keep their order, so that their letters agree with the printed page.
    """
    quiz = ET.Element("quiz")
    for lesson, some in asked.items():
        top = ET.SubElement(quiz, "question", type="category")
        name = f"$course$/top/{COURSE}/{kind}/lesson {lesson}"
        ET.SubElement(ET.SubElement(top, "category"), "text").text = name
        for question in some:
            _moodle_question(quiz, question)
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True)


def _moodle_question(quiz, question):
    one = ET.SubElement(quiz, "question", type="multichoice")
    ET.SubElement(ET.SubElement(one, "name"), "text").text = question.name
    _rich(one, "questiontext", question.question)
    for tag, value in {
        "defaultgrade": "1",
        "penalty": "0",
        "single": "true",
        "shuffleanswers": "false",
        "answernumbering": "ABCD",
        "showstandardinstruction": "0",
    }.items():
        ET.SubElement(one, tag).text = value
    for _, option, reply, right in lettered(question):
        answer = _rich(one, "answer", option, fraction="100" if right else "0")
        _rich(answer, "feedback", reply)


def _rich(parent, tag, text, **attributes):
    element = ET.SubElement(parent, tag, {**attributes, "format": "html"})
    ET.SubElement(element, "text").text = as_html(text)
    return element


# Paper


def printed_quiz(asked):
    """Return the quiz as Markdown, without its key and with the questions below lesson titles."""
    parts = [
        f"# Quiz: {COURSE.lower()}",
        "Name: ________________________ Date: ________________",
        "Each question has one right answer. Positions, columns and pairs count from 0.",
    ]
    numbers = count(1)
    for lesson, some in asked.items():
        parts.append(f"## {lesson} · {title(_notebook(lesson))}")
        for one in some:
            options = "\n".join(f"- {letter}. {text}" for letter, text, _, _ in lettered(one))
            parts.append(f"**{next(numbers)}.** {one.question}\n\n{options}")
    return "\n\n".join(parts)


def printed_key(asked):
    """Return the right answers of the quiz, and the reply to each option, as Markdown."""
    lines = ["| question | right | what each answer shows |", "|---|---|---|"]
    for number, one in enumerate((one for some in asked.values() for one in some), start=1):
        replies = " ".join(f"**{letter}** {reply}" for letter, _, reply, _ in lettered(one))
        right = ascii_uppercase[one.right]
        lines.append(f"| {number} | {right} | {replies.replace('|', chr(92) + '|')} |")
    return f"# Key to the quiz: {COURSE.lower()}\n\n" + "\n".join(lines)


def pages(lessons):
    """Yield the name and the text, in Markdown, of each page to print."""
    quiz = questions("quiz", lessons)
    yield "quiz", printed_quiz(quiz)
    yield "quiz-key", printed_key(quiz)
    for name, path in TEXTS.items():
        yield name, path.read_text(encoding="utf-8")


def main(arguments=None):
    """Write all files and print their paths."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--lessons", nargs="+", choices=LESSONS, default=LESSONS, help="like 01 04")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "quiz", help="output folder")
    options = parser.parse_args(arguments)
    options.to.mkdir(parents=True, exist_ok=True)
    for kind in SETS:
        target = options.to / f"{kind}-moodle.xml"
        target.write_bytes(moodle(kind, questions(kind, options.lessons)))
        print(target)
    for name, text in pages(options.lessons):
        print(save(rendered(text), options.to / f"{name}.html"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
