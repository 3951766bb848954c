"""What a screen reader, a terminal and a search find in place of the picture."""

import io
import re

import numpy as np
import pytest
from PIL import Image

import posenc_helpers as pe
from tests.figures.cases import CASES, PLOTS, SMALL, SOME, drawn, redrawn, settings_of


@pytest.mark.parametrize("name", SOME)
def test_a_sentence_or_three_with_numbers(name):
    text = drawn(name).text
    assert 40 <= len(text) <= 500
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 3
    assert re.search(r"\d", text)
    assert "\n" not in text
    assert "  " not in text
    assert not re.search(r"\bnan\b|\binf\b|None|np\.|array|[{}]", text)
    assert not re.search(r"[-−]0(\.0+)?(?![\d.,])", text)  # "-0.000"
    assert not re.search(r"(?<!of )(?<![\d,.])1 (?!of)\w+s\b", text)  # "1 positions"


def test_it_is_the_plain_text_of_the_drawing():
    drawing = drawn("codes")
    assert repr(drawing) == drawing.text


def test_no_two_pictures_have_the_same_text():
    texts = {}
    for name in CASES:
        texts.setdefault(drawn(name).text, []).append(name)
    same = [names for names in texts.values() if len(names) > 1]
    # An explorer at its defaults shows what a plot function shows at its own.
    assert all(len(names) == 2 and names[1].startswith("explorer_") for names in same)


