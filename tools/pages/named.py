"""Find what texts ask of an explorer: buttons to press, and controls to move to some values."""

import re
from typing import NamedTuple

DOES = re.compile(r"\b(press|move|drag|set|choose|change|make|swap|switch|train)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.?:])\s+(?!\d)")
NAMED = re.compile(r"`([^`]+)`|“([^”]+)”|\*+([^*]+)\*+")
NUMBER = re.compile(r"(?<![\w.^])[-−]?\d[\d,]*(?:\.\d+)?")


class Step(NamedTuple):
    """A button to press, or a control to move to these values, or anywhere if there are none."""

    name: str
    is_preset: bool
    values: tuple = ()


def steps(text, presets, controls) -> list[Step]:
    """Return what a text asks for, in order. Controls count only in sentences that say to act."""
    found = []
    for sentence in SENTENCE.split(" ".join(text.split())):
        named = list(NAMED.finditer(sentence))
        for at, match in enumerate(named):
            name = next(filter(None, match.groups()))
            end = named[at + 1].start() if at + 1 < len(named) else len(sentence)
            if name in presets:
                found.append(Step(name, True))
            elif match[1] in controls and DOES.search(sentence):
                found.append(Step(name, False, values(sentence[match.end() : end], controls[name])))
    return found


def values(text, control) -> tuple:
    """Return the stops of a control that a text names."""
    stops = control.stops
    if isinstance(stops[0], str):
        return tuple(one for one in stops if re.search(rf"\b{re.escape(one)}\b", text))
    numbers = [float(one.replace(",", "").replace("−", "-")) for one in NUMBER.findall(text)]
    return tuple(int(one) if one == int(one) else one for one in numbers if one in stops)
