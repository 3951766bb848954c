"""The sliders that the explorers share: one look, one name and one range for each idea."""

from __future__ import annotations

import bisect
import math

import ipywidgets as widgets
from traitlets import TraitError, validate

from posenc_helpers.arguments import finite, whole
from posenc_helpers.wording import number, ten_to_the

SLIDER = {"width": "285px", "margin": "1px 6px"}
LABEL = {"description_width": "72px"}
TWENTY_A_DECADE = (
    1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9,
)  # fmt: skip


class NumberSlider(widgets.SelectionSlider):
    """A slider over a series of round numbers that takes any number between its ends from code.

    A logarithmic slider of ipywidgets would move a number that does not lie on its grid, such as
    5,000, to the nearest that does. Here the number becomes a stop of its own.
    """

    def __init__(self, series, value, name, check=finite):
        self._series = sorted({*series, value})
        self._check = check
        super().__init__(
            options=[(stop_label(n), n) for n in self._series],
            value=value, description=name, layout=SLIDER, style=LABEL,
        )  # fmt: skip

    @property
    def min(self):
        """The smallest number."""
        return self._series[0]

    @property
    def max(self):
        """The largest number."""
        return self._series[-1]

    @validate("value")
    def _validate_value(self, proposal):
        try:
            value = self._check(self.description, proposal.value, self.min)
        except (TypeError, ValueError) as error:
            raise TraitError(str(error)) from None
        if value > self.max:
            raise TraitError(
                f"{self.description} must be at most {number(self.max)}, got {number(value)}"
            )
        if value not in self._options_values:
            self._add_stop(value)
        return value

    def _add_stop(self, value):
        stops = list(self._options_values)
        bisect.insort(stops, value)
        self._options_values = tuple(stops)
        self.set_trait("_options_labels", tuple(stop_label(stop) for stop in stops))


def stop_label(value: float) -> str:
    """Return a number as a slider has room for it: 500,000, and from ten million on 3.15·10⁷."""
    if value < 10_000_000:
        return number(value)
    exponent = math.floor(math.log10(value))
    leading = value / 10**exponent
    return ("" if leading == 1 else f"{leading:.3g}·") + ten_to_the(exponent)


def whole_slider(name: str, value: int, least: int, most: int, step: int = 1) -> widgets.IntSlider:
    """Return a slider over whole numbers."""
    return widgets.IntSlider(
        value=value, min=least, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def real_slider(name: str, value: float, most: float, step: float) -> widgets.FloatSlider:
    """Return a slider over real numbers from 0."""
    return widgets.FloatSlider(
        value=value, min=0, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def d_model(value: int) -> widgets.IntSlider:
    """Return the slider of `d_model`: even numbers from 2 to 1,024."""
    return whole_slider("d_model", value, 2, 1024, step=2)


def base(value: float = 10_000, name: str = "base") -> NumberSlider:
    """Return the slider of `base`: 1 to 100 million in equal ratios."""
    return NumberSlider(decades(8), value, name)


def seq_len(value: int) -> NumberSlider:
    """Return the slider of `seq_len`: 1 to a million tokens in equal ratios."""
    return NumberSlider({round(n) for n in decades(6)}, value, "seq_len", whole)


def start(value: int = 0) -> NumberSlider:
    """Return the slider of `start`: 0 to a million tokens, first in steps of 50."""
    far = {round(n) for n in decades(6) if n >= 1_000}
    return NumberSlider({*range(0, 1_000, 50), *far}, value, "start", whole)


def choice(name: str, options, value) -> widgets.Dropdown:
    """Return a list to choose from; `options` are values or pairs of label and value."""
    return widgets.Dropdown(
        options=options, value=value, description=name, layout={**SLIDER, "width": "430px"},
        style=LABEL,
    )  # fmt: skip


def decades(count: int) -> list[float]:
    """Return twenty round numbers to each decade from 1 to 10**count."""
    numbers = [lead * 10**power for power in range(count) for lead in TWENTY_A_DECADE]
    return [*(round(n, 2) for n in numbers), 10**count]
