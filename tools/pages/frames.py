"""All pictures that a page can show of an explorer, drawn by the explorer itself.

One slider moves at a time, from the opening state; a preset sets all of them at once.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from posenc_helpers.explorers.controls import stop_label
from posenc_helpers.figures import look
from posenc_helpers.figures.look import screen_palette
from tools.pages import STOPS

DPI = 100
PLAYED = 2  # times as many for the slider that a play button moves
MANY_TIMES = 50
TRAINED = 5  # where each picture needs a head of its own, which is trained for it
EFFORT = {"lossless": True, "method": 3, "quality": 30}


@dataclass
class Slider:
    """A control of a page: at each stop its label, its setting and the number of its picture."""

    name: str
    at: int
    labels: list[str] = field(default_factory=list)
    values: list[object] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    plays: bool = False


@dataclass
class Moving:
    """An explorer as a page has it; picture 0 is the one at which it opens."""

    name: str
    sliders: list[Slider]
    presets: list[tuple[str, int]]
    pictures: list[bytes]  # WebP
    descriptions: list[dict]  # of each picture


def spread(stops, start, most):
    """Return about `most` of the stops, with the first, the last and `start`; names stay all.

    Numbers are evenly apart, or by equal factors where the last is many times the first.
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
    """Return a drawing as it is now, as WebP in the colours of the live figure."""
    with drawing.lock, look.style():
        whole = drawing._picture(DPI)
    few = whole.quantize(palette=screen_palette(), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    few.convert("RGB").save(buffer, "webp", **EFFORT)
    return buffer.getvalue()


def label(control, value):
    """Return a setting as the control shows it."""
    if isinstance(value, str):
        named = {option[1]: option[0] for option in control.options if isinstance(option, tuple)}
        return named.get(value, value)
    return stop_label(round(value)) if value == round(value) else f"{value:g}"


def nearest(values, value):
    """Return which of the stops of a slider is nearest to a setting."""
    if isinstance(value, str):
        return values.index(value)
    return int(np.argmin(np.abs(np.subtract(values, value))))


class Maker:
    """Moves an explorer through its stops and keeps what it shows."""

    def __init__(self, explorer, stops=STOPS):
        self.explorer, self.stops = explorer, stops
        explorer.live._send = lambda dpi: None  # not shown: each picture is drawn once
        self.start = {name: control.value for name, control in explorer.controls.items()}
        self.found, self.pictures, self.descriptions = {}, [], []
        self.trains = hasattr(explorer, "train")

    def keep(self, **settings):
        """Return the number of the picture at these settings, or None if it cannot be drawn."""
        explorer = self.explorer
        try:
            explorer.apply(**self.start)
            explorer.apply(**settings)
        except ValueError:  # a stop that the other settings do not allow
            return None
        if self.trains and set(settings) != {"step"}:
            explorer.train()
            explorer.apply(step=settings.get("step", explorer.controls["step"].max))
        if explorer.live.error is not None:
            return None
        now = tuple(control.value for control in explorer.controls.values())
        if now not in self.found:
            self.found[now] = len(self.pictures)
            self.pictures.append(picture(explorer.drawing))
            words = explorer.describe()._asdict()
            self.descriptions.append(
                words | {"now": dict(zip(explorer.controls, now, strict=True))}
            )
        return self.found[now]

    def slider(self, name, control):
        """Return a control with its stops, all others as they are at the opening."""
        plays = name == "position" and hasattr(self.explorer, "play")
        most = self.stops * PLAYED if plays else self.stops
        if self.trains and name not in ("positions", "step"):
            most = min(TRAINED, most)
        made = Slider(name, 0, plays=plays)
        self.keep()  # the range of a slider may depend on the others
        for stop in spread(control.stops, self.start[name], most):
            number = self.keep(**{name: stop})
            if number is not None:
                made.at = len(made.labels) if stop == self.start[name] else made.at
                made.labels.append(label(control, stop))
                made.values.append(stop)
                made.pictures.append(number)
        return made

    def moving(self) -> Moving:
        """Return all of it."""
        self.keep()
        controls = self.explorer.controls
        sliders = [self.slider(name, control) for name, control in controls.items()]
        sliders = [one for one in sliders if len(one.labels) > 1]
        presets = [(name, self.keep(**row)) for name, row in self.explorer.presets.items()]
        for words in self.descriptions:
            now = words.pop("now")
            words["shown"] = [label(controls[one.name], now[one.name]) for one in sliders]
            words["at"] = [nearest(one.values, now[one.name]) for one in sliders]
        return Moving(
            type(self.explorer).__name__, sliders,
            [(name, number) for name, number in presets if number is not None],
            self.pictures, self.descriptions,
        )  # fmt: skip


def write(moving: Moving, folder: Path, key: str):
    """Write the pictures of an explorer and their texts, to be loaded when touched.

    A script, not JSON: a page that was opened from a disk may load a script and no other text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(moving.pictures):
        (folder / f"{number}.webp").write_bytes(data)
    sliders = [{"labels": one.labels, "values": one.values, "pictures": one.pictures}
               for one in moving.sliders]  # fmt: skip
    everything = {"sliders": sliders, "words": moving.descriptions}
    words = json.dumps(everything, ensure_ascii=False, separators=(",", ":"))
    script = f"live.describe({json.dumps(key)}, {words});\n"
    (folder / "pictures.js").write_text(script, encoding="utf-8", newline="\n")
