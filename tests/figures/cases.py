"""The pictures that the tests of this folder look at: every plot function, several settings.

`CASES` maps the name of a picture to a function without arguments that draws it. A new plot
function is drawn at its defaults without being named here; its extremes belong into pictures.md.
"""

import ast
from functools import cache, partial
from inspect import Parameter, signature
from unittest.mock import patch

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.live import Canvas
from tests.tables import rows

ROBOT = "I am a robot".split()

PLOTS = {name: getattr(pe, name) for name in pe.__all__ if name.startswith("plot_")}
EXPLORERS = {name: getattr(pe, name) for name in pe.__all__ if name.endswith("Explorer")}

GIVEN = {  # arguments that have no default, or none that is a setting of the picture
    "plot_heatmap": {"table": pe.positional_encoding(50, 128)},
    "plot_encoding": {"seq_len": 10, "d_model": 6},
    "plot_linked_heatmap": {"position": 10, "column": 9},
    "plot_columns": {"columns": [0, 1, 20]},
    "plot_chirps": {"positions": [1, 10, 100]},
    "plot_sum": {
        "words": pe.word_vectors(ROBOT, 4),
        "table": pe.positional_encoding(4, 4, base=100),
        "labels": ROBOT,
    },
}


def _heatmap(seq_len, d_model, base=10_000, start=0, **options):
    table = pe.positional_encoding(seq_len, d_model, base, start=start)
    return pe.plot_heatmap(table, start=start, **options)


def _wide_sum():
    return pe.plot_sum(np.random.default_rng(1).normal(size=(7, 32)), pe.positional_encoding(7, 32))


def _first_drawing(explorer):
    """Return what an explorer draws at first; its frames are left out, which take time."""
    with patch.object(Canvas, "png", return_value=b""):
        return explorer().drawing


def _call(text):
    """Return the name of the function, the arguments and the keywords of a call with literals."""
    call = ast.parse(text, mode="eval").body
    keywords = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
    return call.func.id, [ast.literal_eval(one) for one in call.args], keywords


EXTREMES = {"sum_wide": _wide_sum}
for name, text in rows(__file__, "pictures.md"):
    function, arguments, keywords = _call(text)
    EXTREMES[name] = partial({"heatmap": _heatmap, **PLOTS}[function], *arguments, **keywords)

SMALL = {  # in place of defaults that take long
    "plot_learned_scores": {"d_model": 16, "seq_len": 8},
    "plot_past_the_end": {"d_model": 16, "seq_len": 8},
    "plot_training": {"d_model": 16, "seq_len": 8},
}

CASES = {
    **{name.removeprefix("plot_"): partial(f, **GIVEN.get(name, {})) for name, f in PLOTS.items()},
    **EXTREMES,
    **{f"explorer_{name}": partial(_first_drawing, kind) for name, kind in EXPLORERS.items()},
}

# For tests of what is seen in every picture: those at the extremes belong to the full run.
SOME = [pytest.param(name, marks=[pytest.mark.full] * (name in EXTREMES)) for name in CASES]


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


def redrawn(name, **changes):
    """Return the drawing of a plot function with some settings changed.

    What can be updated is made once and updated: it holds the settings until the next call.
    """
    settings = {**settings_of(name), **changes}
    drawing = _kept(name)
    if settings and set(settings) == _updated(drawing):
        drawing.update(**settings)
    elif changes:
        return PLOTS[name](**settings)
    return drawing


@cache
def _kept(name):
    return PLOTS[name](**settings_of(name))


def _updated(drawing):
    """Return the names of the settings that an update of this drawing takes, if there is one."""
    return set(signature(drawing.update).parameters) if hasattr(drawing, "update") else set()


def table(name):
    """Return the rows of a Markdown table beside this file: function, arguments, what is said."""
    return [
        (f, _call(f"{f}({given})")[2], said.split("; ")) for f, given, said in rows(__file__, name)
    ]
