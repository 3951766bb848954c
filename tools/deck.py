"""Show a lesson as slides: a picture, a whole question or at most 70 words under each heading.

The metadata of a notebook's cells says which cells open a slide, which belong to the speaker's
notes and which are left out. `slide_types` is the rule that marks them. A text that is too long for
a slide is cut at the end of a sentence, and the notes hold all of it.
"""

import re
from itertools import pairwise, zip_longest

import nbformat
from nbformat.v4 import new_markdown_cell

from tools.pages import words
from tools.pages.moving import ASKED, predictions, question

OPENS = {"slide", "subslide"}
FEWEST_WORDS = 9  # words: a shorter rest of a longer text is left out
MOST_OF_CODE = 14  # lines of code on a slide
DEFINES = re.compile(r"^def ", re.MULTILINE)
HELP = re.compile(r"\n*^# (hint|solution)\.(\w+)\(\)$", re.MULTILINE)
NUMBERED = re.compile(r"\*\*(\d)\.( [^*]+?)?\.?\*\* *")  # the beginning of an exercise
EXIT = re.compile(
    r"^\*\*(Exit question)\*\* (.+?)\s*(<details>.*?</details>)", re.MULTILINE | re.DOTALL
)
DOUBLE = re.compile(r"\A##+ .*\n+###|\A###")  # a slide has one heading
FURTHER = re.compile(r"\*\*Further\*\* ")  # leads to what is further


