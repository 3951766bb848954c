"""What students answered as a table: nothing of it is lost, computed by a spreadsheet, or run."""

import csv
import os
import subprocess
import sys

import pytest

from posenc_helpers.lessons import EXERCISES
from tests.class_report.test_saved import EVIL, NOTEBOOKS, cell, notebook, result, save
from tools.class_report import page, table
from tools.class_report.command import closing
from tools.class_report.saved import Answer, Submission, read_folder


def read(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def test_the_table_has_each_answer_and_each_broken_notebook(tmp_path, capsys):
    folder = tmp_path / "class"
    message = list(EXERCISES["angle"].replies.values())[1]
    text = f"Not yet. {message}"
    save(folder, "ann/01.ipynb", notebook(cell("check.angle(a)", result(text))))
    save(folder, "ben/01.ipynb", "{")
    assert table.main([str(folder), "--csv", str(tmp_path / "m.csv")]) == 0
    rows = read(tmp_path / "m.csv")
    assert [row["who"] for row in rows] == ["ann"] * 4 + ["ben"]
    assert rows[1]["status"] == "a listed mistake" and message.startswith(rows[1]["message"])
    assert rows[-1]["status"] == "broken: it is no notebook"
    out = capsys.readouterr().out
    assert f"    angle: a listed mistake: {rows[1]['message']}\n" in out
    assert "1 notebook, 1 unfinished. 1 problem: " in out and "They are no mark: " in out


def test_two_notebooks_of_one_student_and_lesson_are_pointed_out(tmp_path):
    for name in ("ann/01.ipynb", "ann/01-Copy1.ipynb", "ann.ipynb", "ben.ipynb"):
        save(tmp_path, name, notebook(cell("check.angle(a)")))
    wording = closing(read_folder(tmp_path))
    assert wording.endswith(
        " In 1 case, a student has more than one notebook of a lesson, and each is counted."
    )


@pytest.mark.parametrize("tool", [table, page])
def test_a_file_that_cannot_be_written_is_named_after_all_is_printed(tmp_path, capsys, tool):
    save(tmp_path, "ann.ipynb", notebook(cell("check.angle(a)")))
    (tmp_path / "folder").mkdir()
    option = {table: "--csv", page: "--to"}[tool]
    assert tool.main([str(tmp_path), option, str(tmp_path / "folder")]) == 1
    out, err = capsys.readouterr()
    assert "1 notebook, 1 unfinished." in out
    assert err.count("\n") == 1 and "folder cannot be written: " in err


BEFORE = ["\t", "\r", "\n", " ", "'", "\x00", ";", "x; ", 'x;"', "x\t"]
STARTS = [*"=+-@＝＋－＠'", *(f"{one}=" for one in BEFORE), "x;＝", EVIL]


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_the_table_is_a_formula_wherever_a_spreadsheet_parts_it(start):
    message = Answer(EXERCISES["angle"], "other", f'{start}HYPERLINK("http://x","y")')
    text = table.as_csv([Submission(f"{start}1+1.ipynb", "01", (message,))])
    assert all(line.isprintable() for line in text.splitlines())
    for separator in ",;\t":
        cells = [one for row in csv.reader(text.splitlines(), delimiter=separator) for one in row]
        assert not [one for one in cells if one.strip(' "').startswith(tuple("=+-@＝＋－＠\t\r"))]


@pytest.mark.parametrize("tool", [table, page])
def test_no_folder_and_an_empty_one(tmp_path, capsys, tool):
    for wrong, wording in {
        "": "name the folder",
        str(tmp_path / "none"): "there is no folder",
        str(tmp_path): "there is no file below",
    }.items():
        with pytest.raises(SystemExit):
            tool.main([wrong])
        assert wording in capsys.readouterr().err


def test_it_runs_as_a_command(tmp_path):
    command = [
        sys.executable,
        "-m",
        "tools.class_report.table",
        "notebooks",
        "--csv",
        tmp_path / "o.csv",
    ]
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    root = NOTEBOOKS[0].parents[1]
    run = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert len(read(tmp_path / "o.csv")) == len(EXERCISES)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode")
def test_a_file_name_of_any_bytes_is_shown_and_written(tmp_path, capsys):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in (b"\xff\xfe", b"a\nb\x1b[2J", "\u202egnp".encode(), b"=1+1"):
        (folder / os.fsdecode(name + b".ipynb")).write_text("{")
    assert table.main([str(folder), "--csv", str(tmp_path / "m.csv")]) == 0
    shown = capsys.readouterr().out
    assert shown.replace("\n", "").isprintable()
    assert "\\x1b[2J" in shown and "\\u202e" in shown
    assert len(read(tmp_path / "m.csv")) == 4
