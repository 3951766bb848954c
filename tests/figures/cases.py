"""The pictures that the tests of this folder look at: every plot function, several settings.

`CASES` maps the name of a picture to a function without arguments that draws it. A new plot
function is drawn at its defaults without being named here; its extremes belong into `EXTREMES`.
"""

import ast
from functools import cache, partial
from inspect import Parameter, signature
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import posenc_helpers as pe
from posenc_helpers.live import Canvas

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


def _a_million():
    return pe.plot_linked_heatmap(1_000_000, 64, start=1_000_000, position=1_200_000, column=57)


def _first_drawing(explorer):
    """Return what an explorer draws at first; its frames are left out, which take time."""
    with patch.object(Canvas, "png", return_value=b""):
        return explorer().drawing


EXTREMES = {
    "heatmap_robot_values": partial(_heatmap, 4, 4, 100, values=True, size=(5, 3.4)),
    "heatmap_transposed": partial(_heatmap, 100, 300, transpose=True),
    "heatmap_small_transposed": partial(_heatmap, 5, 6, transpose=True, values=True),
    "heatmap_window": partial(_heatmap, 12, 8, start=40, values=True),
    "heatmap_viridis": partial(_heatmap, 10, 64, cmap="viridis", colorbar=False),
    "encoding_million": partial(pe.plot_encoding, 1_000_000, 32, size=(6, 3)),
    "encoding_window": partial(pe.plot_encoding, 5_000, 512, 1e8, start=5_000, size=(6, 3)),
    "linked_heatmap_small": partial(pe.plot_linked_heatmap, 10, 6, position=3, column=5),
    "linked_heatmap_million": _a_million,
    "linked_heatmap_one": partial(pe.plot_linked_heatmap, 1, 2),
    "microscope_robot": partial(pe.plot_microscope, 3, 3, d_model=4, base=100, seq_len=4),
    "microscope_million": partial(pe.plot_microscope, 999_999, 33, 64, 1e8, 1_000_000),
    "columns_one": partial(pe.plot_columns, [127], 400),
    "columns_five": partial(pe.plot_columns, [0, 1, 20, 40, 127], 200),
    "chirps_short": partial(pe.plot_chirps, [30], d_model=64),
    "sines_two": partial(pe.plot_sines, (1, 4)),
    "sum_wide": _wide_sum,
    "clock_wall_one": partial(pe.plot_clock_wall, 40, 2),
    "clock_wall_noise": partial(pe.plot_clock_wall, 300, 4, seq_len=1_000, noise=0.03),
    "clock_wall_many": partial(pe.plot_clock_wall, 12_345, 1024, 1e8, 1_000_000, 0.3),
    "pairs_as_circles_two": partial(pe.plot_pairs_as_circles, 50, 4, columns=2),
    "time_of_day_noon": partial(pe.plot_time_of_day, 12, 0, 0),
    "two_bases_million": partial(pe.plot_two_bases, 1e4, 1e8, 64, 1_000_000),
    "two_bases_one": partial(pe.plot_two_bases, 1, 3e7, 2, 1),
    "frequencies_four": partial(pe.plot_frequencies, (1e1, 1e3, 1e5, 1e7), 16),
    "gram_million": partial(pe.plot_gram, (1_000, 900_000), d_model=512, seq_len=1_000_000),
    "gram_one": partial(pe.plot_gram, 0, d_model=2, seq_len=1),
    "distances_short": partial(pe.plot_distances, 30, d_model=16),
    "directions_ahead": partial(pe.plot_directions, 1, 3, d_model=16, around=5),
    "sharpness_two": partial(pe.plot_sharpness, (0.25, 16), position=3, offset=-2, seq_len=16),
    "attention_head": partial(pe.plot_attention_head, sharpness=8),
    "attention_head_raw": partial(pe.plot_attention_head, 7, 0, 0.5, d_model=16, seq_len=20),
    "attention_head_million": partial(
        pe.plot_attention_head, 500_000, -20, 0.3, d_model=512, base=1e8, seq_len=1_000_000
    ),
    "attention_head_one": partial(pe.plot_attention_head, 0, 1, d_model=2, seq_len=1),
    "swap_positions": partial(pe.plot_swap, gain=1.0),
    "swap_sentence": partial(pe.plot_swap, 12, 64, first=4, second=11, gain=0.5),
    "codes_long": partial(pe.plot_codes, 100, 64),
    "shift": partial(pe.plot_shift, 40, 5, pair=2),
    "shift_back": partial(pe.plot_shift, 2, -30, pair=0, d_model=6, base=100),
    "shift_one_clock": partial(pe.plot_shift, 99, 30, pair=0, d_model=2, base=1, seq_len=100),
    "shift_wide": partial(pe.plot_shift, 999, -100, pair=300, d_model=1024),
    "shift_on_clocks_back": partial(
        pe.plot_shift_on_clocks, -4, (0, 5, 77, 300, 9_999), (0, 1, 3), 8, 100
    ),
    "shift_matrices_two": partial(pe.plot_shift_matrices, (2.5, -300), 64),
    "sine_alone_quarter": partial(pe.plot_sine_alone, 0.1, 16, 200),
    "convention": partial(pe.plot_convention, "one_based", d_model=2, seq_len=2),
    "convention_in_order": partial(pe.plot_convention, "musicgen", "in the paper's order", 16, 8),
    "convention_odd_fewer": partial(pe.plot_convention, "tf_official", d_model=7, seq_len=2),
    "convention_bug": partial(pe.plot_convention, "bfloat16_positions", d_model=32, seq_len=400),
    "precision_one": partial(pe.plot_precision, "float16", 4, 1.0, furthest=100_000),
    "word_and_position_lost": partial(
        pe.plot_word_and_position, 70, 2.0, d_model=16, seq_len=200, vocab_size=512
    ),
    "word_and_position_one": partial(
        pe.plot_word_and_position, 0, 10.0, d_model=2, base=1.0, seq_len=1, vocab_size=1
    ),
    "reading_one": partial(pe.plot_reading, 4, base=1e8, seq_len=512),
    "norms_one": partial(pe.plot_norms, 10.0),
    "projection_narrow": partial(pe.plot_projection, (2, 16), base=1e2, seq_len=3, draws=1),
    "depth_one": partial(pe.plot_depth, 1, seeds=2),
    "training_begun": partial(pe.plot_training, "anywhere", step=60, trained=70),
    "training_small": partial(pe.plot_training, "nothing", d_model=2, base=1, seq_len=2),
    "rotary_far": partial(pe.plot_rotary, 100_000, 8_000, 63, base=5e5),
    "rotary_one": partial(pe.plot_rotary, 0, 0, 0, d_model=2, base=1),
    "rotary_in_part": partial(pe.plot_rotary, pair=9, d_model=20, partial_rotary_factor=0.5),
    "common_shift_one": partial(pe.plot_common_shift, 1, 0, d_model=2),
    "past_the_end_two": partial(pe.plot_past_the_end, ("nothing", "random"), d_model=16, seq_len=8),
    "trade_off_noise": partial(pe.plot_trade_off, 30, seq_len=4_096, noise=1.0, d_model=64),
    "trade_off_least": partial(pe.plot_trade_off, 1, seq_len=4, noise=0.0, d_model=2),
    "scores_wide": partial(pe.plot_scores, d_model=512),
    "batch_left": partial(pe.plot_batch, "left", start=8_900, seq_len=16, d_model=1024),
    "batch_axis": partial(pe.plot_batch, ids_by="text", start=50),
    "batch_one": partial(pe.plot_batch, "left", "mask", seq_len=1, d_model=2, base=1),
    "grid_similarity_one": partial(pe.plot_grid_similarity, 1, 4),
    "scores_by_distance_near": partial(pe.plot_scores_by_distance, 1, d_model=2),
    "drift_overflow": partial(pe.plot_drift, 1_000_000, "float16", 1024, 1e8),
}

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
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    rows = [line[2:-2].split(" | ") for line in lines if line.startswith("| plot_")]
    return [(function, _literals(call), said.split("; ")) for function, call, said in rows]


def _literals(arguments):
    call = ast.parse(f"f({arguments})", mode="eval").body
    return {one.arg: ast.literal_eval(one.value) for one in call.keywords}
