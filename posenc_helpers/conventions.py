"""One formula, many programs: the conventions that published code follows, as data.

    convention_table("fairseq", 50, 128)      the table that fairseq makes
    CONVENTIONS["fairseq"].note               what is different about it
    recognize(table)                          the convention and the base that a table follows

Every table here is made of pairs sin(omega_i p), cos(omega_i p), with omega_i = base ** (-2i/D).
Programs differ in the order of the columns, in the divisor D, in where they start to count and in
what they do when d_model is odd.  All angles are computed in float64, whatever the program does.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from posenc_helpers.arguments import (
    even,
    finite_array,
    floating,
    integer,
    real,
    shown,
    whole,
)
from posenc_helpers.encoding import _rotations
from posenc_helpers.precision import ROUND_OFF, rounded
from posenc_helpers.wording import number

NOTICEABLE = 1e-3  # what is larger is no rounding error
ENDS = [0, -1]  # the first and the last row
LARGEST_ERROR = 0.2  # beyond it, rounded angles no longer tell one table from another

__all__ = [
    "CONVENTIONS",
    "GRIDS",
    "Convention",
    "Grid",
    "Recognized",
    "clock_speeds",
    "convention_frequencies",
    "convention_table",
    "grid_table",
    "halves_order",
    "interleaved_order",
    "nerf_features",
    "recognize",
    "rotary_tables",
]


@dataclass(frozen=True)
class Convention:
    """How one program makes its table, in a few independent choices.

    layout            "interleaved": sin, cos, sin, cos ...; "halves": all sines, then all cosines
    first             which of the two comes first: "sin" or "cos"
    spacing           the divisor D in omega_i = base ** (-2i/D):
                      "paper" d_model; "endpoint" 2 (d_model//2) - 2, so that the slowest clock
                      has omega = 1/base; "even" d_model rounded up to even; "pairs" rounded down;
                      "octaves" has no divisor: omega_i = base ** i
    odd               what an odd d_model gives: "error"; "trim", without the last cosine; "pad",
                      a last column of zeros; "extra", d_model + 1 columns; "fewer", d_model - 1
    first_position    the position of row 0
    amplitude         "1" or "d_model**-0.5": every value is multiplied by it
    padding_row       a position whose row is all zeros, or None
    narrowest         the smallest d_model that the program makes a table for
    single_precision  True if the program computes the angles in float32
    """

    name: str
    title: str
    source: str
    note: str
    layout: str = "interleaved"
    first: str = "sin"
    base: float = 10_000.0
    spacing: str = "paper"
    odd: str = "error"
    first_position: int = 0
    amplitude: str = "1"
    padding_row: int | None = None
    narrowest: int = 2
    single_precision: bool = True


@dataclass(frozen=True)
class Grid:
    """How one program puts two tables side by side, one for each axis of an image.

    `part` is the convention of the two tables, each d_model/2 wide; `axes` is "yx" if the columns
    for y (the row of the image) come first, else "xy".
    """

    name: str
    title: str
    source: str
    note: str
    part: str
    axes: str


@dataclass(frozen=True)
class Recognized:
    """What `recognize` found.

    `name` is the best fit, or None; `base` its base, or None if there is no fit or any base fits.
    `candidates` are all conventions that the table follows, best first, each with its base: some
    programs make the same table, and some make the same family of tables with other bases.
    `reason` says it in one or two sentences; if nothing fits, it names what fails first.
    """

    name: str | None
    base: float | None
    reason: str
    candidates: tuple[tuple[str, float | None], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All conventions that the table follows, best first."""
        return tuple(name for name, _ in self.candidates)


def _github(repository, commit, path):
    return f"https://github.com/{repository}/blob/{commit}/{path}"


_ALL = [
    Convention(
        "paper",
        "the paper",
        "https://arxiv.org/abs/1706.03762",
        "Sine and cosine take turns, and the divisor is d_model. The paper's own program does "
        "neither.",
        single_precision=False,
    ),
    Convention(
        "tensor2tensor",
        "tensor2tensor",
        _github("tensorflow/tensor2tensor", "8bdecbe", "tensor2tensor/layers/common_attention.py"),
        "The program of the paper's authors: all sines first, and the slowest clock has exactly "
        "omega = 1/base.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
    ),
    Convention(
        "tf_official",
        "TensorFlow models",
        _github(
            "tensorflow/models", "v2.20.0", "official/nlp/modeling/layers/position_embedding.py"
        ),
        "As tensor2tensor, but an odd d_model gives a table that is one column too narrow.",
        layout="halves",
        spacing="endpoint",
        odd="fewer",
        narrowest=4,
    ),
    Convention(
        "fairseq",
        "fairseq",
        _github(
            "facebookresearch/fairseq",
            "3d262bb2",
            "fairseq/modules/sinusoidal_positional_embedding.py",
        ),
        "Position 1 is kept for padding and has a row of zeros, so the first token stands at "
        "position 2.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
        first_position=2,
        padding_row=1,
        narrowest=4,
    ),
    Convention(
        "marian",
        "Marian (Hugging Face)",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/marian/modeling_marian.py",
        ),
        "All sines first, with the paper's divisor. Marian's own program divides by d_model - 2.",
        layout="halves",
        odd="trim",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "xlm",
        "XLM",
        _github("facebookresearch/XLM", "cd281d3", "xlm/model/transformer.py"),
        "The paper's table. DistilBERT and Flaubert have it from here.",
        odd="trim",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "pytorch_tutorial",
        "PyTorch tutorial",
        _github("pytorch/examples", "77f55b9", "word_language_model/model.py"),
        "The paper's table. An odd d_model ends in an error.",
    ),
    Convention(
        "tensorflow_tutorial",
        "TensorFlow tutorial",
        _github("tensorflow/text", "17c38bf", "docs/tutorials/transformer.ipynb"),
        "All sines first, with the paper's divisor. An odd d_model gives one column too many.",
        layout="halves",
        odd="extra",
        narrowest=1,
        single_precision=False,
    ),
    Convention(
        "whisper",
        "Whisper",
        _github("openai/whisper", "v20250625", "whisper/model.py"),
        "The table of tensor2tensor, for the frames of a sound.",
        layout="halves",
        spacing="endpoint",
        narrowest=4,
    ),
    Convention(
        "musicgen",
        "MusicGen (Hugging Face)",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/musicgen/modeling_musicgen.py",
        ),
        "All cosines first, then all sines.",
        layout="halves",
        first="cos",
        spacing="endpoint",
        odd="pad",
        narrowest=4,
    ),
    Convention(
        "detr",
        "DETR, one axis",
        _github("facebookresearch/detr", "29901c5", "models/position_encoding.py"),
        "Positions count from 1: they are running totals over the pixels of the image.",
        first_position=1,
    ),
    Convention(
        "ddpm",
        "DDPM",
        _github("hojonathanho/diffusion", "1e0dceb", "diffusion_tf/nn.py"),
        "The position is a time step of the diffusion, and need not be a whole number.",
        layout="halves",
        spacing="endpoint",
        odd="pad",
        narrowest=4,
    ),
    Convention(
        "diffusers",
        "Stable Diffusion (diffusers)",
        _github("huggingface/diffusers", "v0.42.1", "src/diffusers/models/embeddings.py"),
        "Time steps as in DDPM, but cosines first and the paper's divisor, as Stable Diffusion "
        "sets them.",
        layout="halves",
        first="cos",
        spacing="pairs",
        odd="pad",
    ),
    Convention(
        "keras_hub",
        "KerasHub",
        _github(
            "keras-team/keras-hub",
            "v0.32.0",
            "keras_hub/src/layers/modeling/sine_position_encoding.py",
        ),
        "The paper's table. The base is called max_wavelength; the longest wave is up to 2π times "
        "that.",
        odd="trim",
        narrowest=1,
    ),
    Convention(
        "positional_encodings",
        "positional-encodings",
        "https://github.com/tatp22/multidim-positional-encoding",
        "The paper's table. An odd d_model takes the clocks of the next even one (version 6.0.3).",
        spacing="even",
        odd="trim",
        narrowest=1,
    ),
    Convention(
        "sockeye",
        "Sockeye, scaled down",
        _github("awslabs/sockeye", "3.1.34", "sockeye/layers.py"),
        "All sines first. Where it scales the table down, it divides by the root of d_model.",
        layout="halves",
        amplitude="d_model**-0.5",
    ),
    Convention(
        "x_transformers",
        "x-transformers",
        _github("lucidrains/x-transformers", "2.31.10", "x_transformers/x_transformers.py"),
        "All sines first, times a factor that is learned and starts at one over the root of "
        "d_model.",
        layout="halves",
        amplitude="d_model**-0.5",
    ),
    Convention(
        "nerf",
        "NeRF, one coordinate",
        _github("bmild/nerf", "14c5556", "run_nerf_helpers.py"),
        "Each clock is twice as fast as the one before. The position is a coordinate in space.",
        base=2.0,
        spacing="octaves",
    ),
    Convention(
        "gpt_j",
        "RoPE in GPT-J",
        _github(
            "huggingface/transformers",
            "v5.23.0",
            "src/transformers/models/gptj/modeling_gptj.py",
        ),
        "The sines and cosines by which queries and keys are turned, all sines first.",
        layout="halves",
        odd="extra",
        narrowest=1,
    ),
    Convention(
        "torchtune",
        "RoPE in torchtune",
        _github("pytorch/torchtune", "v0.6.1", "torchtune/modules/position_embeddings.py"),
        "The same sines and cosines for the turns, stored in pairs (cos, sin).",
        first="cos",
    ),
]
CONVENTIONS = {one.name: one for one in _ALL}

