"""Turn lessons into files that open in any browser, without Jupyter and without a network.

    python -m tools.export html                 pages, and what is further, into build/html
    python -m tools.export slides               slides, into build/slides
    python -m tools.export mark-slides FILE     say in a lesson which cells open a slide

Notebooks are exported as they are stored, and none of them is run. Explorers move: their pictures
are drawn into a folder `frames` beside the files. With `--stops 0` they do not move, and each file
needs no other. Formulas are MathML, which browsers draw themselves.
"""

import argparse
import html
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import nbformat
from math_core import LatexError, LatexToMathML
from nbconvert import TemplateExporter
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from traitlets.config import Config

from posenc_helpers import hint, solution
from posenc_helpers.lessons import checked, prediction
from tools import deck
from tools.notebooks import ROOT, Problem, course, dumps, read
from tools.pages import STOPS
from tools.pages.moving import let_move

TEMPLATES = Path(__file__).with_name("templates")
LOOK = TEMPLATES / "lesson"
FURTHER = "_further"  # the end of the name of a notebook that is further
LINK_TO_FURTHER = re.compile(r"\[([^]]+)\]\(further/[^)]*\)")
# An output is shown as the first of these kinds that it has. None of them needs JavaScript.
SHOWN = ["text/html", "text/markdown", "image/png", "text/plain"]

# Formulas and text

MATHML = LatexToMathML(fancy_error=False)
IN_HTML = re.compile(
    r"(?P<kept><(?P<tag>code|pre|script|style|svg|math)\b.*?</(?P=tag)>|<[^>]*>)"
    r"|\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$]+)\$",
    re.DOTALL,
)

TO_NOTEBOOK = re.compile(r"^(?![a-z]+:)(?:[^#?]*/)?([^/#?]+)\.ipynb(?=#|$)")
UNBREAKABLE = re.compile(r"<math>(?:(?!</math>).)*</math>[.,:;?)]+")


def formula(latex, block=False):
    """Return a formula as MathML. As a block it scrolls if it is too wide.

    Raises Problem if the formula cannot be converted.
    """
    try:
        math = MATHML.convert_with_local_state(latex.strip(), displaystyle=block)
    except LatexError as error:
        raise Problem(f"the formula {latex.strip()} cannot be converted: {error}") from None
    return f'<span class="scroll">{math}</span>' if block else math


def formulas(text):
    """Return HTML with its formulas, between dollar signs, as MathML. Tags and code are kept."""

    def convert(match):
        if match["kept"]:
            return match["kept"]
        return formula(html.unescape(match["block"] or match["inline"]), bool(match["block"]))

    return IN_HTML.sub(convert, text)


class Renderer(IPythonRenderer):
    """Render Markdown as HTML, with formulas as MathML and with links to exported files."""

    def block_math(self, body):
        return formula(body, block=True)

    def inline_math(self, body):
        return formula(body)

    def block_html(self, html):
        return super().block_html(formulas(html))

    def heading(self, text, level, **attributes):
        name = html.unescape(re.sub(r"<[^>]*>", "", text)).strip().replace(" ", "-")
        return f'<h{level} id="{html.escape(name)}">{text}</h{level}>\n'

    def link(self, text, url, title=None):
        return super().link(text, TO_NOTEBOOK.sub(r"\1.html", url), title)

    def table(self, text):
        return f'<div class="scroll"><table>\n{text}</table></div>\n'


def markdown(source):
    """Return Markdown as HTML, with no line break between a formula and a punctuation mark."""
    text = MarkdownWithMath(renderer=Renderer(escape=False)).render(source)
    return UNBREAKABLE.sub(r'<span class="whole">\g<0></span>', text)


@cache
def exporter(template_file):
    """Return the exporter of a template. It is made only once, because making it takes long.

    HTMLExporter would read each page again to look for pictures without words, which takes half of
    its time.
    """
    made = TemplateExporter(
        template_name="lesson",
        template_file=template_file,
        extra_template_basedirs=[str(TEMPLATES)],
        config=Config({"NbConvertBase": {"display_data_priority": SHOWN}}),
    )
    made.register_filter("highlight_code", Highlight2HTML(pygments_lexer="python"))
    made.register_filter("markdown2html", markdown)
    made.register_filter("formulas", formulas)
    made.register_filter("drawings", deck.pictures)
    made.register_filter("is_table", re.compile(r"\S {2,}\S").search)
    return made


def title(notebook):
    """Return the title of a lesson as plain text."""
    found = re.search(r"^# +(.+)$", notebook.cells[0].source, flags=re.MULTILINE)
    return re.sub(r"[*_`$]", "", found[1]) if found else "Lesson"


# Pages

GIVERS = {"hint": hint, "solution": solution}


def folded(feedback):
    """Return a hint or solution as Markdown: a summary, and below it what the cell would show."""
    code = f"\n\n```python\n{feedback.code}\n```" if feedback.code else ""
    summary = f"<details><summary>{feedback.status.title()}</summary>"
    return f"{summary}\n\n{feedback.text}{code}\n\n</details>"


IN_JUPYTER = re.compile(r"^\*\*First\*\* .*(\n\n|\Z)", re.MULTILINE)


