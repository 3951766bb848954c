"""The template for new lessons keeps every rule of the lessons."""

import json
from pathlib import Path

import pytest

from tests.notebooks.test_lint import BYTES, CHECKS, headings, source
from tools import export

TEMPLATE = Path(__file__).resolve().parents[2] / "tools" / "new_lesson.ipynb"
PARTS = ["Predict", "Play", "Look", "Derive", "Exercises", "Summary", "Further"]


@pytest.fixture(scope="module")
def template():
    return json.loads(TEMPLATE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_template(check, template):
    assert list(check(template)) == []


def test_it_has_the_parts_of_a_lesson_and_is_small(template):
    texts = [source(cell) for cell in template["cells"] if cell["cell_type"] == "markdown"]
    assert [title for text in texts for level, title in headings(text) if level == 2] == PARTS
    for words in ("**After this lesson you can**", "**You need**", "**Time**"):
        assert words in texts[0]
    (summary,) = (text for text in texts if text.startswith("## Summary"))
    assert "**Exit question**" in summary and "**Next**" in summary
    assert TEMPLATE.stat().st_size < BYTES


def test_its_links_lead_somewhere_from_both_folders(template):
    text = "".join(source(cell) for cell in template["cells"])
    assert "](../notebooks/" in text  # holds in tools/ and, once copied, in notebooks/


def test_it_can_be_exported():
    notebook = export.nbformat.read(TEMPLATE, as_version=4)
    assert any("slideshow" in cell.metadata for cell in notebook.cells)
    assert "<math" in export.page(notebook)
    assert 'class="slide"' in export.slides(notebook)
