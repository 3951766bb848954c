"""Draw the pictures that a page can show of an explorer, with the explorer itself.

From the opening state, each slider moves and every preset can be pressed. Texts of the lesson add
more pictures: from a preset that they name, all sliders move, and controls that they name together
combine.
"""

import io
import json
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path

import numpy as np
from PIL import Image

from posenc_helpers.explorers.controls import stop_label
from posenc_helpers.figures import look
from posenc_helpers.figures.look import screen_palette
from tools.pages import STOPS
from tools.pages.named import steps

DPI = 100
PLAYED = 2  # factor for the slider that a play button moves
MANY_TIMES = 50
TRAINED = 5  # stops if each picture needs a head that is trained for it
FURTHER = 7  # stops from a preset, and of each control that combines with another
SHARED = 16  # stops from all named presets together
COMBINED = 130  # most pictures of combined controls
PLAYS = {"position": "Play", "step": "Train"}  # buttons that move a control without a hand
EFFORT = {"lossless": True, "method": 3, "quality": 30}


@dataclass
class Slider:
    """A control of a page: its stops as settings and as labels, and its stops at the opening."""

    name: str
    values: list
    labels: list[str]
    at: int  # where it opens
    most: int  # the number of its last stop at the opening
    plays: str = ""


@dataclass
class Moving:
    """An explorer in a page. Picture 0 is its opening state."""

    name: str
    settings: dict  # settings of its cell
    sliders: list[Slider]
    presets: dict[str, int]  # number of each preset's picture
    pictures: list[bytes]  # WebP
    descriptions: list[dict]  # of each picture


def spread(stops, start, most):
    """Return about `most` of the stops, with the first, the last and `start`. Names all stay.

    Numbers are evenly spread, or spread by equal factors if the last is many times the first.
    """
    stops = list(stops)
    wanted = np.linspace(0, len(stops) - 1, min(most, len(stops)))
    if isinstance(stops[0], str):
        return stops
    if 0 < stops[0] * MANY_TIMES < stops[-1]:
        factors = np.geomspace(stops[0], stops[-1], len(wanted))
        wanted = np.abs(np.subtract.outer(factors, stops)).argmin(axis=1)
    kept = {round(k) for k in wanted} | ({stops.index(start)} if start in stops else set())
    return [stops[k] for k in sorted(kept)]


