"""What pictures of sums, variants, batches and turns show and say, against formulas written out.

`pictures.json` has the words of each, and settings at its corners; a function here returns the
numbers between these words.
"""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.figures.cases import redrawn, settings_of
from tests.figures.reading import _parsed, codes, random_settings, says
from tests.figures.rendering import misplaced
from tests.models.definitions import ANGLES, FIRST_POSITION, exact
from tests.models.test_invariants import misses

PICTURES = json.loads(Path(__file__).with_name("pictures.json").read_text(encoding="utf-8"))
VARIANTS = {**CONVENTIONS, **BUGS}


def many(count, noun):
    return f"{count:,} {noun}" + "s" * (count != 1)


def assert_shows(image, table):
    """Where a cell of an image is no mean it is the value of a table."""
    assert image.per_cell != (1, 1) or np.abs(image.values - table).max() < 1e-9


def column(cell, what="(means of {})"):
    """Return the name of an axis whose pixels stand for several values."""
    return "column j" + (f" {what.format(cell)}" if cell > 1 else "")


# ------------------------------------------------------------------------------- one sum, read


def few(count):
    return [(k * count + count // 2) // min(count, 20) for k in range(min(count, 20))]


class Sums:
    """All words and codes, and what is read from sums of them by looking for the nearest."""

    def __init__(self, d_model, base, seq_len, vocab_size):
        self.words = np.random.default_rng(1706).normal(size=(512, 512))[:vocab_size, :d_model]
        self.codes = codes(np.arange(max(seq_len, 2)), d_model, base)
        self.half, self.codes = math.dist(*self.codes[:2]) / 2, self.codes[:seq_len]
        self.pairs = [(w, p) for w in few(vocab_size) for p in few(seq_len)]
        self.count, of = many(len(self.pairs), "sum"), many(seq_len, "position")
        words = f"{min(vocab_size, 20)} of {many(vocab_size, 'word')}"
        self.tried = f"{self.count} tried ({words}, {min(seq_len, 20)} of {of})"

    def read(self, size, pairs):
        """Return which words and which positions are read at this size."""
        sums = np.array([size * self.words[w] + self.codes[p] for w, p in pairs])
        lists = size * self.words, self.codes
        return np.transpose([((r**2).sum(1) - 2 * sums @ r.T).argmin(1) for r in lists])

    def shares(self, size):
        return (self.read(size, self.pairs) == self.pairs).mean(axis=0)

    def check(self, room, law, *curves):
        """The curves go through the shares; 90 % are read between the ends of the room alone."""
        for size in np.geomspace(0.011, 9.9, 12):
            shares, z = self.shares(size), self.half / size / 2**0.5
            assert [np.interp(size, *one.get_data()) for one in curves] == pytest.approx(shares)
            assert np.interp(size, *law.get_data()) == pytest.approx(math.erf(z), abs=1e-3)
            assert room != "none" or min(shares) < 0.9
        if room != "none":
            ends = (_parsed(end.replace("any size", "1e9")) for end in room.split(" to "))
            (least, a), (most, b) = ((end, 0.51 * unit) for end, unit in ends)
            assert least < most and self.shares(least + a)[0] >= 0.9 <= self.shares(most - b)[1]
            assert least == 0 or self.shares(least - a)[0] < 0.9
            assert most == 1e9 or self.shares(most + b)[1] < 0.9


def word_and_position(drawing, *, position, word_std, d_model, base, **window):
    sums, what = Sums(d_model, base, **window), "column by column"
    shares, (word, place) = sums.shares(word_std), sums.read(word_std, [(0, position)])[0]
    room = dict(drawing.facts(position=position))["90 % of both at word_std"]
    sums.check(room, drawing.law, *drawing.curves)
    assert [mark.get_ydata()[0] for mark in drawing.heights] == pytest.approx(shares)
    rows = np.array([word_std * sums.words[0], sums.codes[position]])
    assert_shows(drawing.strip, [*rows, rows.sum(0)] / np.abs([*rows, rows.sum(0)]).max())
    what = what if d_model <= 334 else "means of 2 columns"
    assert drawing.columns.get_text() == f"one sum, {what}"
    right, lengths = "a wrong" if word else "the right", np.linalg.norm(rows, axis=1)
    return (
        sums.count, *shares[::-1], word_std, position, d_model, base, place, right, sums.tried,
        *shares[::-1], room, *lengths, place, position, word,
    )  # fmt: skip


def reading(drawing, *, d_models, **window):
    said = drawing.text.partition("90 %: ")[2].removesuffix(".")
    for d_model, one, ax in zip(d_models, said.split("; "), drawing.figure.axes, strict=True):
        sums, room = Sums(d_model, **window), one.removesuffix(f" at d_model {d_model}")
        sums.check(room, *ax.lines)
    assert drawing.figure.axes[0].get_ylabel() == f"share of {sums.count} read right"
    shares = *sums.shares(0.01)[::-1], *sums.shares(10)[::-1]
    line = "no size leaves" if room == "none" else f"sizes {room} leave"
    return d_model, line, sums.tried, d_model, *shares, said


# ----------------------------------------------------------------------------- variants and bugs


def table_of(name, seq_len, d_model, base, ordered=False):
    """Return the table of a variant, as it is or with its columns in the paper's order."""
    first, sines = FIRST_POSITION.get(name, 0), exact(name, [0], d_model)[0] == 0
    table = exact(name, range(first, first + seq_len), d_model, base, floats=True)
    if name in ANGLES or not ordered:
        return table
    return np.stack([table[:, sines], table[:, ~sines]], axis=-1).reshape(table.shape)


def museum(_, *, seq_len, d_model):
    offs = (misses(table_of(name, seq_len, d_model, 1e4)) for name in BUGS)
    counts = [sum(not by <= 1 for by in off.values()) for off in offs]
    bad = sum(map(bool, counts))
    listed = (f"{bug.title}: {n}" for bug, n in zip(BUGS.values(), counts, strict=True))
    return seq_len, d_model, bad, "fail" + "s" * (bad == 1), seq_len, d_model, ", ".join(listed)


# --------------------------------------------------------------------------------------- a batch


def batch(drawing, *, padding, ids_by, start, d_model, base, seq_len):
    lengths, slots = [seq_len, -(-5 * seq_len // 8), -(-3 * seq_len // 8)], np.arange(seq_len)
    wrong, ends = [], []
    for k, length in enumerate(lengths):
        own = slots - (seq_len - length) * (padding == "left")
        there, own = (own >= 0) & (own < length), own + start
        ids = {"slot": slots + start, "mask": own, "text": 0 * own + start + k}[ids_by]
        pairs = [*zip(ids.tolist(), own.tolist(), there, strict=True)]
        labels = [f"{p:,}" + f" ≠ {q:,}" * (p != q) if seen else "pad" for p, q, seen in pairs]
        assert [one.get_text() for one in drawing.labels[k]] == labels + [""] * (16 - seq_len)
        assert drawing.titles[k].get_text() == f"{'ABC'[k]}: {many(length, 'token')}"
        assert drawing.axes[k].get_xlabel() == column(-(-d_model // 146))
        assert_shows(drawing.images[k], codes(ids, d_model, base) * there[:, np.newaxis])
        wrong += [(p, q) for p, q, seen in pairs if seen and p != q]
        ends.append("{} {:,}, {:,}".format("ABC"[k], *ids[there][[0, -1]]))
    key = "{0:,} ≠ {1:,}: the token gets the code of {0:,}, and is at {1:,} alone"
    assert drawing.key.get_text() == (key.format(*wrong[0]) if wrong else "")
    line = f"{len(wrong)} of {many(sum(lengths), 'token')} get{'s' * (len(wrong) == 1)} another "
    first, second = codes([0, ids_by != "text"], d_model, base)
    return (
        line, *lengths, padding, ids_by, start, "; ".join(ends), d_model, base, line,
        " ".join(f"{p:,}" if seen else "–" for p, _, seen in pairs), len(wrong), sum(lengths),
        first @ second / (d_model / 2) if seq_len > 1 else "–", *np.add(lengths, start),
    )  # fmt: skip


# ----------------------------------------------------------------------------------------- turns


def rotary(drawing, *, position, distance, pair, d_model, base, partial_rotary_factor):
    width = max(int(d_model * partial_rotary_factor) // 2 * 2, 2)
    shown, arcs = [0, pair, width // 2 - 1], []

    def score(distances, width):
        turns = np.multiply.outer(distances, base ** (-2 * np.arange(width // 2) / width))
        return 1 - width / d_model + width / d_model * np.cos(turns).mean(axis=-1)

    for k, i in enumerate(shown):
        arcs.append(math.degrees(base ** (-2 * i / width) * distance) if i < width // 2 else 0)
        still = "" if i < width // 2 else ", not turned"
        assert drawing.titles[k].get_text() == f"pair {i:,}{still}"
        says(drawing.arc_texts[k].get_text(), "arc {}°", arcs[k])
    for dots, turned in ((drawing.scores, width), (drawing.all_turned, d_model)):
        (x, y), (least, most) = dots.get_data(), drawing.score_ax.get_ylim()
        assert y == pytest.approx(score(x, turned), abs=1e-6) and dots.get_linestyle() == "None"
        assert least <= min(y) and max(y) <= most
    ends, here = (position, position + distance), score(distance, width)
    dot = [(distance, pytest.approx(here, abs=1e-6))] if 1 <= distance <= 10**6 else []
    assert [*map(tuple, drawing.dot.get_xydata())] == dot
    in_text = *ends, d_model, width, base, *arcs[:2], pair, arcs[2], shown[2], here
    return *ends, here, *in_text, *arcs, here, width, d_model


def common_shift(drawing, *, furthest, distance, d_model, base):
    random = np.random.default_rng(8)
    query, key = random.normal(scale=0.5, size=(2, d_model))
    matrix = random.normal(scale=d_model**-0.5, size=(d_model, d_model))
    near, far = (codes(np.arange(furthest + 1) + p, d_model, base) for p in (distance, 0))
    both = [one @ matrix @ other for one, other in zip(near, far, strict=True)]
    parts = np.array([0 * near[:, 0], query @ matrix @ far.T, near @ matrix @ key, both])
    changes = parts - parts[:, :1]
    added, turned = ([line.get_ydata() for line in ax.lines[1:]] for ax in drawing.figure.axes)
    assert np.abs(added - changes).max() < 1e-5 and np.abs(turned).max() < 1e-5
    ends = (end for one in changes[1:] for end in (one.min(), one.max()))
    counts = many(distance, "token"), many(furthest, "token")
    return np.abs(changes).max(), *counts, d_model, *ends


def plain_sum(drawing, *, words, table, labels):
    total, axes = np.add(words, table), drawing.figure.axes
    assert axes[3].get_ylim()[1] == max(1, np.abs([words, table, total]).max())
    assert {ax.get_xlabel() for ax in axes[:3]} == {column(-(-total.shape[1] // 212))}
    return *map(many, total.shape, ("token", "column")), total.min(), total.max()


# --------------------------------------------------------------------------------- each of them

EVEN, FEW = st.integers(1, 30).map(lambda half: 2 * half), st.integers(2, 90)
SIZE, SEED = st.sampled_from([0, -0.0, 1e-6, 1, 1e6]), st.integers(0, 9)
ROWS = st.builds(lambda a, n: a * np.random.default_rng(n).normal(size=(3, 700)), SIZE, SEED)
DRAWN = {  # with settings that do not follow from what a plot function takes
    word_and_position: {"d_model": EVEN, "seq_len": FEW, "vocab_size": FEW},
    reading: {"d_models": st.lists(EVEN, min_size=1, max_size=4), "seq_len": FEW},
    museum: {"d_model": st.sampled_from([2, 4, 8]), "seq_len": FEW}, batch: {}, rotary: {},
    common_shift: {"base": st.floats(1, 1e6), "d_model": EVEN},
    plain_sum: {"words": ROWS, "table": ROWS, "labels": ["a", "b", "c"]},
}  # fmt: skip
CORNERS = [(name, one) for name in DRAWN for one in PICTURES[name.__name__].get("corners", ())]


def check(numbers, chosen):
    picture = PICTURES[numbers.__name__]
    drawing = redrawn(picture["plot"], **chosen)
    line = next(one for one in drawing.figure.artists if hasattr(one, "get_text")).get_text()
    facts = (": ".join(fact) for fact in drawing.facts(**chosen))
    says(" | ".join([line, drawing.text, *facts]), picture["words"], *numbers(drawing, **chosen))
    return drawing.figure


@pytest.mark.parametrize("numbers", DRAWN)
@settings(max_examples=20)
@given(data=st.data())
def test_every_word_is_what_the_formulas_give(numbers, data):
    name = PICTURES[numbers.__name__]["plot"]
    check(numbers, data.draw(random_settings(name, **DRAWN[numbers])))


@pytest.mark.full
@pytest.mark.parametrize(("numbers", "corner"), CORNERS)
def test_the_same_at_the_corners(numbers, corner):
    settings = settings_of(PICTURES[numbers.__name__]["plot"])
    assert not misplaced(check(numbers, {**settings, **corner}))
