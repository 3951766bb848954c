"""Answers to try on the exercises: solutions, other right answers, mistakes and junk."""

import math
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np

from posenc_helpers import check
from posenc_helpers.lessons import EXERCISES
from posenc_helpers.models.learned import circles


def changed(name, old, new):
    """Return the answer of a solution that is changed in one place."""
    assert old in EXERCISES[name].solution
    return solved(name, old, new)[1]


@cache
def solved(name, old="", new=""):
    """Run the code of a solution; return what its last line says and the answer it gives."""
    code = EXERCISES[name].solution
    *lines, last = (code.replace(old, new) if old else code).splitlines()
    space = {"np": np, "check": check}
    exec("\n".join(lines), space)
    given = last.removeprefix(f"check.{name}(").removesuffix(")")
    return eval(last, space), space[given]


def encode(seq_len, d_model, base):
    p = np.arange(seq_len)
    even = {j: np.sin(p / base ** (j / d_model)) for j in range(0, d_model, 2)}
    odd = {j: np.cos(p / base ** ((j - 1) / d_model)) for j in range(1, d_model, 2)}
    return np.stack([(even | odd)[j] for j in range(d_model)], axis=1)


def hands(p, base=1e4):
    angles = [p / base ** (i / 8) for i in range(8)]
    return np.array([wave(angle) for angle in angles for wave in (math.sin, math.cos)])


@cache
def rotation(p):
    """Return a random vector after p random rotations, which come from Cayley's formula."""
    random = np.random.default_rng(4)
    skew, start = np.triu(random.normal(size=(16, 16)), 1), random.normal(size=16)
    turn = np.linalg.solve(np.eye(16) - skew + skew.T, np.eye(16) + skew - skew.T)
    return np.linalg.matrix_power(turn, p) @ start * np.sqrt(8) / np.linalg.norm(start)


def read_by_comparing(code):
    return np.argmax(CODES_OF_64 @ code)


def sum_by_comparing(*rows):
    codes = encode(2_000, len(rows[0]), 10_000)
    return codes[sum(np.argmax(codes @ row) for row in rows)]


CODES_OF_64 = encode(10_000, 64, 10_000)


def learned_by_gears(rows):
    fast, slow = (circle.hands(rows) for circle in circles(rows)[:2])
    return round(abs(np.mean(fast / abs(fast) * (slow.conj() / abs(slow)) ** 3)) ** 2)


# Right answers that are written in another way than the solution.
OTHER_RIGHT = {
    "invented_code": [lambda p, seq_len: hands(p, 64), lambda p, seq_len: rotation(p)],
    "reordered_outputs": [lambda output, order: np.eye(len(order))[order].T @ output],
    "row_ten": [[Decimal("-0.5440"), Fraction(-8391, 10000), np.float32(0.0998), 0.995]],
    "encode": [encode],
    "hand_in_degrees": [263.3, 263.28402, np.float32(263.284), [263.28]],
    "read_position": [read_by_comparing],
    "sum_of_positions": [sum_by_comparing],
    "converted_weights": [lambda weights: [*weights[0::2], *weights[1::2]]],
    "token_axis": [lambda x, table: np.stack([text + table[: len(text)] for text in x])],
    "ids_from_mask": [
        lambda mask: [[sum(row[:k]) * row[k] for k in range(len(row))] for row in mask.tolist()],
        lambda mask: np.maximum(np.cumsum(mask, axis=1) - 1, 0),
        lambda mask: np.where(mask, np.cumsum(mask, axis=1) - 1, 1),
    ],
    "learned_or_not": [learned_by_gears],
    "longer_settings": [(2.0, 16.0, 1.0, 4.0, 0.0), np.array([3, 8, 2, 2.01, 0])],
    "published_error": [
        [1, 512, 100, 3, 0.01 ** (6 / 512), 100 / 10_000 ** (6 / 512)],
        [2, 4, 1, 0, math.cos(1), math.sin(1)],
        [3, 128, 1, math.cos(1), 1],
        [2, 4, 0, 1, 0, 1],
        [3, 4, 0, 0.8415, 0],
        [4, 512, 22_500, 60_611],
        [5, 4, 100, 10, 2, math.sin(0.1), math.sin(1)],
        [6, 128, 10_000, 8_659.6],
        [7, 512, 10, 2, math.sin(10 * 1e8 ** (-2 / 512)), math.sin(10 * 1e4 ** (-2 / 512))],
    ],
}


