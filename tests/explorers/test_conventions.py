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
def test_each_bug_is_shown_where_it_can_be_seen(get, name):
    explorer = get("ConventionsExplorer")
    explorer.apply(variant=name, seq_len=512)
    found = examine(BUGS[name].table(300, 64))
    failing = [INVARIANTS[k].title for k, one in found.items() if not one.passes]
    expected = f"these fail: {', '.join(failing)}." if failing else "none fails."
    assert explorer.drawing.text.endswith(expected)
