"""The handout and the quiz: what they say is true, and every wrong answer has its reason."""

import re
import zlib

import numpy as np
import pytest
from matplotlib.text import Text

import posenc_helpers as pe
from posenc_helpers.training import Run, accuracy
from tools import handout
from tools.questions import paper, quiz

SHEET = (handout.ROOT / "docs" / "handout.md").read_text(encoding="utf-8")
RIGHT = {number: one.right for number, one in enumerate(quiz(), start=1)}
KEY = paper.key(quiz())


def options(number):
    """The texts of the options of a question, by letter."""
    return {letter: one.text for letter, one in quiz()[number - 1].lettered()}


def test_the_key_tells_all_answers_and_the_lessons():
    for number, (row, one) in enumerate(zip(KEY.splitlines()[2:], quiz(), strict=True), start=1):
        assert row.startswith(f"| {number} | {one.right} | A: ") and row.endswith(
            f" | {', '.join(one.lessons)} |"
        )
        assert all(f"{letter}: {option.reply}" in row for letter, option in one.lettered())


def test_right_letters_are_spread():
    counts = [list(RIGHT.values()).count(letter) for letter in "ABCD"]
    assert max(counts) - min(counts) <= 1


def test_what_the_key_says_is_true():
    table = pe.positional_encoding(50, 6)
    omega = pe.angular_frequencies(6)
    assert np.allclose(table[:, 5], np.cos(omega[2] * np.arange(50)))
    assert options(1)[RIGHT[1]] == "the cosine of pair 2"
    assert options(2)[RIGHT[2]] == ", ".join(f"{x:.0f}" for x in pe.positional_encoding(1, 4)[0])
    row_one = ", ".join(f"{x:.2f}" for x in pe.positional_encoding(1, 4, start=1)[0])
    assert options(2)["B"] == row_one
    narrow, wide = (pe.wavelengths(d)[-1] for d in (128, 256))
    assert 1 < wide / narrow < 1.1 and options(3)[RIGHT[3]] == "It grows a little."
    assert (np.diff(pe.angular_frequencies(128)) < 0).all()
    assert options(4)[RIGHT[4]] == "the first ones"
    short, long = pe.positional_encoding(50, 64), pe.positional_encoding(5_000, 64)
    assert np.array_equal(short[7], long[7]) and options(5)[RIGHT[5]] == "It stays the same."
    assert pe.similarity_reach(1e6) > pe.similarity_reach(1e4)
    assert pe.similarity(1, 512, 1e6) > pe.similarity(1, 512, 1e4) and RIGHT[6] == "B"
    assert pe.similarity(62_832, 512) < 0 and RIGHT[7] == "C"
    assert f"{pe.wavelengths(512)[-1]:,.0f}" in KEY
    assert RIGHT[8] == "B"
    before, itself, after = pe.positional_encoding(3, 64, start=19)
    assert itself @ before == pytest.approx(itself @ after) and RIGHT[9] == "C"
    assert (pe.shift_matrix(-1, 64) @ itself) @ (before - after) > 1
    halves = pe.convention_table("marian", 50, 8)
    assert np.allclose(halves, pe.positional_encoding(50, 8)[:, pe.halves_order(8)])
    assert RIGHT[10] == "A"
    mask = np.array([0] * 5 + [1] * 7)
    alone = (np.cumsum(mask) - 1)[mask == 1]
    assert options(11)[RIGHT[11]] == f"{alone[0]} to {alone[-1]}"
    assert options(11)["C"] == f"{alone[0] + 1} to {alone[-1] + 1}"


def test_what_the_key_says_of_heads_is_true():
    random = np.random.default_rng(0)
    words = random.normal(size=(6, 512)) / 512**0.5
    words[4] = words[1]
    _, outputs = pe.self_attention(words)
    assert np.allclose(outputs[4], outputs[1]) and options(12)[RIGHT[12]].startswith(
        "the same output"
    )
    ratio = np.linalg.norm(words * 512**0.5) / np.linalg.norm(pe.positional_encoding(6, 512))
    assert options(13)[RIGHT[13]] == f"about {ratio:.1f} times as long"
    for positions in ("added", "random"):
        found = accuracy(Run(positions).finish().head, 32)
        assert np.nanmean(found) > 0.95 and options(14)[RIGHT[14]].startswith("with both")
    query, key = random.normal(size=(2, 7, 64))
    alone, padded = (
        pe.rotate(query, places) @ pe.rotate(key, places).T for places in (range(7), range(5, 12))
    )
    assert np.allclose(alone, padded) and options(15)[RIGHT[15]] == "They stay as they were."
    omega = pe.angular_frequencies(128)
    turned = np.exp(1j * np.outer(np.arange(8_192), omega))
    met = [
        abs(turned[4_096::64, [i]] - turned[:4_096, i]).min(axis=1).max() < 0.1 for i in range(64)
    ]
    assert met == list(omega * 4_095 >= 2 * np.pi)
    assert options(16)[RIGHT[16]] == "those that made less than a turn"
    differs = [abs((p / 1e4) ** 0.5 - p / 1e4**0.5) > 1e-9 for p in range(3)]
    assert differs == [False, False, True] and options(17)[RIGHT[17]] == "2"
    drawn = pe.plot_shift_on_clocks(shift=3, positions=(0, 4, 30, 1_000), pairs=(1, 2)).text
    assert "The arc between the two hands is the same at every p" in drawn
    assert options(18)[RIGHT[18]] == "as it looks at position 0"
    means = pe.positional_encoding(1_000, 64).mean(axis=0)
    assert np.abs(means[:10]).max() < 0.02 and RIGHT[19] == "A" and RIGHT[20] == "C"


def test_numbers_worth_remembering():
    assert f"**{pe.wavelengths(128)[0]:.2f} tokens**" in SHEET
    assert f"**{pe.wavelengths(128)[-1]:,.0f} tokens**" in SHEET
    assert round(pe.similarity_reach(1e4), -2) == 5_600 and "**5,600 tokens**" in SHEET
    assert f"${pe.similarity_reach(1):.2f}\\, b$" in SHEET


def test_the_picture_of_a_question_names_no_angle():
    drawing = handout.FIGURES["clocks"]()
    seen = [one.get_text() for one in drawing.figure.findobj(Text) if one.get_visible()]
    assert "pair 1" in seen and not re.search("arc|°", " ".join(seen))


@pytest.mark.parametrize("name", handout.PAGES)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_no_printed_page_is_blank(name, paper, browser):
    tab = browser.new_page()
    tab.set_content(handout.page(name))
    pdf = tab.pdf(format=paper)
    tab.close()
    streams = [
        re.search(rb"\n%s 0 obj.*?stream\r?\n(.*?)endstream" % number, pdf, re.DOTALL)[1]
        for number in re.findall(rb"/Contents (\d+) 0 R", pdf)
    ]
    drawn = [len(zlib.decompress(stream)) for stream in streams]
    assert len(drawn) == {"handout": 1, "quiz": 3, "quiz-key": 2}[name]
    assert min(drawn) > 10_000


@pytest.mark.parametrize("name", handout.PAGES)
def test_pages_stand_alone(name):
    page = handout.page(name)
    assert "$" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    assert "figure:" not in page and '<div class="scroll"><' not in page
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert all(alt.strip() for alt in re.findall(r'<img [^>]*alt="([^"]*)"', page))
