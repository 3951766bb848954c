"""The controls that the explorers share: one look, one name and one range for each idea.

The table of an explorer holds, for each of its controls, what makes it from three things: its name,
the values that it must hold (first the one at which it opens, then those of the presets), and what
the picture takes, see `posenc_helpers.ranges`. A range is given here only where the hand reaches
less far than the picture would allow.
"""

from html import escape

import ipywidgets as widgets
from traitlets import Any, validate

from posenc_helpers.arguments import even, finite, one_of, quoted, whole
from posenc_helpers.ranges import Even, OneOf
from posenc_helpers.wording import number, ten_to_the

LONG = 24  # letters that a list of the width of a slider has room for
TWENTY_A_DECADE = (
    1, 1.12, 1.25, 1.4, 1.6, 1.8, 2, 2.25, 2.5, 2.8, 3.15, 3.55, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9,
)  # fmt: skip


class Given(Any):
    """Anything but None, which would not be checked otherwise."""

    allow_none = False


class Control(widgets.ValueWidget):
    """A control that raises an error at once when code sets what it does not allow.

    Subclasses have a method `check`, which returns a value as the picture takes it.

    Attributes
    ----------
    stops : the values that a hand can move it to, in order
    """

    value = Given()

    def __init__(self, name, values, **settings):
        super().__init__(value=values[0], description=name, **settings)
        self.shown = self  # what an explorer shows

    @classmethod
    def of(cls, *allowed, **settings):
        """Return what makes such a control, whatever else the picture takes."""
        return lambda name, values, _taken: cls(*allowed, name, values, **settings)

    def follow(self, settings: dict):
        """Fit the range to the values of all controls; most ranges depend on none."""

    def calm(self):
        """Take back what was refused; most controls refuse nothing aloud."""

    @validate("value")
    def _validate_value(self, proposal):
        return self.check(proposal.value)


class NumberSlider(Control, widgets.SelectionSlider):
    """A slider over round numbers; from code it takes any number between its ends.

    Where all its stops are whole numbers, it takes no others. A logarithmic slider of ipywidgets
    would move a number that does not lie on its grid, such as 5,000, to the nearest that does. Here
    the number becomes a stop, until another one does. The numbers of presets are stops from the
    beginning: in a page the End key goes to the last of the stops that there were at first.
    `typed`, an empty box over the number, takes another; a line names what it refuses.
    """

    def __init__(self, series, name, values, **settings):
        self.stops = tuple(sorted({*series, *values}))
        self._kind = whole if all(isinstance(stop, int) for stop in self.stops) else finite
        options = [(stop_label(stop), stop) for stop in self.stops]
        super().__init__(name, values, options=options, **settings)
        self.typed = widgets.Text(continuous_update=False, tooltip=f"{name}, to be typed")
        self.refusal = widgets.HTML()
        self.typed.observe(self._take_typed, names="value")
        self.observe(lambda _change: self.calm(), names="value")
        self.shown = widgets.Box([self, self.typed, self.refusal], _dom_classes=["posenc-typed"])

    def _take_typed(self, change):
        """Take a number as people or this slider write it, 500,000 or 5e5; refuse all else."""
        if not change.new:
            return
        self.typed.value = self.refusal.value = ""
        try:
            known = dict(self.options).get(change.new)
            found = float(change.new.replace(",", "")) if known is None else known
            self.value = int(found) if found == found // 1 else found
        except (TypeError, ValueError):
            kind = "a whole number" if self._kind is whole else "a number"
            ends = " to ".join(map(stop_label, (self.stops[0], self.stops[-1])))
            line = f"{self.description} takes {kind} from {ends}, not “{quoted(change.new)}”."
            self.refusal.value = f'<div role="alert">{escape(line)}</div>'

    def calm(self):
        self.refusal.value = ""

    def check(self, value):
        """Return `value`, which is a stop from now on."""
        value = self._kind(self.description, value, self.stops[0], self.stops[-1])
        if value not in self._options_values:
            self._options_values = tuple(sorted({*self.stops, value}))
            self.set_trait("_options_labels", tuple(map(stop_label, self._options_values)))
        return value


def stop_label(value: float) -> str:
    """Return a number as a slider has room for it: 500,000, and from ten million on 3.15·10⁷."""
    if value < 10_000_000:
        return number(value) if value == int(value) else f"{value:,.4g}"
    leading, exponent = map(float, f"{value:.2e}".split("e"))
    return ("" if leading == 1 else f"{leading:g}·") + ten_to_the(int(exponent))


