"""What the page to send computes, draws and says, and how it follows the hand."""

import re
from itertools import product

import numpy as np
import pytest
import yaml
from matplotlib.colors import to_rgb

import posenc_helpers as pe
from posenc_helpers.figures import look
from posenc_helpers.figures.downsampling import mean_encoding
from posenc_helpers.wording import number, rounded
from tools import page
from tools.notebooks import ROOT

LONG = 1_000  # tokens; further on, the rounding of an angle shows


@pytest.fixture
def opened(opened):
    return lambda part="", **settings: opened(page.TARGET, part, **settings)


def state(tab):
    return tab.evaluate("state")


# What it is


def test_the_stored_page_is_what_make_page_writes():
    stored = page.TARGET.read_bytes()
    assert stored == page.page().encode() and b"{{" not in stored


def test_it_names_its_course_and_its_address_when_there_is_one(monkeypatch, tmp_path):
    title = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["title"]
    assert title in page.named_course().replace("’", "'")
    (tmp_path / "pyproject.toml").write_text('[project.urls]\nHomepage = "https://a.org/"\n')
    monkeypatch.setattr(page, "ROOT", tmp_path)
    assert f'<a href="https://a.org/" target="_top">{page.TITLE}</a>' in page.page()


def test_stops_are_round_and_each_step_moves():
    for name, most in page.MOST.items():
        found = page.stops(most)
        assert found[0] == 1 and found[-1] == most and set(np.diff(found) > 0) == {True}
        assert {1_000, 10_000} < set(found), name


# What it computes


def settings(count):
    """Yield widths, bases, lengths, positions and distances of all sizes."""
    random = np.random.default_rng(34)
    for k in range(count):
        seq_len = int(10 ** random.uniform(0.5, 3 if k % 2 else 6))
        yield {
            "d_model": 2 * int(random.integers(1, 65)),
            "base": float(10 ** random.uniform(0, 7)),
            "seq_len": seq_len,
            "position": int(random.integers(seq_len)),
            "distance": int(10 ** random.uniform(0, 5)),
        }


COMPUTED = """({d_model, base, seq_len, position, distance}) => {
  const omega = frequencies(d_model, base), table = encoding(seq_len, omega);
  const hands = omega.map(speed => hand(speed * position));
  return {
    rows: table.rows,
    table: [...table.values],
    hands: hands.flat(),
    shifted: hands.flatMap((one, i) => shifted(one, omega[i] * distance)),
    similarity: similarity(distance, omega),
    turning: turningPairs(seq_len, omega),
  };
}"""


def test_it_computes_what_the_package_does(opened):
    tab = opened()
    base = (100 / (2 * np.pi)) ** 2  # the second of two pairs takes 100 tokens for one turn
    turning = "([seq_len, base]) => turningPairs(seq_len, frequencies(4, base))"
    assert [tab.evaluate(turning, [n, base]) for n in (99, 100)] == [1, 2]
    for given in settings(10):
        d_model, base, seq_len, position, distance = given.values()
        found = tab.evaluate(COMPUTED, given)
        omega = pe.angular_frequencies(d_model, base)
        means, count = mean_encoding(0, seq_len, omega, 500)
        table = np.reshape(found["table"], (found["rows"], d_model))
        firsts = count * np.arange(len(means))
        assert within(table, means, firsts + count - 1), given
        code = pe.positional_encoding(1, d_model, base, start=position)[0]
        assert within(found["hands"], code, position), given
        there = pe.shift_encoding(code, distance, base)
        assert within(found["shifted"], there, position + distance), given
        similarity = pe.similarity(distance, d_model, base)
        assert within(found["similarity"], similarity, distance), given
        assert found["turning"] == pe.turning_pairs(seq_len, d_model, base), given


HOOK = """() => [...document.querySelectorAll(".sentence")].map(one => {
  const [, tiles, , , name] = one.children;
  return [tiles.innerText.replace(/\\s+/g, " ").trim(), name.innerText];
})"""


