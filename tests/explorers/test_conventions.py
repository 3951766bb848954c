"""The explorers of conventions and of bugs say what the tables say."""

import re

import pytest

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.explorers import recognized
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from tests.explorers.driving import buttons, plain

VARIANTS = {**CONVENTIONS, **BUGS}


def test_the_list_holds_all_conventions_and_all_bugs_with_their_kind(get):
    expected = [(f"convention: {one.title}", name) for name, one in CONVENTIONS.items()]
    expected += [(f"bug: {one.title}", name) for name, one in BUGS.items()]
    assert set(get("ConventionsExplorer").controls["variant"].options) == set(expected)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_can_be_chosen(get, name):
    explorer = get("ConventionsExplorer")
    explorer.apply(variant=name, d_model=8, seq_len=20)
    assert explorer.live.error is None
    one = VARIANTS[name]
    given = one.note if name in CONVENTIONS else one.story
    assert given in " ".join(plain(explorer.caption).split())
    links = re.findall(r'<a href="([^"]*)"', explorer.caption.value)
    assert links == ([one.source] if one.source else [])
    assert all(link.startswith("https://") for link in links)


@pytest.mark.parametrize("name", BUGS)
def test_the_museum_shows_each_bug_where_it_can_be_seen(get, name):
    explorer = get("MuseumExplorer")
    assert list(buttons(explorer)) == ["Reset"]
    explorer.controls["variant"].value = name
    found = examine(BUGS[name].table(300, 64))
    failing = [INVARIANTS[k].title for k, one in found.items() if not one.passes]
    expected = f"these fail: {', '.join(failing)}." if failing else "none fails."
    assert explorer.drawing.text.endswith(expected)
    assert BUGS[name].story in " ".join(plain(explorer.caption).split())


@pytest.mark.parametrize("variant", ["tensorflow_tutorial", "tf_official", "xlm", "fairseq"])
def test_odd_widths(get, variant):
    explorer = get("ConventionsExplorer")
    explorer.apply(variant=variant, d_model=5)
    width = explorer.controls["d_model"]
    assert width.step == 1
    explorer.controls["variant"].value = "whisper"  # refuses 5
    assert (width.value, width.step, explorer.live.error) == (4, 2, None)
    with pytest.raises(ValueError, match="^d_model must be an even integer from 4 to 128, got 5$"):
        explorer.apply(d_model=5)
    explorer.apply(variant=variant, d_model=7)
    with pytest.raises(ValueError, match="got 9$"):
        explorer.apply(variant="whisper", d_model=9)
    assert (explorer.controls["variant"].value, width.value) == (variant, 7)


@pytest.mark.parametrize(
    ("name", "wording"),
    [("one_based", "LoFTR, one axis, base 10,000 (and 1 more)"),
     ("nerf", "NeRF, one coordinate, base 2"),
     ("power_of_fraction", "exponent on the whole fraction, base 10,000")],
)  # fmt: skip
def test_what_is_recognized(name, wording):
    assert recognized(name) == wording
    assert recognized("column_for_pair").startswith("the paper, base 100,000,000")