def leave_out_what_to_run(notebook):
    """Remove lines that say what to press in JupyterLab, because a page has all its pictures."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = IN_JUPYTER.sub("", cell.source).rstrip()


def fold_help(notebook):
    """Put hint and solution of each exercise where the notebook says that it is not answered."""
    checked.clear()  # so that a page shows no reply of earlier checks in this process
    for cell in notebook.cells:
        asked = [(GIVERS[kind], name) for kind, name in deck.HELP.findall(cell.source)]
        folds = [folded(getattr(giver, name)()) for giver, name in asked if hasattr(giver, name)]
        if cell.cell_type != "code" or not folds:
            continue
        cell.source = deck.without_help(cell.source)
        shown = [one for one in cell.outputs if "Not answered" not in str(one.get("data"))]
        folds = {"text/markdown": "\n\n".join(folds)}
        cell.outputs = [*shown, nbformat.v4.new_output("display_data", folds)]


def ways(name, names, on_site=False):
    """Return the text and the address of each link from a page.

    `names` are the notebooks that are exported together, in their order. A lesson leads to other
    lessons and to its own further notebook. From there, links lead back to the lesson and to the
    next one.
    """
    number = name.partition("_")[0]
    lessons = [one for one in names if not one.endswith(FURTHER)]
    if name in lessons:
        at = lessons.index(name)
        found = {"Previous": lessons[:at][-1:], "Next": lessons[at + 1 :][:1]}
        found["Further"] = [one for one in names if one == number + FURTHER]
    else:
        found = {"Back to the lesson": [one for one in lessons if one.startswith(f"{number}_")]}
        found["Next lesson"] = [one for one in lessons if one.partition("_")[0] > number][:1]
    links = [(text, f"{one}.html") for text, ones in found.items() for one in ones]
    return [("All lessons", "lessons.html")] * on_site + links


# Commands


def read_look(*names):
    return "\n".join((LOOK / name).read_text(encoding="utf-8").rstrip() for name in names)


def fill(notebook, template_file, look, scripts=(), moves=False, **resources):
    """Return the text of one HTML file made by a template, with its style and its scripts."""
    resources = {
        "title": title(notebook),
        "look": read_look(*look),
        "script": read_look("reach.js", *scripts, *["live.js"] * moves),
        "moves": moves,
        **resources,
    }
    return exporter(template_file).from_notebook_node(notebook, resources)[0]


def page(notebook, **more):
    """Return a lesson as the text of one HTML page. `ways` in `more` are the links at its top."""
    leave_out_what_to_run(notebook)
    fold_help(notebook)
    more["card"] = prediction.LOOK
    return fill(notebook, "index.html.j2", ["common.css", "page.css"], **more)


def slides(notebook, name="", moves=False, **_):
    """Return a lesson as the text of one HTML file with slides, without parts only for pages.

    `name` is the name of its file, which begins with the number of the lesson.
    """
    leave_out_what_to_run(notebook)
    for cell in notebook.cells:  # there are no slides of what is further
        cell.source = LINK_TO_FURTHER.sub(r"\1", cell.source)
    notebook = deck.laid(notebook)
    count = notebook.cells[-1].metadata["slide"]["number"]
    look = ["common.css", "slides.css"]
    more = {"slides": count, "moves": moves, "number": name.partition("_")[0]}
    return fill(notebook, "slides.html.j2", look, ["slides.js"], **more)


def save(text, target):
    """Write the text of a page, and return its path."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    return str(target)


def export(path, form, folder, ways=(), stops=0, python=""):
    """Write the notebook at `path` as "html" or "slides" into `folder`, and return the file's path.

    If `stops` is not 0, its pictures move, with about `stops` stops for a slider. `python` is the
    address of the script that puts Python into a page.
    """
    notebook = read(path)
    if stops:
        let_move(notebook, path.stem, folder, stops, form == "html", python)
    make = page if form == "html" else slides
    text = make(notebook, name=path.stem, ways=ways, moves=bool(stops), python=python)
    return save(text, folder / f"{path.stem}.html")


def named(path, work, *arguments):
    """Return what `work` returns for a notebook. A Problem gets the name of the file."""
    try:
        return work(path, *arguments)
    except Problem as problem:
        raise Problem(f"{path.name}: {problem}") from None


def export_all(paths, form, folder, stops, python=""):
    """Write several notebooks, on all cores, and yield the path of each file.

    `python` is the address of the script that puts Python into the pages. If it is given, the pages
    are for a site.
    """
    names = [path.stem for path in paths]
    jobs = [
        (path, export, form, folder, ways(path.stem, names, bool(python)), stops, python)
        for path in paths
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(named, *zip(*jobs, strict=True))


def mark(path):
    """Write slide types into the notebook at `path`, instead of its old ones."""
    notebook = read(path)
    deck.mark_slides(notebook)
    return save(dumps(notebook), path)


def main(arguments=None):
    """Run the command line. Return 0, or 1 if a notebook has a problem."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("form", choices=["html", "slides", "mark-slides"])
    parser.add_argument("notebooks", nargs="*", type=Path, help="default: all lessons")
    parser.add_argument("--to", type=Path, help="folder for the files, default: build/FORM")
    parser.add_argument("--stops", type=int, default=STOPS, help="of each slider, or 0 for stills")
    options = parser.parse_intermixed_args(arguments)
    folder = options.to or ROOT / "build" / options.form
    paths = options.notebooks or course(further=options.form == "html")
    try:
        if options.form == "mark-slides":
            done = (named(path, mark) for path in paths)
        else:
            done = export_all(paths, options.form, folder, options.stops)
        for line in done:
            print(line, flush=True)
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
