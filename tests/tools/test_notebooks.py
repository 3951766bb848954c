"""The program tools/notebooks.py stores what belongs to a notebook, and nothing else."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import notebooks as tool

SHOWS = """import ipywidgets
from IPython.display import publish_display_data
print("a", flush=True)
publish_display_data({"application/vnd.jupyter.widget-view+json": {}})
print(__import__("os").getcwd()[-9:])
ipywidgets.IntSlider(7)"""


def test_a_run_is_written_clean_and_a_second_run_changes_nothing(tmp_path, capsys):
    path = tmp_path / "lesson.ipynb"
    metadata = {"tags": ["exercise"], "execution": {"iopub.status.idle": "2026"}}
    cells = [
        new_markdown_cell("# Größe → λ", metadata={"editable": True}),
        new_code_cell(SHOWS, execution_count=12, metadata=metadata),
        new_code_cell(""),
        new_code_cell("2", execution_count=14),
    ]
    notebook = new_notebook(cells=cells, metadata={"widgets": {"x": 1}})
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    assert tool.main([str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert text.endswith("}\n") and '\n "cells"' in text and "Größe → λ" in text
    written = json.loads(text)
    assert written["metadata"] == tool.NOTEBOOK_METADATA
    _, shows, *others = cells = written["cells"]
    assert [cell["metadata"] for cell in cells] == [{}, {"tags": ["exercise"]}, {}, {}]
    assert [cell["execution_count"] for cell in (shows, *others)] == [1, None, 2]
    printed, slider = shows["outputs"]
    assert "".join(printed["text"]) == f"a\n{str(tmp_path)[-9:]}\n"
    assert (set(slider["data"]), slider["execution_count"]) == ({"text/plain"}, 1)
    assert tool.main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text
    assert capsys.readouterr().out == "lesson.ipynb: renewed\nlesson.ipynb: unchanged\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{}['lost']", "KeyError: 'lost'"),
        ("import warnings\nwarnings.warn('beware')", "cell 1 wrote to stderr"),
        ("import os\nos._exit(1)", "Kernel died"),
        (f"print({str(tool.ROOT / 'x.py')!r})", "cell 1 shows a folder of this machine"),
    ],
)
def test_a_notebook_with_a_problem_is_left_as_it_was(tmp_path, capsys, source, words):
    path = tmp_path / "broken.ipynb"
    path.write_text(nbformat.writes(new_notebook(cells=[new_code_cell(source)])))
    before = path.read_bytes()
    assert tool.main([str(path)]) == 1 and path.read_bytes() == before
    out = capsys.readouterr().out
    assert out.startswith("broken.ipynb: NOT WRITTEN, ") and words in out