class SteppedSlider(Control):
    """A slider in equal steps.

    The sliders of ipywidgets take the nearest number in range and say nothing. This one does so
    only with what the page sends, since the range may have changed on the way.
    """

    value = Given().tag(sync=True)

    def __init__(self, least, most, name, values, step=1):
        super().__init__(name, values, min=least, max=most, step=step)

    @property
    def stops(self):
        """Return the values of all steps."""
        count = round((self.max - self.min) / self.step)
        return [round(self.min + k * self.step, 9) for k in range(count + 1)]

    def set_state(self, sync_data):
        """Take what the page says."""
        if "value" in sync_data:
            sync_data = {**sync_data, "value": self.nearest(sync_data["value"])}
        super().set_state(sync_data)

    def nearest(self, value):
        """Return the number that is used for one that the page sends; NaN moves nothing."""
        return min(max(value, self.min), self.max) if value == value else self.value


class RealSlider(SteppedSlider, widgets.FloatSlider):
    """A slider over real numbers."""

    def check(self, value):
        """Return `value` as a float."""
        return finite(self.description, value, self.min, self.max)


class WholeSlider(SteppedSlider, widgets.IntSlider):
    """A slider over whole numbers."""

    def check(self, value):
        """Return `value` as an int."""
        return whole(self.description, value, self.min, self.max)


class EvenSlider(WholeSlider):
    """A slider over even numbers; over all whole numbers, once its step is 1."""

    def __init__(self, least, most, name, values, step=2):
        super().__init__(least, most, name, values, step)

    def check(self, value):
        """Return `value` as an int."""
        if self.step == 1:
            return super().check(value)
        return even(self.description, value, self.max, self.min)

    def nearest(self, value):
        """Return the number that is used for one that the page sends: one can type an odd one."""
        value = super().nearest(value)
        return value - value % self.step


class WithinSlider(WholeSlider):
    """A slider over whole numbers whose limits follow from the other settings."""

    def __init__(self, name, values, taken):
        self._limits = taken.limits
        super().__init__(values[0], values[0], name, values)

    def follow(self, settings):
        """Fit the range, and move the value into it."""
        least, most = self._limits(settings)
        with self.hold_sync():  # one message, and none where nothing changes
            self.max = max(most, self.min)  # so that it is never below the least
            self.min, self.max = least, most


class Choice(Control, widgets.Dropdown):
    """A drop-down list of names, with a label for each: {label: name}.

    When code sets anything else, the error says which names it holds.
    """

    def __init__(self, options, name, values):
        first = [value for value in values if value in options.values()] or [*options.values()]
        super().__init__(name, first, options=[*options.items()])
        if max(map(len, options)) > LONG:
            self.add_class("posenc-wide")

    @property
    def stops(self):
        """Return the names in the list."""
        return self._options_values

    def check(self, value):
        """Return `value`, one of the names in the list."""
        return one_of(self.description, value, self.stops)


def decades(least: float, most: float) -> list[float]:
    """Return numbers from `least` to `most`, twenty round ones to each decade from 0.01 on."""
    numbers = [round(lead * 10**power, 4) for power in range(-2, 9) for lead in TWENTY_A_DECADE]
    return [*(n for n in numbers if least <= n < most), most]


def counts(least: int, most: int) -> set[int]:
    """Return whole numbers from `least` to `most`, about twenty to each decade from 1 on."""
    return {round(n) for n in decades(least, most)}


def places(most: int) -> set[int]:
    """Return whole numbers from 0 to `most`: all up to 20, and then about twenty to each decade."""
    return {*range(20), *counts(20, most)}


# What makes a control of all that the picture takes.


def as_taken(name, values, taken):
    """Return a slider over all integers that are allowed, or a list of names."""
    if isinstance(taken, OneOf):
        return Choice(dict(zip(taken.names, taken.names, strict=True)), name, values)
    if hasattr(taken, "limits"):
        return WithinSlider(name, values, taken)
    kind = EvenSlider if isinstance(taken, Even) else WholeSlider
    return kind(taken.least, taken.most, name, values)


def all_taken(*names):
    """Return rows of `sliders`: each of these controls reaches over all that the picture takes."""
    return dict.fromkeys(names, as_taken)


def counted_as_taken(name, values, taken):
    """Return a slider over whole numbers, about twenty to each decade."""
    series = counts(taken.least, taken.most) if taken.least else places(taken.most)
    return NumberSlider(series, name, values)


D_MODEL = EvenSlider.of(2, 1024)
BASE = NumberSlider.of(decades(1, 10**8))
SEQ_LEN = NumberSlider.of(counts(1, 10**6))
CODES = {"d_model": D_MODEL, "base": BASE}
TABLE = {**CODES, "seq_len": SEQ_LEN}
