"""Numbers, text, stored picture and code: each says what the picture shows."""

import math

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.adding import random_words
from tests.explorers.driving import (
    code,
    elsewhere,
    plain,
    readout,
    shown_by,
    somewhere,
)

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")


# ------------------------------------------------------------------------------ what is stored


def test_a_notebook_gets_picture_text_and_widget_as_they_are_now(explorer):
    control = next(iter(explorer.controls.values()))
    control.value = elsewhere(control)
    data, metadata = explorer._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain", "application/vnd.jupyter.widget-view+json"}
    assert data["text/plain"] == explorer.drawing.text == repr(explorer)
    assert data["image/png"] == explorer.drawing.png()
    assert metadata["image/png"]["alt"] == explorer.drawing.text
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == explorer.model_id


# --------------------------------------------------------------------------------- the code


def run(source):
    """Run the lines in an empty namespace, as in a new notebook; return the value of the last."""
    *lines, last = source.strip().splitlines()
    namespace = {}
    exec("\n".join(lines), namespace)
    return eval(last, namespace)


@pytest.mark.parametrize("share", [0.3, pytest.param(0.77, marks=pytest.mark.full)])
def test_the_code_gives_the_picture(name, explorer, share):
    settings = somewhere(explorer, share)
    explorer.apply(**settings)
    result = run(code(explorer))
    if name == "FormulaExplorer":  # its lines compute the number under the microscope
        exact = pe.positional_encoding(
            1, settings["d_model"], settings["base"], start=settings["position"]
        )
        assert result == pytest.approx(exact[0, settings["column"]], abs=1e-9)
        assert f"{result:.4f}" in explorer.drawing.text
    else:
        assert result.text == explorer.drawing.text
        assert shown_by(result) == shown_by(explorer.drawing)
        if share < 0.5:  # what moves is compared above, here also what does not
            assert result.png(dpi=25) == explorer.drawing.png(dpi=25)


def test_the_code_has_all_digits_of_a_number(get):
    explorer = get("HeatmapExplorer")
    explorer.apply(base=12_345.678_901_234_5)
    assert "base=12345.6789012345," in code(explorer)
    explorer.apply(base=10_000, seq_len=1_000_000)
    assert "base=10000, seq_len=1000000," in code(explorer)


# ------------------------------------------------------------------------------- the numbers


@pytest.mark.parametrize(("base", "turning", "frozen"), [(1e2, 29, 0), (1e4, 15, 51), (1e8, 8, 89)])
def test_heatmap_numbers(get, base, turning, frozen):
    """15 of 64 pairs turn at base 1e4, 29 at 1e2, 8 at 1e8; columns that move less than 0.1 in 50
    positions: 0, 51, 89 of 128 (curriculum).
    """
    explorer = get("HeatmapExplorer")
    explorer.controls["base"].value = base
    shown = readout(explorer)
    assert shown["pairs that complete a turn"] == f"{turning} of 64"
    assert shown["columns that move less than 0.1"] == f"{frozen} of 128"
    longest = math.tau * base ** (126 / 128)
    assert float(shown["longest λ"].split()[0].replace(",", "")) == pytest.approx(longest, rel=1e-3)
    assert shown["shortest wavelength λ"] == "6.283 tokens"
    assert shown["table"] == "51.2 kB"
    assert shown["one cell of the picture"].startswith("1 × 1")


