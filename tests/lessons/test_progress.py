"""What a reader agrees to keep is kept, shown and asked again, and nothing else is written."""

import json
import os
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from posenc_helpers import check, predict, progress, review
from posenc_helpers.lessons import EXERCISES, LESSONS, PREDICTIONS, kept
from posenc_helpers.lessons import progress as module
from posenc_helpers.lessons.prediction import RecallWidget

MONDAY = date(2026, 11, 23)


class Clock(date):
    """A day that a test sets."""

    day_now = MONDAY

    @classmethod
    def today(cls):
        return cls.day_now


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "folder" / "answers.jsonl"
    monkeypatch.setenv(kept.VARIABLE, str(path))
    for one in (kept, module):
        monkeypatch.setattr(one, "date", Clock)
    monkeypatch.setattr(kept, "_WAITING", [])
    Clock.day_now = MONDAY
    return path


def choose(name, right=True, day=None):
    """Answer a prediction on a day, counted from Monday."""
    Clock.day_now = MONDAY + timedelta(day or 0)
    widget = getattr(predict, name)()
    widget.choices[(widget.prediction.right + (not right)) % len(widget.choices)].click()
    return widget


def asked():
    """Return the names of the questions that a review asks today."""
    found = review()
    if not isinstance(found, RecallWidget):
        return []
    return [one.prediction.name for one in found.questions]


def solved():
    return check.fraction_step(0.143)


def test_nothing_is_written_before_the_reader_agrees(file):
    choose("swap")
    assert solved().status == "right"
    for one in (progress(), review()):
        assert "`progress(keep=True)`" in one.text and str(file) in one.text
    assert not file.parent.exists()


def test_answers_from_before_wait_in_the_kernel_until_the_reader_agrees(file):
    choose("swap")
    progress(keep=True)
    solved()
    assert "**2 of" in progress().text
    progress(keep=False)
    solved()
    progress(keep=False)  # says no
    assert "**0 of" in progress(keep=True).text


def test_another_kernel_may_have_agreed_meanwhile(file):
    choose("swap")
    file.parent.mkdir()
    file.write_text(kept.FIRST, encoding="utf-8")
    assert "**0 of" in progress().text and "**1 of" in progress(keep=True).text
    assert "**1 of" in progress(keep=True).text


def test_progress_shows_what_was_right_and_when_and_what_comes_next(file):
    progress(keep=True)
    choose("swap", right=False)
    Clock.day_now += timedelta(1)
    solved()
    text = progress().text
    assert f"**1 of {len(PREDICTIONS) + len(EXERCISES)} questions**" in text
    assert "| 00 | `check.fraction_step` 2026-11-24 |" in text
    assert "**Next**: lesson 00, `predict.swap`, `check.invented_code`" in text
    assert "with `review()`" in text and str(file) in text
    choose("swap", day=1)
    assert "`predict.swap` 2026-11-24; `check.fraction_step` 2026-11-24" in progress().text
    assert "the next question comes on 2026-11-25" in progress().text
    assert progress()._repr_markdown_() == repr(progress()) == progress().text


def test_in_a_browser_it_says_that_the_file_goes_with_the_page(file, monkeypatch):
    assert module.IN_A_BROWSER not in progress(keep=True).text
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert module.IN_A_BROWSER in progress().text


def test_when_all_is_right_nothing_comes_next(file):
    progress(keep=True)
    for one in LESSONS.values():
        for name in (*one.asked["Prediction"], *one.asked["Exercise"]):
            kept.keep(name, right=True)
    assert "**Next**" not in progress().text


def test_a_question_comes_back_after_1_7_and_30_days(file):
    progress(keep=True)
    choose("swap")
    came = []
    for day in range(60):
        Clock.day_now = MONDAY + timedelta(day)
        if asked():
            came.append(day)
            question = review().questions[0]
            assert question.prediction.question == PREDICTIONS["swap"].recalled.question
            question.choices[question.prediction.right].click()
    assert came == [1, 8, 38]


def test_a_wrong_answer_begins_anew_and_the_first_of_a_day_counts(file):
    progress(keep=True)
    choose("swap")
    choose("swap", right=False)  # to read the other reply
    choose("swap", day=1)
    choose("swap", day=3)  # too early to count
    Clock.day_now = MONDAY + timedelta(7)
    assert asked() == []
    choose("swap", right=False, day=8)
    choose("swap", day=8)
    Clock.day_now = MONDAY + timedelta(9)
    assert asked() == ["swap"]


