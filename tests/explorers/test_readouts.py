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
    ("TwoBasesExplorer", {}, "A: gear ratio: 1.075; A: longest λ: 584.7 tokens; "
     "A: hands that come round: 29 of 64; A: distance of neighbours: 2.6711; "
     "B: gear ratio: 1.155; B: longest λ: 54,410 tokens; B: hands that come round: 15 of 64; "
     "B: distance of neighbours: 1.9526"),
    ("TwoBasesExplorer", {"d_model": 2}, "A: gear ratio: none; B: gear ratio: none; "
     "A: distance of neighbours: 0.9589"),
    ("TwoBasesExplorer", {"d_model": 4}, "A: gear ratio: 10; B: gear ratio: 100"),
    ("SimilarityExplorer", {"seq_len": 64, "sharpness": 8},
     "k(-1): 0.9662; distance of the two codes: 1.472; attention on the target, 19: 0.9997; "
     "attention on 19, 20, 21: 0.9997, 0.0002, 0.0000; least on a target, all rows: 0.9997"),
    ("SimilarityExplorer", {"position": 0}, "attention on the target, -1: no such position; "
     "attention on -1, 0, 1: no such position, 0.9946, 0.0053"),
    ("SimilarityExplorer", {"position": 0, "seq_len": 5, "offset": -9},
     "least on a target, all rows: no targets"),
    ("TrainingExplorer", {}, "clocks that turn twice in the window: 8 of 32"),
    ("TrainingExplorer", {"clocks": "every 4th", "base": 100, "seq_len": 32},
     "clocks that turn twice in the window: 2 of 8"),
    ("ConventionsExplorer", {}, "recognize() on 12 × 16: tensor2tensor, base 10,000 (and 7 more)"),
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
