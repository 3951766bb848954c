"""What "bit" takes before and after a swap."""

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE
from tests.figures.cases import redrawn

SETTINGS = st.fixed_dictionaries({
    "gain": st.floats(-2, 2) | st.sampled_from([0.0, 0.25, 0.5, 1.0, 1e-9, 1_000.0]),
    "asked": st.booleans(), "seq_len": st.integers(5, 12), "first": st.integers(0, 11),
    "second": st.integers(0, 11), "d_model": st.sampled_from([2, 4, 8, 16, 128, 1024]),
    "base": st.sampled_from([1.0, 10.0, 1e4, 1e8]),
})  # fmt: skip


def head(vectors, d_model, base, gain, asked):
    """Return the weights and outputs of a head, by the formulas."""
    p, i = np.arange(len(vectors))[:, np.newaxis], np.arange(d_model // 2)
    angles = p * base ** (-2 * i / d_model)
    codes = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(p), d_model)
    x = vectors if asked else vectors + gain * codes
    scores = x @ x.T / np.sqrt(d_model)
    if asked:  # the query is the code of the place before
        scores = 8 * gain**2 * np.cos(angles[:, np.newaxis] - angles - angles[1] + angles[0]).sum(2)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights, weights @ x


def shown(share):
    if 1e-12 < share < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 <= share < 1 - 1e-12 else f"{100 * share:.0f} %"


def expected_line(words, sentences, places, weights, change, gain, asked):
    """Return the first line, said another way than in the figure."""
    if sentences[0] == sentences[1]:
        return "nothing changes"
    if not asked and change < 1e-12:
        return "stays the same" if gain else "No output differs"
    if not asked:
        return f"changes by {'less than 0.01' if change < 1e-4 else ''}"
    if max(map(np.ptp, weights)) < 1e-12:
        return f"^{100 / len(words):.0f} % from each word, in both sentences$"
    place, (here, there) = places[1], [w[p - 1] for w, p in zip(weights, places, strict=True)]
    least = min(here, there) if place else here
    line = f"^Most from “dog”: {shown(here)}" if least < 0.5 else f"^(?i:{shown(here)}) from “dog”"
    if place == 0:
        return line + "; after the swap no word before it$"
    word = sentences[1][place - 1]
    if word == "dog":
        return line + ", the word before in both sentences$"
    if shown(here) == shown(there):
        return line + f", after the swap from “{word}”$"
    there = shown(there)
    return (
        line
        + ", after the swap "
        + (f"from “{word}”: {there}$" if least < 0.5 else f"{there} from “{word}”$")
    )


DEFAULT = {"gain": 1.0, "asked": True, "seq_len": 5, "first": 1, "second": 4}
WIDTHS = {"d_model": 16, "base": 1e4}


