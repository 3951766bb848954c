"""A lesson as slides: under each heading a picture, a question, or at most sixty words.

A notebook says in the metadata of its cells what opens a slide, what belongs to the notes for the
speaker and what is left out; `slide_types` is the rule by which it is marked. What is too long for
a slide is cut at the end of a sentence, and stands whole in the notes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import nbformat
from nbformat.v4 import new_markdown_cell

from tools.pages.moving import ASKED, predictions, question

OPENS = {"slide", "subslide"}
MOST_WORDS = 60
MOST_OF_CODE = 14  # lines
HEADING = re.compile(r"^(#+) +(.+)$", re.MULTILINE)
BLOCKS = re.compile(r"\n{2,}(?![^\n]*</details>)")
FOLDED = re.compile(r"<details>.*?</details>\s*", re.DOTALL)
SENTENCES = re.compile(r"(?<=[.?!])\s+(?=[A-Z*`$“_])")
ITEM = re.compile(r"^([-*]|\d+\.) |^\|")
DEFINES = re.compile(r"^def ", re.MULTILINE)


def kind_of(cell):
    """Return the slide type of a cell."""
    marked = cell.metadata.get("slideshow")
    return str(marked.get("slide_type", "-")) if isinstance(marked, dict) else "-"


def pictures(cell):
    """Return the pictures that a cell shows, as base64."""
    shown = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [data["image/png"] for data in shown if "image/png" in data]


def heading_level(cell):
    """Return the level of the first heading in a cell of text, or None."""
    found = HEADING.search(cell.source)
    return len(found[1]) if found else None


# The marks


def slide_types(cells):
    """Yield the slide type of each cell, by the rule of this course.

    A heading opens a slide. Pictures, questions and functions are on slides; other code and what
    is said about it are notes. Imports are left out, and so is what a reader does alone: the
    exercises, and all under *Further*.
    """
    imports = next((cell for cell in cells if cell.cell_type == "code"), None)
    alone = ""
    for cell in cells:
        level = heading_level(cell) if cell.cell_type == "markdown" else None
        if level and level < 3:
            title = HEADING.search(cell.source)[2]
            alone = title if title in ("Exercises", "Further") else ""
            yield "skip" if alone == "Further" else "slide"
        elif alone or cell is imports:
            yield "skip"
        elif level:
            yield "subslide"
        elif cell.cell_type == "code":
            yield "-" if is_shown(cell) else "notes"
        else:
            yield "notes"


def is_shown(cell):
    """Return whether a cell of code has something for a slide."""
    short = cell.source.count("\n") < MOST_OF_CODE and count(cell.source) <= MOST_WORDS
    defines = bool(DEFINES.search(cell.source)) and short
    return is_seen(cell) or (defines and "exercise" not in cell.metadata.get("tags", []))


def is_seen(cell):
    """Return whether a cell shows a picture or asks a question."""
    return bool(pictures(cell) or ASKED.search(cell.source))


def mark_slides(notebook):
    """Give a notebook that has no slide types its types. Return whether it had none."""
    if any("slideshow" in cell.metadata for cell in notebook.cells):
        return False
    for cell, kind in zip(notebook.cells, slide_types(notebook.cells), strict=True):
        if kind != "-":
            cell.metadata["slideshow"] = {"slide_type": kind}
    return True


# Words


def count(text):
    """Return how many words a text has; a formula is one."""
    text = re.sub(r"\$\$.+?\$\$|\$[^$]+\$", "x", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>|^[#>|*-]+|[|]|\]\([^)]*\)", " ", text, flags=re.MULTILINE)
    return len(text.split())


def shortened(text, most=MOST_WORDS):
    """Return as much of a text as `most` words hold, up to the end of a sentence or an item."""
    kept, left = [], most
    for block in BLOCKS.split(FOLDED.sub("", text).strip()):
        some = block if count(block) <= left else beginning(block, left)
        if some:
            kept.append(some)
        left -= count(some)
        if some != block:
            break
    return "\n\n".join(kept)


def beginning(block, most):
    """Return the sentences or the items of a block that `most` words hold."""
    if block.startswith(("|", "$$")):
        return ""
    parts = block.split("\n") if ITEM.match(block) else SENTENCES.split(block)
    join = "\n" if ITEM.match(block) else " "
    while parts and count(join.join(parts)) > most:
        parts.pop()
    return join.join(parts)


# The slides


def laid(notebook):
    """Return a notebook whose cells are the slides of another; their metadata says where each is.

    `slide` has `opens`, the number of the slide, and whether it shows a picture `alone`; `notes`
    marks the cells that only the speaker sees.
    """
    cells = [part for cell in notebook.cells if kind_of(cell) != "skip" for part in parts(cell)]
    starts = [n for n, cell in enumerate(cells) if n == 0 or kind_of(cell) in OPENS]
    found = [
        slide
        for start, end in pairwise([*starts, len(cells)])
        for slide in slides_of(cells[start:end])
    ]
    new = nbformat.v4.new_notebook(metadata=notebook.metadata)
    for number, (on_it, notes) in enumerate(found, 1):
        for at, cell in enumerate([*on_it, *notes]):
            alone = any(map(pictures, on_it))
            cell = nbformat.from_dict({**cell, "id": f"slide-{len(new.cells)}"})
            if at >= len(on_it) and cell.cell_type == "code":
                cell.outputs = []
            cell.metadata["slide"] = {"opens": at == 0, "number": number, "alone": alone}
            cell.metadata["notes"] = at >= len(on_it)
            new.cells.append(cell)
    return new


def parts(cell):
    """Yield a cell of text in two where it goes on with the thought before its first heading."""
    found = cell.cell_type == "markdown" and HEADING.search(cell.source)
    if found and found.start():
        yield new_markdown_cell(
            cell.source[: found.start()].strip(), metadata={"slideshow": {"slide_type": "notes"}}
        )
        yield nbformat.from_dict({**cell, "source": cell.source[found.start() :]})
    else:
        yield cell


def slides_of(section):
    """Return the slides of what is below a heading: the cells on each, and those in its notes."""
    first, *others = section
    title, slides, notes = HEADING.findall(first.source)[-1:], [], [first]
    if text := text_of(first, next((cell for cell in others if cell.cell_type == "code"), None)):
        slides.append(([new_markdown_cell(text)], notes))
    for cell in others:
        if not on_slide(cell):
            notes.append(cell)
            continue
        for body in bodies(cell):
            if is_printed(cell) and len(slides) == 1 and fits(slides[0][0], cell):
                slides[0][0].append(body)
            else:
                before = introduction(notes) if is_printed(cell) else ""
                if is_printed(cell) and not before:
                    break
                notes = [] if slides else notes
                above = heading(*title[0], slides, before) if title else new_markdown_cell("")
                slides.append(([above, body], notes))
        if is_printed(cell):
            notes.append(cell)
    return slides


def introduction(notes):
    """Return the paragraph that announces what a cell prints, if one does."""
    last = notes[-1].source.split("\n\n")[-1] if notes else ""
    announces = last.endswith(":") and notes[-1].cell_type == "markdown"
    return last if announces and count(last) <= MOST_WORDS // 2 else ""


def text_of(first, follows):
    """Return what is said on the first slide below a heading; nothing where a picture says it."""
    is_code = follows is not None and on_slide(follows)
    if heading_level(first) != 1 and is_code and is_seen(follows):
        return ""
    text = shortened(first.source)
    if not (is_code and is_printed(follows) and fits([new_markdown_cell(text)], follows)):
        text = announced(text)
    return text if HEADING.sub("", text).strip() else ""


def fits(on_it, cell):
    """Return whether what a cell prints has room below the text of a slide."""
    words = count(on_it[0].source) + count(printed(cell))
    return len(on_it) == 1 and on_it[0].cell_type == "markdown" and words <= MOST_WORDS


def bodies(cell):
    """Return what is shown of a cell of code: what it prints, each question, or all of it."""
    if is_printed(cell):
        return [nbformat.from_dict({**cell, "source": ""})]
    if found := ASKED.search(cell.source):
        return [asked(cell, one) for one in predictions(found)]
    return [nbformat.from_dict({**cell, "source": ""}) if pictures(cell) else cell]


def asked(cell, prediction):
    """Return a question as a cell; of a long one what comes last, which is what it asks."""
    sentences = SENTENCES.split(prediction.question)
    room = MOST_WORDS - count(" ".join(prediction.options))
    while len(sentences) > 1 and count(" ".join(sentences)) > room:
        sentences.pop(0)
    html = question(replace(prediction, question=" ".join(sentences)))
    output = nbformat.v4.new_output("display_data", {"text/html": html})
    return nbformat.from_dict({**cell, "source": "", "outputs": [output]})


def on_slide(cell):
    """Return whether a cell of code is shown: a picture, a question, a function, short results."""
    return cell.cell_type == "code" and (kind_of(cell) != "notes" or is_printed(cell))


def printed(cell):
    """Return what a cell has printed."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    )


def is_printed(cell):
    """Return whether what a cell has printed is all that a slide needs of it."""
    return kind_of(cell) == "notes" and 0 < count(printed(cell)) <= MOST_WORDS


def announced(text):
    """Return a text without what announces something that does not follow."""
    blocks = text.split("\n\n")
    while len(blocks) > 1 and blocks[-1].endswith(":"):
        blocks.pop()
    return "\n\n".join(blocks)


def heading(marks, title, again, text=""):
    """Return the heading of a slide, and what is below it; one that is there again has no id."""
    if not again:
        return new_markdown_cell(f"{marks} {title}")
    title = re.sub(r"`([^`]+)`", r"<code>\1</code>", title)
    level = max(len(marks), 2)
    return new_markdown_cell(f'<h{level} class="again">{title}</h{level}>\n\n{text}')
