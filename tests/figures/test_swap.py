"""What "bit" takes before and after a swap."""

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.attention import SENTENCE
from tests.figures.cases import redrawn
from tests.figures.reading import at_random, codes, each, reads, shows


def head(vectors, d_model, base, gain, asked):
    """Return the weights and outputs of a head, by the formulas."""
    places = np.arange(len(vectors))
    x = vectors if asked else vectors + gain * codes(places, d_model, base)
    scores = x @ x.T / np.sqrt(d_model)
    if asked:  # the query is the code of the place before
        scores = 8 * gain**2 * codes(places - 1, d_model, base) @ codes(places, d_model, base).T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights, weights @ x


def first_line(words, swapped, places, change, gain, asked, alike):
    """The template of the first line; said another way than in the figure."""
    if words == swapped:
        return "“{two[0]}” for “{two[0]}”: nothing changes"
    if not asked and change < 1e-12:
        same = "The output of “bit” stays the same"
        return same if gain else "No output differs: both sentences are one bag of words"
    if not asked:
        few = "less than 0.01 %" if change < 1e-4 else "{percent:label} % of its length"
        return f"The output of “bit” changes by {few}"
    if alike:
        return "{equal:share} from each word, in both sentences"
    then = ", after the swap {shares[1]:share} from “{befores[1]}”"
    then = ", the word before in both sentences" if swapped[places[1] - 1] == "dog" else then
    then = then if places[1] else "; after the swap no word before it"
    return "{shares[0]:share} from “dog”" + then


CODES, FAINT, FAINTEST = {"gain": 1.0}, {"gain": 0.1}, {"gain": 1e-6}
HEAD = {"gain": 1.0, "ask_for_the_word_before": True}
TWICE = {"d_model": 2, "base": 1.0, "seq_len": 12, "first": 2, "second": 9}


@at_random(
    "plot_swap", {}, CODES, FAINT, FAINTEST, HEAD, {**HEAD, "first": 0, "second": 2},
    *[{**HEAD, **one} for one in (TWICE, {"first": 0, "second": 3}, {"first": 2}, {"gain": 0.0})],
    count=50,
)  # fmt: skip
def test_every_word_of_the_picture_is_what_numpy_finds(
    drawing, gain, ask_for_the_word_before, seq_len, first, second, d_model, base
):
    asked, count = ask_for_the_word_before, seq_len
    words, swapped, places = SENTENCE[:count], SENTENCE[:count], [2, 2]
    if words[first] != words[second]:
        swapped[first], swapped[second] = words[second], words[first]
        places[1] = {first: second, second: first}.get(2, 2)
    vectors = dict(zip(words, pe.word_vectors(words, d_model), strict=True))
    weights, outputs, befores, taken, said, cosines = [], [], [], [], [], []
    for sentence, at, tiles in zip((words, swapped), places, drawing.sentences, strict=True):
        rows = np.array([vectors[word] for word in sentence])
        share, output = (one[at] for one in head(rows, d_model, base, gain, asked))
        weights.append(share)
        outputs.append(output)
        befores.append(sentence[at - 1] if at else "")
        assert tiles.tiles.values[0] == pytest.approx(share, abs=1e-9)
        assert [text.get_text() for text in tiles.words] == sentence + [""] * (12 - count)
        assert [text.get_weight() for text in tiles.words].index("bold") == at
        assert tiles.frame.get_xdata().mean() == pytest.approx(at, abs=0.3)
        for text, one in zip(tiles.shares[:count], share, strict=True):
            word = text.get_text().replace(">", "over ").replace("<", "under ")
            assert shows(word.replace("  ", " "), one, "share")
        seen = asked and at > 0
        assert tiles.word.image.get_visible() == seen
        assert tiles.name.get_text() == (f"“{befores[-1]}” alone" if seen else "")
        listed = [(one, word) for one, word in zip(share, sentence, strict=True) if one >= 0.005]
        taken.append(listed)
        one = f"{{taken[{len(said)}][#][0]:share}} from {{taken[{len(said)}][#][1]}}"
        said.append(each(one, len(listed)))
    most = max(np.abs([*outputs, *(vectors[one] for one in befores if one and asked)]).ravel())
    for tiles, output, before in zip(drawing.sentences, outputs, befores, strict=True):
        assert tiles.output.values[0] == pytest.approx(output / most, abs=1e-9)
        if before:
            lengths = np.linalg.norm(output) * np.linalg.norm(vectors[before])
            cosines.append(output @ vectors[before] / lengths)
            alone = vectors[before] / most
            assert not asked or tiles.word.values[0] == pytest.approx(alone, abs=1e-9)
    change = np.linalg.norm(outputs[1] - outputs[0]) / np.linalg.norm(outputs[0])
    alike = max(map(np.ptp, weights)) < 1e-12
    shares = [w[p - 1] for w, p in zip(weights, places, strict=True) if p]
    line = first_line(words, swapped, places, change, gain, asked, alike)
    title = drawing.title.get_text().replace("Over", "over").replace("Under", "under")
    assert len(title) <= 58
    how = "a head asks for the word before" if asked else "codes are added"
    few = "less than 0.01 %" if change < 1e-4 else "{percent:label} % of its length"
    changes = "stays the same" if change < 1e-12 else f"changes by {few}"
    told = [f"its cosine with “{one}” is {{cosines[{k}]}}" if one else "no word is before it"
            for k, one in enumerate(befores)]  # fmt: skip
    told = f"; {told[0]}, after the swap {told[1]}" if asked else ""
    each_share, each_cosine = (each(f"{{{one}[#]}}", len(shares)) for one in ("shares", "cosines"))
    percent, written, changed_to = 100 * change, " ".join(words), " ".join(swapped)
    (takes, after), then = said, befores[1] or "none"
    two, equal = (words[first], words[second]), 1 / count
    changed = change if change > 2e-12 else drawing.facts(first=0, second=0, gain=0)[-1][1]
    reads("swap", drawing, locals())


def test_words_alone_and_the_head_that_turns_its_query():
    drawing, words = redrawn("plot_who_bit_whom"), SENTENCE[:5]
    vectors = pe.word_vectors(words, 16)
    maps = head(vectors, 16, 1, 0, False)[0], head(np.eye(5, 64), 64, 1e4, 1, True)[0]
    for ax, weights in zip(drawing.figure.axes, maps, strict=True):
        found = [one.levels for one in ax.images][0] / 254
        assert found == pytest.approx(weights, abs=0.5 / 254 + 1e-9)
    looks = [int(row.argmax()) for row in maps[1]]
    assert looks[1:] == [0, 1, 2, 3]
    listed = ", ".join(f"{p} at {q}" for p, q in enumerate(looks))
    found = words[looks[2]]
    reads("who_bit_whom", drawing, locals())
