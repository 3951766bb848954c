"""The pictures that the tests of this folder look at: every plot function at several settings.

`CASES` maps the name of a picture to a function without arguments that draws it. A new plot
function is drawn at its defaults and at both ends of its settings without being named here.
"""

from functools import cache, partial
from inspect import Parameter, signature
from unittest.mock import patch

import pytest

import posenc_helpers as pe
from posenc_helpers import checks
from posenc_helpers.attention import SENTENCE
from posenc_helpers.explorers.live import Canvas
from posenc_helpers.models import learned, public_names
from posenc_helpers.models.learned.figures import SENTENCES

table = pe.positional_encoding
ROBOT = "I am a robot".split()

PLOTS = {name: one for name, one in public_names().items() if name.startswith("plot_")}
EXPLORERS = {name: one for name, one in public_names().items() if name.endswith("Explorer")}

GIVEN = {  # arguments that have no default, or none that is a setting of the picture
    "plot_heatmap": {"table": table(50, 128)},
    "plot_columns": {"columns": [0, 1, 20]},
    "plot_chirps": {"positions": [1, 10, 100]},
    "plot_hidden_hands": {"codes": pe.any_rotation(100, 16, seed=1)},
    "plot_learned_circles": {"rows": learned.learned_positions()[128:509]},
    "plot_sum": {"words": pe.word_vectors(ROBOT, 4), "table": table(4, 4, 100), "labels": ROBOT},
}


def settings_of(name):
    """Return the defaults of a plot function, and values for arguments without a default."""
    parameters = signature(PLOTS[name]).parameters.values()
    defaults = {p.name: p.default for p in parameters if p.default is not Parameter.empty}
    return {**defaults, **GIVEN.get(name, {})}


def first_drawing(explorer):
    """Return the first drawing of an explorer, without its frames, which take time."""
    with patch.object(Canvas, "png", return_value=b""):
        return explorer().drawing


LARGEST = {"d_model": 1024, "seq_len": 1_000_000, "base": 1e8, "noise": 1.0, "position": 999_999}
SMALL = {"plot_training": {"d_model": 16, "seq_len": 8}}  # instead of defaults that take long
# Settings of the smallest and the largest picture that are not at the ends of their ranges.
ENDS = {
    "attention_head": ({"offset": 1, "sharpness": 2.0}, {"offset": -3, "sharpness": 0.5}),
    "batch": ({}, {"padding": "left", "ids_by": "slot"}),
    "chirps": ({}, {"positions": [1, 30, 1_000, 10**9], "base": 1e4}),
    "clock_wall": ({}, {"d_model": 10, "base": 1e4, "noise": 0.03}),
    "columns": ({}, {"columns": [0, 1, 40, 1_023], "base": 1e4}),
    "common_shift": ({}, {"base": 1e4}),
    "directions": ({"offset": 44}, {"offset": -3, "base": 1e4, "around": 20, "position": 20}),
    "frequencies": ({}, {"bases": [12_345_678.9, 1.2e7, 98_765_432.1]}),
    "heatmap": (
        {"table": table(12, 8, start=40), "start": 40, "size": (5, 3.4), "transpose": True},
        {"table": table(1_000, 800), "cmap": "viridis"},
    ),
    "hidden_hands": ({"codes": table(30, 2)}, {"codes": pe.any_rotation(1_000, 64)}),
    "invention": ({}, {"written_as": "hands"}),
    "learned_circles": ({"count": 2}, {"rows": learned.learned_positions("e5")[1:510]}),
    "learned_head": ({"sentence": SENTENCES[2], "text": "a"}, {"off": (1, 4)}),
    "letting_go": ({"base": 2.0}, {"base": 1e6}),
    "linked_heatmap": ({"base": 0.5, "d_model": 8, "seq_len": 5}, {"start": 1_000}),
    "longer_text": ({}, {"ramp_ends": 4.0, "ramp_begins": 1.0}),
    "microscope": ({}, {"base": 1e4}),
    "museum": ({}, {"seq_len": 512}),
    "places_left": ({"seq_len": 4}, {}),
    "reach": ({}, {"bases": [1e2, 1e4, 1e6, 1e8]}),
    "reading": ({"d_models": [8]}, {"d_models": [2, 32, 512], "base": 1e4}),
    "rotary": ({}, {"pair": 9, "d_model": 20, "partial_rotary_factor": 0.5, "distance": 10**5}),
    "shift": ({"shift": -1, "seq_len": 5}, {"position": 999, "shift": -100, "pair": 200}),
    "shift_on_clocks": (
        {"shift": -1, "positions": [3]},
        {"shift": -(10**6), "positions": [10**6] * 5, "pairs": [0, 5, 1], "d_model": 16},
    ),
    "sum": ({"words": [[1e-9]], "table": [[1e6]], "labels": ["a"]}, {}),
    "swap": (
        {"ask_for_the_word_before": True, "gain": 1.0, "first": 1, "second": 4, "followed": 2},
        {"sentence": " ".join(SENTENCE), "gain": 0.5, "first": 2, "second": 7, "followed": 2}
        | {"base": 1e4, "d_model": 64},
    ),
    "training": (
        {"seq_len": 4, "mask": False, "clocks": "none"},
        {"d_model": 64, "seq_len": 96, "clocks": "every 4th", "base": 2, "step": 60, "trained": 70},
    ),
    "two_bases": (
        {"base_a": 0.5, "base_b": 2, "d_model": 6, "seq_len": 6},
        {"base_a": 1e4, "base_b": 5e5},
    ),
    "who_bit_whom": (
        {"sentence": "no no no"},
        {"sentence": f"$x$ <b> мир γάτα É{' a' * 6}", "followed": 2},
    ),
    "word_and_position": ({}, {"word_std": 0.14, "position": 82, "base": 1e4}),
}


