"""Draw the explorers of a page in a web worker: worker.mjs calls this, python.js gets replies."""

import ast
import asyncio
import base64
import json

import ipywidgets as widgets
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from js import Object, postMessage
from pyodide.ffi import to_js

from posenc_helpers.models import public_names

ROWS = 20  # rows in the table of numbers
SHOWN = {}  # by the key of each explorer
RAN = {}  # by place: the source of each cell that was run


def show(key, name, settings, chosen):
    """Make an explorer that opens with some settings, and show it with the chosen ones."""
    SHOWN[key] = Shown(key, public_names()[name], json.loads(settings))
    SHOWN[key].apply(json.loads(chosen))


def move(key, settings):
    """Move controls, each to a number or to one of its stops, counted from 0."""
    shown = SHOWN[key]
    shown.apply({name: shown.value(name, at) for name, at in json.loads(settings).items()})


def press(key, preset):
    """Press the button of a preset, or *Reset* if `preset` is empty."""
    shown = SHOWN[key]
    shown.explorer.apply(**shown.explorer.presets[preset]) if preset else shown.explorer.reset()
    shown.post()


def link(key, pairs):
    """Show what a link asks for, on top of the opening state."""
    shown = SHOWN[key]
    shown.explorer.reset()
    shown.post()  # the page shows this even if a setting of the link is refused
    shown.apply({name: value(text) for name, text in json.loads(pairs)})


def change(key, at, text):
    """Put a typed text into a field, or press a button."""
    part = SHOWN[key].extras[at]
    if isinstance(part, widgets.Button):
        part.click()
    else:
        part.value = text
    SHOWN[key].post()


def changed(key):
    """Return, as JSON, the controls that are not where they were at first."""
    shown = SHOWN[key]
    now = {name: control.value for name, control in shown.controls.items()}
    moved = {name: one for name, one in now.items() if one != shown.start[name]}
    texts = [json.dumps(one) if isinstance(one, bool) else str(one) for one in moved.values()]
    return json.dumps([*zip(moved, texts, strict=True)])


def table(key, name):
    """Return, as JSON, the numbers at about twenty stops of a control, with their labels."""
    shown = SHOWN[key]
    explorer, control = shown.explorer, shown.controls[name]
    before, stops = control.value, getattr(control, "stops", (False, True))
    found = []
    for at in sorted({round(k * (len(stops) - 1) / ROWS) for k in range(ROWS + 1)}):
        shown.put({name: stops[at]})
        found.append([drawn(control)["shown"], explorer.describe().facts])
    shown.put({name: before})
    return json.dumps(found)


def run(sources, at):
    """Run a cell as a notebook does, after the cells above that define what it reads.

    Return, as JSON, what it shows, and whether it is an exercise with a right answer.
    """
    sources, shell = json.loads(sources), InteractiveShell.instance(colors="nocolor")
    for place in [*needed(sources, at), at]:
        if place != at and RAN.get(place) == sources[place]:
            continue
        values = []
        shell.display_trap.hook = values.append
        with capture_output() as shown:
            done = shell.run_cell(sources[place])
        RAN[place] = sources[place]
        if not done.success:
            break
    printed = [{"text/plain": shown.stdout + shown.stderr}] * bool(shown.stdout + shown.stderr)
    formatted = [shell.display_formatter.format(one)[0] for one in values if one is not None]
    right = any(getattr(value, "status", "") == "right" for value in values)
    outputs = [*printed, *(one.data for one in shown.outputs), *formatted]
    return json.dumps({"outputs": [*map(output, outputs)], "right": right})


def needed(sources, at):
    """Return the places of the cells on which a cell depends, directly or through other cells."""
    wanted, found = names(sources[at])[0], []
    for place in range(at - 1, -1, -1):
        read, defined = names(sources[place])
        if defined & wanted:
            found.insert(0, place)
            wanted |= read
    return found


def names(source):
    """Return the names that a piece of code reads, and the names that it defines."""
    try:
        parts = [*ast.walk(ast.parse(source))]
    except SyntaxError:
        return set(), set()
    used = [part for part in parts if isinstance(part, ast.Name)]
    read = {part.id for part in used if isinstance(part.ctx, ast.Load)}
    made = [part for part in parts if isinstance(part, (ast.FunctionDef, ast.ClassDef))]
    brought = {part.asname or part.name for part in parts if isinstance(part, ast.alias)}
    stored = {part.id for part in used if isinstance(part.ctx, ast.Store)}
    return read, stored | brought | {part.name for part in made}


