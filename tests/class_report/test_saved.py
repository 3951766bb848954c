"""What saved notebooks have stored, whatever they are."""

import json
import os
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from posenc_helpers.lessons import EXERCISES, LESSONS
from tools.class_report import saved

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
ODD = json.loads(Path(__file__).with_name("odd.json").read_text("utf-8"))
BROKEN = [*ODD["broken notebooks"], "[" * 100_000, '{"a":' * 100_000, "9" * 10_000]
EVIL = "<img src=x onerror=alert(1)>\"'`$\x1b[31m\u202e"


def result(text):
    return {"output_type": "execute_result", "data": {"text/plain": text}, "metadata": {}}


def printed(text):
    return {"output_type": "stream", "name": "stdout", "text": text}


RIGHT = f"Right. {EXERCISES['angle'].right}"
NO_FILE = "not read: it is a link, or no file that can be opened"
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
    (found,) = saved.read_folder(folder)
    return found


def answer(found, name):
    (one,) = (one for one in found.answers if one.exercise.name == name)
    return one.status, one.message


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lesson_as_it_is_handed_out_is_not_answered(path):
    (one,) = (one for one in saved.read_folder(path.parent) if one.file == path.name)
    assert (one.lesson, one.problem) == (path.stem[:2], "")
    assert [answer.exercise for answer in one.answers] == list(LESSONS[one.lesson].exercises)
    assert {answer.status for answer in one.answers} == {"unanswered"}


def test_right_answers_and_each_mistake_are_told_apart(tmp_path):
    expected = {}
    for name, exercise in EXERCISES.items():
        texts = {f"Right. {exercise.right}": ("right", ""), "Not yet. 3.": ("other", "3.")}
        for message in exercise.replies.values():
            texts[f"Not yet. {message} For example, with d_model=4."] = ("mistake", message)
        for number, (text, found) in enumerate(texts.items()):
            file = f"{name}{number}.ipynb"
            save(tmp_path, file, notebook(cell(f"check.{name}(x)", result(text))))
            expected[file] = name, found
    read = {one.file: one for one in saved.read_folder(tmp_path)}
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
    wording = printed(RIGHT), result("Not answered yet. Replace the … and run")
    one = read_one(tmp_path, notebook(cell("print(check.angle(a))\ncheck.row_ten(b)", *wording)))
    assert answer(one, "angle") == ("right", "")
    assert answer(one, "row_ten") == ("not run", "")


def test_right_in_other_words_is_neither_right_nor_wrong(tmp_path):
    """Of another version of the course, or the message of another exercise."""
    one = read_one(tmp_path, notebook(cell("check.angle(a)", result("Right. In older words."))))
    assert answer(one, "angle") == ("version", "In older words.")


@pytest.mark.parametrize(
    "source",
    [
        "check.angle(a)",
        "feedback = check.angle(a)",
        "print(check.angle(a))",
        "display(check.angle(a))",
        "(check.angle(a))",
        "assert check.angle(a)",
        "    check.angle (a)",
        "a = 1; check.angle(a)",
        "for a in (1, 2): print(check.angle(a))",
    ],
)
def test_a_check_may_be_called_in_several_ways(tmp_path, source):
    one = read_one(tmp_path, notebook(cell(source, result(RIGHT))))
    assert answer(one, "angle") == ("right", "")


def test_checks_in_comments_and_text_are_none(tmp_path):
    markdown = {"cell_type": "markdown", "source": "check.angle(1)"}
    one = read_one(tmp_path, notebook(cell("# check.angle(1)", result(RIGHT)), markdown))
    assert one.problem == "foreign: it has no exercise of this course"


def test_who_is_the_first_folder_or_the_file(tmp_path):
    content = notebook(cell("check.angle(a)"))
    for name in ("ann/02/a.ipynb", "ben.ipynb", "ann/.ipynb_checkpoints/a.ipynb"):
        save(tmp_path, name, content)
    assert [one.who for one in saved.read_folder(tmp_path)] == ["ann", "ben"]


def test_files_that_are_not_read_are_named(tmp_path):
    content = notebook(cell("check.angle(a)"))
    for name in ("ann/01.IPYNB", "ann/01.ipynb.txt", "ann/01.zip", "ann/.git/x", "._01.ipynb"):
        save(tmp_path, name, content)
    found = {one.file: one.problem for one in saved.read_folder(tmp_path)}
    other = "not read: its name does not end in .ipynb"
    assert found == {"ann/01.IPYNB": "", "ann/01.ipynb.txt": other, "ann/01.zip": other}


def test_a_folder_that_cannot_be_opened_is_named(tmp_path, monkeypatch):
    save(tmp_path, "ann/01.ipynb", notebook(cell("check.angle(a)")))

    def closed(path, scandir=os.scandir):
        if Path(path).name == "ann":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", closed)
    (found,) = saved.read_folder(tmp_path)
    assert (found.file, found.problem) == ("ann", NO_FILE)


def test_nothing_of_a_notebook_is_run(tmp_path):
    code = f"open({str(tmp_path / 'ran')!r}, 'w')\ncheck.angle(1)"
    read_one(tmp_path, notebook(cell(code, result(RIGHT))))
    assert not (tmp_path / "ran").exists()


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
        file.truncate(saved.LARGEST + 1)
    long = "Not yet. " + "x" * 5_000_000
    save(tmp_path, "long.ipynb", notebook(cell("check.angle(1)", result(long))))
    huge, found = saved.read_folder(tmp_path)
    assert huge.problem == "not read: it is larger than 20 MB"
    assert len(answer(found, "angle")[1]) <= saved.LONGEST_CELL


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
    found = {one.file: one.problem for one in saved.read_folder(folder)}
    names = ("file.ipynb", "dangling.ipynb", "pipe.ipynb", "folder", "loop")
    assert found == dict.fromkeys(names, NO_FILE)


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
    assert 15e6 < path.stat().st_size < saved.LARGEST
    start = time.process_time()
    (one, *_) = saved.read_folder(tmp_path)
    assert one.file == "large.ipynb"
    assert time.process_time() - start < 10
