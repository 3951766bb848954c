"""Define `Explorer`: sliders, presets, facts and code around one live figure."""

import html
import json
import math
import re
import threading
import time
from contextlib import ExitStack, contextmanager
from inspect import signature
from pathlib import Path
from typing import NamedTuple

import ipywidgets as widgets

from posenc_helpers.checks import show_in_one_line
from posenc_helpers.explorers.controls import WithinSlider, control_for
from posenc_helpers.explorers.covers import COVERED, Cover, questions
from posenc_helpers.explorers.live import LiveFigure, after, hear_while_cells_run
from posenc_helpers.wording import literal, one_line

ROW = {"flex_flow": "row wrap", "align_items": "center"}
TOP = ROW | {"align_items": "flex-start"}
BUTTON = {"width": "auto"}
NUMBERS_SECONDS = 0.1

# The style of an explorer, and what the page says when there is no kernel any more.
PAGE = Path(__file__).with_name("page.html").read_text("utf-8")
PRESETS = json.loads(Path(__file__).with_name("presets.json").read_text("utf-8"))
HEARD = '<div class="posenc-heard">{}</div>'  # for screen readers


class Description(NamedTuple):
    """The texts beside a picture."""

    facts: dict[str, str]  # the numbers by name
    text: str  # the text alternative
    code: str