@pytest.mark.parametrize("seed", range(6))
def test_heatmap_numbers_elsewhere(get, seed):
    rng = np.random.default_rng(seed)
    d_model = int(2 * rng.integers(1, 100))
    base = float(10 ** rng.uniform(0, 8))
    seq_len = int(rng.integers(1, 3_000))
    start = int(rng.integers(0, 20_000)) * 50
    explorer = get("HeatmapExplorer")
    explorer.apply(d_model=d_model, base=base, seq_len=seq_len, start=start)
    shown = readout(explorer)
    lengths = [math.tau * base ** (2 * i / d_model) for i in range(d_model // 2)]
    turning = sum(length <= seq_len for length in lengths)
    assert shown["pairs that complete a turn"] == f"{turning} of {d_model // 2}"
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    frozen = int((np.ptp(table, axis=0) < 0.1).sum())
    assert shown["columns that move less than 0.1"] == f"{frozen} of {d_model}"


def test_heatmap_numbers_of_a_million(get):
    explorer = get("HeatmapExplorer")
    explorer.apply(d_model=1024, seq_len=1_000_000)
    shown = readout(explorer)
    assert shown["table"] == "8.19 GB"
    assert shown["pairs that complete a turn"] == "512 of 512"
    assert shown["one cell of the picture"].startswith("3,817 × 2")


def test_formula_numbers(get):
    explorer = get("FormulaExplorer")
    explorer.apply(position=3, column=5)
    shown = readout(explorer)
    assert shown["pair"] == "2: columns 4 and 5"
    assert shown["wavelength"] == "2,916 tokens"  # 2916.3963
    angle = 3 / 464.1588833612779
    assert shown["sine"] == f"{math.sin(angle):.4f}"
    assert shown["cosine"] == f"{math.cos(angle):.4f}"
    explorer.apply(position=4, column=0)
    assert "<b>−0.7568</b>" in explorer.caption.value  # the sine of 4


def test_two_bases_numbers(get):
    explorer = get("TwoBasesExplorer")
    explorer.apply(**{"base A": 1e2, "base B": 1e4})
    text = plain(explorer.caption)
    for base in (1e2, 1e4):
        nearest = sum(math.cos(base ** (-2 * i / 128)) for i in range(64)) / 64
        assert f"{base ** (2 / 128):.3f}" in text
        assert f"{nearest:.4f}" in text
    assert "584.7 tokens" in text  # 2 pi 100 ** (126/128) = 584.71
    assert "54,410 tokens" in text  # 54410.1431


def test_clocks_numbers(get):
    explorer = get("ClocksExplorer")
    explorer.apply(d_model=18, seq_len=100, position=99)
    shown = readout(explorer)
    assert shown["positions that fit the hands"] == "1: 99"
    assert shown["first clock: one turn in"] == "6.283 tokens"
    assert shown["last clock"] == "22,581 tokens"  # 22580.5972


@pytest.mark.parametrize("position", [0, 40, 4_321])
def test_clocks_find_the_positions_that_fit(get, position):
    explorer = get("ClocksExplorer")
    explorer.apply(d_model=4, seq_len=5_000, position=position, noise=0.03)
    candidates, misfit = explorer.drawing.misfit.get_data()
    fitting = explorer.drawing.fitting.tolist()
    assert position in fitting
    bound = misfit[np.isin(candidates, fitting)].max()
    assert fitting == candidates[misfit <= bound].tolist()
    listed = readout(explorer)["positions that fit the hands"]
    assert listed.split(":")[0] == f"{len(fitting):,}"
    assert f"{fitting[0]:,}" in listed


def test_similarity_numbers(get):
    explorer = get("SimilarityExplorer")
    explorer.apply(d_model=64, seq_len=64, position=20, offset=-1, sharpness=8)
    table = pe.positional_encoding(64, 64)
    scores = 8 * table @ pe.shift_matrix(-1, 64).T @ table.T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    assert readout(explorer) == {
        "k(−1)": f"{table[20] @ table[19] / 32:.4f}",
        "distance of the two codes": f"{np.linalg.norm(table[20] - table[19]):.3f}",
        "attention on the target, 19": f"{weights[20, 19]:.4f}",
        "attention on 19, 20, 21": ", ".join(f"{one:.4f}" for one in weights[20, 19:22]),
        "least on a target, all rows": f"{np.diagonal(weights, -1).min():.4f}",
    }


def test_similarity_says_where_there_is_no_target(get):
    explorer = get("SimilarityExplorer")
    explorer.apply(position=0)
    assert readout(explorer)["attention on the target, -1"] == "no such position"
    assert readout(explorer)["attention on -1, 0, 1"].startswith("no such position, 0.")
    explorer.apply(seq_len=5, offset=-9)
    assert readout(explorer)["least on a target, all rows"] == "no targets"


def test_swap_numbers(get):
    explorer = get("SwapExplorer")
    shown = readout(explorer)
    assert shown["swapped"] == "dog ↔ man"
    assert float(shown["largest change of a word's output"].split()[0]) < 1e-12
    explorer.controls["gain"].value = 1.0
    shown = readout(explorer)
    assert shown["positions added with gain"] == "1"
    change = explorer.drawing.change.max()
    assert float(shown["largest change of a word's output"]) == pytest.approx(change, rel=5e-3)
    assert change > 0.1


@pytest.mark.parametrize(
    ("base", "shown"), [(1.0, "none"), (1.5, "none"), (100.0, "56 tokens"), (1e4, "5,615 tokens")]
)
def test_the_reach_of_a_base(get, base, shown):
    """0.5615 of the base (curriculum); less than a token is none."""
    explorer = get("TwoBasesExplorer")
    explorer.apply(**{"base A": base, "base B": base})
    assert readout(explorer)["reach"] == shown
    assert ("the reach" in explorer.drawing.text) == (shown != "none")


def test_at_one_clock_the_base_changes_nothing(get):
    explorer = get("TwoBasesExplorer")
    explorer.apply(**{"base A": 1e2, "base B": 1e8, "d_model": 2})
    shown = readout(explorer)
    assert shown["A: gear ratio"] == shown["B: gear ratio"] == shown["reach"] == "none"
    explorer.apply(d_model=4)
    shown = readout(explorer)
    assert (shown["A: gear ratio"], shown["B: gear ratio"]) == ("10", "10,000")
    assert shown["reach"] == "56,145,948 tokens"


def test_relative_numbers(get):
    explorer = get("RelativeExplorer")
    explorer.apply(d_model=16, base=1e4, position=4, shift=3, pair=1)
    omega = 10_000 ** (-2 / 16)
    shown = readout(explorer)
    assert shown["arc ω·Δ"] == f"{math.degrees(3 * omega):.1f}° clockwise" == "54.4° clockwise"
    assert shown["in turns"] == f"{3 * omega / math.tau:.4f}"
    assert shown["hand at p"] == f"{math.degrees(4 * omega):.1f}°"
    assert shown["hand at p + Δ"] == f"{math.degrees(7 * omega):.1f}°"
    assert float(shown["largest difference of prediction and truth"]) < 1e-14
    explorer.controls["shift"].value = -3
    assert readout(explorer)["arc ω·Δ"] == "54.4° anticlockwise"
    explorer.controls["shift"].value = 0
    assert readout(explorer)["arc ω·Δ"] == "0.0°"
    explorer.apply(shift=44, pair=0)
    assert readout(explorer)["in turns"] == "7.003"


def test_adding_numbers(get):
    """At d_model 64 both are read at sizes near .4, at 512 from about .1 to 1.1; large words hide
    the position and small ones the word.
    """
    explorer = get("AddingExplorer")
    shown = readout(explorer)
    assert shown["positions read correctly"] == "86 %"
    assert shown["words read correctly"] == "100 %"
    assert shown["90 % of both at word_std"] == "0.35 to 0.44"
    word = np.linalg.norm(random_words(1, 64, 0.5))
    assert shown["length of word, code"] == f"{word:.2f}, {math.sqrt(32):.2f}"
    assert shown["position read from this sum"] == "40 (right: 40)"
    assert shown["word read from it"] == "0 (right: 0)"
    presets = {}
    for name, settings in explorer.presets.items():
        explorer.apply(**settings)
        presets[name] = readout(explorer)
    assert presets["large words"]["position read from this sum"] == "37 (right: 35)"
    assert presets["small words"]["word read from it"] == "47 (right: 0)"
    assert presets["512 columns"]["90 % of both at word_std"] == "0.1 to 1.1"
    assert presets["16 columns"]["90 % of both at word_std"] == "none"
    explorer.apply(seq_len=1, vocab_size=1)
    assert readout(explorer)["90 % of both at word_std"] == "0.01 to any size"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "12 of 64"),
        ({"d_model": 32, "base": 2, "seq_len": 64}, "16 of 32"),
        ({"positions": "mask"}, "0 of 64"),
        ({"positions": "learned", "d_model": 16}, "16 of 16"),
    ],
)
def test_the_directions_of_a_window_are_counted(settings, said):
    explorer = pe.TrainingExplorer(**settings)
    assert readout(explorer)["directions filled"] == said
    explorer.close()