GRIDS = {
    one.name: one
    for one in [
        Grid(
            "detr",
            "DETR",
            CONVENTIONS["detr"].source,
            "The columns for y come first; both axes count from 1.",
            part="detr",
            axes="yx",
        ),
        Grid(
            "mae",
            "MAE",
            _github("facebookresearch/mae", "efb2a80", "util/pos_embed.py"),
            "The columns for x come first; each axis has all its sines, then all its cosines.",
            part="tensorflow_tutorial",
            axes="xy",
        ),
        Grid(
            "vit_pytorch",
            "vit-pytorch",
            _github("lucidrains/vit-pytorch", "1.26.11", "vit_pytorch/simple_vit.py"),
            "As MAE, but the slowest clock has exactly omega = 1/base.",
            part="whisper",
            axes="xy",
        ),
    ]
}


# ------------------------------------------------------------------------------- making tables


def convention_frequencies(name, d_model, base=None):
    """Return the angular frequencies of the clocks in this convention, in radians per token.

    Shape: (pairs,), float64, where an incomplete pair counts for odd d_model.  `base` None means
    the convention's own.
    """
    convention = _convention(name)
    return _frequencies(convention, _width(convention, d_model), _base(convention, base))


def convention_table(name, positions, d_model, *, base=None, dtype=np.float64):
    """Return the table that a program makes; shape (positions, columns).

    `name` is a key of CONVENTIONS.  `positions` is a count of rows, which start at the
    convention's own first position, or a list of positions: any finite real numbers, in any order.
    There are d_model columns, except where the convention gives an odd d_model more or fewer.
    Raises ValueError for a d_model that the program refuses.

    Angles are computed in float64; `dtype` is that of the result, rounded once.
    """
    convention, dtype = _convention(name), floating("dtype", dtype)
    d_model, base = _width(convention, d_model), _base(convention, base)
    positions = _positions(convention, positions)
    table = _table(convention, positions, d_model, base)
    with np.errstate(under="ignore"):
        return table.astype(dtype, copy=False)


