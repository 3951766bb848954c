"""The right and the wrong answers to the exercises of `11.md`."""

from functools import cache
from math import tau

import numpy as np
from numpy.linalg import norm

from posenc_helpers.lessons.exercise import Case, exercise, near
from posenc_helpers.models.learned import positions as learned


def head_block(back, wavelength, size):
    """Return the case of a head that looks `back` tokens back: its block, and the wavelength."""
    c, s = np.cos(tau * back / wavelength), np.sin(tau * back / wavelength)
    return Case((size * np.array([[c, -s], [s, c]]), wavelength), f"wavelength={wavelength}")


def no_number(found):
    """Return whether the answer is NaN."""
    return np.isnan(found).all()


@exercise([(1, 6, 23), (-1, 18, 8), (2.5, 53, 7), (2, 6, 5), (0, 6, 4)], head_block, within=1e-6)
def looks_back(block, wavelength):
    angle = np.arctan2(block[1, 0], block[0, 0])
    back, size = angle * wavelength / tau, np.hypot(block[1, 0], block[0, 0])
    yield "right", back
    yield "ahead", -back
    yield "radians", angle
    yield "turns", angle / tau
    yield "degrees", np.degrees(angle)
    yield "no_direction", np.arccos(block[0, 0] / size) * wavelength / tau
    yield "quotient", np.arctan(block[1, 0] / block[0, 0]) * wavelength / tau
    yield "sine_alone", np.arcsin(block[1, 0] / size) * wavelength / tau
    has_arc_sine = abs(block[1, 0]) <= 1  # true only in the case where it is 0
    yield "not_divided", no_number, near(0, 1e-6) if has_arc_sine else no_number


KINDS = ("learned", "walk", "noise", "waves", "learned", "walk", "noise", "learned", "waves")


@cache
def drawn(number):
    """Return 256 rows of a kind in 32 columns, which are a random rotation of main directions."""
    rng = np.random.default_rng(1300 + number)
    first = learned.FIRST + rng.integers(126)
    rows = learned.learned_positions()[first : first + 256]
    kind = KINDS[number]
    if kind == "walk":
        rows = learned.random_walk(rows, rng)
    elif kind == "noise":
        noise = learned.noise_like(rows, rng)
        rows = noise * (norm(rows, axis=1) / norm(noise, axis=1))[:, np.newaxis]
    elif kind == "waves":
        rows = learned.pure_waves(rows, rng, [5.9, 17, 52, 156, 600])
    _, directions, _ = learned.main_directions(rows, 32)
    return rows @ directions.T @ np.linalg.qr(rng.normal(size=(32, 32)))[0]


def table(number):
    """Return the case that gives a table of rows to the student's function."""
    return Case((drawn(number),), f"table {number}")


@exercise([(number,) for number in range(len(KINDS))], table)
def learned_or_not(rows):
    kind = next(kind for number, kind in enumerate(KINDS) if np.array_equal(rows, drawn(number)))
    yield "right", kind == "learned"
    yield "all_learned", 1
    yield "waves", kind in ("learned", "waves")
    yield "wavelengths", kind in ("learned", "noise"), kind in ("learned", "noise", "waves")
    yield "walks", kind in ("learned", "walk"), kind != "noise", kind != "waves"
    yield "none_learned", 0
    yield "turned_round", kind != "learned"
