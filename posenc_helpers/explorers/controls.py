"""The controls that the explorers share: one look, one name and one range for each idea.

An explorer says for each of its controls how far it reaches. `AS_TAKEN` means as far as the picture
allows, see `posenc_helpers.checks`. A shorter reach is an `Even`, `Steps`, `OneOf`, or a collection
of round numbers, between which code can set any other number. `control_for` makes the control.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from html import escape

import ipywidgets as widgets
from traitlets import Any, Unicode, validate

from posenc_helpers.checks import SWITCH, Even, OneOf, Real, Whole, quoted
from posenc_helpers.wording import shown, ten_to_the

LONG = 24  # letters that fit into a list as wide as a slider
TWENTY_A_DECADE = (
    1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9,
)  # fmt: skip
AS_TAKEN = None
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")  # as this course writes 1,500
KINDS = {Real: "a number", Whole: "a whole number", Even: "an even number"}


@dataclass(frozen=True)
class Steps:
    """Numbers in equal steps, which are whole numbers if the step is one."""

    least: float
    most: float
    step: float = 1


class Given(Any):
    """A trait that takes anything but None, because traitlets does not validate None."""

    allow_none = False


class Control(widgets.ValueWidget):
    """A control that raises an error immediately when code sets a value that it does not allow.

    Subclasses have a method `check`, which returns a value as the picture takes it.

    Attributes
    ----------
    stops : the values that a hand can move it to, in order
    """

    value = Given()

    def follow(self, settings: dict):
        """Fit the range to the values of all controls. Most ranges depend on no other control."""

    def calm(self):
        """Remove the line about a refused number. Most controls have no line like this."""

    @validate("value")
    def _validate_value(self, proposal):
        return self.check(proposal.value)


def readings(text: str) -> list[float]:
    """Return the numbers that a typed text may mean.

    The first reading takes commas as separators of thousands, and the second takes a comma as the
    decimal point.

    >>> readings("1,500"), readings("0,5"), readings("many")
    ([1500, 1.5], [0.5], [])
    """
    text, found = text.strip().replace("−", "-"), []
    if "," not in text or GROUPED.fullmatch(text):
        found.append(text.replace(",", ""))
    if text.count(",") == 1 and "." not in text:
        found.append(text.replace(",", "."))
    with suppress(ValueError):
        return [int(one) if one == one // 1 else one for one in map(float, found)]
    return []


class Typed(Control):
    """A slider with an empty box over its number, in which you can type another number.

    A line below names a refused number. If a comma could also be a decimal point that the slider
    would take, the line says how the comma was read, so that no number is silently misread.

    Attributes
    ----------
    allowed : what kind of number the slider takes, and its limits
    """

    def _typed_over(self, slider, name):
        """Return a slider, the box over its number and the line, to be put into one box."""
        look = {"tooltip": "type a number", "continuous_update": False}
        self.typed = widgets.Text(description=name, **look)
        self.refusal = widgets.HTML()
        self.typed.observe(self._take_typed, names="value")
        return [slider, self.typed, self.refusal]

    def _readings(self, text):
        return readings(text)

    def _takes(self, number):
        with suppress(TypeError, ValueError):
            self.check(number)
            return True

    def _take_typed(self, change):
        """Take a number as people or this slider write it, such as 500,000 or 5e5 or 0,5."""
        if not change.new:
            return
        self.typed.value = self.refusal.value = ""
        number, other, *_ = [*self._readings(change.new), None, None]
        written = quoted(change.new)
        if not self._takes(number):
            ends = " to ".join(map(stop_label, (self.allowed.least, self.allowed.most)))
            kind = KINDS[type(self.allowed)]
            line = f"{self.description} takes {kind} from {ends}, not “{written}”."
            self.refusal.value = f'<div role="alert">{escape(line)}</div>'
            return
        self.value = number
        if self._takes(other):
            line = f"“{written}” is read as {number}. If you mean {other}, write {other}."
            self.refusal.value = f'<div role="status">{escape(line)}</div>'

    def calm(self):
        self.refusal.value = ""

    def check(self, value):
        """Return `value` as a number within the limits."""
        return self.allowed.check(self.description, value)


class NumberSlider(Typed, widgets.Box):
    """A slider over round numbers. From code it takes any number between its ends.

    If all its stops are whole numbers, it takes only whole numbers. A logarithmic slider of
    ipywidgets would move a number that is not on its grid, such as 5,000, to the nearest that is.
    Here the number becomes a stop until another number replaces it. The numbers of presets are
    stops from the beginning, because the End key in a page goes to the last of the first stops.
    """

    description = Unicode()

    def __init__(self, series, name, values):
        self.stops = tuple(sorted({*series, *values}))
        kind = Whole if all(isinstance(stop, int) for stop in self.stops) else Real
        self.allowed = kind(self.stops[0], self.stops[-1])
        self.slider = widgets.SelectionSlider(description=name, options=_labelled(self.stops))
        self._fitting = False  # whether code moves the slider, and not a hand
        super().__init__(self._typed_over(self.slider, name), description=name)
        self.add_class("posenc-typed")
        self.observe(self._fit, names="value")
        self.value = values[0]
        self.slider.observe(self._take_moved, names="value")

    def _fit(self, _change):
        """Move the slider to the number, which is a stop from now on."""
        self.calm()
        self._fitting = True
        with self.slider.hold_sync():
            if self.value not in dict(map(reversed, self.slider.options)):
                self.slider.options = _labelled({*self.stops, self.value})
            self.slider.value = self.value
        self._fitting = False

    def _take_moved(self, change):
        if not self._fitting:
            self.value = change.new

    def _readings(self, text):
        labels = dict(self.slider.options)
        return super()._readings(text) or [labels.get(text)]


def _labelled(stops):
    return [(stop_label(stop), stop) for stop in sorted(stops)]


def stop_label(value: float) -> str:
    """Return a number as a slider shows it: 500,000, and from ten million on 3.15·10⁷."""
    if value < 10_000_000:
        return shown(value)
    leading, exponent = map(float, f"{value:.2e}".split("e"))
    return ("" if leading == 1 else f"{leading:g}·") + ten_to_the(int(exponent))


class SteppedSlider(Typed):
    """A slider in equal steps.

    The sliders of ipywidgets silently take the nearest number in range. This slider does the same
    only with numbers that the page sends, because the range may have changed on the way.

    Attributes
    ----------
    kind : the kind of number that it allows, a class of `posenc_helpers.checks`
    shown : the widget that stands for it among the controls, with the box over its number
    """

    kind: type
    value = Given().tag(sync=True)

    def __init__(self, least, most, name, values, step=1):
        super().__init__(value=values[0], description=name, min=least, max=most, step=step)
        self.shown = widgets.Box(self._typed_over(self, name))
        self.shown.add_class("posenc-typed")
        self.observe(lambda _change: self.calm(), names="value")

    @property
    def allowed(self):
        return self.kind(self.min, self.max)

    @property
    def stops(self):
        """Return the values of all steps."""
        count = round((self.max - self.min) / self.step)
        return [round(self.min + k * self.step, 9) for k in range(count + 1)]

    def set_state(self, sync_data):
        """Take the state that the page sends, with a value in range."""
        if "value" in sync_data:
            sync_data = {**sync_data, "value": self.nearest(sync_data["value"])}
        super().set_state(sync_data)

    def nearest(self, value):
        """Return the allowed number that is used for one from the page. NaN moves nothing."""
        inside = min(max(value, self.min), self.max) if value == value else self.value
        return inside - inside % 2 if self.kind is Even else inside  # a page may send an odd number


class RealSlider(SteppedSlider, widgets.FloatSlider):
    """A slider over real numbers."""

    kind = Real


class WholeSlider(SteppedSlider, widgets.IntSlider):
    """A slider over whole numbers."""

    kind = Whole


class EvenSlider(WholeSlider):
    """A slider over even numbers."""

    kind = Even


class WithinSlider(WholeSlider):
    """A slider over whole numbers whose limits follow from the other settings."""

    def __init__(self, limits, name, values):
        self._limits = limits
        super().__init__(values[0], values[0], name, values)

    def follow(self, settings):
        """Fit the range, and move the value into it."""
        least, most = self._limits(settings)
        with self.hold_sync():  # one message at most
            self.max = max(most, self.min)  # so that max is never below min
            self.min, self.max = least, most


class Choice(Control, widgets.Dropdown):
    """A drop-down list of names. If code sets anything else, the error lists these names."""

    def __init__(self, names, name, values):
        super().__init__(value=values[0], description=name, options=[*names])
        if max(map(len, names)) > LONG:
            self.add_class("posenc-wide")

    @property
    def stops(self):
        """Return the names in the list."""
        return [*self.options]

    def check(self, value):
        """Return `value`, one of the names in the list."""
        return OneOf(self.stops).check(self.description, value)


class Switch(Control, widgets.ToggleButton):
    """A button that is on or off."""

    value = Given().tag(sync=True)
    stops = False, True

    def __init__(self, name, values):
        super().__init__(value=values[0], description=name, layout={"width": "auto"})

    def check(self, value):
        """Return `value` as a bool."""
        return bool(SWITCH.check(self.description, value))


def decades(least: float, most: float) -> list[float]:
    """Return numbers from `least` to `most`: from 0.01 on, twenty round ones in each decade."""
    numbers = [round(lead * 10**power, 4) for power in range(-2, 9) for lead in TWENTY_A_DECADE]
    return [*(n for n in numbers if least <= n < most), most]


def counts(least: int, most: int) -> set[int]:
    """Return whole numbers from `least` to `most`: from 1 on, about twenty in each decade."""
    return {round(n) for n in decades(least, most)}


def places(most: int) -> set[int]:
    """Return whole numbers from 0 to `most`: all up to 20, then about twenty in each decade."""
    return {*range(20), *counts(20, most)}


def control_for(reach, name, values) -> Control:
    """Return the control `name` for a reach, which is a value in an explorer's `sliders`.

    The control must allow all of `values`, and opens at the first of them.
    """
    match reach:
        case list() | set() | tuple():
            return NumberSlider(reach, name, values)
        case OneOf():
            return Choice(reach.names, name, values)
    if reach is SWITCH:
        return Switch(name, values)
    if hasattr(reach, "limits"):
        return WithinSlider(reach.limits, name, values)
    whole = EvenSlider if isinstance(reach, Even) else WholeSlider
    kind = whole if isinstance(reach.step, int) else RealSlider
    return kind(reach.least, reach.most, name, values, reach.step)


D_MODEL = Even(most=1024)
BASE = decades(1, 10**8)
SEQ_LEN = counts(1, 10**6)
CODES = {"d_model": D_MODEL, "base": BASE}
TABLE = {**CODES, "seq_len": SEQ_LEN}