def rotary_tables(positions, d_head, base=10_000.0, *, pairing="neighbours"):
    """Return the sines and the cosines with which RoPE turns a vector: two (positions, d_head).

    Both columns of a turned pair get the same angle.  `pairing` "neighbours" turns columns
    2i and 2i + 1 (RoFormer, GPT-J, Llama); "halves" turns columns i and i + d_head/2 (GPT-NeoX
    and most of the Hugging Face library).
    """
    if pairing not in ("neighbours", "halves"):
        raise ValueError(f"pairing must be 'neighbours' or 'halves', got {pairing!r}")
    d_head = even("d_head", d_head)
    table = convention_table("paper", positions, d_head, base=base)
    both = table[:, 0::2], table[:, 1::2]
    if pairing == "halves":
        return tuple(np.tile(one, (1, 2)) for one in both)
    return tuple(np.repeat(one, 2, axis=1) for one in both)


def grid_table(name, height, width, d_model, *, base=None):
    """Return a table for an image: one row for each cell, line by line; (height * width, d_model).

    `name` is a key of GRIDS: half of the columns encode y (the line), half x (the place in it).
    """
    if name not in GRIDS:
        raise ValueError(f"name must be one of {', '.join(GRIDS)}, got {name!r}")
    grid = GRIDS[name]
    height, width = whole("height", height, 0), whole("width", width, 0)
    if integer("d_model", d_model, "a multiple of 4") % 4 or d_model < 4:
        raise ValueError(f"d_model must be a multiple of 4, got {d_model}")
    half = d_model // 2
    lines = np.repeat(convention_table(grid.part, height, half, base=base), width, axis=0)
    places = np.tile(convention_table(grid.part, width, half, base=base), (height, 1))
    return np.hstack([lines, places] if grid.axes == "yx" else [places, lines])