@pytest.mark.parametrize(
    ("function", "settings", "mentioned"),
    [
        ("plot_heatmap", {"table": np.full((3, 2), 0.25), "start": 7}, ("3", "7", "2", "0.25")),
        ("plot_encoding", {"seq_len": 2000, "d_model": 6, "start": 9}, ("9 to 2,008", "6", "of 7")),
        ("plot_linked_heatmap", {"position": 10, "column": 9}, ("15 of 64", "10", "9", "128")),
        ("plot_microscope", {"position": 3, "column": 5}, ("0.006463", "0.002154", "0.6667")),
        ("plot_columns", {"columns": [20]}, ("26.50", "column 20", "100 positions")),
        ("plot_chirps", {"positions": [100]}, ("256 pairs", "position 100: 31")),
        ("plot_sines", {"turns_per_ten_tokens": (4,)}, ("2.513", "2.5")),
        (
            "plot_sum",
            {"words": [[1.0, 2]], "table": [[0.5, -3]], "labels": "a"},
            ("2", "-1", "1.50"),
        ),
        ("plot_clock_wall", {"position": 99}, ("9 of 9", "99", "15.76", "0.0044", "1 pos")),
        ("plot_pairs_as_circles", {"seq_len": 100}, ("9 circles", "15.76", "0.26", "0.0044")),
        ("plot_time_of_day", {"hours": 7, "minutes": 5, "seconds": 3}, ("07:05:03", "3,600")),
        ("plot_two_bases", {"base_b": 1e8}, ("15 of 64", "8 of 64", "54,410")),
        ("plot_frequencies", {"bases": (1e2, 1e8)}, ("64 pairs", "0.01075", "1.334e-08")),
        ("plot_gram", {"rows": (3, 9)}, ("64 positions", "32", "0.45", "3, 9")),
        ("plot_distances", {"steps": 99}, ("99 steps, 13", "43 to 44", "512", "0.437", "16.98")),
        ("plot_directions", {"position": 20}, ("0.966", "1.000", "0.884", "−1")),
        ("plot_sharpness", {"sharpnesses": (0.5, 2)}, ("0.358", "0.813", "64", "20", "−1")),
        ("plot_attention_head", {"offset": -1}, ("0.9662", "0.8127", "20", "19", "32 positions")),
        ("plot_swap", {"gain": 1.0}, ("5 words", "1 and 4", "gain 1", "0.314")),
        ("plot_codes", {"seq_len": 100}, ("0 to 99", "1/99", "7 binary", "16 sinusoids")),
        ("plot_trade_off", {}, ("256 positions", "12 bases is 300", "0.91 ordered", "88 %")),
        ("plot_scores", {"seq_lens": (64, 1_024)}, ("at base 10², ", "at base 10³", "2,000 d")),
        ("plot_shift", {}, ("Pair 1 of 8", "4 and 7", "72.5° and 126.8°", "54.4°", "0.5828")),
        ("plot_shift_on_clocks", {}, ("0, 4, 30, 1,000", "54.4° for pair 1", "17.2° for pair 2")),
        ("plot_shift_matrices", {}, ("16 by 16", "8 blocks", "0.540 and 0.841 at Δ = 1")),
        ("plot_sine_alone", {}, ("ω = 0.1 ", "R² = 0.296", "R² = 1.000", "1,000 positions")),
        ("plot_aliasing", {"omegas": (5,)}, ("5 rad/token looks like -1.28", "4 steps")),
        ("plot_circles", {"seq_len": 99}, ("9 of 9 circles", "99 dots", "15.60", "0.0043", "3 of")),
        ("plot_reach", {"bases": 1e4}, ("d_model 512", "5,615 tokens at base 10,000", "0.044")),
        ("plot_ordered_shares", {"bases": 1e4}, ("512", "8,388,608", "at base 10,000")),
        ("plot_windows", {"starts": (7, -3)}, ("2 heatmaps of 50", "128", "10,000", "7, -3")),
        ("plot_training", {"step": 60}, ("60 of 200 steps", "sinusoids", "64", "10,000", "127")),
        ("plot_rotary", {"distance": 3}, ("position 12", "15,", "128 columns", "0.815")),
        ("plot_common_shift", {"distance": 5}, ("5 tokens apart", "100 tokens", "stays the same")),
        ("plot_scalings", {"pair": 45}, ("Of 64", "46 turn", "pair 45 makes 1.00", "0.250")),
        ("plot_near_and_far", {"tasks": "far"}, ("eight", "base 160", "by parts 0.90 (0.77")),
        ("plot_past_the_end", {"setups": "added"}, ("127", "32 words", "always inside", "guess")),
        ("plot_filled_directions", {}, ("21 settings", "5 heads", "at most 0.", "All dir")),
        ("plot_learned_scores", {"d_model": 32}, ("32 positions", "d_model 32", "about 0.")),
        ("plot_convention", {"seq_len": 9}, ("Whisper", "9 pos", "64 col", "1.99", "row 0")),
        ("plot_model", {}, ("formula", "layer 1", "heads")),
        ("plot_batch", {"padding": "left"}, ("8, 5, 3", "B from 3 to 7", "8 of 16")),
        ("plot_grid_similarity", {}, ("33 by 33", "base 100", "0.70", "0.40")),
        ("plot_scores_by_distance", {}, ("150 tokens", "0, 100 and 1,000", "32 buckets")),
        ("plot_museum", {}, ("13 bugs", "8 invariants", "positions from 1: 1", "512")),
        ("plot_precision", {"precisions": ["float16"]}, ("float16 2 at position 6", "128")),
        ("plot_word_and_position", {}, ("size 0.5", "position 40", "100 pos", "0.86", "50 words")),
        ("plot_reading", {}, ("100 positions", "512 words", "0.14 to 1.13 at d_model 512")),
        ("plot_norms", {}, ("√2", "32 for std 1", "0.640 for std 0.02")),
        ("plot_projection", {}, ("31 positions", "10 draws", "32 words at d_model 64")),
        ("plot_depth", {}, ("12 random layers", "5 draws", "0.7 with pre", "0.0 with post")),
        ("plot_drift", {"position": 1_000_000}, ("1,000,000", "float32", "pair 1, is off by 3.0°")),
    ],
)  # fmt: skip
def test_it_has_the_numbers_of_the_picture(function, settings, mentioned):
    text = redrawn(function, **settings).text
    assert not [part for part in mentioned if part not in text], text


def test_every_plot_function_is_listed_above():
    (mark,) = test_it_has_the_numbers_of_the_picture.pytestmark
    listed = {function for function, *_ in mark.args[1]}
    assert listed == {name for name in pe.__all__ if name.startswith("plot_")}


