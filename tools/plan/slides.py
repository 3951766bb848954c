"""A class as slides: for each part of a plan a vote, a picture with what it needs, one sentence."""

import html
import re
from copy import deepcopy
from functools import partial

from nbformat.v4 import new_markdown_cell, new_notebook

from tools import deck
from tools.pages.moving import ASKED, SHOWN, predictions
from tools.plan import lesson_notes, notes_on

OPENING = "# Positional encoding\n\nHow does a Transformer know which word comes first?"
EXIT = re.compile(r"\*\*Exit question\*\* (.+?)\n\n<details>.*?</summary>\s*(.+?)</details>", re.S)
HEADINGS = re.compile(r"^#+ .+$", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)`|\*+([^*]+)\*+")
CONTROL = re.compile(
    r"<(?:label)>(?=<span>([^<]+)</span>)"
    r'|<button type="button" (?:class="play" data-plays="([^"]+)"|data-picture="\d+">([^<]+)<)'
)
KEPT = {"Reset"}
PREDICT, VOTE = "Predict", "Vote"
WAITS = re.compile(r' data-until="[^"]*"')


def slides(rows, moving, opening=OPENING):
    """The notebook from which a class's slides are made; `moving` puts in what moves."""
    cells, minute, met = [_cell(opening, "slide")], 0, set()
    for row in rows:
        end = minute + row.minutes
        for part in row.parts:
            cells += _part(row, part, f"**Minute {minute} to {end}.**", moving, part.lesson in met)
            met.add(part.lesson)
        minute = end
    return new_notebook(cells=cells)


def _cell(text, kind):
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}})


def _part(row, part, clock, moving, met):
    """The cells of a part, marked as slides; its first notes are the speaker's."""
    if question := exit_question(part):
        return [_cell(f"## Exit question\n\n{question[1]}", "slide"), _cell(clock, "notes")]
    first, *others = cells = deepcopy(part.cells)
    moving.put_into(new_notebook(cells=cells), part.lesson)
    said = HEADINGS.split(first.source)[-1].strip()
    spoken = notes(row, part, clock, met)
    first.metadata["slideshow"] = {"slide_type": "slide"}
    shown = shown_of(others, bool(row.what))
    if shown and not any(map(deck.is_exercise, shown)):  # then a slide needs no more words
        spoken, said = [*spoken, said], ""
    asked = [cell for cell in shown if ASKED.search(cell.source)] * (part.heading != PREDICT)
    first.source = f"## {VOTE if asked else title(row, part)}\n\n{said}"
    for cell in others:
        cell.metadata["slideshow"] = {"slide_type": "-" if cell in shown else "notes"}
        if shown and cell.cell_type == "code" and cell not in shown:
            cell.outputs = []
        if SHOWN.search(cell.source):
            _keep_controls(cell, row.what, part.lesson)
    if asked and asked != shown:  # a title may give the answer away
        others.insert(others.index(asked[-1]) + 1, _cell(f"## {title(row, part)}", "slide"))
    spoken = _cell("\n\n".join(spoken), "notes")
    if any(map(deck.is_seen, shown)):
        return [first, spoken, *others]
    if not deck.slides_of([first, *others, spoken]):  # too much for a slide: its code says it
        code = next(cell for cell in others if cell.cell_type == "code")
        code.metadata["slideshow"] = {"slide_type": "-"}
        first.source, spoken.source = f"## {title(row, part)}", f"{spoken.source}\n\n{said}"
    return [first, *others, spoken]


def shown_of(cells, one_picture):
    """The cells of code that are on slides: what is seen, or else short functions."""
    code = [cell for cell in cells if cell.cell_type == "code"]
    seen = [cell for cell in code if deck.is_seen(cell)]
    drawn = [cell for cell in seen if deck.pictures(cell)]
    left_out = drawn[1:] if one_picture else []
    return [cell for cell in seen or filter(deck.is_shown, code) if cell not in left_out]


def exit_question(part):
    """What is found of an exit question and its answer in a part, or None."""
    return EXIT.search("\n\n".join(cell.source for cell in part.cells))


def title(row, part):
    """What a slide says: a sentence of the plan, or else of the guide, or the part's heading."""
    said = row.what
    if not said and part.heading == "Play":
        said = lesson_notes(part.lesson, "The one thing").partition("** ")[2]
    if said:
        return re.split(r"(?<=[.?])\s", said)[0].rstrip(".").replace("*", "")
    return VOTE if part.heading == PREDICT else part.heading


def notes(row, part, clock, met):
    """Yield what the speaker reads: the clock, the plan, and the guide on this part."""
    yield f"{clock} {row.what}"
    if row.board:
        yield f"**On the board:** {row.board}"
    if not met:
        yield lesson_notes(part.lesson, "The one thing")
    for cell in part.cells:
        if SHOWN.search(cell.source):
            yield lesson_notes(part.lesson, "Project")
        if found := ASKED.search(cell.source):
            yield from (notes_on(one.name) for one in predictions(found))


def questions(rows):
    """The predictions that a class votes on."""
    cells = (cell for row in rows for part in row.parts for cell in part.cells)
    asked = (ASKED.search(cell.source) for cell in cells if cell.cell_type == "code")
    return [one for found in asked if found for one in predictions(found)]


def _keep_controls(cell, words, lesson):
    """Open a picture, and hide its controls that neither the plan nor the guide names."""
    for output in cell.outputs:
        if text := output.get("data", {}).get("text/html"):
            said = words if named(text, words) else f"{words} {lesson_notes(lesson, 'Project')}"
            wanted = named(text, said) | KEPT
            text = WAITS.sub("", text)
            output.data["text/html"] = CONTROL.sub(partial(_shown, wanted), text)


def named(text, words):
    """The controls of a picture that some words name."""
    controls = {html.unescape(one) for found in CONTROL.findall(text) for one in found if one}
    return controls & {one for found in NAMED.findall(words) for one in found}


def _shown(wanted, found):
    name = html.unescape(next(filter(None, found.groups())))
    tag, rest = re.match(r"<(\w+)(.*)", found[0], re.DOTALL).groups()
    return found[0] if name in wanted else f"<{tag} hidden{rest}"
