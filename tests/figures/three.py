"""Three settings of every drawing: its defaults, the smallest and the largest.

At the ends all controls of its explorer are at their first or at their last stop. A drawing without
an explorer is at the ends of what its plot function takes.
"""

from functools import cache
from unittest.mock import patch

from posenc_helpers.explorers.controls import WithinSlider
from posenc_helpers.explorers.live import Canvas
from tests.figures import cases
from tests.figures.cases import EXPLORERS, settings_of

EXPLORER_OF = {one.picture[1].__name__: one for one in EXPLORERS.values()}


@cache
def three(name):
    """Return the default, the smallest and the largest settings of a plot function."""
    default = settings_of(name)
    return [default, *(at_end(name, end) for end in (0, 1))] if default else [default]


def at_end(name, end):
    """Return the smallest or the largest settings of a drawing: `end` is 0 or 1."""
    if name in EXPLORER_OF:
        return _at_stops(EXPLORER_OF[name], -end)
    return cases.at_end(name.removeprefix("plot_"), end)


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
