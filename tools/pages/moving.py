"""Turn explorers and predictions of a lesson into HTML that moves and answers without Python."""

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

LOOK = Path(__file__).parents[1] / "templates" / "lesson"
GUIDE = Path(__file__).parents[2] / "docs" / "teaching"
PICTURES = "frames"  # the folder beside the pages
FEWER = 0.6  # share of the stops for all explorers after a lesson's first
SHOWN = re.compile(r"^(\w+Explorer)\((.*)\)$", re.MULTILINE)
ASKED = re.compile(r"^(?:predict\.(\w+)\(\)|recall\((.*)\))$", re.MULTILINE)
UNTIL = re.compile(r"until=\"(\w+)\",?\s*")
NAMES = re.compile(r"\"(\w+)\"")


@cache
def template():
    """Return the template for the HTML of a picture."""
    return Environment(loader=FileSystemLoader(LOOK), autoescape=True).get_template("live.html.j2")


def made(name, arguments) -> Explorer:
    """Return the explorer that a cell shows, without its cover."""
    call = ast.parse(f"f({UNTIL.sub('', arguments)})", mode="eval").body
    settings = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    return public_names()[name](**settings)


@cache
def drawn(name, arguments, stops, texts):
    """Return all pictures of an explorer, which the page and the slides of a lesson share."""
    return Maker(made(name, arguments), stops, texts).moving()


def instructions(notebook, lesson) -> tuple[str, ...]:
    """Return the texts that say what to do with the explorers of a lesson.

    These are the text before each explorer, the text after each prediction, and the page for
    teachers.
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


def let_move(notebook, lesson, folder: Path, stops=STOPS, address=True, python=""):
    """Let all explorers and predictions of a notebook answer without Python.

    The pictures are written into `folder`, and a slider has about `stops` stops. `address` says
    whether the page's address holds the state of a picture. `python` is where the page finds
    Python. If it is given, the page shows the pictures only until Python draws, so no controls
    combine in them.
    """
    explorers = 0
    texts = () if python else instructions(notebook, lesson)
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        if ASKED.search(cell.source):
            show(cell, questions(cell.source), over="text/html")
        if found := SHOWN.search(cell.source):
            some = stops if not explorers else round(FEWER * stops)
            explorers += 1
            key = f"{lesson}/{explorers}"
            moving = drawn(*found.groups(), max(some, 2), texts)
            write(moving, folder / PICTURES / key, key)
            show(cell, figure(moving, found[2], key, address, python), over="image/png")


def show(cell, text, over):
    """Make an output of a cell show HTML: the output that has data of the kind `over`."""
    for output in cell.outputs:
        if over in output.get("data", {}):
            output.data["text/html"] = text


def figure(moving, arguments, key, address, python):
    """Return an explorer as HTML. `arguments` say for which question its picture waits."""
    waits = UNTIL.search(arguments)
    until = waits[1] if waits else ""
    return template().render(
        moving=moving, opening=moving.descriptions[0], key=key, at=f"{PICTURES}/{key}",
        picture=b64encode(moving.pictures[0]).decode(), address=address, python=python,
        until=until, asked=asks(until) if until and not address else "",
    )  # fmt: skip


def questions(source):
    """Return the predictions of a cell as HTML. Each option unfolds only its own reply."""
    return "".join(map(question, predictions(ASKED.search(source))))


def predictions(found):
    """Return the predictions of a cell in which `ASKED` was found."""
    names = [found[1]] if found[1] else NAMES.findall(found[2])
    asked = [PREDICTIONS[name] for name in names]
    return asked if found[1] else [one.recalled for one in asked]


def asks(name):
    """Return a question without its replies, for a picture that waits for it."""
    prediction = PREDICTIONS[name]
    return as_html("\n\n".join([prediction.question, *prediction.labels]))


def question(prediction):
    """Return a prediction as a card, in which an option unfolds its reply below all options."""
    options = "".join(
        f'<details name="{prediction.name}" data-predict="{prediction.name}">'
        f'<summary class="{"right" if choice == prediction.right else "other"}">'
        f"{html.escape(label)}</summary>"
        f'<div class="told">{prediction.reply(choice)}{prediction.task()}</div></details>'
        for choice, label in enumerate(prediction.labels)
    )
    return f'<div class="question posenc-card">{as_html(prediction.question)}{options}</div>'
