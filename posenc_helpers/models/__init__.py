"""What comes after lessons 00 to 06: positions in models, by topic."""

from importlib import import_module

import posenc_helpers

TOPICS = "adding", "training", "rope", "conventions", "learned"


def public_names() -> dict:
    """Return what the core and all topics offer: {name: function, class or table}."""
    homes = [posenc_helpers, *(import_module(f"{__name__}.{topic}") for topic in TOPICS)]
    return {name: getattr(home, name) for home in homes for name in home.__all__}
