"""Tables of positions that published models have learned, and a head that reads one of them.

    >>> rows = learned_positions()[FIRST:LAST]
    >>> [round(circle.wavelength) for circle in circles(rows)[:4]]
    [6, 18, 53, 161]

The rows of these tables run along circles. Each circle has a plane of its own in the space of all
columns. data/sources.csv names the models, packages and licences. The arrays are float16.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from posenc_helpers.attention import softmax
from posenc_helpers.checks import OneOf, Reals, Several, Type, Whole, refused, takes

DATA = Path(__file__).with_name("data")
MODELS = {"MiniLM": "minilm.npz", "e5": "e5.npz"}
FIRST, LAST = 128, 509  # MiniLM's rows between row 127 and the last three, which are odd
MOST_WORDS = 128  # words of one text
ROWS = Reals("(rows, columns)")
GENERATOR = Type(np.random.Generator, "a NumPy generator")


@cache
def arrays(model="MiniLM") -> dict:
    """Return all stored arrays of a model by name, read-only and as float64."""
    with np.load(DATA / MODELS[OneOf(MODELS).check("model", model)]) as stored:
        found = {name: stored[name] for name in stored.files}
    for name, array in found.items():
        found[name] = array.astype(np.float64) if array.dtype.kind == "f" else array
        found[name].setflags(write=False)
    return found


def learned_positions(model="MiniLM") -> np.ndarray:
    """Return the table of positions that a model has learned, shape (512, 384), float64.

    `model` is "MiniLM", for all-MiniLM-L6-v2, or "e5", for multilingual-e5-small. The numbers are
    rounded to float16. data/sources.csv names the source of each. Raises ValueError for any other
    name.
    """
    return arrays(model)["positions"].copy()


class Circle(NamedTuple):
    """A plane in which the rows of a table run along a circle.

    `wavelength` is the number of tokens for one turn, on average over the rows. `centre`, shape
    (columns,), is a point of the plane. `plane`, shape (2, columns), holds two directions at right
    angles.
    """

    wavelength: float
    centre: np.ndarray
    plane: np.ndarray

    def hands(self, rows) -> np.ndarray:
        """Return the place of each row in the plane, as complex numbers. The angle grows with p."""
        across, up = self.plane @ (rows - self.centre).T
        return across + 1j * up


@takes(rows=ROWS)
def main_directions(rows, count):
    """Return the mean row, the `count` directions in which rows differ most, and all shares.

    The mean has shape (columns,). The directions are at right angles, shape (count, columns). The
    shares of the variance, of all directions, add up to 1. Raises TypeError or ValueError for
    arguments outside their ranges.
    """
    count = Whole(1, min(rows.shape)).check("count", count)
    mean = rows.mean(axis=0)
    _, sizes, directions = np.linalg.svd(rows - mean, full_matrices=False)
    return mean, directions[:count], sizes**2 / (sizes**2).sum()


def circles(rows, count=10) -> list[Circle]:
    """Return the circles of a table among its `count` main directions, the fastest first.

    A matrix that takes each row to the next is fitted by least squares. Each pair of its complex
    eigenvalues makes a circle, and their angle is the mean step. A table without circles has pairs
    like these too, so look at `radius_variation`. `rows` has shape (positions, columns). Raises
    TypeError or ValueError for arguments outside their ranges.
    """
    mean, directions, _ = main_directions(rows, count)
    points = (rows - mean) @ directions.T
    step = np.linalg.lstsq(points[:-1], points[1:], rcond=None)[0]
    values, vectors = np.linalg.eig(step.T)
    found = []
    for value, vector in zip(values, vectors.T, strict=True):
        if value.imag > 0:
            plane = np.linalg.qr(np.stack([vector.real, vector.imag], axis=1))[0].T @ directions
            circle = Circle(2 * np.pi / np.angle(value), mean, plane)
            hands = circle.hands(rows)
            forward = (hands[1:] * hands[:-1].conj()).sum().imag > 0
            found.append(circle if forward else circle._replace(plane=plane[::-1]))
    return sorted(found, key=lambda circle: circle.wavelength)


def radius_variation(hands) -> float:
    """Return the standard deviation of the lengths of hands over their mean: 0 on a circle.

    Raises ValueError for hands that are not finite complex numbers, or that are all 0.
    """
    lengths = np.abs(_hands("hands", hands))
    if not lengths.any():
        raise refused("hands", "complex numbers that are not all 0", "only zeros")
    return lengths.std() / lengths.mean()


def locked(fast, slow) -> float:
    """Return how steady the angle of `fast` is relative to three times the angle of `slow`.

    Both are complex numbers of the same shape, and the result is from 0 to 1. It is 1 if the fast
    hands make exactly three turns while the slow ones make one. Raises ValueError for hands that
    are not finite complex numbers.
    """
    fast, slow = np.angle(_hands("fast", fast)), np.angle(_hands("slow", slow))
    return abs(np.exp(1j * (fast - 3 * slow)).mean())


def _hands(name, values):
    """Return hands as complex numbers. Raises ValueError for none or infinite ones."""
    try:
        hands = np.asarray(values, complex)
    except (TypeError, ValueError):
        hands = np.empty(0)
    if not np.isfinite(hands).all() or not hands.size:
        raise refused(name, "finite complex numbers, at least one", values)
    return hands


@takes(rows=ROWS, rng=GENERATOR)
def noise_like(rows, rng) -> np.ndarray:
    """Return noise with the spectrum of `rows`: each column keeps its amplitudes, with new phases.

    `rows` has shape (positions, columns), and so has the result. All columns share the random
    phases, so they vary together as those of `rows` do. Raises TypeError or ValueError for
    arguments of another kind.
    """
    spectrum = np.fft.rfft(rows - rows.mean(axis=0), axis=0)
    turned = np.exp(2j * np.pi * rng.random((len(spectrum), 1)))
    return np.fft.irfft(spectrum * turned, len(rows), axis=0) + rows.mean(axis=0)


@takes(rows=ROWS, rng=GENERATOR)
def random_walk(rows, rng) -> np.ndarray:
    """Return a table with the shape of `rows`: each row is the previous row plus random numbers.

    The numbers are normal with standard deviation 1. Raises TypeError or ValueError for arguments
    of another kind.
    """
    return rng.normal(size=rows.shape).cumsum(axis=0)


@takes(rows=ROWS, rng=GENERATOR)
def pure_waves(rows, rng, wavelengths=None) -> np.ndarray:
    """Return a table with the shape of `rows` that consists of waves of constant speed.

    Each wave has random phases and sizes in the columns. `wavelengths`, in tokens, are those of the
    circles of `rows` unless others are given. Raises TypeError or ValueError for arguments of
    another kind.
    """
    if wavelengths is None:
        wavelengths = [circle.wavelength for circle in circles(rows)]
    speeds = 2 * np.pi / Reals().check("wavelengths", wavelengths)
    sizes = rng.normal(size=(2, speeds.size, rows.shape[1]))
    hands = np.exp(1j * np.outer(np.arange(len(rows)), speeds))
    return (hands @ (sizes[0] + 1j * sizes[1])).real


# --------------------------------------------------------------------------------------- one head


@takes(rows=ROWS)
def without(rows, switched_off) -> np.ndarray:
    """Return the rows without their parts in the planes of the circles in `switched_off`.

    `rows` has shape (positions, columns), and so has the result. Raises TypeError or ValueError for
    arguments of another kind.
    """
    for circle in switched_off:
        Type(Circle, "circles, as `circles` finds them").check("switched_off", circle)
        rows -= (rows - circle.centre) @ circle.plane.T @ circle.plane
    return rows


def known_words() -> list[str]:
    """Return the words whose vectors are stored."""
    return arrays()["words"].tolist()


def previous_word_head(words, start=0, table=None) -> np.ndarray:
    """Return the attention of head 2 in layer 0 of all-MiniLM-L6-v2, shape (words, words).

    There are up to 128 `words`, all of them in `known_words`. The first word has the position
    `start`, in tokens. `table`, shape (positions, 384), is used instead of the learned table.
    Raises TypeError or ValueError for arguments of another kind, and ValueError for a word that is
    not known or a `start` that leaves too few positions.
    """
    stored, words = arrays(), Several(Type(str, "a text"), MOST_WORDS).check("words", words)
    for word in words:
        if word not in known_words():
            near = ", ".join(get_close_matches(word, known_words(), 5, 0))
            raise ValueError(f"words must be among known_words(), such as {near}, got {word!r}")
    table = stored["positions"] if table is None else ROWS.check("table", table)
    if table.shape[1] != stored["positions"].shape[1]:
        raise refused("table", "rows of 384 numbers", f"shape {table.shape}")
    start = Whole(0, len(table) - len(words)).check("start", start)
    vectors = stored["word_vectors"][[known_words().index(word) for word in words]]
    rows = vectors + table[start : start + len(words)] + stored["token_type"]
    rows = rows - rows.mean(axis=1, keepdims=True)  # LayerNorm
    rows /= np.sqrt((rows**2).mean(axis=1, keepdims=True) + 1e-12)
    rows = rows * stored["norm_weight"] + stored["norm_bias"]
    query, key = (rows @ stored[f"{n}_weight"].T + stored[f"{n}_bias"] for n in ("query", "key"))
    return softmax(query @ key.T / np.sqrt(query.shape[1]))


@takes(planes=ROWS)
def head_between(planes) -> np.ndarray:
    """Return the scores that the head gives a query in one direction and a key in another.

    `planes` holds directions, shape (count, 384). The result has shape (count, count), up to a
    factor that is the same for all. LayerNorm is replaced by its effect on a small change: it
    subtracts the mean and multiplies each column. Raises TypeError or ValueError for arguments of
    another kind.
    """
    stored = arrays()
    planes = (planes - planes.mean(axis=1, keepdims=True)) * stored["norm_weight"]
    return planes @ stored["query_weight"].T @ stored["key_weight"] @ planes.T
