"""The pages have all pictures that the texts of a lesson tell a reader to show."""

import re
from types import SimpleNamespace

import pytest

from tests.pages.conftest import LESSONS, NOTEBOOKS
from tools import export
from tools.pages import moving
from tools.pages.named import Step, steps

FEW = 3  # stops of a slider, besides those that a text names


def test_instructions_are_read_as_a_reader_reads_them():
    stops = {"noise": (-1, 0, 4), "d_model": (4, 64, 1024), "padding": ("left", "right")}
    controls = {name: SimpleNamespace(stops=values) for name, values in stops.items()}
    text = """press “512 columns”, and set `noise` to −1, then to 0. Then drag `d_model` to 1,024.
        Its hand turns 4 times. Set `padding` to right. The table has 64 `d_model` columns."""
    assert steps(text, {"512 columns": {}}, controls) == [
        Step("512 columns", True),
        Step("noise", False, (-1, 0)),
        Step("d_model", False, (1024,)),
        Step("padding", False, ("right",)),
    ]


def shown(notebook):
    """Return the name and the arguments of each explorer in a notebook."""
    found = (moving.SHOWN.search(cell.source) for cell in notebook.cells)
    return [one.groups() for one in found if one]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_page_for_teachers_names_controls_of_the_lesson(path):
    """A teacher can do what *The picture* says with an explorer of the lesson."""
    made = [moving.made(*one) for one in shown(export.read(path))]
    page = (moving.GUIDE / f"{path.stem[:2]}.md").read_text("utf-8")
    text = re.search(r"^\*\*The picture.*", page, re.M)[0]
    assert any(steps(text, one.presets, one.controls) for one in made), text


@pytest.mark.full
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_instruction_has_its_pictures(path):
    """After a button and each move of a control, the picture of these settings is there."""
    notebook = export.read(path)
    texts = moving.instructions(notebook, path.stem)
    for cell in shown(notebook):
        explorer, found = moving.made(*cell), moving.drawn(*cell, FEW, texts)
        names = {one.name for one in found.sliders}
        drawn = [
            {one.name: one.values[at] for one, at in zip(found.sliders, words["at"], strict=True)}
            for words in found.descriptions
        ]
        for text in texts:
            explorer.reset()
            for step in steps(text, explorer.presets, explorer.controls):
                if step.is_preset:
                    explorer.reset()
                    explorer.apply(**explorer.presets[step.name])
                free = {step.name} if not step.is_preset else set()
                free |= {"step"} if hasattr(explorer, "train") else set()
                held = names & explorer.controls.keys() - free
                values = {name: explorer.controls[name].value for name in held}
                seen = {one.get(step.name) for one in drawn if values.items() <= one.items()}
                assert len(seen) > (not step.is_preset) and seen >= {*step.values}, (text, step)
                if step.values:
                    explorer.apply(**{step.name: step.values[-1]})
