"""A student who has looked up the cases that `check` shows."""

from posenc_helpers.lessons import EXERCISES


def stored(name):
    """A function that is right for the cases of an exercise, and for no other."""
    one = EXERCISES[name]
    table = {
        repr(case.arguments): right
        for case, right in zip(one.cases, one.right_answers, strict=True)
    }
    return lambda *arguments: table.get(repr(arguments), -1.0)
