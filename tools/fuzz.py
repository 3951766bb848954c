"""Throw junk at the course for some minutes: make fuzz, or python -m tools.fuzz --minutes 1

Each case has a number; with the seed it says all that was thrown, so `--case NUMBER` repeats one.
A case fails where something else comes out than an answer or one line that says what is wrong:
a traceback, a warning, junk that is judged right, or nothing for a long time.
"""

import argparse
import collections
import copy
import inspect
import json
import math
import random
import sys
import tempfile
import time
import traceback
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np

import posenc_helpers as pe
from posenc_helpers.lessons import EXERCISES
from tools import export, notebooks
from tools.class_report import saved, table

ROOT = Path(__file__).resolve().parents[1]
LONG = 20.0  # seconds of processor time, for one case
ODD = [
    None, ..., True, False, 0, -1, 1, 2, 3, 7, 10**400, -(2**70), 0.5, -0.0, 1e-300, 5e-324, 1e300,
    math.nan, math.inf, -math.inf, 1j, "", "x", "x" * 9_000, "1", b"x", [], [[]], {}, {"a": 1},
    set(), range(3), object, object(), len, Fraction(1, 3), np.float16(3), np.int8(5),
    np.array(3), np.zeros(0), np.zeros((2, 0)), np.eye(3), np.array(["a"]), np.array([None]),
    np.datetime64("2020"), np.ma.masked_all(3), [1, [2, 3]], [math.nan], (1, 2), [10**400],
]  # fmt: skip
GOOD = {
    "base": [2, 10.0, 1e4, 1e8, 0.5, 1],
    "d_model": [2, 4, 18, 64],
    "d_head": [2, 4, 64],
    "seq_len": [1, 2, 5, 50, 300],
    "position": [0, 3, 49],
    "positions": [[0, 1, 2], 5],
    "distances": [[1, 2, 3]],
    "offset": [-1, 0, 3],
    "offsets": [[1, 5], 3],
    "pair": [0, 1],
    "start": [0, 7, -3, 10**6],
    "table": [np.eye(4), pe.positional_encoding(9, 4)],
    "vectors": [np.eye(3, 4)],
    "words": [["a", "b", "c"], "abc"],
}
PUBLIC = [
    name for name in pe.__all__ if inspect.isfunction(getattr(pe, name)) and name[0].islower()
]
EXPLORERS = [name for name in pe.__all__ if name.endswith("Explorer")]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


class Failure(Exception):
    """What came out and must not."""