LIKE = {  # examples of mistakes that a function recognizes
    ("looks_back", "not_divided"): [
        lambda block, wavelength: np.arccos(2 + block[0, 0] ** 2) * wavelength / math.tau,
        lambda block, wavelength: np.arcsin(block[1, 0]) * wavelength / math.tau,
    ],
    ("ids_from_mask", "padding"): [lambda mask: np.where(mask, np.cumsum(mask, axis=1) - 1, 7)],
    ("token_axis", "row_of_text"): [lambda x, table: x + table[: x.shape[0]]],
    ("token_axis", "all_rows"): [lambda x, table: x + table],
    ("encode", "twice_the_columns"): [lambda n, d, b: encode(n, 2 * d, b)],
    ("encode", "row_too_many"): [lambda n, d, b: encode(n + 1, d, b)],
    ("blind_position", "other_position"): [2, 3, 100, 9_999, 20_000],
    ("read_position", "cut_off"): [lambda code: max(0, int(read_by_comparing(code) - 1e-9))],
    ("read_position", "not_rounded"): [lambda code: read_by_comparing(code) + 0.01 * code[0]],
}


class Hostile:
    """An object that raises an error in every operation."""

    def __init__(self, error=None):
        object.__setattr__(self, "error", error or RuntimeError("no"))

    def _refuse(self, *_, **__):
        raise object.__getattribute__(self, "error")

    __eq__ = __ne__ = __bool__ = __len__ = __iter__ = __repr__ = __str__ = __float__ = _refuse
    __getitem__ = __array__ = __call__ = __hash__ = __index__ = _refuse
    __getattribute__ = __getattr__ = __format__ = __lt__ = __abs__ = __sub__ = _refuse


class Frame:
    """A table as other libraries make it, which raises an error for its truth and for `==`."""

    def __init__(self, values):
        self.values, self.shape = values, np.shape(values)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values)

    def __bool__(self):
        raise ValueError("The truth value of a Frame is ambiguous.")

    __eq__ = __bool__


def named(name, *bases, **attributes):
    """Return a class with any name."""
    return type(name, bases, attributes)


def raising(error):
    def student(*_):
        raise error

    return student


def recursing(*arguments):
    return recursing(*arguments)


SELF = []
SELF += [SELF, SELF]
ITSELF = np.empty((), dtype=object)
ITSELF[()] = ITSELF


def JUNK():
    """Return new junk, because some of it can be used only once."""
    return [
        True, np.True_, 1j, "0.1", b"1", "", {}, set(), object(), int, np, len, lambda: 1,
        (x for x in ()), map(abs, [1]), zip([1], [2], strict=True), slice(3), NotImplemented,
        Exception("x"), [], [[], []], [[1], [1, 2]], [1, "a"], [1, ...], [np.nan] * 4,
        -math.inf, 10**400, [10**400] * 4, 1e308, range(10**15), [0.0] * 300_000,
        np.broadcast_to(0.0, (10**6, 10**6)), np.zeros((0, 4)), np.zeros((1,) * 30),
        np.array(["a"]), np.array([object()]), np.array(["2020"], dtype="datetime64[D]"),
        np.zeros(2, dtype="i4,f8"), np.zeros(2, dtype=[("x" * 999, "f8")]), np.void(b"abc"),
        np.ma.masked_array([1.0, 2.0], [True, False]), np.ma.masked, np.array([None, 1]),
        np.longdouble(1), SELF, ITSELF, [ITSELF], Hostile(), [Hostile()], Hostile(SystemExit(3)),
        Hostile, named("a\nb\x1b[0m")(),
        named("z" * 5_000)(), named("F", float, __float__=len)(0.1),
        named("L", list, __len__=lambda self: 10**30)([1.0]), Frame([[1.0] * 4] * 4),
        Frame([None, "a"]), Frame(0.1), np.array(["\ud800"]), "\ud800",
        Decimal("sNaN"), Decimal("1e999999"), Fraction(10**400), memoryview(b"abc"), 0, -1,
        [0, 0, 0, 0], np.arange(24.0),
    ]  # fmt: skip


def MISBEHAVING():
    """Return functions that raise errors or return junk."""
    errors = [
        ValueError("many\nlines"), SystemExit(1), GeneratorExit(), MemoryError(), StopIteration(),
        Exception("x" * 10_000), ValueError("\u2029\x00\ud800"), KeyError, BaseException("x"),
        named("a\u2028b", Exception)(), named("CannotSay", Exception, __str__=len)(),
    ]  # fmt: skip
    odd = [recursing, lambda: 1, lambda *a: a, lambda *a: print, lambda *a: a[0].fill(0)]
    return [*map(raising, errors), *odd, *((lambda *a, j=junk: j) for junk in JUNK())]
