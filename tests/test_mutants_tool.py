"""tools/mutants.py: its tests and its list of harmless changes belong to code that is there."""

import ast

import pytest

from tools import mutants as tool


@pytest.mark.parametrize("file", tool.TESTS)
def test_files_and_their_tests_are_there(file):
    assert (tool.ROOT / "posenc_helpers" / file).is_file()
    assert tool.TESTS[file]
    assert all((tool.ROOT / tests).exists() for tests in tool.TESTS[file])


def functions(code, parent=None, before=""):
    """Return {name: its lines as one} of the functions and methods in a file."""
    found = {}
    for node in (parent or ast.parse(code)).body:
        if isinstance(node, ast.ClassDef):
            found |= functions(code, node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            found[before + node.name] = " ".join(ast.get_source_segment(code, node).split())
    return found


def test_harmless_changes_are_changes_of_lines_that_are_there():
    listed = tool.harmless()
    assert set(listed) <= set(tool.TESTS)
    for file, changes in listed.items():
        there = functions((tool.ROOT / "posenc_helpers" / file).read_text(encoding="utf-8"))
        for change in changes:
            function, _, lines = change.partition(": ")
            old, _, new = lines.partition(" => ")
            assert " ".join(old.split()) in there[function] and old != new, change


def test_the_list_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "LIST", tmp_path / "list.txt")
    text = (
        "# how\n\n[a.py]\nWhy.\n    f: x => y\n    C.g: u => v\n\n[b/c.py]\nWhy.\n    h: 1 => 2\n"
    )
    tool.LIST.write_text(text, encoding="utf-8")
    assert tool.harmless() == {"a.py": {"f: x => y", "C.g: u => v"}, "b/c.py": {"h: 1 => 2"}}


def test_a_change_in_words(monkeypatch):
    shown = (
        "# a.b.xǁCǁ_f__mutmut_3: survived\n--- a\n+++ b\n@@ -1 +1 @@\n"
        " def f():\n-    x = 1\n+    x = 2\n"
    )

    def mutmut(folder, *arguments):
        assert arguments == ("show", "a.b.xǁCǁ_f__mutmut_3")
        return shown

    monkeypatch.setattr(tool, "mutmut", mutmut)
    assert tool.change(None, "a.b.xǁCǁ_f__mutmut_3") == "C._f: x = 1 => x = 2"