def kind_of(cell):
    """Return the slide type of a cell."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def pictures(cell):
    """Return the pictures that a cell shows, as base64."""
    shown = [output.get("data", {}) for output in cell.get("outputs", [])]
    return [data["image/png"] for data in shown if "image/png" in data]


# The marks of cells


def slide_types(cells):
    """Yield the slide type of each cell, by the rule of this course.

    A heading opens a slide, and a short exercise does too. Pictures, questions and functions are on
    slides. Other code and texts about it are notes. Imports are left out, and so are the parts that
    a reader does without a teacher: longer exercises, and paragraphs that lead to what is further.
    """
    imports = next((cell for cell in cells if cell.cell_type == "code"), None)
    part, asked = "", False
    for cell, follows in zip_longest(cells, cells[1:]):
        titles = words.HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
        parts = [title for marks, title in titles if len(marks) < 3]
        part = (parts or [part])[-1]
        alone = part == "Exercises" and not parts[:-1] or FURTHER.match(cell.source)
        if alone or cell is imports:
            asked = (asked and cell.cell_type == "code") or is_short(cell, follows)
            yield "skip" if not asked else "-" if cell.cell_type == "code" else "subslide"
        elif titles:
            yield "slide" if parts else "subslide"
        elif cell.cell_type == "code":
            yield "-" if is_shown(cell) else "notes"
        else:
            yield "notes"


def is_short(cell, follows):
    """Return whether a text cell is an exercise that fits on one slide together with its code."""
    if follows is None or not NUMBERED.match(cell.source) or not is_exercise(follows):
        return False
    return words.count(cell.source) + words.count(without_help(follows.source)) < words.MOST_WORDS


def is_exercise(cell):
    """Return whether a reader should fill in a code cell."""
    return "exercise" in cell.metadata.get("tags", [])


def without_help(source):
    """Return the code of an exercise without its last lines, which ask for help."""
    return HELP.sub("", source)


def is_shown(cell):
    """Return whether a code cell has something for a slide."""
    source = without_help(cell.source)
    short = source.count("\n") < MOST_OF_CODE and words.count(source) <= words.MOST_WORDS
    return is_seen(cell) or (short and bool(DEFINES.search(source) or is_exercise(cell)))


def is_seen(cell):
    """Return whether a cell shows a picture or asks a question."""
    return bool(pictures(cell) or ASKED.search(cell.source))


def mark_slides(notebook):
    """Give the cells of a notebook their slide types, and remove the old ones."""
    for cell, kind in zip(notebook.cells, slide_types(notebook.cells), strict=True):
        cell.metadata.pop("slideshow", None)
        if kind != "-":
            cell.metadata["slideshow"] = {"slide_type": kind}


# The slides


def laid(notebook):
    """Return a notebook whose cells are the slides of another one, with their places in metadata.

    `slide` says whether the cell `opens` a slide, the `number` of the slide, and whether it shows a
    picture `alone`. `notes` marks the cells that only the speaker sees.
    """
    cells = [part for cell in notebook.cells if kind_of(cell) != "skip" for part in parts(cell)]
    starts = [n for n, cell in enumerate(cells) if n == 0 or kind_of(cell) in OPENS]
    found = []
    for start, end in pairwise([*starts, len(cells)]):
        slides = slides_of(cells[start:end])
        if found and not slides:  # without a slide, all cells are notes of the slide before
            found[-1][1].extend(cells[start:end])
        found += slides
    new = nbformat.v4.new_notebook(metadata=notebook.metadata)
    for number, (on_it, notes) in enumerate(found, 1):
        for at, cell in enumerate([*on_it, *notes]):
            alone = any(map(pictures, on_it))
            cell = nbformat.from_dict({**cell, "id": f"slide-{len(new.cells)}"})
            if at >= len(on_it):
                cell |= {"outputs": []} if cell.cell_type == "code" else {}
                cell.source = words.HEADING.sub(r"**\2**", cell.source)
            cell.metadata["slide"] = {"opens": at == 0, "number": number, "alone": alone}
            cell.metadata["notes"] = at >= len(on_it)
            new.cells.append(cell)
    return new


def parts(cell):
    """Yield the parts of a cell, as cells. Headings and exit questions cut a text into parts."""
    if cell.cell_type != "markdown":
        yield cell
        return
    source, asked = cell.source.strip(), EXIT.search(cell.source)
    heading = words.HEADING.search(source)
    if heading and heading.start():
        yield text_cell(source[: heading.start()], "notes")
        source = source[heading.start() :]
    source = DOUBLE.sub("##", source)
    if asked:
        before, _, after = source.partition(asked[0])
        yield nbformat.from_dict({**cell, "source": before})
        yield text_cell(f"## {asked[1]}\n\n{asked[2]}", "subslide")
        yield text_cell(asked[3], "-")
        yield text_cell(after, "notes")
    elif found := kind_of(cell) in OPENS and NUMBERED.match(source):
        title = f"## Exercise {found[1]}{':' * bool(found[2])}{found[2] or ''}"
        yield text_cell(f"{title}\n\n{source[found.end() :]}", "subslide")
    else:
        yield nbformat.from_dict({**cell, "source": source})


def text_cell(text, kind):
    """Return a text as a cell with this slide type."""
    return new_markdown_cell(text.strip(), metadata={"slideshow": {"slide_type": kind}})


def slides_of(section):
    """Return the slides of a section below a heading: the cells on each, and those in its notes."""
    first, *others = section
    notes = [first]
    on_it = first_of(first, others)
    slides = [(on_it, notes)] if on_it else []
    for cell in others:
        if not is_seen(cell) or kind_of(cell) == "notes":
            notes.append(cell)
            continue
        for body in bodies(cell):
            notes = [] if slides else notes
            slides.append(([heading(first, slides), body], notes))
    return slides


def first_of(first, others):
    """Return the first slide below a heading: its text, and a function or a result for the text.

    Return no cells if a picture or a question says it all. A text that was cut gets no result below
    it.
    """
    said, is_title = first.source, first.source.startswith("# ")
    text = words.announced(words.shortened(said.partition("\n\n**")[0] if is_title else said))
    for cell in () if is_title else others:
        if is_seen(cell) and kind_of(cell) != "notes":
            text *= said != first.source or cell is not others[0]
            break
        shown = shown_of(cell) if kind_of(cell) == "-" or said == first.source else []
        taken = sum(words.count(one.source + "\n" + printed(one)) for one in shown)
        fitting = words.shortened(said, words.MOST_WORDS - taken)
        if fitting.split() != words.unfolded(said).split():
            fitting = words.announced(fitting) if is_exercise(cell) else ""
        if shown and (has_body(fitting) or not has_body(text)):
            return [new_markdown_cell(fitting or text), *shown]
        said += f"\n\n{cell.source}" * (cell.cell_type == "markdown")
    is_whole = "$$" in text or text.split() == words.unfolded(said).split()
    few = not is_whole and words.count(words.HEADING.sub("", text)) < FEWEST_WORDS
    return [new_markdown_cell(text)] if has_body(text) and not few else []


def has_body(text):
    """Return whether a text has more than headings."""
    return bool(words.HEADING.sub("", text).strip())


def shown_of(cell):
    """Return the parts of a cell to show below a text: the whole cell, or only its printed text."""
    if cell.cell_type == "markdown":
        return [cell] if kind_of(cell) == "-" else []
    if is_exercise(cell):
        return [nbformat.from_dict({**cell, "source": without_help(cell.source), "outputs": []})]
    if kind_of(cell) != "notes":
        return [cell]
    results = nbformat.from_dict({**cell, "source": ""})
    return [results] if 0 < words.count(printed(cell)) <= words.MOST_WORDS // 2 else []


def bodies(cell):
    """Yield the visible parts of a cell: its picture, or each of its questions."""
    found = ASKED.search(cell.source)
    if not found:
        yield nbformat.from_dict({**cell, "source": ""})
        return
    for prediction in predictions(found):
        html = {"text/html": question(prediction)}
        outputs = [nbformat.v4.new_output("display_data", html)]
        yield nbformat.from_dict({**cell, "source": "", "outputs": outputs})


def printed(cell):
    """Return what a cell has printed."""
    return "".join(
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    )


def heading(first, again):
    """Return the heading of a slide. A repeated heading has no id."""
    found = words.HEADING.search(first.source)
    if not found or not again:
        return new_markdown_cell(found[0] if found else "")
    title = re.sub(r"`([^`]+)`", r"<code>\1</code>", found[2])
    return new_markdown_cell(f'<h2 class="again">{title}</h2>')
