"""The explorers of conventions and of bugs say what the tables say."""

import re

import pytest

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.conventions import CONVENTIONS
from posenc_helpers.models.conventions.invariants import INVARIANTS, examine
from tests.explorers.driving import plain

VARIANTS = {**CONVENTIONS, **BUGS}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_listed_with_its_kind_and_told(get, name):
    explorer, one = get("ConventionsExplorer"), VARIANTS[name]
    explorer.apply(variant=name, d_model=8, seq_len=20)
    assert explorer.live.error is None
    kind, given = ("convention", one.note) if name in CONVENTIONS else ("bug", one.story)
    assert (f"{kind}: {one.title}", name) in explorer.controls["variant"].options
    assert given in " ".join(plain(explorer.caption).split())
    links = re.findall(r'<a href="(https://[^"]*)"', explorer.caption.value)
    assert links == ([one.source] if one.source else [])


@pytest.mark.parametrize("name", BUGS)
def test_the_museum_shows_each_bug_where_it_can_be_seen(get, name):
    explorer = get("MuseumExplorer")
    explorer.controls["variant"].value = name
    found = examine(BUGS[name].table(300, 64))
    failing = [INVARIANTS[k].title for k, one in found.items() if not one.passes]
    expected = f"these fail: {', '.join(failing)}." if failing else "none fails."
    assert explorer.drawing.text.endswith(expected)


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