class Explorer(widgets.VBox):
    """Base of all explorers.

    A control opens at the default of the plot function. With `until`, the picture is covered until
    the prediction of this name is answered. After a question about the explorer is answered, a line
    above the controls says what to try. You can use an explorer without a page: call
    `apply(base=100)`, apply one of `presets`, or set a control to each of its `stops`, then look at
    `drawing.png()` and `describe()`.

    Raises TypeError or ValueError for a setting that does not exist or is not allowed, and
    ValueError for an `until` that names no prediction.

    Attributes
    ----------
    controls : dict of name to widget. Set ``explorer.controls["base"].value`` from code
    presets : dict of button name to settings, from presets.json
    picture : the class of the drawing, and the function of the package that plots it
    sliders : dict of the name of a control to how far it reaches, see `explorers/controls.py`
    first : names of the controls that are visible, or () for all. The other controls are under
        *More*, which opens without the kernel and stays as it was left
    extra : the further widgets beside the sliders
    switches : dict of name to toggle button, for the buttons among `extra` that are on or off
    """

    picture: tuple
    sliders: dict
    first: tuple[str, ...] = ()
    unfolded = False  # how More was left, for each class

    def __init__(self, until: str = "", **settings):
        self.presets = PRESETS.get(type(self).__name__, {})
        self.controls = {name: self._make_control(name) for name in self.sliders}
        self.live = LiveFigure(self.picture[0]())
        self.caption, self.numbers = _words("posenc-caption"), _words("posenc-numbers")
        self.source = widgets.Textarea(rows=8, description="code", layout={"display": "none"})
        self.cover = Cover(type(self).__name__, until)
        self.switches = {}
        self._lock = threading.RLock()
        self._paused = False  # whether code moves the controls, and not a hand
        self._drawn = None  # the settings of the present picture
        self._asked = -math.inf  # when the facts were asked for that are still to be written
        self._set(settings)
        self._initial = self._values()
        for control in self.controls.values():
            control.observe(self._on_change, names="value")
        self.extra = self.extras()
        self.folded = [name for name in self.sliders if self.first and name not in self.first]
        self.more = self._more_button()
        shown = widgets.HBox([self.live.shown, self.source], layout=TOP)
        fold = _words("posenc-numbers-fold", "<details><summary>numbers</summary></details>")
        no_kernel = _words("posenc-no-kernel", PAGE)
        self.task = _words("posenc-task")
        self.task.layout.display = "none"
        sliders = self._controls_in(self.first or self.sliders, *self.extra, self.more)
        folded = self._controls_in(self.folded)
        folded.add_class("posenc-folded")
        over = [no_kernel, self.task, sliders, folded, self._buttons()]
        super().__init__(
            [*over, self.caption, shown, fold, self.numbers], layout={"overflow": "visible"}
        )
        self.add_class("posenc-explorer")
        for part in _parts(self):
            hear_while_cells_run(part)
        self.refresh()
        questions.listen(self)

    def _controls_in(self, names, *further):
        """Return a box of these controls and of `further` widgets, in rows."""
        shown = (getattr(one, "shown", one) for one in map(self.controls.get, names))
        box = widgets.HBox([*shown, *further])
        box.add_class("posenc-sliders")
        return box

    def _more_button(self):
        layout = {"width": "auto", "display": None if self.folded else "none"}
        look = {"description": "More", "icon": "caret-down", "layout": layout}
        more = widgets.ToggleButton(self.unfolded, **look)
        more.add_class("posenc-more")
        more.observe(lambda change: setattr(type(self), "unfolded", change.new), names="value")
        return more

    def _make_control(self, name):
        """Return a control that opens at the default of the plot function."""
        plot, argument = self.picture[1], _argument(name)
        default = signature(plot).parameters[argument].default
        values = [default, *(one[name] for one in self.presets.values() if name in one)]
        return control_for(self.sliders[name] or plot.takes[argument], name, values)

    @property
    def drawing(self):
        """The drawing, up to date. Its artists hold the data."""
        self._catch_up()
        return self.live.drawing

    # Methods that subclasses may replace

    def settings(self) -> dict:
        """Return the arguments of ``drawing.update`` that the controls set."""
        return {_argument(name): value for name, value in self._values().items()}

    def code(self, settings: dict) -> str:
        """Return the lines that reproduce the picture with these settings."""
        arguments = ", ".join(f"{name}={literal(value)}" for name, value in settings.items())
        plot = self.picture[1]
        home = re.match(r"posenc_helpers(\.models\.\w+)?", plot.__module__)[0]
        return f"from {home} import {plot.__name__}\n{plot.__name__}({arguments})"

    def extras(self) -> list[widgets.Widget]:
        """Return further widgets that belong beside the sliders."""
        return []

    def limiting(self) -> dict:
        """Return the values that determine the ranges of controls."""
        return self._values()

    # Methods that all explorers share

    def apply(self, **settings):
        """Set several controls at once and redraw once.

        Raises
        ------
        TypeError, ValueError : for a control that does not exist or a value that is not allowed.
            Then no control moves. ValueError also if the explorer has been closed.
        """
        self._expect_open()
        with self._lock:
            with self._quiet():
                self._set(settings)
            self.refresh()

    def _expect_open(self):
        if self.comm is None:
            raise ValueError(f"this {type(self).__name__} is closed, so make a new one")

    def describe(self) -> Description:
        """Return the texts beside the present picture.

        Raises ValueError if the explorer is closed.
        """
        self._expect_open()
        drawing, now = self.drawing, self._drawn
        if drawing.covered:
            return Description({}, drawing.alt, "")
        return Description(drawing.facts(**now), drawing.alt, self.code(now))

    def reset(self):
        """Set every control back to where it was at first, and forget the guess."""
        self.cover.mark = None
        for control in self.controls.values():
            control.calm()
        self.apply(**self._initial)

    def on_answer(self, question: str, mark: dict | None):
        """Uncover the picture if it waits for this question, and mark the guess."""
        with self._lock:
            opens = self.cover.waits_for == question
            if self.cover.take(question, mark) and self.comm is not None:
                self._set_task(questions.task_of(question))
                # The question is about the first settings, so moves under the cover are undone.
                self.apply(**(self._initial if opens else {}))

    def _set_task(self, task):
        self.task.value = f'<div role="status">{task}</div>'
        self.task.layout.display = None if task else "none"

    def refresh(self):
        """Redraw the picture, the facts and the code from the controls."""
        with self._lock:
            settings, drawing = self.settings(), self.live.drawing
            with drawing.lock:
                drawing.cover(COVERED if self.cover.waits_for else "")
            if not self.live.update(**settings):
                self.caption.value = _error_line(self.live.error)
                return
            self.live.over.value = self.cover.lay_over(drawing, settings)
            self._drawn = settings
            self._write_soon()

    def _write_soon(self):
        """Write the facts at most ten times a second, because nobody reads faster.

        A running cell delays calls on its own event loop, but not the sliders, which may have a
        loop of their own. So a call that is overdue is asked for again.
        """
        now = time.monotonic()
        if now > self._asked + 2 * NUMBERS_SECONDS:
            self._asked = now
            after(NUMBERS_SECONDS, self._write)

    def _write(self):
        """Write the facts of the picture and, if it is visible, the code."""
        with self._lock:
            self._asked = -math.inf
            self._catch_up()
            moved = sum(self.controls[name].value != self._initial[name] for name in self.folded)
            self.more.description = f"More ({moved} moved)" if moved else "More"
            if self.live.error is not None:
                return
            try:
                now = self.describe()
                self.caption.value = HEARD.format(html.escape(now.text))
                self.numbers.value = _numbers(now.facts)
                if self.show_code.value:
                    self.source.value = now.code
            except Exception as error:  # if the facts fail, the reader must know it
                self.caption.value = _error_line(error)

    def _set(self, settings):
        before = self._values()
        try:
            if unknown := set(settings) - set(self.controls):
                names, allowed = ", ".join(sorted(unknown)), ", ".join(self.controls)
                raise TypeError(f"settings must be among {allowed}, got {names}")
            self._put(settings)
        except Exception as error:
            self._put(before)
            show_in_one_line(error)
            raise

    def _put(self, values):
        """Set controls, and last those whose limits depend on others."""
        controls = self.controls.items()
        for name, control in sorted(controls, key=lambda one: isinstance(one[1], WithinSlider)):
            self._fit_limits()
            if name in values:
                control.value = values[name]
        self._fit_limits()

    def _values(self):
        return {name: control.value for name, control in self.controls.items()}

    def _fit_limits(self):
        for control in self.controls.values():
            control.follow(self.limiting())

    def _on_change(self, _change):
        with self._lock:
            if self._paused:
                return
            with ExitStack() as held:
                for control in self.controls.values():
                    held.enter_context(control.hold_sync())
                with self._quiet():
                    self._fit_limits()
                # JupyterLab sends the next step of a drag only after this one has been answered,
                # and that step is on its way while this one is drawn. Several steps that arrive
                # together are drawn once.
                after(0, self._catch_up)
                # The page gets limits later, because it would move sliders before it shows the
                # picture.
                after(NUMBERS_SECONDS, held.pop_all().close)

    def _catch_up(self):
        """Draw if a control has moved since the last drawing."""
        with self._lock:
            if self.settings() != self._drawn or self.live.error:
                self.refresh()

    @contextmanager
    def _quiet(self):
        self._paused = True
        try:
            yield
        finally:
            self._paused = False

    def _buttons(self):
        buttons = [_button(name, lambda s=s: self.apply(**s)) for name, s in self.presets.items()]
        show = widgets.ToggleButton(description="Show the code", layout=BUTTON)
        show.observe(lambda change: self._show_code(change.new), names="value")
        self.show_code = show
        return widgets.HBox([*buttons, _button("Reset", self.reset), show], layout=ROW)

    def _show_code(self, shown: bool):
        if shown and self._drawn:
            self.source.value = self.code(self._drawn)
        self.source.layout.display = None if shown else "none"

    def close(self):
        """Close all widgets of the explorer and drop its drawing, for good."""
        if self.comm is not None:
            self.live.close()
            for part in [*_parts(self)]:
                part.close()
        super().close()

    def __repr__(self):
        return f"{type(self).__name__}, closed" if self.comm is None else self.drawing.alt

    def _repr_mimebundle_(self, **_choice):
        data, metadata = self.drawing._repr_mimebundle_()
        return {**super()._repr_mimebundle_(), **data}, metadata


