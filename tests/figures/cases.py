"""The pictures that the tests of this folder look at: every plot function, several settings.

`CASES` maps the name of a picture to a function without arguments that draws it. A new plot
function is drawn at its defaults without being named here; its extremes belong into EXTREMES.
"""

from functools import cache, partial
from inspect import Parameter, signature
from unittest.mock import patch

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


EXTREMES = {  # by the names of pictures: what their plot functions are called with
    "heatmap_window": dict(table=table(12, 8, start=40), start=40, size=(5, 3.4)),
    "heatmap_viridis": dict(table=table(10, 64), cmap="viridis"),
    "linked_heatmap_small": dict(seq_len=10, d_model=6, position=3, column=5),
    "linked_heatmap_one": dict(seq_len=1, d_model=2, position=0, column=0),
    "clock_wall_noise": dict(position=300, d_model=4, seq_len=1_000, noise=0.03),
    "two_bases_one": dict(base_a=1, base_b=3e7, d_model=2, seq_len=1),
    "attention_head_one": dict(position=0, offset=1, d_model=2, seq_len=1),
    "swap_head": dict(gain=1.0, ask_for_the_word_before=True),
    "swap_sentence": dict(
        gain=0.5, ask_for_the_word_before=True, seq_len=12, first=2, second=7, d_model=64
    ),
    "invention_hands": dict(written_as="waves with cosines", position=62),
    "shift_wide": dict(position=999, shift=-100, pair=300, d_model=1024),
    "training_begun": dict(clocks="every 4th", step=60, trained=70),
    "rotary_part": dict(pair=9, d_model=20, partial_rotary_factor=0.5),
    "learned_circles_second": dict(rows=learned.learned_positions("e5")[1:510], count=14),
}

SMALL = {  # in place of defaults that take long
    "plot_training": {"d_model": 16, "seq_len": 8},
}

# The others open with the picture of their plot function: see test_images.
OPEN_OTHERWISE = ["TrainingExplorer"]

AT_DEFAULTS = {n.removeprefix("plot_"): partial(f, **GIVEN.get(n, {})) for n, f in PLOTS.items()}
AT_EXTREMES = {
    name: partial(PLOTS[f"plot_{name.rpartition('_')[0]}"], **one) for name, one in EXTREMES.items()
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
