"""Explorers and predictions of a lesson as HTML that moves and answers without Python."""

from __future__ import annotations

import ast
import html
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from posenc_helpers.explorers.explorer import Explorer
from posenc_helpers.lessons import PREDICTIONS
from posenc_helpers.lessons.exercise import as_html
from posenc_helpers.models import public_names
from tools.pages import STOPS
from tools.pages.frames import Maker, write
from tools.pages.words import asked_short

LOOK = Path(__file__).parents[1] / "templates" / "lesson"
GUIDE = Path(__file__).parents[2] / "docs" / "teaching"
PICTURES = "frames"  # the folder beside the pages
FEWER = 0.6  # of the stops, for what comes after the first explorer of a lesson
SHOWN = re.compile(r"^(\w+Explorer)\((.*)\)$", re.MULTILINE)
ASKED = re.compile(r"^(?:predict\.(\w+)\(\)|recall\((.*)\))$", re.MULTILINE)
UNTIL = re.compile(r"until=(\(.*?\)|\".*?\"),?\s*")
NAMES = re.compile(r"\"(\w+)\"")


@cache
def template():
    """Return what makes the HTML of a picture."""
    return Environment(loader=FileSystemLoader(LOOK), autoescape=True).get_template("live.html.j2")


def made(name, arguments) -> Explorer:
    """Return the explorer that a cell shows, and not covered."""
    call = ast.parse(f"f({UNTIL.sub('', arguments)})", mode="eval").body
    settings = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    return public_names()[name](**settings)


@cache
def drawn(name, arguments, stops, texts):
    """Return all pictures of an explorer; a page and the slides of a lesson share them."""
    return Maker(made(name, arguments), stops, texts).moving()


def instructions(notebook, lesson) -> tuple[str, ...]:
    """Return the texts that say what to do with the explorers of a lesson.

    They are what stands before an explorer, what follows a prediction, and the page for teachers.
    """
    found, text = [], ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            text = cell.source
        elif SHOWN.search(cell.source):
            found.append(text)
        if asked := ASKED.search(cell.source):
            names = [asked[1]] if asked[1] else NAMES.findall(asked[2])
            found += [PREDICTIONS[name].try_it for name in names]
    page = GUIDE / f"{lesson[:2]}.md"
    if page.exists():
        found += page.read_text("utf-8").split("\n\n")
    return tuple(filter(None, found))


class Moving:
    """Puts what moves into the cells of a lesson.

    `folder` is where the pictures are written, `url` where a page finds them, `stops` about how
    many a slider has. `address` says whether the state of a picture is in the page's address. With
    `python`, where the page finds Python, the pictures are those that it shows until Python draws:
    no controls combine in them.
    """

    def __init__(self, folder: Path, url=PICTURES, stops=STOPS, address=True, python=""):
        self.folder, self.url, self.stops = folder, url, stops
        self.address, self.python = address, python

    def put_into(self, notebook, lesson):
        """Let all explorers and predictions of a notebook answer without Python."""
        explorers = 0
        texts = () if self.python else instructions(notebook, lesson)
        for cell in notebook.cells:
            if cell.cell_type != "code":
                continue
            for output in cell.outputs:
                if "text/html" in output.get("data", {}) and ASKED.search(cell.source):
                    output.data["text/html"] = questions(cell.source)
            if found := SHOWN.search(cell.source):
                stops = self.stops if not explorers else round(FEWER * self.stops)
                explorers += 1
                moving = drawn(*found.groups(), max(stops, 2), texts)
                self._show(cell, moving, found[2], f"{lesson}/{explorers}")

    def _show(self, cell, moving, arguments, key):
        write(moving, self.folder / key, key)
        picture = b64encode(moving.pictures[0]).decode()
        waits = UNTIL.search(arguments)
        until = NAMES.findall(waits[1]) if waits else []
        text = template().render(
            moving=moving, opening=moving.descriptions[0], picture=picture, key=key,
            python=self.python,
            at=f"{self.url}/{key}", address=self.address,
            until=until, asked=() if self.address else [*map(asks, until)],
        )  # fmt: skip
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                output.data["text/html"] = text


def questions(source):
    """Return the predictions of a cell as HTML: an option unfolds its own reply, and no other."""
    return "".join(map(question, predictions(ASKED.search(source))))


def predictions(found):
    """Return the predictions of a cell in which `ASKED` was found."""
    names = [found[1]] if found[1] else NAMES.findall(found[2])
    asked = [PREDICTIONS[name] for name in names]
    return asked if found[1] else [one.recalled for one in asked]


def asks(name):
    """Return a question without its replies, for a picture that waits for it."""
    prediction = asked_short(PREDICTIONS[name])
    return as_html("\n\n".join([prediction.question, *prediction.labels]))


def question(prediction):
    """Return a prediction as a card: an option unfolds its reply below them all."""
    options = "".join(
        f'<details name="{prediction.name}" data-predict="{prediction.name}">'
        f'<summary class="{"right" if choice == prediction.right else "other"}">'
        f"{html.escape(label)}</summary>"
        f'<div class="told">{prediction.reply(choice)}{prediction.task()}</div></details>'
        for choice, label in enumerate(prediction.labels)
    )
    return f'<div class="question posenc-card">{as_html(prediction.question)}{options}</div>'
