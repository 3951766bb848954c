"""All words of a picture are right: at the ends of its settings, where words change, and between.

Its first line and its facts are compared with tests/figures/expected.py and
tests/models/expected.py. A picture without settings always says the same, so the comparison with
the notebook that stores its words tests it.
"""

import itertools
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

import posenc_helpers as pe
from tests.figures import expected
from tests.figures.cases import MOVING, PLOTS, redrawn, settings_of, three
from tests.figures.reading import says, shown_in, shows, words_of
from tests.figures.rendering import misplaced
from tests.models import expected as of_topics

EXPECTED = {**vars(expected), **vars(of_topics)}
THINGS = "position place token pair clock hand column row step word text turn key degree".split()
NEVER = {
    "a minus zero": r"[-−]0(\.0+)?(?![\d.,eE])",
    "one of a thing in the plural": rf"(?<!of )(?<![\d,.·−-])1 (?:{'|'.join(THINGS)})s\b",
    "from a number to the same": r"(?:from|between) (\S+) (?:to|and) \1(?! \+|[\d.,])",
    "a value that is none": r"\bnan\b|\binf\b|None|np\.|array",
}

TABLE, RANDOM = pe.positional_encoding(1_000, 16), np.random.default_rng(0).normal(size=(99, 16))
END = {"position": 999_999, "seq_len": 1_000_000}
MARKUP = """$x$ <b> {o!r} $x$ <script> "'“”'" $\\frac{$"""
HEAD = {"gain": 1.0, "ask_for_the_word_before": True}
SPECIAL = {  # where words change
    "attention_head": [
        {"sharpness": 0}, {"position": 500, "offset": -100, "seq_len": 1_000},
        {**END, "offset": 20, "sharpness": 100, "d_model": 2},
        {"sharpness": 8, "d_model": 1024, "base": 1e8, "seq_len": 129},
    ],
    "batch": [{"ids_by": "text", "start": 50}],
    "clock_wall": [
        {"noise": 1.0}, {"position": 0, "noise": 1.0}, {"position": 7, "d_model": 2}, END,
        {"d_model": 4, "seq_len": 5_000, "noise": 0.1}, {**END, "noise": 1.0},
    ],
    "frequencies": [{"bases": [1, 1, 1.0001, 1e8], "d_model": 4}],
    "heatmap": [{"table": np.full((3, 2), -1e-9)}, {"table": TABLE[:, :4], "size": (3, 3)}],
    "hidden_hands": [{"codes": rows} for rows in (TABLE, TABLE[:, :8] + 1, RANDOM)],
    "learned_head": [{"text": "the dog", "off": (0, 1, 2, 3, 4), "start": 120}],
    "linked_heatmap": [{"seq_len": 1_800, "position": 1_799, "column": 0}, {"base": 1.0001}],
    "microscope": [{"position": 355, "column": 0, "seq_len": 1_000}],
    "reach": [{"bases": [1e8, 12_345_678.9, 1.1e7, 99_999_999]}, {"bases": [500, 500]}],
    "reading": [{"d_models": [2, 512], "seq_len": 512}, {"seq_len": 1, "vocab_size": 1}],
    "rotary": [{"distance": 10**9}],
    "shift": [
        {"shift": -3, "pair": 0}, {"shift": 44, "pair": 0}, {"shift": 10**6, "pair": 0},
        {"pair": 255, "d_model": 512, "base": 1e8, "shift": 1},
    ],
    "swap": [
        {"gain": 1.0}, {"gain": 1e-6}, {**HEAD, "first": 0, "second": 2}, {**HEAD, "gain": 0.0},
        {**HEAD, "d_model": 2, "base": 1.0, "first": 2, "second": 9, "sentence": "W " * 11 + "M"},
        {**HEAD, "sentence": MARKUP, "followed": 0}, {**HEAD, "sentence": MARKUP, "followed": 6},
        {**HEAD, "followed": 0, "first": 0}, {"sentence": " ".join(["W" * 12] * 12), "gain": 1.0},
        {**HEAD, "first": 0, "second": 3}, {**HEAD, "first": 2},
    ],
    "training": [
        {"d_model": 2, "base": 1.0, "seq_len": 2, "step": 200, "trained": 50},
        {"clocks": "none", "mask": False, "d_model": 16, "seq_len": 180, "step": 10, "trained": 10},
    ],
    "two_bases": [{"base_a": 1e4}],
    "who_bit_whom": [
        {"sentence": MARKUP, "followed": 3}, {"sentence": " ".join(["W" * 12] * 12)},
    ],
    "word_and_position": [
        {"d_model": 64, "seq_len": 512, "word_std": 5.6, "position": 173},
        {"seq_len": 512, "base": 1},
    ],
}  # fmt: skip
CORNERS = [
    (name, one) for name in PLOTS if settings_of(name)
    for one in (*three(name), *SPECIAL.get(name[5:], ()))
]  # fmt: skip


def holds(fact, value):
    """Return whether a fact is this text, or shows these values rounded rightly."""
    if isinstance(value, str):
        return fact == value
    if isinstance(value, tuple) and isinstance(value[0], str):
        pattern, *value = value
        says(fact, pattern, *value)
    pairs = zip(shown_in(fact), fact.values, strict=True)
    assert all(shows(word, one, kind) for (word, kind), one in pairs), fact
    if not hasattr(value, "expected"):
        value = pytest.approx(np.ravel(value).tolist(), rel=1e-6, abs=1e-9)
    return [*fact.values] == value


def check(name, chosen):
    """Assert that a drawing says what is expected, in well-formed words that have room."""
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


@pytest.mark.parametrize(("name", "corner"), CORNERS)
def test_every_number_is_what_the_formulas_give(name, corner):
    check(name, corner)


@pytest.mark.parametrize("name", MOVING)
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_same_between_the_corners(name, data):
    """Words and numbers are right if each setting comes from another corner."""
    corners = [{**settings_of(name), **corner} for one, corner in CORNERS if one == name]
    values = {argument: [corner[argument] for corner in corners] for argument in corners[0]}
    chosen = data.draw(st.fixed_dictionaries({k: st.sampled_from(v) for k, v in values.items()}))
    try:
        redrawn(name, **chosen)
    except ValueError:  # these settings do not fit together
        reject()
    check(name, chosen)
