"""The concept test as a notebook, which keeps answers only when the student says so.

It needs ipywidgets and nothing of this course, and it does not hold the key.
"""

import json

import nbformat

from tools.notebooks import NOTEBOOK_METADATA
from tools.questions import CONCEPT_TEST, form, introduction
from tools.questions.paper import asked

HOW = """Run all cells (menu *Run*). Below each question you find its letters. The dash takes \
a choice back. Nothing is kept until you say so at the end."""

CODE = """import ipywidgets as widgets

OPEN = "–"
chosen = {}


def choose(number, letters):
    \"\"\"Ask for a letter. It is held in memory only.\"\"\"
    chosen[number] = widgets.ToggleButtons(
        options=[*letters, OPEN], value=OPEN, style={"button_width": "4em"},
        tooltips=[f"Question {number}: {letter}" for letter in letters] + ["no answer"],
    )
    return chosen[number]


def keep(code_word=""):
    \"\"\"Print the answers below this cell, where saving the notebook keeps them.\"\"\"
    answers = "".join(chosen[number].value.replace(OPEN, "-") for number in sorted(chosen))
    word = " ".join(code_word.split())
    print(f"concept test WHEN FORM; code word: {word}; answers: {answers}")"""

KEEPING = """## Keep your answers, if you want

So far your answers are in the memory of this program alone. Without the next step they are gone \
when you close it, and no one sees them.

To hand them in, choose a code word that does not give you away, and take the same one in the \
second test. Write it between the quotes, delete the `#`, run the cell, and save the notebook. To \
take your answers back, delete what the cell has printed and save again."""

KEEP = '# keep("your code word")'


def notebook(when, letter):
    """A form of the concept test, for `when`: before or after the course."""
    title, text = introduction(CONCEPT_TEST)
    code = CODE.replace("WHEN", when).replace("FORM", letter)
    cells = [_text(f"# {title}, form {letter}, {when} the course\n\n{text}\n\n{HOW}"), _code(code)]
    for number, question in enumerate(form(letter), start=1):
        letters = "".join(one for one, _ in question.lettered())
        cells += [_text(asked(number, question)), _code(f'choose({number}, "{letters}")')]
    cells += [_text(KEEPING), _code(KEEP)]
    cells[1].metadata["jupyter"] = {"source_hidden": True}
    for number, cell in enumerate(cells, start=1):
        cell.id = f"concept-test-{number:02d}"
    made = nbformat.v4.new_notebook(cells=cells, metadata=NOTEBOOK_METADATA)
    nbformat.validate(made)
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


_text = nbformat.v4.new_markdown_cell
_code = nbformat.v4.new_code_cell
