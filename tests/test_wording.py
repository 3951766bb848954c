"""Numbers as they are written for people."""

import pytest

from posenc_helpers.wording import memory, minus


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 bytes"),
        (1, "8 bytes"),
        (124, "992 bytes"),
        (125, "1 kB"),
        (50 * 128, "51.2 kB"),
        (125_000, "1 MB"),
        (512 * 10**6, "4.10 GB"),
        (10**15, "8,000,000 GB"),
    ],
)
def test_the_memory_of_so_many_numbers(count, text):
    assert memory(count) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-3.5", "−3.5"),
        ("k(-4) = -.25", "k(−4) = −.25"),
        ("1.2e-07", "1.2e−07"),
        ("first-order, read-2", "first-order, read-2"),
    ],
)
def test_minus_signs_before_numbers_only(text, shown):
    assert minus(text) == shown
