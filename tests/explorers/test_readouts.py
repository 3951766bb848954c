"""The numbers under the pictures."""

import pytest

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")

NUMBERS = [
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
    ("TrainingExplorer", {}, "clocks that turn twice in the window: 8 of 32"),
    ("TrainingExplorer", {"clocks": "every 4th", "base": 100, "seq_len": 32},
     "clocks that turn twice in the window: 2 of 8"),
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
