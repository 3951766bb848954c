"""Say how many minutes each lesson takes in class, by one rule for all: python tools/minutes.py

A minute for 100 words of prose and for each figure, 7 seconds for a line of code, 5 minutes for an
explorer, 3 for a prediction, 5 for an exercise and 15 for the three that take a page: the six
mystery tables, and the two of the capstone.
"""

import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
WORD, LINE, FIGURE, EXPLORER, PREDICTION, EXERCISE = 1 / 100, 7 / 60, 1, 5, 3, 5
LONG_EXERCISES = {"name_tables": 15, "choose_base": 15, "published_error": 15}
HEADING = re.compile(r"^##? (.+)$", re.MULTILINE)


def words(markdown):
    """How many words are read aloud; a formula counts as two, folded answers as none."""
    text = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    return len(re.findall(r"\w+", re.sub(r"\$.*?\$", " x x ", text, flags=re.DOTALL)))


def minutes_of_code(cell):
    """How many minutes a code cell takes that is no exercise."""
    if "Explorer(" in cell.source:
        return EXPLORER
    if cell.source.startswith("predict."):
        return PREDICTION
    if re.search(r"^(from|import) ", cell.source, re.MULTILINE):
        return 0
    if any("image/png" in output.get("data", {}) for output in cell.outputs):
        return FIGURE
    return LINE * len(cell.source.splitlines())


def minutes_of_exercise(cell):
    """How many minutes a code cell among the exercises takes."""
    return sum(
        LONG_EXERCISES.get(name, EXERCISE)
        for name in re.findall(r"^check\.(\w+)", cell.source, re.M)
    )


def parts(notebook):
    """The minutes of each part of a lesson, by heading; Exercises count as answers, not words."""
    found, heading = {}, ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = (HEADING.findall(cell.source) or [heading])[-1]
            added = 0 if heading == "Exercises" else WORD * words(cell.source)
        else:
            added = (minutes_of_exercise if heading == "Exercises" else minutes_of_code)(cell)
        found[heading] = found.get(heading, 0) + added
    return found


def totals(notebook):
    """The minutes of a lesson without its exercises, and those of the exercises."""
    found = parts(notebook)
    exercises = found.pop("Exercises", 0)
    return sum(found.values()), exercises


def main():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        lesson, exercises = totals(notebook)
        print(f"{path.stem}: {lesson:.0f} minutes, plus {exercises:.0f} for the exercises")
        for heading, minutes in parts(notebook).items():
            print(f"    {minutes:4.0f}  {heading}")


if __name__ == "__main__":
    main()
