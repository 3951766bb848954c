"""The pictures that the tests of this folder look at: every plot function, several settings.

`CASES` maps the name of a picture to a function without arguments that draws it. A new plot
function is drawn at its defaults without being named here; its extremes belong into EXTREMES.
"""

from functools import cache, partial
from inspect import Parameter, signature
from unittest.mock import patch

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.explorers.live import Canvas
from posenc_helpers.models import learned, public_names
from posenc_helpers.models.training.run import Run

table = pe.positional_encoding
ROBOT = "I am a robot".split()

PLOTS = {name: one for name, one in public_names().items() if name.startswith("plot_")}
EXPLORERS = {name: one for name, one in public_names().items() if name.endswith("Explorer")}

GIVEN = {  # arguments that have no default, or none that is a setting of the picture
    "plot_heatmap": {"table": table(50, 128)},
    "plot_encoding": {"seq_len": 10, "d_model": 6},
    "plot_columns": {"columns": [0, 1, 20]},
    "plot_chirps": {"positions": [1, 10, 100]},
    "plot_past_the_window": {
        "heads": {kind: Run(kind, d_model=16, seq_len=8).head for kind in ("all", "the 8 fastest")},
        "seq_len": 8,
    },
    "plot_learned_circles": {"rows": learned.learned_positions()[128:509]},
    "plot_sum": {
        "words": pe.word_vectors(ROBOT, 4),
        "table": table(4, 4, base=100),
        "labels": ROBOT,
    },
}


def first_drawing(explorer):
    """Return what an explorer draws at first; its frames are left out, which take time."""
    with patch.object(Canvas, "png", return_value=b""):
        return explorer().drawing


def call(*arguments, **keywords):
    """Return what a function is called with."""
    return arguments, keywords


EXTREMES = {  # by plot function: the names of pictures, and what each is called with
    "learned_head": dict(off=call(start=115, off=(0, 4)), own=call(text="a red bird sat")),
    "learned_circles": dict(noise=call(learned.noise_like(learned.learned_positions()[128:509],
                                                     np.random.default_rng(0))),
        second_model=call(learned.learned_positions("e5")[1:510], 14)),
    "heatmap": dict(transposed=call(table(100, 300), transpose=True),
        window=call(table(12, 8, start=40), start=40, size=(5, 3.4)),
        viridis=call(table(10, 64), cmap="viridis")),
    "encoding": dict(million=call(1_000_000, 32, size=(6, 3)),
        window=call(5_000, 512, 1e8, start=5_000, size=(6, 3))),
    "linked_heatmap": dict(small=call(10, 6, position=3, column=5),
        million=call(1_000_000, 64, start=1_000_000, position=1_200_000, column=57),
        one=call(1, 2, position=0, column=0)),
    "microscope": dict(robot=call(3, 3, d_model=4, base=100, seq_len=4),
        million=call(999_999, 33, 64, 1e8, 1_000_000)),
    "columns": dict(one=call([127], 400)),
    "chirps": dict(short=call([30], d_model=64)),
    "clock_wall": dict(one=call(40, 2), noise=call(300, 4, seq_len=1_000, noise=0.03),
        many=call(12_345, 1024, 1e8, 1_000_000, 0.3)),
    "time_of_day": dict(noon=call(12, 0, 0)),
    "two_bases": dict(million=call(1e4, 1e8, 64, 1_000_000), one=call(1, 3e7, 2, 1)),
    "frequencies": dict(four=call((1e1, 1e3, 1e5, 1e7), 16)),
    "reach": dict(one=call(10, d_model=64)),
    "directions": dict(ahead=call(1, 3, d_model=16, around=5)),
    "attention_head": dict(raw=call(7, 0, 0.5, d_model=16, seq_len=20),
        million=call(500_000, -20, 0.3, d_model=512, base=1e8, seq_len=1_000_000),
        one=call(0, 1, d_model=2, seq_len=1)),
    "swap": dict(codes=call(1.0), head=call(1.0, True),
        sentence=call(0.5, True, 12, 2, 7, d_model=64)),
    "invention": dict(waves=call("waves", 0), hands=call("waves with cosines", 62)),
    "shift": dict(back=call(2, -30, pair=0, d_model=6, base=100),
        one_clock=call(99, 30, pair=0, d_model=2, base=1, seq_len=100),
        wide=call(999, -100, pair=300, d_model=1024)),
    "shift_on_clocks": dict(back=call(-4, (0, 5, 77, 300, 9_999), (0, 1, 3), 8, 100)),
    "shift_matrices": dict(two=call((2.5, -300), 64)),
    "training": dict(begun=call("every 4th", step=60, trained=70),
        small=call("none", False, d_model=2, base=1, seq_len=2)),
    "rotary": dict(far=call(100_000, 8_000, 63, base=5e5), one=call(0, 0, 0, d_model=2, base=1),
        in_part=call(pair=9, d_model=20, partial_rotary_factor=0.5)),
    "past_the_window": dict(one=call({"a causal mask alone": Run("none", d_model=16).head})),
}  # fmt: skip

SMALL = {  # in place of defaults that take long
    "plot_training": {"d_model": 16, "seq_len": 8},
}

# The others open with the picture of their plot function: see test_images.
OPEN_OTHERWISE = ["TrainingExplorer"]

AT_DEFAULTS = {n.removeprefix("plot_"): partial(f, **GIVEN.get(n, {})) for n, f in PLOTS.items()}
AT_EXTREMES = {
    f"{name}_{extreme}": partial(PLOTS[f"plot_{name}"], *arguments, **keywords)
    for name, calls in EXTREMES.items()
    for extreme, (arguments, keywords) in calls.items()
}
FIRST = {f"explorer_{name}": partial(first_drawing, EXPLORERS[name]) for name in OPEN_OTHERWISE}
CASES = {**AT_DEFAULTS, **AT_EXTREMES, **FIRST}

# For tests of what is seen in every picture: those at the extremes belong to the full run.
SOME = [pytest.param(name, marks=[pytest.mark.full] * (name in AT_EXTREMES)) for name in CASES]


@cache
def drawn(name):
    """Return the drawing of that name, made once for all tests that only look at it."""
    return CASES[name]()


@cache
def seen(function, *arguments, **settings):
    """Return what a plot function draws, drawn once for all tests that only look at it."""
    return function(*arguments, **settings)


def settings_of(name):
    """Return the arguments of a plot function: its defaults, and what must be given."""
    parameters = signature(PLOTS[name]).parameters.values()
    defaults = {p.name: p.default for p in parameters if p.default is not Parameter.empty}
    return {**defaults, **GIVEN.get(name, {})}


MOVING = [name for name, plot in PLOTS.items()  # the drawings of explorers, made by `plots`
          if getattr(plot, "__wrapped__", plot).__name__ == "update"]  # fmt: skip


def redrawn(name, **changes):
    """Return the drawing of a plot function with some settings changed.

    One that moves is made once and updated: it holds the settings until the next call.
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
