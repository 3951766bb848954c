"""The sliders that the explorers share: one look, one name and one range for each idea."""

from __future__ import annotations

import ipywidgets as widgets
from traitlets import Any, validate

from posenc_helpers.arguments import finite, shown, whole
from posenc_helpers.wording import number, ten_to_the

SLIDER = {"width": "285px", "margin": "1px 6px"}
LABEL = {"description_width": "72px"}
TWENTY_A_DECADE = (
    1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9,
)  # fmt: skip


class NumberSlider(widgets.SelectionSlider):
    """A slider over a series of round numbers that takes any number between its ends from code.

    A logarithmic slider of ipywidgets would move a number that does not lie on its grid, such as
    5,000, to the nearest that does. Here the number becomes a stop, until another one does.
    """

    def __init__(self, series, value, name, check=finite):
        self._series = {*series, value}
        self.min, self.max = min(self._series), max(self._series)
        self._check = check
        super().__init__(
            options=[(stop_label(n), n) for n in sorted(self._series)],
            value=value, description=name, layout=SLIDER, style=LABEL,
        )  # fmt: skip

    @validate("value")
    def _validate_value(self, proposal):
        value = self._check(self.description, proposal.value, self.min, self.max)
        if value not in self._options_values:
            self._offer({*self._series, value})
        return value

    def keep(self, numbers):
        """Make these numbers stops for good.

        In a page the End key goes to the last of the stops that there were at first, so a preset
        must not bring one of its own.
        """
        self._series |= numbers
        self._offer({*self._series, self.value})

    def _offer(self, numbers):
        self._options_values = tuple(sorted(numbers))
        self.set_trait("_options_labels", tuple(map(stop_label, self._options_values)))


def stop_label(value: float) -> str:
    """Return a number as a slider has room for it: 500,000, and from ten million on 3.15·10⁷."""
    if value < 10_000_000:
        return number(value)
    leading, exponent = map(float, f"{value:.2e}".split("e"))
    return ("" if leading == 1 else f"{leading:g}·") + ten_to_the(int(exponent))


class StrictSlider(widgets.ValueWidget):
    """A slider that refuses from code what lies outside of its range.

    Those of ipywidgets take the nearest number inside. So does this one with what the page sends:
    the range may have changed on the way.
    """

    value = Any().tag(sync=True)

    def set_state(self, sync_data):
        """Take what the page says."""
        if "value" in sync_data:
            inside = min(max(sync_data["value"], self.min), self.max)
            sync_data = {**sync_data, "value": inside}
        super().set_state(sync_data)

    @validate("value")
    def _validate_value(self, proposal):
        return self.check(self.description, proposal.value, self.min, self.max)


class WholeSlider(StrictSlider, widgets.IntSlider):
    """A slider over whole numbers."""

    check = staticmethod(whole)


class RealSlider(StrictSlider, widgets.FloatSlider):
    """A slider over real numbers."""

    check = staticmethod(finite)


class Choice(widgets.Dropdown):
    """A list to choose from that says what it holds when code asks for anything else."""

    @validate("value")
    def _validate_value(self, proposal):
        if proposal.value not in self._options_values:
            allowed = ", ".join(map(repr, self._options_values))
            got = shown(repr(proposal.value))
            raise ValueError(f"{self.description} must be one of {allowed}, got {got}")
        return proposal.value


def whole_slider(name: str, value: int, least: int, most: int, step: int = 1) -> WholeSlider:
    """Return a slider over whole numbers."""
    return WholeSlider(
        value=value, min=least, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def real_slider(name: str, value: float, most: float, step: float) -> RealSlider:
    """Return a slider over real numbers from 0."""
    return RealSlider(
        value=value, min=0, max=most, step=step, description=name, layout=SLIDER, style=LABEL
    )


def d_model(value: int) -> WholeSlider:
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


def choice(name: str, options, value) -> Choice:
    """Return a list to choose from; `options` are values or pairs of label and value."""
    layout = {**SLIDER, "width": "430px"}
    return Choice(options=options, value=value, description=name, layout=layout, style=LABEL)


def decades(count: int) -> list[float]:
    """Return twenty round numbers to each decade from 1 to 10**count."""
    numbers = [lead * 10**power for power in range(count) for lead in TWENTY_A_DECADE]
    return [*(round(n, 2) for n in numbers), 10**count]
