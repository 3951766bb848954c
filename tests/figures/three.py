"""Three settings of every drawing: its defaults, the smallest and the largest.

At the ends all controls of its explorer are at their first or at their last stop. A drawing without
an explorer is at the ends of what its plot function takes.
"""

from functools import cache
from unittest.mock import patch

from posenc_helpers import checks
from posenc_helpers.explorers.controls import WithinSlider
from posenc_helpers.explorers.live import Canvas
from tests.figures.cases import EXPLORERS, PLOTS, settings_of

EXPLORER_OF = {one.picture[1].__name__: one for one in EXPLORERS.values()}
LARGEST = {"d_model": 1024, "seq_len": 1_000_000, "position": 999_999}
ENDS = {  # where the kinds of the arguments do not say how far they reach, or reach too far
    "plot_encoding": ({"seq_len": 1}, {"seq_len": 100_000, "d_model": 256, "size": (5, 3.4)}),
    "plot_museum": ({}, {"seq_len": 512}),
    "plot_past_the_window": ({"seq_len": 3}, {"seq_len": 8}),
}


@cache
def three(name):
    """Return the default, the smallest and the largest settings of a plot function."""
    default = settings_of(name)
    return [default, *(at_end(name, end) for end in (0, -1))] if default else [default]


def at_end(name, end):
    """Return the smallest or the largest settings of a drawing: `end` is 0 or -1."""
    if name in EXPLORER_OF:
        return _at_stops(EXPLORER_OF[name], end)
    kinds, chosen = getattr(PLOTS[name], "takes", {}), settings_of(name)
    for argument, kind in sorted(kinds.items(), key=lambda one: hasattr(one[1], "limits")):
        if argument in chosen:
            chosen[argument] = _end_of(argument, kind, chosen, end)
    return chosen | ENDS.get(name, ({}, {}))[end]


def _at_stops(kind, end):
    """Move all controls of an explorer, those last whose range follows from others."""
    with patch.object(Canvas, "png", return_value=b""):
        explorer = kind()
        for dependent in (False, True):
            for control in explorer.controls.values():
                if isinstance(control, WithinSlider) == dependent:
                    control.value = control.stops[end]
        assert explorer.live.error is None
        explorer.close()
    return explorer.settings()


def _end_of(argument, kind, chosen, end):
    """Return the smallest or the largest value of an argument, where others are chosen already."""
    if isinstance(kind, checks.Several):
        return [_end_of(argument[:-1], kind.one, chosen, end)] * (kind.most if end else 1)
    if isinstance(kind, checks.OneOf):
        return [*kind.names][end]
    if hasattr(kind, "limits"):
        return kind.limits(chosen)[end]
    if not isinstance(kind, checks.Whole | checks.Real):
        return chosen[argument]
    if argument.startswith("base"):
        return max(kind.least, 1e8 if end else 1.0)
    return min(kind.most, LARGEST.get(argument, 1_000)) if end else max(kind.least, 0)
