"""A shelf: functions made of data, reached by name as `check.NAME`."""

from __future__ import annotations

from difflib import get_close_matches

__all__ = ["Shelf", "shelf"]


class Shelf:
    """One function for each name, reached as an attribute."""

    def __init__(self, title: str, functions: dict):
        self._title, self._functions = title, functions

    def __getattr__(self, name):
        functions = self.__dict__.get("_functions", {})
        if name in functions:
            return functions[name]
        near = get_close_matches(name, functions, n=3, cutoff=0.5) or sorted(functions)
        names = ", ".join(near)
        raise AttributeError(
            f"no {self.__dict__.get('_title')} is named {name!r}; there is {names}"
        )

    def __dir__(self):
        return sorted(self._functions)

    def __repr__(self):
        return f"{self._title} for: {', '.join(self._functions)}"


def shelf(title: str, make, items: dict) -> Shelf:
    """Return a shelf of the functions that `make` makes of `items`, with the questions as help."""
    functions = {}
    for name, item in items.items():
        function = make(item)
        function.__name__ = function.__qualname__ = name
        function.__doc__ = item.question
        functions[name] = function
    return Shelf(title, functions)