@pytest.mark.parametrize("asked", [False, True])
def test_its_first_picture_is_that_of_lesson_00(opened, asked):
    tab = opened(f"#ask={'on' if asked else 'off'}")
    for gain in (0, 0.05, 0.45, 1, 2):
        tab.locator("#gain").fill(str(gain))
        drawing = pe.plot_swap(gain=gain, ask_for_the_word_before=asked)
        change = 100 * drawing.change  # the page writes two digits of it
        title = drawing.title.get_text().replace(number(change), rounded(change))
        assert tab.locator("#say-hook").inner_text() == title
        for (tiles, name), sentence in zip(tab.evaluate(HOOK), drawing.sentences, strict=True):
            pairs = zip(sentence.words[:5], sentence.shares[:5], strict=True)
            assert tiles == " ".join(f"{one.get_text()} {two.get_text()}" for one, two in pairs)
            assert name == sentence.name.get_text()
        for taken in drawing.taken:
            found = tab.evaluate("given => attend(...given)", [taken.words, gain, asked])
            assert found["weights"] == pytest.approx(taken.weights, abs=1e-3)
            assert found["output"] == pytest.approx(taken.output, abs=1e-3)


STOPS = {"Gray": "gray", "any rotation": "rotation"}  # stops with another name in the address


@pytest.mark.parametrize("stop", pe.InventionExplorer().presets)
def test_its_second_picture_is_the_invention_of_lesson_00(opened, stop):
    written_as = pe.InventionExplorer().presets[stop]["written as"]
    tab, drawing = opened(), pe.plot_invention(written_as)
    tab.get_by_role("radio", name=stop).press("Space")
    assert state(tab)["code"] == STOPS.get(stop, stop)
    pixels = tab.evaluate(
        "[...find('code').getContext('2d').getImageData(0, 0, 64, find('code').height).data]"
    )
    assert are_pixels_of(pixels, drawing.image.values.clip(-1, 1))
    assert tab.locator("#say-code").inner_text() == drawing.title.get_text()
    misses = drawing.misses
    bars = re.findall(r"M(\d+) 2\.5v-?([\d.]+)", tab.locator("#steps path").get_attribute("d"))
    assert [int(at) for at, _ in bars] == list(range(1, 64))
    assert np.allclose([float(high) for _, high in bars], misses, atol=0.00501)
    worst = np.argmax(misses > misses.max() - 1e-9)
    said = f"{misses[worst]:.2f} at most, from {worst} to {worst + 1}."
    alternative = said if misses.max() > 1e-9 else "it misses none."
    assert tab.get_by_role("img", name=alternative, exact=True).get_attribute("id") == "steps"


def within(found, expected, furthest):
    """Return whether each row is as near as the rounding of angles up to `furthest` allows."""
    allowed = np.where(np.less_equal(furthest, LONG), 1e-12, np.multiply(furthest, 2.0**-51))
    off = np.abs(np.subtract(found, expected))
    return np.all(off <= (allowed[:, np.newaxis] if np.ndim(off) == 2 else allowed))


# What it draws


DRAWN = """() => {
  const parts = name => [...find(name).querySelectorAll(".clock")].map(clock => {
    const line = clock.querySelector(name === "wall" ? ".hand" : ".other");
    return [clock.getAttribute("color"), line.getAttribute("x2") / FACE,
      -line.getAttribute("y2") / FACE];
  });
  const {width, height} = find("table");
  const pixels = find("table").getContext("2d").getImageData(0, 0, width, height).data;
  return {wall: parts("wall"), pairs: parts("pairs"), width, height, pixels: [...pixels],
    cursor: parseFloat(find("cursor").style.top), stars: parseFloat(find("boundary").style.left)};
}"""


def are_pixels_of(found, table):
    colours = np.array(page.colours()["table"], "<u4").view(np.uint8).reshape(256, 4)
    return np.array_equal(found, colours[((table + 1) * 127.999).astype(int)].ravel())


