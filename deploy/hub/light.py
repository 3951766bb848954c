"""Keeps out of a student's server what it imports and never uses.

With these modules a server takes 42 MB more, and a second or two longer to start. `make test-hub`
runs servers without them, with the versions of constraints/hub.txt.
"""

import sys
from types import ModuleType

# The hub's database and its pages: a server takes one name of them, to tell requests apart.
OF_THE_HUB = ("orm", "handlers", "handlers.pages")

# The grammar of international addresses, which jsonschema would use to check some.
GRAMMAR = "rfc3987_syntax"


class Absent(ModuleType):
    """Stands for a module that nobody uses: every name in it is an empty class."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def keep_out():
    """Call this before the server is imported."""
    import jupyterhub

    sys.modules[GRAMMAR] = None
    for name in OF_THE_HUB:
        module = Absent(f"jupyterhub.{name}")
        sys.modules[module.__name__] = module
        if "." not in name:
            setattr(jupyterhub, name, module)
