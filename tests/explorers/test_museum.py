"""The museum says what `examine` says of each bug."""

from posenc_helpers.variants.bugs import BUGS
from posenc_helpers.variants.invariants import INVARIANTS, examine
from tests.explorers.driving import buttons, plain


def test_the_museum_has_a_button_for_each_bug(get):
    explorer = get("MuseumExplorer")
    for name, bug in BUGS.items():
        buttons(explorer)[bug.title].click()
        assert explorer.controls["variant"].value == name
        found = examine(bug.table(300, 64))
        failing = [INVARIANTS[k].title for k, one in found.items() if not one.passes]
        expected = f"these fail: {', '.join(failing)}." if failing else "none fails."
        assert explorer.drawing.text.endswith(expected)
        assert bug.story in " ".join(plain(explorer.caption).split())
