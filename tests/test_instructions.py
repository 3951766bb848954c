"""What the texts of a lesson tell a reader to do is done in its page, opened from a disk."""

import re

import pytest

from posenc_helpers.lessons import PREDICTIONS
from tests.test_export import LESSONS
from tools import export
from tools.pages import moving
from tools.pages.named import Step, concerns, steps, values

FEW = 3  # stops of a slider: those that a text names are there all the same
GO = """async ([figure, name, label]) => {
  const control = figure.querySelector(`[data-control="${name}"]`);
  const said = control.nextElementSibling;
  const set = async index => {
    if (control.options) control.selectedIndex = index; else control.value = index;
    const before = said.textContent;
    for (const kind of ["input", "change"]) control.dispatchEvent(new Event(kind));
    for (let k = 0; k < 40 && said.textContent === before; k++)
      await new Promise(go => setTimeout(go, 10));
  };
  const last = control.options ? control.length - 1 : Number(control.max);
  const seen = [];
  for (let index = last; index >= 0; index--) {
    await set(index);
    seen.push(said.textContent);
    if (label !== null && said.textContent === label) break;
  }
  return seen;
}"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("press “512 columns” and set `d_model` to 64.", ["512 columns", ("d_model", 64)]),
        ("Set `noise` to 0.5, then `d_model` to 1,024.", [("noise", 0.5), ("d_model", 1024)]),
        ("drag `d_model`. Its hand turns 4 times.", [("d_model",)]),
        ("The table has `d_model` columns.", []),
        ("explorer (*512 columns*) and *How it ends*", ["512 columns"]),
        ("move `noise` to −1, then to 0.", [("noise", -1, 0)]),
    ],
)
def test_instructions_are_read_as_a_reader_reads_them(text, found):
    class Control:
        stops = (-1, 0, 0.5, 4, 64, 1024)

    expected = [
        Step(one, True) if isinstance(one, str) else Step(one[0], False, one[1:]) for one in found
    ]
    controls = dict.fromkeys(("d_model", "noise"), Control)
    assert steps(text, {"512 columns": {}}, controls) == expected


def test_a_list_is_set_to_the_names_that_a_text_has():
    class Control:
        stops = ("slot", "mask", "text")

    assert values(" to mask, then to text", Control) == ("mask", "text")


def test_the_guide_for_teachers_is_read_for_one_lesson():
    rows = "| lesson 04 | a |\n| lesson 05 | b |\n"
    guide = f"{rows}## Lesson 04 · Clocks\nOne.\n\nTwo.\n## Lesson 05\n"
    assert concerns("04_clocks", guide)[0] == "| lesson 04 | a |"
    assert concerns("04_clocks", guide)[-1].startswith("Two.")


def test_all_that_follows_a_prediction_can_be_carried_out():
    """Each names a control or a button of an explorer of its lesson."""
    for path in LESSONS:
        notebook = export.read(path)
        made = [moving.made(*one.groups()) for one in shown(notebook)]
        for cell in notebook.cells:
            for name in re.findall(r"^predict\.(\w+)\(\)", cell.source, re.MULTILINE):
                text = PREDICTIONS[name].try_it
                assert not text or any(steps(text, one.presets, one.controls) for one in made), name


def shown(notebook):
    found = (moving.SHOWN.search(cell.source) for cell in notebook.cells)
    return [one for one in found if one]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instructions")
    assert export.main(["html", "--to", str(folder), "--stops", str(FEW)]) == 0
    return folder


def labels(figure):
    return dict(
        figure.locator("[data-control]").evaluate_all(
            "all => all.map(one => [one.dataset.control, one.nextElementSibling.textContent])"
        )
    )


@pytest.mark.full
@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_each_instruction_moves_its_control_and_no_other(browser, written, path):
    notebook = export.read(path)
    texts = moving.instructions(notebook, path.stem)
    page = browser.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((written / path.name).with_suffix(".html").as_uri())
    page.evaluate("document.querySelectorAll('.cover button').forEach(one => one.click())")
    for at, one in enumerate(shown(notebook)):
        explorer, figure = moving.made(*one.groups()), page.locator(".live").nth(at)
        for text in texts:
            if found := steps(text, explorer.presets, explorer.controls):
                figure.get_by_role("button", name="Reset").click()
                page.wait_for_timeout(50)
                for step in found:
                    carry_out(page, figure, explorer, step, text)
    page.close()
    assert faults == []


def carry_out(page, figure, explorer, step, text):
    """Do one step in the page, and compare all controls with what it says."""
    before = labels(figure)
    if step.is_preset:
        figure.get_by_role("button", name=step.name, exact=True).click()
        explorer.reset()
        explorer.apply(**explorer.presets[step.name])
        page.wait_for_timeout(100)
        settings = {name: one.value for name, one in explorer.controls.items()}
        for name, label in labels(figure).items():
            if name in settings:
                assert label == frames_label(explorer, name, settings[name]), (text, name)
        return
    for value in step.values or (None,):
        label = None if value is None else frames_label(explorer, step.name, value)
        seen = page.evaluate(GO, [figure.element_handle(), step.name, label])
        assert label in seen if step.values else len(set(seen)) > 1, (text, step, seen)
        others = labels(figure)
        moved = {name for name in before if before[name] != others[name]} - {step.name}
        assert not moved, (text, step, moved, figure.locator(".others").inner_text())


def frames_label(explorer, name, value):
    from tools.pages.frames import label

    return label(explorer.controls[name], value)
