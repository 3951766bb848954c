"""Words that this project fell back on are rare: lessons and documents say it plainly."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 10  # times in all
FALLEN_BACK_ON = [r"stands?|stood", r"told", r"said", r"nobody", r"of (?:one|its)'s own"]


def texts():
    """Yield the prose of lessons and documents."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                yield "".join(cell["source"])
    for folder in (".", "docs", "posenc_helpers/lessons"):
        for path in sorted((ROOT / folder).glob("*.md")):
            yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", FALLEN_BACK_ON)
def test_a_word_is_not_fallen_back_on(words):
    found = re.findall(rf".*\b(?:{words})\b.*", "\n".join(texts()), re.IGNORECASE)
    assert len(found) <= MOST, "\n".join(found)
