"""The numbers under the pictures."""

import pytest

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")

# From the formulas: 2π · 10,000^(126/128) is 54,410, and of neighbours 2 sin(½) is pair 0.
NUMBERS = [
    ("HeatmapExplorer", {}, "shortest wavelength λ: 6.283 tokens; longest λ: 54,410 tokens; "
     "pairs that complete a turn: 15 of 64; columns that move less than 0.1: 51 of 128; "
     "table: 51.2 kB; one cell of the picture: 1 × 1 values"),
    ("HeatmapExplorer", {"base": 100},
     "pairs that complete a turn: 29 of 64; columns that move less than 0.1: 0 of 128"),
    ("HeatmapExplorer", {"d_model": 1024, "seq_len": 10**6},
     "table: 8.19 GB; one cell of the picture: 3,817 × 3 values"),
    ("FormulaExplorer", {"position": 3, "column": 5},
     "pair: 2: columns 4 and 5; wavelength: 2,916 tokens; sine: 0.0065; cosine: 1.0000"),
    ("TwoBasesExplorer", {}, "A: gear ratio: 1.075; A: longest λ: 584.7 tokens; "
     "A: hands that come round: 29 of 64; A: distance of neighbours: 2.6711; "
     "B: gear ratio: 1.155; B: longest λ: 54,410 tokens; B: hands that come round: 15 of 64; "
     "B: distance of neighbours: 1.9526"),
    ("TwoBasesExplorer", {"d_model": 2}, "A: gear ratio: none; B: gear ratio: none; "
     "A: distance of neighbours: 0.9589"),
    ("TwoBasesExplorer", {"d_model": 4}, "A: gear ratio: 10; B: gear ratio: 100"),
    ("ClocksExplorer", {"d_model": 4, "seq_len": 5_000, "position": 40, "noise": 0.03},
     "positions that fit the hands: 7 (40, 662, 1,303, 1,925, 2,547, 3,810 …)"),
    ("ClocksExplorer", {"position": 99}, "positions that fit the hands: 1 (99); "
     "searched: positions 0 to 99; first clock: one turn in: 6.283 tokens; "
     "last clock: 22,581 tokens"),
    ("SimilarityExplorer", {"seq_len": 64, "sharpness": 8},
     "k(-1): 0.9662; distance of the two codes: 1.472; attention on the target, 19: 0.9997; "
     "attention on 19, 20, 21: 0.9997, 0.0002, 0.0000; least on a target, all rows: 0.9997"),
    ("SimilarityExplorer", {"position": 0}, "attention on the target, -1: no such position; "
     "attention on -1, 0, 1: no such position, 0.9946, 0.0053"),
    ("SimilarityExplorer", {"position": 0, "seq_len": 5, "offset": -9},
     "least on a target, all rows: no targets"),
    ("RelativeExplorer", {}, "arc ω·Δ: 54.4° clockwise; in turns: 0.1510; hand at p: 72.5°; "
     "hand at p + Δ: 126.8°"),
    ("RelativeExplorer", {"shift": -3}, "arc ω·Δ: 54.4° anticlockwise"),
    ("RelativeExplorer", {"shift": 0}, "arc ω·Δ: 0.0°"),
    ("AddingExplorer", {}, "positions read correctly: 86 %; words read correctly: 100 %; "
     "90 % of both at word_std: 0.35 to 0.44; length of word, code: 3.71, 5.66; "
     "position read from this sum: 40 (right: 40); word read from it: 0 (right: 0)"),
    ("AddingExplorer", {"word_std": 2, "position": 35},
     "position read from this sum: 37 (right: 35)"),
    ("AddingExplorer", {"word_std": 0.1, "position": 35}, "word read from it: 47 (right: 0)"),
    ("AddingExplorer", {"d_model": 512}, "90 % of both at word_std: 0.1 to 1.1"),
    ("AddingExplorer", {"d_model": 16, "position": 35}, "90 % of both at word_std: none"),
    ("AddingExplorer", {"seq_len": 1, "vocab_size": 1},
     "90 % of both at word_std: 0.01 to any size"),
    ("SwapExplorer", {}, "swapped: dog ↔ man; gain: 0"),
    ("SwapExplorer", {"gain": 1, "ask for the word before": True},
     "taken from it: 0.968, 0.968; its cosine with the output: 1.00, 1.00"),
    ("SwapExplorer", {"gain": 1}, "change of the output of “bit”: 0.0433"),
    ("ConventionsExplorer", {}, "recognize() on 12 × 16: tensor2tensor, base 10,000 (and 7 more); "
     "largest difference from the paper: 2.00; table: 50 × 64"),
    ("ConventionsExplorer", {"variant": "tensor2tensor", "columns": "in the paper's order",
     "d_model": 128}, "largest difference from the paper: 0.279"),
    *(("ConventionsExplorer", {"variant": name}, f"recognize() on 12 × 16: {found}")
      for name, found in (("one_based", "LoFTR, one axis, base 10,000 (and 1 more)"),
                          ("nerf", "NeRF, one coordinate, base 2"),
                          ("column_for_pair", "the paper, base 100,000,000 (and 5 more)"))),
]  # fmt: skip


@pytest.mark.parametrize(("who", "settings", "wording"), NUMBERS)
def test_the_numbers(get, who, settings, wording):
    explorer = get(who)
    explorer.apply(**settings)
    shown = [f"{name}: {value}".replace("−", "-") for name, value in explorer.describe().numbers]
    assert not [one for one in wording.split("; ") if one not in shown], shown
