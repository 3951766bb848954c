"""Each lesson of *The encoding* begins with few words, one question and its picture."""

import json
import re
from pathlib import Path

import pytest

LESSONS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("0[0-6]_*.ipynb"))
FOLDED, ADDRESS, FORMULA = r"<details>.*?</details>", r"\]\([^)]*\)", r"\$[^$]*\$"


def prose(text):
    """Return the words that are read, a formula as one word."""
    text = re.sub(FORMULA, " x ", re.sub(ADDRESS, "]", re.sub(FOLDED, "", text, flags=re.DOTALL)))
    return re.findall(r"[\w’']+", text)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_picture_comes_after_few_words_and_one_question(path):
    words = questions = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words += len(prose(source))
        elif re.search(r"Explorer\(|^plot_", source, re.MULTILINE):
            break
        else:
            questions += len(re.findall(r"^(?:predict|recall)\b", source, re.MULTILINE))
    assert words <= (150 if path.stem.startswith("00") else 250)
    assert questions == 1