def test_it_draws_what_it_computes(opened):
    tab = opened("#seq_len=40&d_model=12&base=100&position=7&distance=4")
    drawn, pairs = tab.evaluate(DRAWN), pe.angular_frequencies(12, 100)
    at = np.round(np.linspace(0, 5, 5) + 1e-9).astype(int)
    code, there = (pe.positional_encoding(1, 12, 100, start=p)[0].reshape(-1, 2) for p in (7, 11))
    assert np.allclose([hand[1:] for hand in drawn["wall"]], code, rtol=0, atol=1e-12)
    assert np.allclose([hand[1:] for hand in drawn["pairs"]], there[at], rtol=0, atol=1e-12)
    for hand, colour in zip(drawn["wall"], look.speed(2 * np.pi / pairs), strict=True):
        assert np.abs(to_rgb(hand[0]) - colour[:3]).max() < 2 / 255  # there are 256 steps
    assert are_pixels_of(drawn["pixels"], pe.positional_encoding(40, 12, 100))
    assert drawn["cursor"] == pytest.approx(100 * 7.5 / 40)
    assert drawn["stars"] == pytest.approx(100 * pe.turning_pairs(40, 12, 100) / 6)


def test_its_sentences_say_what_is_seen(opened):
    tab = opened("#position=12")
    clocks, table, shift = tab.locator(".pictures h2").all_inner_texts()
    assert clocks == (
        "Position 12: the fastest hand is on turn 2, the slowest needs 54,000 tokens for one turn."
    )
    assert table.startswith(f"In 50 tokens {pe.turning_pairs(50, 128)} of 64 pairs make ")
    assert shift.startswith("From 12 to 15 ")
    assert shift.endswith(f"Similarity: {pe.similarity(3, 128):.2f}.")
    tab.get_by_label("seq_len").first.fill("1000000")
    tab.get_by_text("mean of 2,000 positions").wait_for()
    tab.get_by_role("status").get_by_text("1,000,000 tokens every pair").wait_for()


# How it follows the hand


def test_it_turns_until_it_is_stopped(opened):
    tab = opened()
    assert state(tab)["position"] == 0
    for stop in (
        lambda: tab.get_by_role("slider", name="base").press("ArrowLeft"),
        lambda: tab.get_by_role("button", name="Stop").click(),
    ):
        tab.get_by_role("button", name="Turn").click()
        tab.wait_for_function("state.position > 0.5 && state.position % 1")
        stop()
        position = state(tab)["position"]
        tab.evaluate(
            "async () => { for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame); }"
        )
        assert state(tab)["position"] == position == round(position)


def test_boxes_take_what_is_allowed_and_get_back_what_is_not(opened):
    tab = opened("#position=40")
    for name, typed, taken in (
        ("d_model", "7", 128), ("d_model", "6", 6), ("base", "0", 10_000), ("base", "2.5", 2.5),
        ("position", "50", 40), ("seq_len", "20", 20), ("distance", "", 3),
    ):  # fmt: skip
        tab.locator(f"#{name}").fill(typed)
        tab.locator(f"#{name}").blur()
        assert state(tab)[name] == taken
        assert float(tab.locator(f"#{name}").input_value()) == taken
    assert state(tab)["position"] == 19
    tab.get_by_role("button", name="Reset").click()
    tab.wait_for_function("state.d_model === 128 && state.seq_len === 50 && state.position === 0")


def test_what_an_address_has_beside_junk_is_taken(opened):
    # The length, which limits the position, comes after it.
    tab = opened("#position=80&seq_len=90&d_model=3&ask=on")
    now = state(tab)
    assert (now["position"], now["seq_len"], now["d_model"], now["ask"]) == (80, 90, 128, "on")
    assert tab.locator("#junk").inner_text().startswith("The address asks for d_model=3, which")


def test_nothing_breaks_at_the_ends_of_the_controls(opened):
    tab, drawn = opened(), "[...document.querySelectorAll('svg')].map(one => one.outerHTML).join()"
    for key, name in product(("End", "Home"), tab.evaluate("Object.keys(controls)")):
        tab.get_by_role("slider", name=name).press(key)
        assert not re.search("NaN|undefined|Infinity", tab.evaluate(drawn)), state(tab)
        text = tab.locator("body").inner_text()
        assert not re.search(r"−0\.00|-\d|NaN|undefined|Infinity", text), (state(tab), text)


# For everybody


HEIGHTS = """["#controls", "section"].map(
  parts => Math.max(...[...document.querySelectorAll(parts)].map(one => one.offsetHeight)))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (360, 740)])
def test_a_picture_is_seen_with_its_caption_and_all_controls(opened, width, height):
    bar, picture = opened(width=width, height=height).evaluate(HEIGHTS)
    assert bar <= height / 5 and bar + picture <= height
