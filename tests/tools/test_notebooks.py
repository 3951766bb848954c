"""tools/notebooks.py stores what belongs to a notebook and nothing else."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import notebooks as tool

VIEW = {tool.WIDGET_VIEW: {"model_id": "0123", "version_major": 2, "version_minor": 0}}


def stream(text, name="stdout"):
    return new_output("stream", name=name, text=text)


def test_clean_leaves_nothing_that_changes_by_itself():
    picture = {"image/png": "aGk=", "text/plain": "heatmap"}
    shown = new_output("execute_result", picture | VIEW, execution_count=7, metadata=VIEW)
    pieces = [stream("a"), stream("b"), stream("!", "stderr"), stream("c")]
    outputs = [*pieces, shown, new_output("display_data", VIEW)]
    metadata = {"tags": ["exercise"], "execution": {"iopub.status.idle": "2026"}}
    cells = [
        new_markdown_cell("# Title", metadata={"editable": True}),
        new_code_cell("1", execution_count=12, metadata=metadata, outputs=outputs),
        new_code_cell(""),
        new_code_cell("2", execution_count=14),
    ]
    notebook = new_notebook(cells=cells, metadata={"widgets": {"x": 1}})
    tool.clean(notebook)
    assert notebook["metadata"] == tool.NOTEBOOK_METADATA
    assert [cell["metadata"] for cell in cells] == [{}, {"tags": ["exercise"]}, {}, {}]
    assert [cell["execution_count"] for cell in cells[1:]] == [1, None, 2]
    *printed, kept = cells[1]["outputs"]
    assert [one["text"] for one in printed] == ["ab", "!", "c"]
    assert (kept["data"], kept["metadata"], kept["execution_count"]) == (picture, {}, 1)


def test_a_run_is_written_and_a_second_run_changes_nothing(tmp_path, capsys):
    path = tmp_path / "lesson.ipynb"
    cells = [new_markdown_cell("# Größe → λ"), new_code_cell("__import__('os').getcwd()[-9:]")]
    path.write_text(nbformat.writes(new_notebook(cells=cells)), encoding="utf-8")
    assert tool.main([str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    shown = json.loads(text)["cells"][1]["outputs"][0]["data"]["text/plain"]
    assert shown == [repr(str(tmp_path)[-9:])]
    assert text.endswith("}\n") and '\n "cells"' in text and "Größe → λ" in text
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
