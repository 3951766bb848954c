"""What saved notebooks have stored, whatever they are."""

import csv
import json
import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS
from tools.class_report import page as class_report
from tools.class_report import saved as marks

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
ODD = json.loads(Path(__file__).with_name("odd.json").read_text("utf-8"))
BROKEN = [*ODD["broken notebooks"], "[" * 100_000, '{"a":' * 100_000, "9" * 10_000]
EVIL = "<img src=x onerror=alert(1)>\"'`$\x1b[31m\u202e"


def result(text):
    return {"output_type": "execute_result", "data": {"text/plain": text}, "metadata": {}}


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


RIGHT = f"Right. {EXERCISES['angle'].right}"
ERROR = {"output_type": "error", "ename": "E", "evalue": EVIL, "traceback": [EVIL]}


def cell(source, *outputs):
    return {"cell_type": "code", "source": source, "outputs": list(outputs), "metadata": {}}


def notebook(*cells):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def save(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


def read_one(folder, content, name="one.ipynb"):
    save(folder, name, content)
    (found,) = marks.read_folder(folder)
    return found


def answer(found, name):
    (one,) = (one for one in found.answers if one.exercise.name == name)
    return one.status, one.said


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lesson_as_it_is_handed_out_is_not_answered(path):
    (one,) = (one for one in marks.read_folder(path.parent) if one.file == path.name)
    assert (one.lesson, one.problem) == (path.stem[:2], "")
    assert [answer.exercise for answer in one.answers] == list(LESSONS[one.lesson].exercises)
    assert {answer.status for answer in one.answers} == {"unanswered"}


def test_right_answers_and_each_mistake_are_told_apart(tmp_path):
    expected = {}
    for name, exercise in EXERCISES.items():
        texts = {f"Right. {exercise.right}": ("right", ""), "Not yet. 3.": ("other", "3.")}
        for message in exercise.mistakes:
            texts[f"Not yet. {message} You see it with d_model=4."] = ("mistake", message)
        for number, (text, found) in enumerate(texts.items()):
            file = f"{name}{number}.ipynb"
            save(tmp_path, file, notebook(cell(f"check.{name}(x)", result(text))))
            expected[file] = name, found
    read = {one.file: one for one in marks.read_folder(tmp_path)}
    assert {file: (name, answer(read[file], name)) for file, (name, _) in expected.items()} == (
        expected
    )


def test_the_last_check_counts_and_missing_ones_are_listed(tmp_path):
    cells = [
        cell("check.angle(1)", result(RIGHT)),
        cell("print(check.row_ten(answer))", printed("Not yet. Yours is 3.\n")),
        cell("check.angle(answer)", ERROR),
        cell("check.encode(f)"),
    ]
    one = read_one(tmp_path, notebook(*cells))
    assert {answer.exercise.name: answer.status for answer in one.answers} == {
        "row_ten": "other",
        "angle": "error",
        "encode": "not run",
        "blind_position": "missing",
    }


def test_two_checks_in_a_cell_get_their_own_messages(tmp_path):
    said = printed(RIGHT), result("Not answered yet. Replace the … and run")
    one = read_one(tmp_path, notebook(cell("print(check.angle(a))\ncheck.row_ten(b)", *said)))
    assert answer(one, "angle") == ("right", "")
    assert answer(one, "row_ten") == ("not run", "")


def test_the_message_of_another_exercise_is_no_right_answer(tmp_path):
    text = f"Right. {EXERCISES['hamming'].right}"
    one = read_one(tmp_path, notebook(cell("check.angle(a)", result(text))))
    assert answer(one, "angle")[0] == "other"


def test_checks_in_comments_and_text_are_none(tmp_path):
    markdown = {"cell_type": "markdown", "source": "check.angle(1)"}
    one = read_one(tmp_path, notebook(cell("# check.angle(1)", result(RIGHT)), markdown))
    assert one.problem == "foreign: it has no exercise of this course"


def test_who_is_the_first_folder_or_the_file(tmp_path):
    content = notebook(cell("check.angle(a)"))
    for name in ("ann/02/a.ipynb", "ben.ipynb", "ann/.ipynb_checkpoints/a.ipynb"):
        save(tmp_path, name, content)
    assert [one.who for one in marks.read_folder(tmp_path)] == ["ann", "ben"]


# Whatever is there


@pytest.mark.parametrize("content", BROKEN, ids=count())
def test_broken_files_are_listed(tmp_path, content):
    assert read_one(tmp_path, content).problem.startswith("broken: ")


@pytest.mark.parametrize("cells", ODD["cells of foreign notebooks"], ids=count())
def test_odd_cells_are_foreign(tmp_path, cells):
    assert read_one(tmp_path, {"cells": cells}).problem.startswith("foreign: ")


@pytest.mark.parametrize("output", ODD["outputs that are no result"], ids=count())
def test_odd_outputs_are_no_result(tmp_path, output):
    one = read_one(tmp_path, notebook(cell(["check.", "angle(1)"], output)))
    assert answer(one, "angle") == ("not run", "")


def test_huge_files_are_not_read_and_huge_messages_are_cut(tmp_path):
    with open(tmp_path / "huge.ipynb", "wb") as file:
        file.truncate(marks.LARGEST + 1)
    long = "Not yet. " + "x" * 5_000_000
    save(tmp_path, "long.ipynb", notebook(cell("check.angle(1)", result(long))))
    huge, found = marks.read_folder(tmp_path)
    assert huge.problem == "not read: it is larger than 20 MB"
    assert len(answer(found, "angle")[1]) <= marks.LONGEST_CELL
    assert max(map(len, marks.lines([huge, found]))) < 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes in folders")
def test_links_and_pipes_are_not_followed(tmp_path):
    outside = save(tmp_path, "outside/secret.ipynb", notebook(cell("check.angle(1)")))
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "file.ipynb").symlink_to(outside)
    (folder / "dangling.ipynb").symlink_to("nowhere")
    (folder / "folder").symlink_to(outside.parent)
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "directory.ipynb").mkdir()
    found = {one.file: one.problem for one in marks.read_folder(folder)}
    names = ("file.ipynb", "dangling.ipynb", "pipe.ipynb")
    assert found == dict.fromkeys(names, "not read: it is a link, or no file")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are Unicode")
