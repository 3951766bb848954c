"""Say how many minutes each lesson takes in class, by one rule for all: python tools/minutes.py

A minute for 80 words of prose, 20 seconds for a line of code, 2 minutes for a figure, 6 for an
explorer, 3 for a prediction, 1 for two questions asked again; an exercise takes as long as its text
says. The core, without the exercises, takes 45 minutes or less; what stands under `## Further` says
its time part by part. With `--write`, the times are written wherever they are told: at the top of
each lesson that has a part *Further* and below the headings there, in the map of the course in
lesson 00, in README.md and in TEACHING.md.
"""

import math
import re
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from posenc_helpers.lessons import EXERCISES  # noqa: E402

WORD, LINE, FIGURE, EXPLORER, PREDICTION, RECALL = 1 / 80, 20 / 60, 2, 6, 3, 1
CORE = 45  # minutes at most
PARTS = ("Predict", "Play", "Look", "Derive")  # of which TEACHING.md tells the minutes
HEADING = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
PART_TIME = r"(?:\*\d+ minutes\.\*\n\n)?"  # below a heading under Further


def words(markdown):
    """How many words are read aloud; a formula counts as two, folded answers as none."""
    text = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    return len(re.findall(r"\w+", re.sub(r"\$.*?\$", " x x ", text, flags=re.DOTALL)))


def minutes_of_code(cell):
    """How many minutes a code cell takes."""
    exercises = re.findall(r"^check\.(\w+)", cell.source, re.MULTILINE)
    if exercises:
        return sum(EXERCISES[name].minutes for name in exercises)
    if "Explorer(" in cell.source:
        return EXPLORER
    if asked := re.findall(r"^(predict\.|recall\()", cell.source, re.MULTILINE):
        return PREDICTION if asked[0] == "predict." else RECALL
    if re.search(r"^(from|import) ", cell.source, re.MULTILINE):
        return 0
    if any("image/png" in output.get("data", {}) for output in cell.outputs):
        return FIGURE
    return LINE * sum(bool(line.strip()) for line in cell.source.splitlines())


def pieces(cell):
    """Yield (level, heading, minutes) of the parts of a cell; level 0 goes on with what came."""
    if cell.cell_type == "code":
        yield 0, "", minutes_of_code(cell)
        return
    before, *rest = HEADING.split(cell.source)
    yield 0, "", WORD * words(before)
    for marks, title, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        text = re.sub(f"^\n+{PART_TIME}", "", text)
        yield len(marks), title, WORD * words(f"{title} {text}")


def parts(notebook):
    """The minutes of each `##` of a lesson, and, under Further, of each `###`: two dicts."""
    core, further, heading, found = {}, {}, "", {}
    for cell in notebook.cells:
        for level, title, minutes in pieces(cell):
            if level in (1, 2):
                heading, found = title, core
            elif level == 3 and heading in ("Further", *further):
                heading, found = title, further
            if heading != "Exercises" or cell.cell_type == "code" and "check." in cell.source:
                found[heading] = found.get(heading, 0) + minutes
    core.pop("Further", None)  # what it says before its first part
    return core, further


def up_to_five(minutes):
    """Minutes rounded up to a multiple of 5."""
    return 5 * math.ceil(minutes / 5)


def times(notebook):
    """The minutes of the core and of the exercises, and those of each part of Further."""
    core, further = parts(notebook)
    exercises = core.pop("Exercises", 0)
    return (
        up_to_five(sum(core.values())),
        exercises,
        {title: up_to_five(minutes) for title, minutes in further.items()},
    )


def goes_further(notebook):
    """Whether a lesson has its core and its part Further, so that its time can be told."""
    return any(re.search("^## Further$", cell.source, re.MULTILINE) for cell in notebook.cells)


def tell(notebook):
    """Write its times into a notebook: at its top, and below the headings under Further."""
    core, exercises, further = times(notebook)
    said = (
        f"**Time** {core} minutes, plus {exercises} for the exercises; *Further* {total(further)}."
    )
    top = notebook.cells[0]
    top.source = re.sub(r"^\*\*Time\*\* .*", said, top.source, flags=re.MULTILINE)
    for cell in notebook.cells:
        for title, minutes in further.items():
            heading = rf"^(### {re.escape(title)}\n\n){PART_TIME}"
            told = rf"\g<1>*{minutes} minutes.*\n\n"
            cell.source = re.sub(heading, told, cell.source, flags=re.MULTILINE)


def total(further):
    return sum(further.values())


def with_row(text, name, notebook):
    """Return a text in whose table the row of a lesson has its two times."""
    core, _, further = times(notebook)
    lesson = rf"(?:\[.*\]\(\S*{name}\.ipynb\)|{name[:2]} · .*?)"
    row = rf"^(\| {lesson} \|(?:.* \|)?) \d+ \| [\d–]+ \|"
    return re.sub(row, rf"\1 {core} | {total(further)} |", text, flags=re.MULTILINE)


def with_parts(guide, name, notebook):
    """Return TEACHING.md with the minutes of the parts of a lesson."""
    core, _ = parts(notebook)
    told = ", ".join(f"{part} {core[part]:.0f}" for part in core if part in PARTS)
    line = rf"(^## Lesson {name[:2]} [^\0]*?^Minutes: ).*"
    said = rf"\g<1>{told}; *Further* {total(times(notebook)[2])}."
    return re.sub(line, said, guide, count=1, flags=re.MULTILINE)


def retold(root=ROOT):
    """Return {path: text} with the right times of all files that tell them."""
    paths = [*sorted(root.glob("notebooks/*.ipynb")), root / "tools" / "new_lesson.ipynb"]
    lessons = {path: nbformat.read(path, as_version=4) for path in paths}
    readme, guide = root / "README.md", root / "TEACHING.md"
    found = {path: path.read_text(encoding="utf-8") for path in (readme, guide)}
    the_map = next(iter(lessons.values())).cells
    for path, notebook in lessons.items():
        if goes_further(notebook):
            tell(notebook)
            found[readme] = with_row(found[readme], path.stem, notebook)
            found[guide] = with_parts(found[guide], path.stem, notebook)
            for cell in the_map[:3]:
                cell.source = with_row(cell.source, path.stem, notebook)
    return found | {path: nbformat.writes(notebook) + "\n" for path, notebook in lessons.items()}


def main():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        core, further = parts(notebook)
        exercises = core.pop("Exercises", 0)
        minutes = sum(core.values())
        over = f" ({minutes - CORE:.0f} too many)" if minutes > CORE else ""
        print(f"{path.stem}: {minutes:.1f} minutes{over}, plus {exercises} for the exercises")
        for heading, minutes in [*core.items(), *further.items()]:
            print(f"    {minutes:5.1f}  {'Further: ' * (heading in further)}{heading}")
    if "--write" in sys.argv[1:]:
        for path, text in retold().items():
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
