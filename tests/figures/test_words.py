"""All that a picture says, at its ends and at settings drawn at random.

Its first line and its facts are held against what tests/figures/expected.py and
tests/models/expected.py compute; all words are looked at.
"""

import itertools
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from posenc_helpers.models import learned
from posenc_helpers.models.learned.figures import SENTENCES
from tests.figures import expected
from tests.figures.cases import PLOTS, redrawn, settings_of, three
from tests.figures.reading import random_settings, says, shown_in, shows, words_of
from tests.figures.rendering import misplaced
from tests.models import expected as of_topics

EXPECTED = expected.EXPECTED | of_topics.EXPECTED
THINGS = "position place token pair clock hand column row step word text turn key degree".split()
NEVER = {
    "a minus zero": r"[-−]0(\.0+)?(?![\d.,eE])",
    "one of a thing in the plural": rf"(?<!of )(?<![\d,.·−-])1 (?:{'|'.join(THINGS)})s\b",
    "from a number to the same": r"(?:from|between) (\S+) (?:to|and) \1(?! \+|[\d.,])",
    "a value that is none": r"\bnan\b|\binf\b|None|np\.|array",
}

EVEN, FEW = st.integers(1, 30).map(lambda half: 2 * half), st.integers(2, 90)
SIZE, SEED = st.sampled_from([0, -0.0, 1e-6, 1, 1e6]), st.integers(0, 9)
ROWS = st.builds(lambda a, n: a * np.random.default_rng(n).normal(size=(3, 700)), SIZE, SEED)
EDGES = st.floats(-1, 1) | st.sampled_from([0, 1, -1e-9, 0.25])
SHAPES = st.sampled_from([(720, 1), (1, 720), (2, 360), (24, 30), (360, 2)])
TABLES = st.builds(np.reshape, st.builds(np.linspace, EDGES, EDGES, st.just(720)), SHAPES)
OFFSET = st.integers(-20, 20) | st.integers(-200, 200)
SHARP = st.sampled_from([0, 100, 1_000]) | st.floats(-3, 3).map(lambda power: 10**power)
BASES, ANY_BASE = st.sampled_from([1.0, 2.0, 1e4, 1e8]), st.floats(0, 8).map(lambda n: 10**n)
SHORT = [word for word in learned.known_words()[2:] if len(word) < 9]  # there is room for them
RUNS = {
    "d_model": st.sampled_from(range(2, 18, 2)), "base": BASES, "seq_len": st.integers(2, 16),
    "trained": st.integers(0, 6).map((10).__mul__),
}  # fmt: skip
WALKS = st.sampled_from([
    learned.learned_positions()[128:509, :48], learned.learned_positions("e5")[1:400, :48],
    learned.noise_like(learned.learned_positions()[128:509], np.random.default_rng(1))[:, :48],
    np.random.default_rng(2).normal(size=(381, 20)).cumsum(axis=0),
])  # fmt: skip
ROTATED = st.builds(pe.any_rotation, st.integers(20, 200), EVEN.filter((18).__ge__), SEED)
LETTERS = st.text("aWéžΩγЖш", min_size=1, max_size=12) | st.sampled_from("ab")
SENTENCES_AT_RANDOM = st.lists(LETTERS, min_size=3, max_size=12).map(" ".join)
DRAWN = {  # settings that do not follow from what a plot function takes, or take long elsewhere
    "attention_head": {"offset": OFFSET, "sharpness": SHARP},
    "clock_wall": {"seq_len": st.integers(1, 5_000)},
    "common_shift": {"base": st.floats(1, 1e6), "d_model": EVEN},
    "directions": {"offset": OFFSET, "base": ANY_BASE},
    "heatmap": {"table": TABLES, "transpose": st.booleans()},
    "hidden_hands": {"codes": ROTATED},
    "learned_circles": {"rows": WALKS},
    "learned_head": {
        "text": st.lists(st.sampled_from(SHORT), max_size=12).map(" ".join),
        "start": st.integers(0, 500), "sentence": st.sampled_from(SENTENCES),
        "off": st.lists(st.integers(0, 4), unique=True).map(tuple),
    },
    "museum": {"d_model": st.sampled_from([2, 4, 8]), "seq_len": FEW},
    "places_left": {"base": BASES},
    "reading": {"d_models": st.lists(EVEN, min_size=1, max_size=4), "seq_len": FEW},
    "shift_on_clocks": {"base": BASES},
    "sum": {"words": ROWS, "table": ROWS, "labels": ["a", "b", "c"]},
    "swap": {"sentence": SENTENCES_AT_RANDOM},
    "training": RUNS,
    "who_bit_whom": {"sentence": SENTENCES_AT_RANDOM},
    "word_and_position": {"d_model": EVEN, "seq_len": FEW, "vocab_size": FEW},
}  # fmt: skip
TABLE, RANDOM = pe.positional_encoding(1_000, 16), np.random.default_rng(0).normal(size=(99, 16))
END = {"position": 999_999, "seq_len": 1_000_000}
MARKUP = """$x$ <b> {o!r} $x$ <script> "'“”'" $\\frac{$"""
HEAD = {"gain": 1.0, "ask_for_the_word_before": True}
SPECIAL = {  # where words change
    "attention_head": [
        {"sharpness": 0}, {"position": 500, "offset": -100, "seq_len": 1_000},
        {"position": 0, "d_model": 2, "base": 1, "seq_len": 1},
        {**END, "offset": 20, "sharpness": 100, "d_model": 2},
        {"sharpness": 8, "d_model": 1024, "base": 1e8, "seq_len": 129},
    ],
    "batch": [{"ids_by": "text", "start": 50}, {"seq_len": 1, "padding": "left", "ids_by": "mask"}],
    "chirps": [{"positions": [10**9], "base": 1.0}, {"positions": [5], "d_model": 2}],
    "clock_wall": [
        {"noise": 1.0}, {**END, "d_model": 10, "base": 1.0001}, END, {"position": 0, "noise": 1.0},
        {"d_model": 4, "seq_len": 5_000, "noise": 0.1}, {**END, "noise": 1.0},
    ],
    "frequencies": [{"bases": [1, 1, 1.0001, 1e8], "d_model": 4}],
    "heatmap": [{"table": np.full((3, 2), -1e-9)}, {"table": TABLE[:, :4], "size": (3, 3)}],
    "hidden_hands": [{"codes": rows} for rows in (TABLE, TABLE[:, :8] + 1, RANDOM)],
    "learned_head": [{"text": "the"}, {"text": "the dog", "off": (0, 1, 2, 3, 4), "start": 120}],
    "linked_heatmap": [
        {"seq_len": 1_800, "position": 1_799, "column": 0}, {"base": 1.0001},
        {"seq_len": 5, "d_model": 8, "base": 0.1, "position": 0, "column": 0},
    ],
    "longer_text": [{"scale": 64.0, "ramp_begins": 100.0, "ramp_ends": 0.01, "seed": 3}],
    "microscope": [{"position": 355, "column": 0, "seq_len": 1_000}],
    "reach": [{"bases": [1e8, 12_345_678.9, 1.1e7, 99_999_999]}, {"bases": [500, 500]}],
    "reading": [{"d_models": [2, 512], "seq_len": 512}, {"seq_len": 1, "vocab_size": 1}],
    "rotary": [
        {"d_model": 1024, "base": 1e8, "pair": 511, "distance": 100_000}, {"distance": 10**9},
        {"d_model": 256, "partial_rotary_factor": 0.25, "pair": 100},
    ],
    "shift": [
        {"shift": -3, "pair": 0}, {"shift": 44, "pair": 0}, {"shift": 10**6, "pair": 0},
        {"pair": 255, "d_model": 512, "base": 1e8, "shift": 1},
    ],
    "swap": [
        {"gain": 1.0}, {"gain": 0.1}, {"gain": 1e-6}, HEAD, {**HEAD, "first": 0, "second": 2},
        {**HEAD, "d_model": 2, "base": 1.0, "first": 2, "second": 9, "sentence": "W " * 11 + "M"},
        {**HEAD, "sentence": MARKUP, "followed": 0}, {**HEAD, "sentence": MARKUP, "followed": 6},
        {**HEAD, "followed": 0, "first": 0}, {"sentence": " ".join(["W" * 12] * 12), "gain": 1.0},
        {**HEAD, "first": 0, "second": 3}, {**HEAD, "first": 2}, {**HEAD, "gain": 0.0},
    ],
    "training": [
        {"d_model": 2, "base": 1.0, "seq_len": 2, "step": 200, "trained": 50},
        {"clocks": "none", "mask": False, "d_model": 16, "seq_len": 180, "step": 10, "trained": 10},
    ],
    "two_bases": [
        {"base_a": 1e4}, {"base_a": 1e8, "base_b": 1.0001, "d_model": 1024, "seq_len": 1_000_000},
    ],
    "who_bit_whom": [
        {"sentence": MARKUP, "followed": 3}, {"sentence": " ".join(["W" * 12] * 12)},
    ],
    "word_and_position": [
        {"d_model": 512, "seq_len": 512, "vocab_size": 512, "word_std": 0.14, "position": 82},
        {"d_model": 8, "seq_len": 20, "vocab_size": 2, "base": 2, "position": 0},
        {"d_model": 4, "seq_len": 200, "vocab_size": 1, "base": 1.0001},
        {"d_model": 64, "seq_len": 512, "word_std": 5.6, "position": 173},
        {"seq_len": 512, "base": 1},
    ],
}  # fmt: skip
MOVED = [name for name in PLOTS if settings_of(name)]
CORNERS = [(name, one) for name in PLOTS for one in (*three(name), *SPECIAL.get(name[5:], ()))]