def test_a_file_name_of_any_bytes_is_shown_and_written(tmp_path, capsys):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in (b"\xff\xfe", b"a\nb\x1b[2J", "\u202egnp".encode(), b"=1+1"):
        (folder / os.fsdecode(name + b".ipynb")).write_text("{")
    assert marks.main([str(folder), "--csv", str(tmp_path / "m.csv")]) == 0
    shown = capsys.readouterr().out
    assert shown.replace("\n", "").isprintable()
    assert "\\x1b[2J" in shown and "\\u202e" in shown
    assert len(table(tmp_path / "m.csv")) == 4


# The table


def table(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def test_the_table_has_each_answer_and_each_broken_notebook(tmp_path, capsys):
    folder = tmp_path / "class"
    message = list(EXERCISES["angle"].mistakes)[1]
    text = f"Not yet. {message}"
    save(folder, "ann/01.ipynb", notebook(cell("check.angle(a)", result(text))))
    save(folder, "ben/01.ipynb", "{")
    assert marks.main([str(folder), "--csv", str(tmp_path / "m.csv")]) == 0
    rows = table(tmp_path / "m.csv")
    assert [row["who"] for row in rows] == ["ann"] * 4 + ["ben"]
    assert rows[1]["status"] == "a listed mistake" and message.startswith(rows[1]["mistake"])
    assert rows[-1]["status"] == "broken: it is no notebook"
    out = capsys.readouterr().out
    assert "lesson 01: 0 of 4 answers right; unfinished: 3 not in the notebook" in out
    assert "2 notebooks: 1 unfinished, 1 broken, foreign or not read." in out
    assert "Anyone can write them there by hand." in out and "nbgrader" in out


@pytest.mark.parametrize("start", [*"=+-@'\t", *(f"{one}=" for one in "\t\r\n '\x00")])
def test_no_cell_of_the_table_is_a_formula(start):
    shown = marks.harmless(f'{start}HYPERLINK("http://x","y")')
    assert not shown.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))
    assert shown.isprintable()


def test_messages_with_formulas_and_code_stay_text(tmp_path):
    texts = ["Not yet. =1+1", f"Not yet. {EVIL}", "Not yet. a,b;c\td"]
    for number, text in enumerate(texts):
        save(tmp_path, f"{number}.ipynb", notebook(cell("check.angle(1)", result(text))))
    marks.write_csv(marks.read_folder(tmp_path), tmp_path / "m.csv")
    said = [row["mistake"] for row in table(tmp_path / "m.csv") if row["exercise"] == "angle"]
    assert said[0] == "'=1+1" and said[2] == "a,b;c d"
    assert said[1].isprintable() and "\\x1b" in said[1]


def test_nothing_of_a_notebook_is_run(tmp_path):
    code = f"open({str(tmp_path / 'ran')!r}, 'w')\ncheck.angle(1)"
    read_one(tmp_path, notebook(cell(code, result(RIGHT))))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("tool", [marks, class_report])
def test_no_folder_and_an_empty_one(tmp_path, capsys, tool):
    for wrong in ("", str(tmp_path / "none")):
        with pytest.raises(SystemExit):
            tool.main([wrong])
    assert tool.main([str(tmp_path)]) == 1
    err = capsys.readouterr().err
    for said in ("name the folder", "there is no folder", "There is no notebook"):
        assert said in err


def test_it_runs_as_a_command(tmp_path):
    command = [
        sys.executable,
        "-m",
        "tools.class_report.saved",
        "notebooks",
        "--csv",
        tmp_path / "o.csv",
    ]
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    root = NOTEBOOKS[0].parents[1]
    run = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert len(table(tmp_path / "o.csv")) == len(EXERCISES)


# Nearly as large as is read: a text whose time grows with its square holds up the report


ALL_CHECKS = "\n".join(f"check.{name}(x)" for name in EXERCISES)
LARGE = {
    "messages in one cell": [cell(ALL_CHECKS, *[result("Not yet. x\n" * 9_000)] * 170)],
    "cells with all checks": [cell(ALL_CHECKS, *[result("Not yet. x")] * 15)] * 6_000,
    "cells": [cell("check.angle(x)", result("Not yet. x"))] * 90_000,
    "spaces": [cell("check.angle(x)\n" + " " * 99_000)] * 180,
}


@pytest.mark.parametrize("kind", LARGE)
def test_a_large_notebook_does_not_hold_up_the_table(tmp_path, kind):
    path = save(tmp_path, "large.ipynb", notebook(*LARGE[kind]))
    assert 15e6 < path.stat().st_size < marks.LARGEST
    start = time.process_time()
    (one, *_) = marks.read_folder(tmp_path)
    assert one.file == "large.ipynb"
    assert time.process_time() - start < 10