def test_a_review_asks_what_waits_longest_and_not_too_much(file):
    progress(keep=True)
    names = list(PREDICTIONS)[: module.AT_ONCE + 2]
    for day, name in enumerate(reversed(names)):
        choose(name, day=day)
    Clock.day_now = MONDAY + timedelta(30)
    assert asked() == names[::-1][: module.AT_ONCE]
    assert f"{len(names)} questions today" in progress().text


def test_the_reader_can_delete_what_was_kept(file):
    progress(keep=True)
    solved()
    progress(keep=True)  # loses nothing
    assert len(kept.answers()[0]) == 1
    assert "Nothing is kept" in progress(keep=False).text and not file.exists()
    assert "Nothing is kept" in progress(keep=False).text


def test_only_true_and_false_are_agreement(file):
    with pytest.raises(TypeError, match="^keep must be True or False, got 'yes'"):
        progress(keep="yes")
    assert not file.exists()


BROKEN = [
    b"{",
    b"[]",
    b"\xff\xfe",
    b'{"name": "swap"}',
    b'{"day": "soon", "name": "swap"}',
    b"[" * 9_999,
]


def test_a_broken_line_stays_and_loses_no_other(file):
    progress(keep=True)
    solved()
    with file.open("ab") as opened:
        opened.write(b"\n" + b"\n\n".join(BROKEN))
    before = file.read_bytes()
    choose("swap")
    text = progress().text
    assert "**2 of" in text and f"{len(BROKEN)} lines of it cannot be read" in text
    assert file.read_bytes().startswith(before)


def test_a_question_of_another_version_of_the_course_is_left_alone(file):
    progress(keep=True)
    kept.keep("gone", right=True)
    assert "**0 of" in progress().text and asked() == []


@pytest.mark.parametrize("broken", ["a folder", "below a file"])
def test_a_place_that_cannot_be_written_gives_one_line(file, broken, monkeypatch):
    file.mkdir(parents=True)
    if broken == "below a file":
        (file / "taken").touch()
        monkeypatch.setenv(kept.VARIABLE, str(file / "taken" / "answers.jsonl"))
    text = progress(keep=True).text
    assert text.startswith(f"Answers cannot be kept in {kept.place()}: ") and "\n" not in text


def test_an_answer_that_cannot_be_added_is_judged_all_the_same(file, monkeypatch, capsys):
    progress(keep=True)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept, "_write", full)
    reason = f"Answers cannot be kept in {file}: No space left on device."
    assert solved().status == "right" and capsys.readouterr().out == f"{reason}\n"
    assert choose("swap").answer.value.count(reason) == 1


def test_a_file_that_cannot_be_read_gives_one_line(file, monkeypatch):
    progress(keep=True)

    def closed(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", closed)
    for one in (progress(), review()):
        assert one.text == f"`{file}` cannot be read: Permission denied."


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not add to a file in one step")
def test_two_kernels_at_once_lose_nothing(file):
    progress(keep=True)
    many = "from posenc_helpers.lessons import kept\nfor _ in range(300): kept.keep('swap', True)"
    kernels = [subprocess.Popen([sys.executable, "-c", many]) for _ in range(2)]
    assert [one.wait() for one in kernels] == [0, 0]
    given, unread = kept.answers()
    assert (len(given), unread) == (600, 0)


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", ".local/share"),
        ("darwin", "Library/Application Support"),
        ("win32", "AppData/Local"),
        ("emscripten", ".local/share"),
    ],
)
def test_the_file_is_in_the_folder_for_data_and_shown_without_a_name(system, folder, monkeypatch):
    home = Path(os.path.expanduser("~"))
    for name in (kept.VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData/Local"))
    monkeypatch.setattr(sys, "platform", system)
    assert kept.place() == home / folder / "posenc/answers.jsonl"
    assert kept.shown_place() == f"~/{folder}/posenc/answers.jsonl"


def test_a_folder_for_data_that_is_set_is_used(monkeypatch, tmp_path):
    monkeypatch.delenv(kept.VARIABLE)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert kept.place() == tmp_path / "posenc/answers.jsonl"


def test_no_lesson_shows_what_is_kept():
    """What is stored depends on no file and on no day."""
    for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = "".join("".join(one["source"]) for one in cells if one["cell_type"] == "code")
        assert not re.search(r"\b(progress|review)\(", code), path.name
