"""Which section of a lesson answers a mistake: it is found by the words that both use.

Rare words count for more. `ANSWERED_IN` says where the words lead astray.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
WORD = re.compile(r"[^\W\d_]{3,}|\d[\d,.]*\d")

# Sections that hold no answers, by their headings.
NO_ANSWERS = re.compile(r"Predict|Play|Exercises|Questions|Summary|Where next")
# Where the words lead astray: the heading of the section that answers all of an exercise.
ANSWERED_IN = {
    "fraction_step": "Why the other codes fail",
    "every_other_pair": "Twice as many columns",
    "row_ten": "Pair and column",
    "angle": "Pair and column",
    "share_in_order": "Is twice as far less alike?",
    "three_back": "The matrices",
    "composed_shift": "The matrices",
    "similarity_from_distance": "Not with every step",
    "smallest_sharpness": "A head in two lines",
    "repair_count": "The museum",
    "make_room": "Room made by weights",
    "full_window": "What a head has not seen is a direction",
    "peak_key": "Where it looks past the end",
    "covered": "What a head has not seen is a direction",
}


@dataclass(frozen=True)
class Section:
    """A section of a lesson that can answer a mistake: its heading, cells and words."""

    heading: str
    cells: list

    @property
    def words(self) -> Counter:
        texts = (" ".join([cell.source, *shown(cell)]) for cell in self.cells)
        return words(" ".join([self.heading, *texts]))

    @property
    def best(self) -> nbformat.NotebookNode:
        """The first cell with a picture, or the first that shows numbers."""
        cells = list(filter(answers, self.cells))
        return next(filter(picture, cells), cells[0])


def words(text):
    """The words and numbers of a text, counted, in the singular."""
    return Counter(map(singular, WORD.findall(text.lower())))


def singular(word):
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


@cache
def read_lesson(lesson):
    return nbformat.read(next(NOTEBOOKS.glob(f"{lesson}_*.ipynb")), as_version=4)


@cache
def sections(lesson):
    """The sections of a lesson that show a picture or numbers, and can answer a mistake."""
    found = []
    for cell in read_lesson(lesson).cells:
        headings = re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and headings:
            found.append(Section(plain(headings[-1]), []))
        if found:
            found[-1].cells.append(cell)
    return [
        one
        for one in found[1:]
        if not NO_ANSWERS.match(one.heading) and any(map(answers, one.cells))
    ]


def plain(text):
    """A heading without the marks of Markdown."""
    return re.sub(r"[*_`$]", "", text).strip()


def shown(cell):
    """What a cell has printed, returned or drawn, as text."""
    if cell.cell_type != "code":
        return []
    texts = (one.get("data", {}).get("text/plain") or one.get("text") for one in cell.outputs)
    return [text for text in texts if text]


def answers(cell):
    """Whether a cell shows what can answer a mistake: no question, and no mere True or False."""
    verdict = not picture(cell) and re.search(r"\b(True|False)\b", " ".join(shown(cell)))
    return bool(shown(cell)) and not verdict and not cell.source.startswith(("predict.", "recall("))


def picture(cell):
    """The picture that a cell shows, as base64, and its text alternative; or None."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if "image/png" in data:
            return data["image/png"].replace("\n", ""), data.get("text/plain", "")
    return None


def answered_by(lesson, exercise, mistake):
    """The section of a lesson that answers a mistake: it shares most of its rare words."""
    heading = ANSWERED_IN.get(exercise.name)
    named = [one for one in sections(lesson) if one.heading == heading]
    asked = words(" ".join([mistake] * 3 + [exercise.hint, exercise.question]))
    rare = rarity(lesson)
    return max(named or sections(lesson), key=lambda section: likeness(asked, section.words, rare))


@cache
def rarity(lesson):
    """What a word of a lesson counts for: the more, the fewer sections have it."""
    having = Counter(word for section in sections(lesson) for word in section.words)
    return {word: math.log(1 + len(sections(lesson)) / count) for word, count in having.items()}


def likeness(asked, given, rare):
    """How much two texts share: the cosine of their weighted words, but for a common factor."""
    length = math.hypot(*(_weight(given, word, rare) for word in given))
    shared = sum(_weight(asked, word, rare) * _weight(given, word, rare) for word in asked)
    return shared / length if length else 0.0


def _weight(bag, word, rare):
    return (1 + math.log(bag[word])) * rare.get(word, 0.0) if bag[word] else 0.0
