"""Positions in models, for the lessons after 06, by topic."""

from importlib import import_module
from inspect import ismodule

import posenc_helpers

TOPICS = "adding", "training", "rope", "longer", "conventions", "learned"


def public_names() -> dict:
    """Return what the core and all topics offer: {name: function, class or table}."""
    found = {}
    for home in (posenc_helpers, *(import_module(f"{__name__}.{topic}") for topic in TOPICS)):
        found |= {name: one for name, one in vars(home).items() if not name.startswith("_")}
    return {name: found[name] for name in sorted(found) if not ismodule(found[name])}