def junk(rng, depth=2):
    """Return something that is hardly ever an answer."""
    kind = rng.randrange(6)
    if kind == 0 and depth:
        return [junk(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 1:
        return rng.choice([-1, 1]) * 10 ** rng.uniform(-320, 308)
    if kind == 2:
        return rng.randrange(-9, 2 ** rng.choice([3, 12, 31, 65, 200]))
    return rng.choice(ODD)


def one_line(error):
    """Raise Failure unless an error says in one short line what is wrong."""
    text = str(error)
    if not text or len(text) > 900 or "ufunc" in text or "object has no attribute" in text:
        raise Failure(f"says {text[:200]!r}") from error


def answers(rng):
    """Give an answer, or a function, to an exercise."""
    name = rng.choice(list(EXERCISES))
    value = junk(rng)
    answer = (lambda *arguments: value) if rng.random() < 0.4 else value
    feedback = EXERCISES[name].check(answer)
    expected = EXERCISES[name].expected
    if feedback.status == "right" and (
        callable(expected) or not np.allclose(np.ravel(value), np.ravel(expected), rtol=0.1)
    ):
        raise Failure(f"check.{name}({value!r}) is judged right")
    if feedback.status not in ("right", "wrong", "unanswered") or "\n" in feedback.text:
        raise Failure(f"check.{name}({value!r}) says {feedback.text!r}")
    return f"check.{name}({value!r:.80})"


def functions(rng):
    """Call a public function; one argument or more is junk."""
    name = rng.choice(PUBLIC)
    arguments = {}
    for parameter in inspect.signature(getattr(pe, name)).parameters.values():
        good = GOOD.get(parameter.name, [])
        if parameter.default is parameter.empty or rng.random() < 0.3:
            arguments[parameter.name] = rng.choice(good) if good else junk(rng)
    for chosen in rng.sample(list(arguments), k=min(len(arguments), rng.randrange(3))):
        arguments[chosen] = junk(rng)
    said = f"{name}({', '.join(f'{key}={value!r:.60}' for key, value in arguments.items())})"
    try:
        getattr(pe, name)(**copy.deepcopy(arguments))
    except (TypeError, ValueError) as error:
        one_line(error)
    return said


def explorers(rng, made={}):  # noqa: B006  an explorer is made once
    """Move an explorer by code; whatever was refused, Reset brings it back."""
    name = rng.choice(EXPLORERS)
    explorer = made.get(name) or made.setdefault(name, getattr(pe, name)())
    labels = list(explorer.controls)
    settings = {label: junk(rng) for label in rng.sample(labels, k=rng.randrange(1, 3))}
    for label in rng.sample(labels, k=rng.randrange(len(labels))):
        settings.setdefault(label, rng.choice(list(explorer.controls[label].stops)))
    said = f"{name}.apply({', '.join(f'{key}={value!r:.60}' for key, value in settings.items())})"
    before = {label: control.value for label, control in explorer.controls.items()}
    try:
        explorer.apply(**settings)
    except (TypeError, ValueError) as error:
        one_line(error)
        if {label: control.value for label, control in explorer.controls.items()} != before:
            raise Failure(f"{said} was refused and moved something") from error
    explorer.apply(**before)
    return said


def broken(rng):
    """Return the text of a lesson with something in it changed, and what it was."""
    path = rng.choice(LESSONS)
    text = path.read_text(encoding="utf-8")
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        return text[:at] + rng.choice(["", "\0", "{", '"', "9"]) + text[at + rng.randrange(99) :]
    notebook = json.loads(text)
    for _ in range(rng.randrange(1, 4)):
        place = notebook
        while True:
            keys = list(place) if isinstance(place, dict) else range(len(place))
            key = rng.choice(list(keys)) if keys else None
            inner = place[key] if keys else None
            if not isinstance(inner, (dict, list)) or not inner or rng.random() < 0.15:
                break
            place = inner
        if keys:
            place[key] = rng.choice([None, 3, "x", [], {}, [None], {"a": [1]}, "9" * 99, True])
    return json.dumps(notebook)


def files(rng):
    """Read, export and collect a broken notebook."""
    text = broken(rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lesson.ipynb")
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # a language that is not coloured
                export.page(notebooks.read(path))
        except (notebooks.Problem, export.Problem) as problem:
            one_line(problem)
        list(table.lines(saved.read_folder(folder)))
        table.as_csv(saved.read_folder(folder))
    return "a broken notebook"


KINDS = [answers, answers, functions, functions, explorers, files]


def run(seed, number):
    """Run one case; return its kind and, if it failed, why."""
    rng = random.Random(f"{seed}/{number}")
    kind = rng.choice(KINDS)
    began = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            said = kind(rng)
        if time.process_time() - began > LONG:
            raise Failure(f"took {time.process_time() - began:.0f} s: {said}")
    except Exception:
        return kind.__name__, traceback.format_exc(limit=-3)
    return kind.__name__, None


def main(arguments=None):
    """Return how many cases failed, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--case", type=int, help="repeat this one alone")
    options = parser.parse_args(arguments)
    tried, failed = collections.Counter(), collections.Counter()
    end = time.monotonic() + 60 * options.minutes
    number = options.case or 0
    while not tried or (time.monotonic() < end and options.case is None):
        kind, problem = run(options.seed, number)
        tried[kind] += 1
        if problem:
            failed[kind] += 1
            print(f"--seed {options.seed} --case {number}: {kind}\n{problem}", flush=True)
        number += 1
    for kind, count in sorted(tried.items()):
        print(f"{kind:9} {count:7,} tried, {failed[kind]} failed")
    return min(1, sum(failed.values()))


if __name__ == "__main__":
    sys.exit(main())