def output(data):
    """Return what a page shows of an output."""
    png = data.get("image/png", b"")
    png = png if isinstance(png, str) else base64.b64encode(png).decode()
    return {"png": png, "html": data.get("text/html", ""), "text": data.get("text/plain", "")}


def value(text):
    """Return a number or the state of a switch, or the text itself if it is neither."""
    try:
        return json.loads(text)
    except ValueError:
        return text


class Shown:
    """An explorer that a page shows. It sends each new picture to the page."""

    def __init__(self, key, kind, settings):
        switched = {name: settings.pop(name) for name in set(settings) - set(kind.sliders)}
        self.key, self.explorer = key, kind(**settings)
        self.controls = self.explorer.controls | self.explorer.switches
        self.start = {name: control.value for name, control in self.controls.items()} | switched
        inside = (part for one in self.explorer.extra for part in getattr(one, "children", [one]))
        kept = (widgets.Button, widgets.Text, widgets.Textarea, widgets.IntProgress, widgets.HTML)
        self.extras = [part for part in inside if isinstance(part, kept)]
        self.sent = b""
        self.explorer._write_soon = lambda: None  # the page writes the numbers itself
        self.explorer.live.image.observe(self.follow, names="value")
        for part in self.extras:
            part.observe(self.follow_extras, names=["value", "disabled"])

    def put(self, settings):
        """Set controls and switches."""
        for name in settings.keys() & self.explorer.switches.keys():
            self.explorer.switches[name].value = bool(settings[name])
        switches = self.explorer.switches
        self.explorer.apply(**{k: v for k, v in settings.items() if k not in switches})

    def apply(self, settings):
        """Set controls and switches, and show the picture."""
        self.put(settings)
        self.post()

    def follow(self, _change):
        """Show pictures that change by themselves: a sharp picture, or a head in training."""
        asyncio.get_running_loop().call_soon(self.post_new)

    def post_new(self):
        """Show the picture if the page does not have it yet."""
        if self.explorer.live.image.value is not self.sent:
            self.post()

    def follow_extras(self, _change):
        self.send({"extras": [*map(extra, self.extras)]})

    def post(self):
        """Tell the page everything that is visible now."""
        explorer = self.explorer
        now = explorer.describe()._asdict()
        now["controls"] = [*map(drawn, self.controls.values())]
        now["extras"] = [*map(extra, self.extras)]
        now["error"] = str(explorer.live.error or "")
        picture = explorer.live.image.value
        self.send(now, None if picture is self.sent else picture)
        self.sent = picture

    def send(self, state, picture=None):
        message = {"key": self.key, "state": json.dumps(state), "picture": picture}
        postMessage(to_js(message, dict_converter=Object.fromEntries))

    def value(self, name, at):
        """Return the setting for what the page sends, a number or the index of a stop."""
        control = self.controls[name]
        return at if hasattr(control, "step") else options_of(control)[int(at)][1]


def drawn(control):
    """Return how the page draws a control: its place, and the ends of its range."""
    if hasattr(control, "step"):
        ends = {"least": control.min, "most": control.max, "step": control.step}
        return {**ends, "labels": [], "at": control.value, "shown": f"{control.value:,.6g}"}
    labels, settings = zip(*options_of(control), strict=True)
    at = settings.index(control.value)
    ends = {"least": 0, "most": len(labels) - 1, "step": 1}
    return {**ends, "labels": labels, "at": at, "shown": labels[at]}


def options_of(control):
    """Return the labels of a control, each with its setting. A name is its own label."""
    moved = getattr(control, "slider", control)
    options = getattr(moved, "options", (("off", False), ("on", True)))
    return [one if isinstance(one, tuple) else (one, one) for one in options]


def extra(part):
    """Return how the page draws a field, a button or a progress bar."""
    return {
        "kind": next(
            one.__name__ for one in type(part).__mro__ if one.__module__.startswith("ipywidgets")
        ),
        "name": part.description,
        "value": getattr(part, "value", ""),
        "most": getattr(part, "max", 0),
        "hint": getattr(part, "placeholder", "") if hasattr(part, "continuous_update") else "",
        "disabled": getattr(part, "disabled", False),
    }
