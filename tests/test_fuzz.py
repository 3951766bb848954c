"""The fuzzer itself: a failure is found, told and can be repeated; some cases, always the same."""

import numpy as np
import pytest

from tools import fuzz


def test_some_cases_of_each_kind():
    found = [fuzz.run(0, number) for number in range(60)]
    assert [problem for _, problem in found if problem] == []
    assert {kind for kind, _ in found} == {kind.__name__ for kind in fuzz.KINDS}


@pytest.mark.parametrize(
    ("name", "broken", "said"),
    [
        ("PUBLIC", ["mistaken"], "RuntimeError"),
        ("LONG", -1.0, "took"),
    ],
)
def test_a_failure_is_told_with_what_repeats_it(monkeypatch, capsys, name, broken, said):
    def mistaken():
        raise RuntimeError

    monkeypatch.setattr(fuzz.pe, "mistaken", mistaken, raising=False)
    monkeypatch.setattr(fuzz, name, broken)
    monkeypatch.setattr(fuzz, "KINDS", [fuzz.functions])
    assert fuzz.main(["--seed", "7", "--case", "3"]) == 1
    printed = capsys.readouterr().out
    assert "--seed 7 --case 3: functions" in printed
    assert said in printed


def test_junk_that_is_judged_right_is_a_failure(monkeypatch):
    easy = type("Easy", (), {"expected": 5.0, "check": lambda self, answer: self})()
    easy.status, easy.text = "right", "Right."
    monkeypatch.setattr(fuzz, "EXERCISES", {"easy": easy})
    monkeypatch.setattr(fuzz, "KINDS", [fuzz.answers])
    monkeypatch.setattr(fuzz, "junk", lambda rng: np.float64(-3))
    assert "is judged right" in fuzz.run(0, 0)[1]
