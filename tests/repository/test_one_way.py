"""Imports go one way: to the same layer or one below, and from the models to the core."""

import ast
import re

import pytest

from tools.notebooks import ROOT

# By words in a file name: mathematics has none, and the __init__ of a topic offers explorers, too.
LAYERS = ("", "figures", "explorer|models/.*/__init__", "lessons")
ALL_KNOWING = ("posenc_helpers/__init__.py", "posenc_helpers/models/__init__.py")
FILES = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("posenc_helpers/**/*.py")]


def layer(name):
    return max(height for height, word in enumerate(LAYERS) if re.search(word, name))


@pytest.mark.parametrize("file", sorted({*FILES}.difference(ALL_KNOWING)))
def test_imports_go_one_way(file):
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for one in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if (name := home + one.name).startswith("posenc_helpers"):
                assert layer(name) <= layer(file), name
                assert ".models" not in name or "/models/" in file or "/lessons/" in file, name
