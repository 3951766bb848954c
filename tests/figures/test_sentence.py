"""A sentence with the clocks of its positions: hands, emphasis, and the picture that is stored.

Where a change of the picture is meant, store what comes out, and look at it:

    .venv/bin/python -m tools.sentence
"""

import math
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import posenc_helpers as pe
from tests.figures.cases import seen
from tests.figures.rendering import misplaced
from tools.sentence import STORED, plot_sentence

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("d_model", "base"), [(8, 100.0), (2, 1e4), (16, 1e8)])
def test_hands_are_at_the_angles_of_their_positions(d_model, base):
    drawing = seen(plot_sentence, d_model=d_model, base=base)
    hands = drawing.figure.axes[-1].collections[2].get_segments()
    angles = [p * base ** (-2 * i / d_model) for p in range(5) for i in range(d_model // 2)]
    assert len(hands) == len(angles)
    for (start, end), angle in zip(hands, angles, strict=True):
        assert (end - start) / 31 == pytest.approx([math.sin(angle), math.cos(angle)], abs=1e-9)


def test_only_a_word_that_occurs_twice_is_emphasized_and_spoken_of():
    for words, twice in ((("the", "cat", "saw", "the"), [0, 3]), (("a", "cat"), [])):
        drawing = plot_sentence(words)
        ax = drawing.figure.axes[-1]
        centres = [t.get_position()[0] for t in ax.texts if t.get_text().startswith("position")]
        grounds = [np.mean(patch.get_path().get_extents().intervalx) for patch in ax.patches]
        assert grounds == pytest.approx([centres[p] for p in twice])
        last = any("the first “the” from the second" in text.get_text() for text in ax.texts)
        assert last == ("the first “the”" in drawing.text) == bool(twice)


def test_long_words_have_room_and_are_written_as_they_are():
    words = ["commanding"] * 5 + ["$x_1$"]
    drawing = plot_sentence(words, d_model=16, base=1e8)
    assert not misplaced(drawing.figure)
    assert "$x_1$" in [text.get_text() for text in drawing.figure.axes[-1].texts]


def difference(one, other):
    """Return how far two pictures are apart, as pytest-mpl reckons it: RMS of 255."""
    return np.sqrt(((one - other) ** 2).mean())


def opened(picture):
    return np.asarray(Image.open(picture).convert("RGB"), float)


def test_the_readme_shows_the_picture_that_is_drawn_now(tmp_path):
    now, other = tmp_path / "now.png", tmp_path / "other.png"
    now.write_bytes(plot_sentence().png())
    other.write_bytes(plot_sentence(base=110).png())
    assert difference(opened(STORED), opened(now)) < 1
    assert difference(opened(STORED), opened(other)) > 1.5
    assert "](docs/images/sentence.png)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_the_learned_clocks_that_are_drawn_now(tmp_path):
    stored, now = ROOT / "docs" / "images" / "learned.png", tmp_path / "now.png"
    now.write_bytes(pe.plot_learned_head().png())
    assert difference(opened(stored), opened(now)) < 1
    now.write_bytes(pe.plot_learned_head(start=120).png())
    assert difference(opened(stored), opened(now)) > 1.5
    assert "](docs/images/learned.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