def holds(fact, value):
    """Whether a fact is a text, or has these values and writes each rightly to its last digit."""
    if isinstance(value, str):
        return fact == value
    if isinstance(value, tuple) and isinstance(value[0], str):
        pattern, *value = value
        says(fact, pattern, *value)
    elif np.ndim(getattr(value, "expected", value)) == 0:
        value = [value]
    written = shown_in(fact)
    assert len(written) == len(fact.values), fact
    assert all(
        shows(word, one, kind) for (word, kind), one in zip(written, fact.values, strict=True)
    )
    near = value if hasattr(value, "expected") else pytest.approx([*value], rel=1e-6, abs=1e-9)
    return [*fact.values] == near


def check(name, chosen):
    """Assert that a drawing says what it should, in words that are well-formed and have room."""
    drawing = redrawn(name, **chosen)
    line, values, known = EXPECTED[name](drawing, **{**settings_of(name), **chosen})
    title, facts, text = drawing.title.get_text(), drawing.facts(**drawing.settings), drawing.text
    if title or "size" not in chosen:  # a small figure has no room for it
        says(title, line, *values)
    assert set(facts) == set(known)
    for fact, value in known.items():
        assert holds(facts[fact], value), f"{fact}: {facts[fact]!r} stands for {value!r}"
        assert f"{fact[1:]}: {facts[fact]}" in text
    assert title in text and drawing.what.removesuffix(".") in text
    most = 800 + 6 * len(chosen.get("sentence", ""))  # its words stand there several times
    assert 20 <= len(text) <= most and text[0].isupper() and text.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 5 and "  " not in text
    for words, (fault, pattern) in itertools.product(words_of(drawing), NEVER.items()):
        assert not re.search(pattern, words), f"{fault} in {words!r}"
    assert not misplaced(drawing.figure)


@pytest.mark.parametrize("name", MOVED)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_number_is_what_the_formulas_give(name, data):
    check(name, data.draw(random_settings(name, **DRAWN.get(name[5:], {}))))


@pytest.mark.parametrize(("name", "corner"), CORNERS)
def test_the_same_at_the_corners(name, corner):
    check(name, corner)


def test_a_value_that_is_not_its_number_is_seen():
    assert shows("2.45", 2.4494) and not shows("2.45", 2.4401) and not shows("0", 1e-6)
    assert pe.plot_invention("hands").facts(position=31)["mean miss"].values == (0,)
