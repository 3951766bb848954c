"""The explorer of conventions says what the tables say."""

import re

import pytest

from posenc_helpers.explorers import conventions as explorers
from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.conventions import CONVENTIONS
from tests.explorers.driving import plain, readout

ORDERED = "in the paper's order"


def test_the_list_holds_all_conventions_and_all_bugs_with_their_kind(get):
    labels = dict(get("ConventionsExplorer").controls["variant"].options)
    assert set(labels.values()) == {*CONVENTIONS, *BUGS}
    for label, name in labels.items():
        kind, title = label.split(": ", 1)
        assert (kind, title) == (("convention", CONVENTIONS[name].title) if name in CONVENTIONS
                                 else ("bug", BUGS[name].title))  # fmt: skip


@pytest.mark.parametrize("name", [*CONVENTIONS, *BUGS])
def test_every_variant_can_be_chosen(get, name):
    explorer = get("ConventionsExplorer")
    explorer.apply(variant=name, d_model=8, seq_len=20)
    assert explorer.live.error is None
    shown = plain(explorer.caption)
    one = CONVENTIONS.get(name) or BUGS[name]
    assert (one.note if name in CONVENTIONS else one.story) in " ".join(shown.split())
    links = re.findall(r'<a href="([^"]*)"', explorer.caption.value)
    assert links == ([one.source] if one.source else [])
    assert all(link.startswith("https://") for link in links)


def test_the_halves_are_the_paper_once_in_order_and_the_endpoint_is_not(get):
    """Aligned columns of the endpoint spacing stay 0.28 away at 50 × 128."""
    explorer = get("ConventionsExplorer")
    explorer.apply(variant="marian", columns=ORDERED, d_model=128)
    assert float(readout(explorer)["largest difference from the paper"]) < 1e-14
    assert "none fails" in explorer.drawing.text
    explorer.apply(variant="tensor2tensor")
    assert readout(explorer)["largest difference from the paper"] == "0.279"


@pytest.mark.parametrize(
    ("variant", "columns", "said"),
    [("tensorflow_tutorial", "6", "one column more"), ("tf_official", "4", "one column less"),
     ("xlm", "5", "no last cosine"), ("fairseq", "5", "a last column of zeros")],
)  # fmt: skip
def test_odd_widths(get, variant, columns, said):
    explorer = get("ConventionsExplorer")
    explorer.apply(variant=variant, d_model=5)
    assert readout(explorer)["table"] == f"50 × {columns}"
    assert readout(explorer)["an odd d_model gives"] == said
    assert explorer.controls["d_model"].step == 1
    explorer.controls["variant"].value = "whisper"  # refuses 5
    assert (explorer.controls["d_model"].value, explorer.controls["d_model"].step) == (4, 2)
    assert explorer.live.error is None
    with pytest.raises(ValueError, match="^d_model must be an even integer from 4 to 128, got 5$"):
        explorer.apply(d_model=5)
    explorer.apply(variant=variant, d_model=7)
    with pytest.raises(ValueError, match="got 9$"):
        explorer.apply(variant="whisper", d_model=9)
    assert (explorer.controls["variant"].value, explorer.controls["d_model"].value) == (variant, 7)


def test_what_is_recognized(get):
    assert explorers.recognized("one_based") == "DETR, one axis, base 10,000"
    assert explorers.recognized("column_for_pair").startswith("the paper, base 100,000,000")
    assert explorers.recognized("power_of_fraction") == "no convention"
    assert explorers.recognized("nerf") == "NeRF, one coordinate, base 2"
    explorer = get("ConventionsExplorer")
    assert readout(explorer)["recognize() on 12 × 16"].startswith("tensor2tensor, base 10,000")