@given(SETTINGS)
@example({**DEFAULT, **WIDTHS})
@example({**DEFAULT, **WIDTHS, "gain": 0.0})
@example({**DEFAULT, **WIDTHS, "gain": 0.0, "asked": False})
@example({**DEFAULT, **WIDTHS, "first": 0, "second": 2})
@example({**DEFAULT, **WIDTHS, "first": 0, "second": 3})
@example({**DEFAULT, **WIDTHS, "first": 0})
@example({**DEFAULT, **WIDTHS, "gain": 0.47, "first": 2})
@example({**DEFAULT, "d_model": 2, "base": 1.0, "seq_len": 12, "first": 2, "second": 9})
def test_every_word_of_the_picture_is_what_numpy_finds(settings):
    count, gain, asked = settings["seq_len"], settings["gain"], settings["asked"]
    d_model, base = settings["d_model"], settings["base"]
    first, second = settings["first"] % count, settings["second"] % count
    drawing = redrawn(
        "plot_swap", gain=gain, ask_for_the_word_before=asked, seq_len=count, first=first,
        second=second, d_model=d_model, base=base,
    )  # fmt: skip
    words, swapped, place = SENTENCE[:count], SENTENCE[:count], 2
    if words[first] != words[second]:
        swapped[first], swapped[second] = words[second], words[first]
        place = {first: second, second: first}.get(2, 2)
    vectors = dict(zip(words, pe.word_vectors(words, d_model), strict=True))
    sentences, places, weights, outputs = (words, swapped), (2, place), [], []
    for sentence, at, tiles in zip(sentences, places, drawing.sentences, strict=True):
        rows = np.array([vectors[word] for word in sentence])
        share, output = (one[at] for one in head(rows, d_model, base, gain, asked))
        weights.append(share)
        outputs.append(output)
        assert tiles.tiles.values[0] == pytest.approx(share, abs=1e-9)
        assert [text.get_text() for text in tiles.words[:count]] == sentence
        assert {text.get_text() for text in tiles.words[count:] + tiles.shares[count:]} <= {""}
        assert [text.get_weight() for text in tiles.words].index("bold") == at
        assert tiles.frame.get_xdata().mean() == pytest.approx(at, abs=0.3)
        for text, one in zip(tiles.shares[:count], share, strict=True):
            sign, percents = text.get_text()[0], float(text.get_text().strip("<> %"))
            near = abs(100 * one - percents) < 0.5 + 1e-6
            assert {">": one >= 0.995 - 1e-9, "<": 9e-13 < one < 0.005 + 1e-9}.get(sign, near)
            assert percents > 0 or one < 1.1e-12
        seen = asked and at > 0
        assert tiles.word.image.get_visible() == seen
        assert tiles.name.get_text() == (f"“{sentence[at - 1]}” alone" if seen else "")
    alone = [vectors[s[p - 1]] for s, p in zip(sentences, places, strict=True) if asked and p]
    most = max(np.abs(one).max() for one in (*outputs, *alone))
    for tiles, output in zip(drawing.sentences, outputs, strict=True):
        if d_model <= 128:  # more have no pixel of their own
            assert tiles.output.values[0] == pytest.approx(output / most, abs=1e-9)
    visible = [one.word.values[0] for one in drawing.sentences if one.word.image.get_visible()]
    for strip, vector in zip(visible, alone, strict=True):
        assert d_model > 128 or strip == pytest.approx(vector / most, abs=1e-9)
    change = np.linalg.norm(outputs[1] - outputs[0]) / np.linalg.norm(outputs[0])
    line = drawing.title.get_text()
    assert len(line) <= 58
    assert re.search(expected_line(words, sentences, places, weights, change, gain, asked), line)
    for found in re.findall(r"changes by ([\d,.]+) %", f"{line} {drawing.text}"):
        assert float(found.replace(",", "")) == pytest.approx(100 * change, rel=0.06, abs=0.006)
    told = re.findall(r"it (is|is not) “(\w+)” \(cosine (−?[\d.]+)\)", drawing.text)
    assert len(told) == len(alone)
    if asked:
        outputs = [one for one, p in zip(outputs, places, strict=True) if p]
        for (verb, _, said), one, other in zip(told, outputs, alone, strict=True):
            exact = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
            assert float(said.replace("−", "-")) == pytest.approx(exact, abs=0.005 + 1e-9)
            assert (verb == "is") == (exact >= 0.95)


@pytest.mark.parametrize(
    "gain, share", [(0, 0.2), (0.25, 0.3), (0.5, 0.57), (0.75, 0.83), (1, 0.97)]
)
def test_the_lesson_s_head_reads_who_bit(gain, share):
    drawing = redrawn("plot_swap", gain=gain, ask_for_the_word_before=True)
    assert drawing.taken[0].share == drawing.taken[1].share == pytest.approx(share, abs=0.006)
    if gain == 1:
        assert drawing.change == pytest.approx(1.35, abs=0.005)
        assert [one.cosine for one in drawing.taken] == pytest.approx([1, 1], abs=0.005)
