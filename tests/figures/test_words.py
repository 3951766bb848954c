"""Grammar of all words in all pictures, at settings drawn at random."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.figures.cases import PLOTS, redrawn
from tests.figures.reading import random_settings, words_of

TESTS = Path(__file__).parents[1]
THINGS = "position place token pair clock hand column row step word text turn key degree".split()
NEVER = {
    "a minus zero": r"[-−]0(\.0+)?(?![\d.,eE])",
    "one of a thing in the plural": rf"(?<!of )(?<![\d,.·−-])1 (?:{'|'.join(THINGS)})s\b",
    "from a number to the same": r"(?:from|between) (\S+) (?:to|and) \1(?! \+|[\d.,])",
    "a value that is none": r"\bnan\b|\binf\b|None|np\.|array",
}
SLOW = {"plot_training", "plot_past_the_window"}  # each setting trains a head


@pytest.mark.parametrize("name", sorted(set(PLOTS) - SLOW))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_word_is_malformed(name, data):
    chosen = data.draw(random_settings(name))
    try:
        drawing = redrawn(name, **chosen)
    except ValueError:
        return
    text = drawing.text
    assert 20 <= len(text) <= 600 and text[0].isupper() | text[0].isdigit() and text.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 3 and "  " not in text
    for words in words_of(drawing, **chosen):
        for fault, pattern in NEVER.items():
            assert not re.search(pattern, words), f"{fault} in {words!r}"


def test_every_plot_function_has_a_test_that_reads_its_words():
    tests = [*TESTS.rglob("test_*.py"), TESTS / "models" / "pictures.json"]
    text = "".join(path.read_text("utf-8") for path in tests)
    how = r'(?:redrawn\(|at_random\(\s*|PLOTS\[|"plot": )"(plot_\w+)"'
    assert set(PLOTS) <= set(re.findall(how, text))
