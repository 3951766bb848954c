"""Tables in Markdown beside the tests that read them."""

from pathlib import Path


def rows(beside, name):
    """Return the cells of each row of the tables in a file beside another, without their heads."""
    lines = Path(beside).with_name(name).read_text(encoding="utf-8").splitlines()
    below = zip(lines, [*lines[1:], ""], strict=True)
    inside = [line for line, after in below if line.startswith("| ") and after[:2] != "|-"]
    return [line[2:-2].split(" | ") for line in inside]