OTHER = {  # values that differ from the defaults, where one less is none or is not allowed
    "columns": {"plot_convention": "in the paper's order", "plot_columns": [0, 1]},
    "ids_by": {"plot_batch": "mask"},
    "d_model": {"plot_grid_similarity": 32},
    "padding": {"plot_batch": "left"},
    "positions": {"plot_training": "mask"},
    "noise": {"plot_trade_off": 0.3, "plot_scores": 0.3},
    "precision": {"plot_drift": "float16"},
    "seq_len": {"plot_swap": 6},
    "start": {"plot_batch": 7},
    "variant": {"plot_convention": "marian"},
    "word_std": {"plot_word_and_position": 0.8},
}
SILENT = {"ax", "cmap", "colorbar", "labels", "size", "values"}  # not told, only seen
UNSEEN = {  # settings that do not change what is told
    ("plot_clock_wall", "seq_len"),
    ("plot_codes", "base"),
    ("plot_directions", "around"),
    ("plot_microscope", "seq_len"),
    ("plot_pairs_as_circles", "columns"),
    ("plot_shift_matrices", "base"),
    ("plot_swap", "base"),
    ("plot_swap", "d_model"),
}


def another(name, argument, value):
    """Return another value for an argument of a plot function."""
    if name in OTHER.get(argument, {}):
        return OTHER[argument][name]
    if isinstance(value, bool):
        return not value
    if isinstance(value, list | tuple):
        return value[:-1]
    if isinstance(value, np.ndarray):
        return value / 2
    if isinstance(value, float):
        return value / 2 + 0.25
    return value - (2 if argument == "d_model" else 1)


@pytest.mark.parametrize("name", PLOTS)
def test_it_changes_with_the_settings(name):
    small = SMALL.get(name, {})
    texts = {redrawn(name, **small).text: "at first"}
    for argument, value in {**settings_of(name), **small}.items():
        if argument not in SILENT and (name, argument) not in UNSEEN:
            changed = {**small, argument: another(name, argument, value)}
            text = redrawn(name, **changed).text
            assert text not in texts, f"{argument} as {texts[text]}"
            texts[text] = argument


def test_the_means_are_mentioned_where_there_are_any():
    assert "mean" not in pe.plot_encoding(50, 128).text
    assert "mean of 3,175 positions" in pe.plot_encoding(1_000_000, 512).text
    by_both = pe.plot_encoding(1_000_000, 1024).text
    assert "3,175 positions by 2 columns" in by_both


@pytest.mark.parametrize("name", ["heatmap_robot_values", "clock_wall_noise"])
def test_a_notebook_stores_the_picture_and_the_text(name):
    drawing = drawn(name)
    data, metadata = drawing._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == drawing.text
    picture = Image.open(io.BytesIO(data["image/png"]))
    assert picture.format == "PNG"
    width, height = drawing.figure.get_size_inches() * drawing.stored_dpi
    assert picture.size == (pytest.approx(width, abs=1), pytest.approx(height, abs=1))
    assert metadata["image/png"]["width"] == round(drawing.figure.get_size_inches()[0] * 100)


@pytest.mark.parametrize("name", ["heatmap", "pairs_as_circles"])
def test_the_stored_picture_is_that_of_the_figure(name):
    """Few colours make it small; none may be far from what the figure has."""
    drawing = drawn(name)
    stored = np.asarray(Image.open(io.BytesIO(drawing.png(dpi=100))).convert("RGB")).astype(int)
    buffer = io.BytesIO()
    drawing.figure.savefig(buffer, dpi=100)
    exact = np.asarray(Image.open(buffer).convert("RGB")).astype(int)
    assert stored.shape == exact.shape
    gap = np.abs(stored - exact).max(axis=2)
    assert np.sqrt((gap**2).mean()) < 6
    assert np.mean(gap > 40) < 2e-4


def test_the_stored_picture_is_the_same_every_time():
    one, other = (pe.plot_linked_heatmap(position=5).png(dpi=60) for _ in range(2))
    assert one == other