def picture(drawing) -> bytes:
    """Return the present drawing as WebP, in the colours of the live figure."""
    with drawing.lock, look.style():
        whole = drawing._picture(DPI)
    few = whole.quantize(palette=screen_palette(), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    few.convert("RGB").save(buffer, "webp", **EFFORT)
    return buffer.getvalue()


def label(value):
    """Return a setting as the control shows it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else stop_label(value)


class Maker:
    """Move an explorer through its states, and keep what it shows.

    Sliders have about `stops` stops. `texts` are the texts whose instructions a reader can follow.
    """

    def __init__(self, explorer, stops=STOPS, texts=()):
        self.explorer, self.stops = explorer, stops
        explorer.live._send = lambda dpi: None  # not shown, so drawn only once
        self.switches = explorer.switches
        self.controls = explorer.controls | self.switches
        self.start = {name: control.value for name, control in self.controls.items()}
        self.asked = [steps(text, explorer.presets, explorer.controls) for text in texts]
        self.states, self.pictures, self.descriptions = {}, [], []
        self.trains = hasattr(explorer, "train")

    def put(self, settings):
        """Set some controls and switches."""
        for name in settings.keys() & self.switches.keys():
            self.switches[name].value = settings[name]
        self.explorer.apply(**{k: v for k, v in settings.items() if k not in self.switches})

    def keep(self, *layers):
        """Draw the opening state with these settings on top, one after the other.

        Return the number of the picture, or None if it cannot be drawn.
        """
        explorer = self.explorer
        try:
            for settings in (self.start, *layers):
                self.put(settings)
        except ValueError:  # the other settings do not allow this stop
            return None
        if self.trains and explorer.settings()["trained"] == 0:
            explorer.train()
        if explorer.live.error is not None:
            return None
        now = tuple(control.value for control in self.controls.values())
        if now not in self.states:
            self.states[now] = len(self.pictures)
            self.pictures.append(picture(explorer.drawing))
            self.descriptions.append(explorer.describe()._asdict())
        return self.states[now]

    def stops_of(self, name, most):
        """Return about `most` stops of a control in this state, and the stops that texts name."""
        control = self.controls[name]
        if name in self.switches:
            return [True, False]
        named = {one for step in chain(*self.asked) if step.name == name for one in step.values}
        kept = named | {*spread(control.stops, control.value, max(2, most - len(named)))}
        return [one for one in control.stops if one in kept]

    def move_each(self, base, most):
        """Draw what each control shows as it moves from the state `base`."""
        for name in self.controls:
            self.keep(base)
            slow = self.trains and name not in ("positions", "step")
            many = most * PLAYED if name in PLAYS and most == self.stops else most
            for stop in self.stops_of(name, min(TRAINED, most) if slow else many):
                self.keep(base, {name: stop})
                if self.trains and name != "step":
                    self.keep(base, {name: stop, "step": self.controls["step"].max})

    def combine(self, base, names):
        """Draw all combinations of a few stops of these controls, if there are several controls."""
        if self.trains and "step" not in names:
            names = [*names, "step"]
        if len(names) < 2:
            return
        most = min(FURTHER, self.stops, int(COMBINED ** (1 / len(names))))
        self.keep(base)
        for stops in product(*[self.stops_of(name, most) for name in names]):
            self.keep(base, dict(zip(names, stops, strict=True)))

    def carry_out(self):
        """Draw the states that a reader reaches by following the texts."""
        presets = self.explorer.presets
        for found in self.asked:
            base, names = {}, []
            for step in [*found, None]:
                if step and not step.is_preset:
                    names = [*names, step.name] if step.name not in names else names
                    continue
                self.combine(base, names)
                base, names = presets[step.name] if step else {}, []
        named = dict.fromkeys(step.name for step in chain(*self.asked) if step.is_preset)
        for name in named:
            self.move_each(presets[name], min(FURTHER, self.stops, SHARED // len(named)))

    def moving(self) -> Moving:
        """Draw all pictures, and return the explorer as a page shows it."""
        explorer = self.explorer
        self.keep()
        self.move_each({}, self.stops)
        presets = {name: self.keep(row) for name, row in explorer.presets.items()}
        self.carry_out()
        sliders = [self.slider(at, name) for at, name in enumerate(self.controls)]
        kept = [at for at, one in enumerate(sliders) if len(one.values) > 1]
        for words, state in zip(self.descriptions, self.states, strict=True):
            words["at"] = [sliders[at].values.index(state[at]) for at in kept]
        return Moving(
            type(explorer).__name__, self.start, [sliders[at] for at in kept], presets,
            self.pictures, self.descriptions,
        )  # fmt: skip

    def slider(self, at, name) -> Slider:
        """Return a control with all values that it has in any state."""
        control = self.controls[name]
        found = {state[at] for state in self.states}
        in_order = control.stops if isinstance(self.start[name], str) else sorted(found)
        values = [one for one in in_order if one in found]
        first = next(iter(self.states))
        rest = first[:at] + first[at + 1 :]
        alone = {one[at] for one in self.states if one[:at] + one[at + 1 :] == rest}
        opening = sorted(map(values.index, alone))
        return Slider(
            name, values, [label(one) for one in values],
            opening.index(values.index(first[at])), len(opening) - 1,
            PLAYS.get(name, "") if hasattr(self.explorer, "play") or name == "step" else "",
        )  # fmt: skip


def write(moving: Moving, folder: Path, key: str):
    """Write the pictures of an explorer and their texts, which a page loads at the first touch.

    The texts are a script and not JSON, because a page that was opened from a disk may load only
    scripts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(moving.pictures):
        (folder / f"{number}.webp").write_bytes(data)
    sliders = [{"labels": one.labels, "values": one.values} for one in moving.sliders]
    everything = {"sliders": sliders, "words": moving.descriptions}
    words = json.dumps(everything, ensure_ascii=False, separators=(",", ":"))
    script = f"live.describe({json.dumps(key)}, {words});\n"
    (folder / "pictures.js").write_text(script, encoding="utf-8", newline="\n")