class TypingExplorer(Explorer):
    """Base of explorers with a text field for words, `typed`, which is empty at first.

    If the words cannot be drawn, the picture stays, and a line above it says why.

    Attributes
    ----------
    typing : the name of the field, and an example of what to type
    """

    typing: tuple[str, str]

    def extras(self):
        """Return the text field."""
        name, example = self.typing
        look = {"placeholder": f"your own: {example}", "layout": {"width": "auto"}}
        look["style"] = {"description_width": "initial"}
        self.typed = widgets.Text(description=name, continuous_update=False, **look)
        self.typed.observe(self._on_change, names="value")
        return [self.typed]

    def reset(self):
        """Set every control back to where it was at first, and empty the field."""
        with self._lock, self._quiet():
            self.typed.value = ""
        super().reset()


def _argument(name):
    """Return the drawing's argument for the control `name`, in lower case and with underscores."""
    return name.lower().replace(" ", "_")


def _parts(widget):
    """Yield every widget inside `widget`, and the layout and style of each."""
    for name in ("layout", "style"):
        if widget.has_trait(name):
            yield getattr(widget, name)
    for child in getattr(widget, "children", ()):
        yield from _parts(child)
        yield child


def _button(name, action):
    button = widgets.Button(description=name, layout=BUTTON)
    button.on_click(lambda _button: action())
    return button


def _words(name, text=""):
    words = widgets.HTML(text, layout={"margin": "0 8px"})
    words.add_class(name)
    return words


def _numbers(facts) -> str:
    """Return the facts as HTML."""
    return "".join(
        f"<span>{html.escape(name)}&nbsp; <b>{html.escape(fact)}</b></span>"
        for name, fact in facts.items()
    )


def _error_line(error) -> str:
    return (
        '<div role="alert"><b>This setting cannot be drawn:</b> '
        f"{html.escape(one_line(str(error), 400) or type(error).__name__)}. "
        "The picture shows the last setting that could be drawn.</div>"
    )
