"""Numbers as they are written for people."""

import pytest

from posenc_helpers.wording import memory, minus


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"), (1, "8 bytes"), (124, "992 bytes"), (125, "1 kB"), (50 * 128, "51.2 kB"),
        (125_000, "1 MB"), (512 * 10**6, "4.10 GB"), (10**15, "8,000,000 GB"),
    ],
)  # fmt: skip
def test_the_memory_of_so_many_numbers(count, text):
    assert memory(count) == text


def test_minus_signs_before_numbers_only():
    text = "-3.5, k(-4) = -.25, 1.2e-07, first-order, read-2"
    assert minus(text) == "−3.5, k(−4) = −.25, 1.2e−07, first-order, read-2"