def nerf_features(points, octaves):
    """Return what NeRF makes of points: (n, k) coordinates become (n, k + 2 k octaves) numbers.

    The coordinates themselves come first; then, for each octave, the sines of 2**octave times
    each coordinate, and the cosines.
    """
    points = finite_array("points", points)
    if points.ndim != 2:
        raise ValueError(f"points must have shape (n, k), got {points.shape}")
    parts = [points]
    for octave in range(whole("octaves", octaves, 0)):
        parts += [np.sin(2.0**octave * points), np.cos(2.0**octave * points)]
    return np.hstack(parts)


def halves_order(d_model):
    """Return the columns of an interleaved table in the order of halves: 0, 2, 4 ..., 1, 3, 5 ...

    halves = interleaved[:, halves_order(d_model)].  Shape (d_model,), integers.
    """
    columns = np.arange(whole("d_model", d_model, 1))
    return np.concatenate([columns[0::2], columns[1::2]])


def interleaved_order(d_model):
    """Return the columns of a table in halves in interleaved order, as 0, 4, 1, 5, 2, 6, 3, 7.

    interleaved = halves[:, interleaved_order(d_model)].  Shape (d_model,), integers.
    """
    return np.argsort(halves_order(d_model))


def _convention(name):
    try:
        return CONVENTIONS[name]
    except (KeyError, TypeError):
        known = ", ".join(CONVENTIONS)
        raise ValueError(f"name must be one of {known}, got {shown(repr(name))}") from None


def _base(convention, base):
    if base is None:
        return convention.base
    allowed = "a finite number > 0"
    value = real("base", base, allowed)
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"base must be {allowed}, got {shown(base)}")
    return value


def _width(convention, d_model):
    """Return d_model as an int that the program accepts."""
    least = convention.narrowest
    allowed = f"an integer >= {least} for {convention.title}"
    if convention.odd == "error":
        allowed = f"an even integer >= {least} for {convention.title}"
    value = integer("d_model", d_model, allowed)
    if value < least or (value % 2 and convention.odd == "error"):
        raise ValueError(f"d_model must be {allowed}, got {value}")
    return value


