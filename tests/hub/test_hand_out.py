"""Students get the lessons, and keep what they have written."""

import errno
import json
import os
import shutil
import sys

import pytest

from deploy.hub import lessons

NAMES = ["00_start_here.ipynb", "01_one_clock.ipynb"]


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    for name in NAMES:
        folder.joinpath(name).write_text(f'{{"lesson": "{name}"}}')
    folder.joinpath("notes.txt").write_text("not a lesson")
    return folder


@pytest.fixture
def mine(course, tmp_path):
    """A student's folder, into which the lessons have come for the first time."""
    folder = tmp_path / "home" / "notebooks"
    assert lessons.hand_out(course, folder) == NAMES
    return folder


def seen(folder):
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_the_first_time_all_lessons_come_and_are_recorded(course, mine):
    assert seen(mine) == NAMES
    for name in NAMES:
        assert (mine / name).read_bytes() == (course / name).read_bytes()
    record = json.loads((mine / lessons.RECORD).read_text())
    assert record == {name: lessons.fingerprint(course / name) for name in NAMES}


def test_the_second_time_nothing_is_copied(course, mine):
    before = [(mine / name).stat().st_mtime_ns for name in NAMES]
    assert lessons.hand_out(course, mine) == []
    assert [(mine / name).stat().st_mtime_ns for name in NAMES] == before


def test_a_changed_notebook_stays_and_new_ones_come(course, mine):
    (mine / NAMES[0]).write_text("my answer")
    (course / NAMES[0]).write_text("a newer version")
    (course / "02_heatmaps.ipynb").write_text("a new lesson")
    assert lessons.hand_out(course, mine) == ["02_heatmaps.ipynb"]
    assert (mine / NAMES[0]).read_text() == "my answer"


def test_an_untouched_notebook_gets_the_newer_version_again_and_again(course, mine):
    for text in ("newer", "newer still"):
        (course / NAMES[1]).write_text(text)
        assert lessons.hand_out(course, mine) == [NAMES[1]]
        assert (mine / NAMES[1]).read_text() == text


def test_a_notebook_changed_back_by_hand_counts_as_untouched(course, mine):
    original = (mine / NAMES[0]).read_text()
    (mine / NAMES[0]).write_text("my answer")
    lessons.hand_out(course, mine)
    (mine / NAMES[0]).write_text(original)
    (course / NAMES[0]).write_text("newer")
    assert lessons.hand_out(course, mine) == [NAMES[0]]


def test_a_deleted_notebook_comes_back_fresh(course, mine):
    (mine / NAMES[0]).rename(mine / "mine.ipynb")
    assert lessons.hand_out(course, mine) == [NAMES[0]]
    assert seen(mine) == [*NAMES, "mine.ipynb"]


@pytest.mark.parametrize("record", ["", "[]", "{broken", '{"00_start_here.ipynb": 1}'])
def test_without_a_record_nothing_that_is_there_is_touched(course, mine, record):
    (mine / lessons.RECORD).write_text(record)
    (course / NAMES[0]).write_text("newer")
    before = (mine / NAMES[0]).read_text()
    assert lessons.hand_out(course, mine) == []
    assert (mine / NAMES[0]).read_text() == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_or_a_folder_of_the_students_stays(course, mine, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.move(mine / NAMES[0], elsewhere)
    (mine / NAMES[0]).symlink_to(elsewhere)
    (mine / NAMES[1]).unlink()
    (mine / NAMES[1]).mkdir()
    for name in NAMES:
        (course / name).write_text("newer")
    assert lessons.hand_out(course, mine) == []
    assert (mine / NAMES[0]).is_symlink() and "newer" not in elsewhere.read_text()


@pytest.mark.parametrize("what", ["copyfile", "replace"])
def test_a_full_disk_leaves_everything_as_it_was(course, mine, monkeypatch, what):
    lessons.hand_out(course, mine)
    before = {path.name: path.read_bytes() for path in mine.iterdir()}
    (course / NAMES[0]).write_text("newer")

    def full(source, target):
        if what == "copyfile":
            target.write_text("new")  # as far as the room lasted
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr({"copyfile": shutil, "replace": os}[what], what, full)
    with pytest.raises(OSError, match="No space"):
        lessons.hand_out(course, mine)
    assert {path.name: path.read_bytes() for path in mine.iterdir()} == before
    monkeypatch.undo()
    assert lessons.hand_out(course, mine) == [NAMES[0]]
