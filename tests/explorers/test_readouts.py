"""The numbers under the pictures."""

import pytest

pytestmark = pytest.mark.filterwarnings("error", "default::DeprecationWarning")

NUMBERS = [
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
