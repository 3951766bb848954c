"""The explorers of conventions and of bugs say what the tables say."""

import re

import pytest

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from tests.explorers.driving import plain

VARIANTS = {**CONVENTIONS, **BUGS}
RECOGNIZED = {  # what some are recognized as
    "tensor2tensor": "tensor2tensor, base 10,000 (and 7 more)",
    "one_based": "LoFTR, one axis, base 10,000 (and 1 more)",
    "nerf": "NeRF, one coordinate, base 2",
    "column_for_pair": "the paper, base 100,000,000 (and 5 more)",
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_listed_with_its_kind_and_told(get, name):
    explorer, one = get("ConventionsExplorer"), VARIANTS[name]
    explorer.apply(variant=name, d_model=8, seq_len=20)
    assert explorer.live.error is None
    kind, given = ("convention", one.note) if name in CONVENTIONS else ("bug", one.story)
    assert (f"{kind}: {one.title}", name) in explorer.controls["variant"].options
    assert given in " ".join(plain(explorer.caption).split())
    found = dict(explorer.describe().numbers)["recognize() on 12 × 16"]
    assert found == RECOGNIZED.get(name, found)
    links = re.findall(r'<a href="(https://[^"]*)"', explorer.caption.value)
    assert links == ([one.source] if one.source else [])
