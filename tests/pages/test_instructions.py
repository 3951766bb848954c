"""What the texts of a lesson tell a reader to do is done in its page, opened from a disk."""

import re
from types import SimpleNamespace

import pytest

from tests.pages.conftest import LESSONS, NOTEBOOKS, UNCOVER
from tools import export
from tools.pages import frames, moving
from tools.pages.named import Step, steps

FEW = 3  # stops of a slider: those that a text names are there all the same
GO = """async ([control, label]) => {
  const said = control.nextElementSibling, seen = [];
  const property = {checkbox: "checked", range: "value"}[control.type] ?? "selectedIndex";
  const last = control.options ? control.length - 1 : Number(control.max) || 1;
  for (let index = last; index >= 0 && !seen.includes(label); index--) {
    const before = said.textContent;
    control[property] = index;
    for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind));
    for (let k = 0; k < 40 && said.textContent === before; k++)
      await new Promise(go => setTimeout(go, 10));
    seen.push(said.textContent);
  }
  return seen;
}"""


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


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_page_for_teachers_names_controls_of_the_lesson(path):
    """What a teacher is to show can be carried out; of predictions see test_predictions.py."""
    made = [moving.made(*one.groups()) for one in shown(export.read(path))]
    page = (moving.GUIDE / f"{path.stem[:2]}.md").read_text("utf-8")
    text = re.search(r"^\*\*The picture.*", page, re.M)[0]
    assert any(steps(text, one.presets, one.controls) for one in made), text


def shown(notebook):
    found = (moving.SHOWN.search(cell.source) for cell in notebook.cells)
    return [one for one in found if one]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instructions")
    assert export.main(["html", "--to", str(folder), "--stops", str(FEW)]) == 0
    return folder


def labels(figure):
    read = "all => all.map(one => [one.dataset.control, one.nextElementSibling.textContent])"
    return dict(figure.locator("[data-control]").evaluate_all(read))


@pytest.mark.full
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_instruction_moves_its_control_and_no_other(opened, written, path):
    notebook = export.read(path)
    texts = moving.instructions(notebook, path.stem)
    page = opened((written / path.name).with_suffix(".html"))
    page.evaluate(UNCOVER)
    for at, one in enumerate(shown(notebook)):
        explorer, figure = moving.made(*one.groups()), page.locator(".live").nth(at)
        for text in texts:
            if found := steps(text, explorer.presets, explorer.controls):
                figure.get_by_role("button", name="Reset").click()
                page.wait_for_timeout(50)
                for step in found:
                    carry_out(page, figure, explorer, step, text)


def carry_out(page, figure, explorer, step, text):
    """Do one step in the page, and compare all controls with what it says."""
    before = labels(figure)
    if step.is_preset:
        figure.get_by_role("button", name=step.name, exact=True).click()
        explorer.reset()
        explorer.apply(**explorer.presets[step.name])
        page.wait_for_timeout(100)
        wanted = {name: frames.label(one, one.value) for name, one in explorer.controls.items()}
        seen = labels(figure)
        assert seen == {name: wanted.get(name, label) for name, label in seen.items()}, text
        return
    for value in step.values or (None,):
        label = None if value is None else frames.label(explorer.controls[step.name], value)
        control = figure.locator(f'[data-control="{step.name}"]').element_handle()
        seen = page.evaluate(GO, [control, label])
        assert label in seen if step.values else len(set(seen)) > 1, (text, step, seen)
        others = labels(figure)
        moved = {name for name in before if before[name] != others[name]} - {step.name}
        assert not moved, (text, step, moved, figure.locator(".others").inner_text())
