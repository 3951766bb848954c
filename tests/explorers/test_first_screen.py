"""*Start* leads to the first screen of a lesson, and what the text asks for is in sight there."""

import json
import re

import nbformat
import pytest

from posenc_helpers.lessons import LESSONS
from posenc_helpers.models import public_names
from tests.lessons.cells import NOTEBOOKS, cells, texts
from tools import export
from tools.notebooks import ROOT

SETTINGS = ROOT / "tools" / "jupyter" / "overrides.json"
each = pytest.mark.parametrize("lesson", LESSONS)


@each
def test_start_runs_the_question_and_its_picture_and_the_text_before_says_so(lesson):
    (button,) = json.loads(SETTINGS.read_text())["@jupyterlab/notebook-extension:panel"]["toolbar"]
    *before, last, up, _, _ = button["args"]["commands"]
    assert last == "notebook:run-cell" and [up] * 3 == button["args"]["commands"][-3:]
    run = cells(lesson)[: 1 + before.count(before[-1])]
    first, _, heading, question, _, picture = (cell["source"] for cell in run)
    assert heading.startswith("## Predict")
    asked = LESSONS[lesson].predictions[0].name
    assert question == f"predict.{asked}()" and f'Explorer(until="{asked}"' in picture
    seen = re.sub(r"<details>.*</details>", "", first, flags=re.DOTALL)
    assert f"press *{button['label']}*" in seen and "*Run → Run All Cells*" in seen
    assert "(#Play)" in texts(lesson)[f"{lesson}-further-link"]


@each
def test_what_a_task_names_is_in_the_first_rows(lesson):
    shown = re.search(r"(\w+Explorer)\(until", "\n".join(texts(lesson).values()))
    explorer = public_names()[shown[1]]
    tasks = " ".join(one.try_it for one in LESSONS[lesson].predictions)
    first = {*explorer.first} or {*explorer.sliders}
    assert {*re.findall("`([^`]*)`", tasks)} <= first <= {*explorer.sliders}
    assert len(first) <= 4


@each
@pytest.mark.parametrize("made", [export.page, export.slides])
def test_a_page_says_nothing_of_what_to_press(lesson, made):
    """A page or slides, which have no toolbar, mention neither *Start* nor a menu."""
    (path,) = NOTEBOOKS.glob(f"{lesson}_*.ipynb")
    text = made(nbformat.read(path, as_version=4))
    assert "<h1" in text and not re.search(r">Start<|Run All Above", text)