def _positions(convention, positions):
    """Return the positions of the rows as a float64 array of one axis."""
    if np.ndim(positions) == 0:
        count = whole("positions", positions, 0)
        return convention.first_position + np.arange(count, dtype=np.float64)
    positions = finite_array("positions", positions)
    if positions.ndim != 1:
        raise ValueError(f"positions must be a count or a list, got shape {positions.shape}")
    return positions


def _pairs(convention, d_model):
    """Return how many clocks there are; one without its cosine counts."""
    return -(-d_model // 2) if convention.odd in ("trim", "extra") else d_model // 2


def _exponents(convention, d_model):
    """Return x with omega_i = base ** -x_i: (pairs,)."""
    pairs = np.arange(_pairs(convention, d_model))
    if convention.spacing == "octaves":
        return -pairs.astype(np.float64)
    divisor = {
        "paper": d_model,
        "endpoint": max(2 * (d_model // 2) - 2, 1),  # with a single clock: any number will do
        "even": d_model + d_model % 2,
        "pairs": max(d_model - d_model % 2, 1),
    }[convention.spacing]
    return 2 * pairs / divisor


def _frequencies(convention, d_model, base):
    try:
        return np.array([base**-x for x in _exponents(convention, d_model).tolist()])
    except OverflowError:
        message = f"base must be nearer to 1 at d_model={d_model}, got {base}"
        raise ValueError(f"{message}: the frequencies are too large for float64") from None


def _columns(convention, d_model):
    """Return the columns of the sines, of the cosines, and how many columns there are."""
    pairs = _pairs(convention, d_model)
    columns = 2 * pairs - (d_model % 2 if convention.odd == "trim" else 0)
    if convention.layout == "interleaved":
        leading, following = np.arange(0, columns, 2), np.arange(1, columns, 2)
    else:
        leading, following = np.arange(pairs), np.arange(pairs, columns)
    padded = columns + (d_model % 2 if convention.odd == "pad" else 0)
    if convention.first == "cos":
        leading, following = following, leading
    return leading, following, padded


def _table(convention, positions, d_model, base):
    frequencies = _frequencies(convention, d_model, base)
    furthest = float(np.abs(positions).max(initial=1.0)) * float(frequencies.max(initial=1.0))
    if not math.isfinite(furthest):
        message = f"base must be nearer to 1 at d_model={d_model}, got {base}"
        raise ValueError(f"{message}: the angles are too large for float64")
    turns = _rotations(positions, frequencies)
    sines, cosines, width = _columns(convention, d_model)
    table = np.zeros((positions.size, width))
    table[:, sines] = -turns.imag[:, : sines.size]
    table[:, cosines] = turns.real[:, : cosines.size]
    if convention.amplitude != "1":
        table *= d_model**-0.5
    if convention.padding_row is not None:
        table[positions == convention.padding_row] = 0.0
    return table


# --------------------------------------------------------------------------------- recognizing


def recognize(table, positions=None) -> Recognized:
    """Return the convention and the base that a table follows, or why it follows none.

    `table` has one row for each position; `positions` None means as many as there are rows, from
    each convention's own first position.  The speed of every clock is read off the table, the
    base follows from the speeds, and the convention fits if its own table with that base is the
    same up to rounding: that of the angle to float32, and that of the values to the precision
    (float64, float32, float16 or bfloat16) in which they are stored.

    At least four rows and d_model >= 4 are needed to tell much.  A base is written with as few
    digits as the table allows.  Raises ValueError for what is not a table of finite numbers.
    """
    table = _as_table(table)
    if positions is not None:
        positions = _positions_of(table, positions)
    for single in (False, True):
        fits = _fits(table, positions, single)
        if fits:
            candidates = tuple((name, base) for _, name, base in sorted(fits, key=itemgetter(0)))
            return Recognized(*candidates[0], _why(candidates, single), candidates)
    return Recognized(None, None, _why_none(table, positions))


def _fits(table, positions, single):
    """Return (oddity, name, base) of each convention that makes the table."""
    fits, round_off = [], _round_off(table, single)
    for convention in CONVENTIONS.values():
        bases = []
        for d_model in _possible_widths(convention, table.shape[1]):
            bases += _fit(convention, table, positions, d_model, round_off) or ()
        if bases:
            base = convention.base if convention.base in bases else bases[0]
            fits.append((_oddity(convention, base), convention.name, base))
    return fits


def clock_speeds(table, positions=None):
    """Return the speed of each clock in radians per token, read off an interleaved table.

    Columns 2i and 2i + 1 are the sine and the cosine of clock i; a last column without a partner
    is left out.  Shape (pairs,).  `positions` None means 0, 1, 2 ...  The result is right if the
    hands turn evenly and by less than half a turn in the shortest step.
    """
    table = _as_table(table)
    positions = _positions_of(table, positions)
    pairs = table.shape[1] // 2
    hands = table[:, 1 : 2 * pairs : 2] + 1j * table[:, 0 : 2 * pairs : 2]
    return _speeds(hands, positions)[0]


def _positions_of(table, positions):
    """Return one position for each row of `table`."""
    if positions is None:
        return np.arange(table.shape[0], dtype=np.float64)
    positions = _positions(CONVENTIONS["paper"], np.atleast_1d(positions))
    if positions.size != table.shape[0]:
        raise ValueError(
            f"positions must hold one for each of the {table.shape[0]} rows, got {positions.size}"
        )
    return positions


def _as_table(table):
    table = finite_array("table", table)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2:
        raise ValueError(
            f"table must have at least two rows and two columns, got shape {table.shape}"
        )
    return table


def _possible_widths(convention, columns):
    """Return the values of d_model that give a table of so many columns, the odd one last."""
    odd = {"extra": columns - 1, "fewer": columns + 1}.get(convention.odd, columns)
    if convention.odd == "error" or odd % 2 == 0:
        odd = None
    even_width = columns if columns % 2 == 0 else None
    return [d for d in (even_width, odd) if d is not None and d >= convention.narrowest]


def _fit(convention, table, positions, d_model, round_off):
    """Return (base,) if the convention makes this table, base None if any does; else None."""
    if positions is None:
        positions = _positions(convention, table.shape[0])

    def fits(base, rows=slice(None)):
        try:
            made = _table(convention, positions[rows], d_model, base)
        except ValueError:
            return False
        slack = _slack(convention, made, positions[rows], d_model, base, round_off)
        return bool((np.abs(made - table[rows]) <= slack).all())

    def suits(base):  # most that do not fit are found out by their first and last rows
        return fits(base, ENDS) and fits(base)

    if _pairs(convention, d_model) == 1:
        return (None,) if suits(convention.base) else None
    if suits(convention.base):
        return (convention.base,)
    if convention.spacing == "octaves":
        return None  # with a free base, any geometric progression would do
    estimate = _estimated_base(convention, table, positions, d_model)
    if estimate is None or not suits(estimate):
        return None
    return (_shortest(estimate, suits),)


def _shortest(estimate, suits):
    """Return the number near `estimate` with the fewest digits that still suits."""
    bases = [float(f"{estimate:.{digits}e}") for digits in range(17)]
    first = bisect_left(bases, True, key=lambda base: base > 0 and suits(base))
    return bases[first] if first < len(bases) else estimate


def _slack(convention, made, positions, d_model, base, round_off):
    """Return how far each value may be off by rounding; same shape as `made`."""
    value, angle = round_off
    frequencies = _frequencies(convention, d_model, base)
    if convention.spacing != "octaves":  # a power of two times a position is exact
        # exp(-x) in float32 is off by x times as much as x itself
        frequencies = frequencies * (1 + np.abs(np.log(frequencies)))
    angles = np.multiply.outer(angle * np.abs(positions), frequencies)
    slack = value * np.abs(made) + max(value**2, 1e-15 if value < 1e-15 else 6e-8 * value)
    for columns in _columns(convention, d_model)[:2]:
        slack[:, columns] += angles[:, : columns.size]
    return np.minimum(slack, LARGEST_ERROR)


def _round_off(table, single):
    """Return the largest errors of a value and of an angle, both relative.

    Values may be stored in any format that holds them all.  Angles have been computed in float32
    if `single` says so, or if the values are stored in no more than that.
    """
    units = [ROUND_OFF[name] for name in ROUND_OFF if np.array_equal(rounded(table, name), table)]
    single = single or len(units) > 1
    return 2 * max(units), 1.2e-7 if single else 2.0**-49


def _estimated_base(convention, table, positions, d_model):
    """Return the base that the speeds of the clocks point to, or None."""
    exponents = _exponents(convention, d_model)
    hands = _hands(convention, table, d_model)
    speeds, spans = _speeds(hands, positions)
    exponents = exponents[: speeds.size]
    usable = (speeds > 0) & (exponents != 0)
    if not usable.any():
        return None
    # the error of ln(omega) is that of the angle, by and large the same for all, over the angle
    weights = (speeds * spans)[usable] ** 2
    exponents, logs = exponents[usable], np.log(speeds[usable])
    log_base = -(weights * exponents * logs).sum() / (weights * exponents**2).sum()
    return math.exp(log_base) if abs(log_base) < 700 else None


def _hands(convention, table, d_model):
    """Return the complete pairs as cos + i sin: (rows, pairs)."""
    sines, cosines, _ = _columns(convention, d_model)
    complete = min(sines.size, cosines.size)
    return table[:, cosines[:complete]] + 1j * table[:, sines[:complete]]


def _speeds(hands, positions):
    """Return how far each clock turns in a token, and the span in tokens that this is read from.

    It is read from ever longer spans.  The shortest tells the speed if no clock makes half a turn
    in it; the speed so far then tells how many whole turns a longer span holds.
    """
    lit = np.abs(hands).any(axis=1)  # not the row of zeros of a padding position
    order = np.argsort(positions[lit], kind="stable")
    positions, hands = positions[lit][order], hands[lit][order]
    gaps = np.diff(positions)
    speeds, span = np.zeros(hands.shape[1]), 1.0
    if not (gaps > 0).any():
        return speeds, span
    start = int(np.argmin(np.where(gaps > 0, gaps, np.inf)))
    last, reach = positions.size - 1, gaps[start]
    while True:
        stop = int(np.searchsorted(positions, positions[start] + reach, side="right")) - 1
        span = float(positions[stop] - positions[start])
        turn = np.angle(hands[stop] * np.conj(hands[start]) * np.exp(-1j * speeds * span))
        speeds = speeds + turn / span
        if start == 0 and stop == last:
            return speeds, span
        reach *= 2
        if stop == last:
            start = int(np.searchsorted(positions, positions[last] - reach))


def _oddity(convention, base):
    """Return the key by which candidates are sorted: a default base, few digits, then the list."""
    place = list(CONVENTIONS).index(convention.name)
    if base is None or base == convention.base:
        return 0, place
    return len(f"{base!r}".replace(".", "").strip("0")), place


def _why(candidates, single):
    """Return in words what `recognize` found."""
    name, base = candidates[0]
    which = "any base gives it" if base is None else f"base {_digits(base)}"
    reason = f"This is the table of {CONVENTIONS[name].title}, {which}."
    if single:
        reason += " Its angles are rounded to float32."
    others = [
        CONVENTIONS[other].title + ("" if b == base else f" (base {_digits(b)})")
        for other, b in candidates[1:]
    ]
    if others:
        reason += f" The same numbers come from: {', '.join(others)}."
    return reason


def _digits(base):
    return number(base, 9 if base < 1e6 else 4)


def _why_none(table, positions):
    """Return what fails first: circles, even steps, the first row, the first clock, the ratios."""
    if table.shape[1] % 2:
        return "No convention makes this table of odd width."
    amplitude = math.sqrt((table**2).sum(axis=1).mean() / (table.shape[1] / 2))
    where = _positions_of(table, positions)
    arrangements = [(_arranged(table, one), one) for one in ("interleaved", "halves")]
    (sines, cosines), layout = min(arrangements, key=lambda found: _off_circle(*found[0]))
    off = _off_circle(sines, cosines)
    columns = "side by side" if layout == "interleaved" else "half a row apart"
    if not off <= NOTICEABLE * amplitude**2:
        return (
            "Neither columns side by side nor columns half a row apart form circles: for some "
            f"pair, sin² + cos² varies by {number(off, 2)}."
        )
    opening = f"Columns {columns} form circles, but "
    if abs(amplitude - 1) > NOTICEABLE and abs(amplitude * table.shape[1] ** 0.5 - 1) > NOTICEABLE:
        return f"{opening}their radius is {number(amplitude, 3)}, not 1."
    if _starts_at_three(sines, cosines):
        sines, cosines = cosines, sines
    hands = cosines + 1j * sines
    speeds, _ = _speeds(hands, where)
    turned = hands * np.conj(hands[0]) * np.exp(-1j * np.multiply.outer(where - where[0], speeds))
    uneven = np.abs(np.angle(turned)).max(axis=0)
    if uneven.max() > NOTICEABLE:
        clock = int(np.argmax(uneven > NOTICEABLE))
        return (
            f"{opening}clock {clock} does not turn evenly: it strays from its mean speed by up "
            f"to {number(float(uneven[clock]), 2)} radians."
        )
    return opening + _why_not_these_clocks(hands, where, speeds)


def _why_not_these_clocks(hands, positions, speeds):
    """Return what is wrong with clocks that turn evenly: where they start or how fast they are."""
    if abs(speeds[0] - 1) > NOTICEABLE:
        return f"clock 0 turns by {number(float(speeds[0]), 4)} radians per token, not by 1."
    if not (speeds > 0).all():
        return "not all clocks turn clockwise."
    ratios = speeds[:-1] / speeds[1:]
    if np.ptp(ratios) > NOTICEABLE * ratios.mean():
        return (
            f"the ratio of neighbouring speeds is not constant: {number(float(ratios.min()), 4)} "
            f"to {number(float(ratios.max()), 4)}."
        )
    start = 0.0
    for hand, speed in zip(hands[0, ::-1], speeds[::-1], strict=True):  # from coarse to fine
        start += np.angle(hand * np.exp(-1j * start * speed)) / speed
    expected = np.exp(1j * start * speeds)
    if np.abs(hands[0] / np.abs(hands[0]) - expected).max() > NOTICEABLE:
        return "its first row is that of no position."
    if abs(start - positions[0]) > NOTICEABLE:
        return f"its first row is that of position {number(float(start), 4)}."
    return "its angles are off by more than rounding to float32 explains."


def _arranged(table, layout):
    """Return the leading and the following column of each pair."""
    half = table.shape[1] // 2
    if layout == "interleaved":
        return table[:, 0::2], table[:, 1::2]
    return table[:, :half], table[:, half:]


def _off_circle(sines, cosines):
    """Return by how much the squared radius of any pair varies along the rows."""
    return float(np.ptp(sines**2 + cosines**2, axis=0).max())


def _starts_at_three(leading, following):
    """Return whether the first row is 1, 0: then the leading columns are cosines."""
    return np.abs(leading[0]).sum() > np.abs(following[0]).sum()