def three(name):
    """Return the default, the smallest and the largest settings of a plot function."""
    return [settings_of(name), *(at_end(name[5:], end) for end in (0, 1))]


def at_end(name, end):
    """Return the smallest or the largest settings of a plot function: `end` is 0 or 1."""
    plot, chosen = PLOTS[f"plot_{name}"], settings_of(f"plot_{name}")
    kinds = getattr(plot, "takes", {})
    for argument, kind in sorted(kinds.items(), key=lambda one: hasattr(one[1], "limits")):
        if isinstance(kind, checks.Several):
            one = ends_of(argument[:-1], kind.one, chosen)[end]
            chosen[argument] = [one] * (kind.most if end else 1)
        elif argument in chosen:
            chosen[argument] = ends_of(argument, kind, chosen)[end]
    return chosen | ENDS.get(name, ({}, {}))[end]


def ends_of(argument, kind, chosen):
    """Return the smallest and the largest value of an argument, given those of others."""
    if hasattr(kind, "limits"):
        return kind.limits(chosen)
    if isinstance(kind, checks.OneOf):
        return sorted(kind.names)[:: len(kind.names) - 1]
    if not isinstance(kind, checks.Whole | checks.Real):
        return [chosen.get(argument)] * 2
    if argument.startswith("base"):
        return max(kind.least, 1.0), max(kind.least, 1e8)
    return max(kind.least, 0), min(kind.most, LARGEST.get(argument, 1_000))


# All other explorers open with the picture of their plot function: see test_images.
OPEN_OTHERWISE = ["TrainingExplorer"]
ENDINGS = "", "_smallest", "_largest"
CASES = {
    f"{name[5:]}{ending}": partial(PLOTS[name], **chosen)
    for name in PLOTS
    for ending, chosen in zip(ENDINGS if settings_of(name) else [""], three(name), strict=False)
}
CASES |= {f"explorer_{name}": partial(first_drawing, EXPLORERS[name]) for name in OPEN_OTHERWISE}

# The names for tests of every picture; the smallest and the largest pictures run in full runs.
SOME = [pytest.param(name, marks=[pytest.mark.full] * name.endswith(ENDINGS[1:])) for name in CASES]


@cache
def drawn(name):
    """Return the drawing of a name, made once for all tests that only look at it."""
    return CASES[name]()


MOVING = [name for name, plot in PLOTS.items()  # the drawings of explorers, made by `plots`
          if getattr(plot, "__wrapped__", plot).__name__ == "update"]  # fmt: skip


def redrawn(name, **changes):
    """Return the drawing of a plot function with some settings changed.

    A drawing that moves is made only once, and keeps the settings until the next call.
    """
    drawing, settings = _kept(name), {**settings_of(name), **changes}
    if name in MOVING:
        drawing.update(**settings)
    elif changes:
        return PLOTS[name](**settings)
    return drawing


@cache
def _kept(name):
    return PLOTS[name](**settings_of(name))
