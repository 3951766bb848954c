"""The memory that a piece of code takes."""

import tracemalloc
from contextlib import contextmanager


@contextmanager
def at_most(size):
    """Assert that the code within takes fewer bytes than this at any time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < size
    finally:
        tracemalloc.stop()
