"""The right and the wrong answers to the exercises of `04.md`."""

from functools import cache
from math import tau

import numpy as np

from posenc_helpers.encoding import angular_frequencies, positional_encoding
from posenc_helpers.lessons.exercise import Case, exercise

MARKED = {"last_hand": ("ClocksExplorer", {"d_model": 18, "base": 1e4, "position": 99, "noise": 0})}


def hand(pair=3, steps=99, width=18):
    """Return by how many degrees the hand of a pair has turned after some steps."""
    return np.degrees(steps * 10_000 ** (-2 * pair / width))


@exercise(decimals=1)
def hand_in_degrees():
    yield "right", hand()
    yield "radians", np.radians(hand())
    yield "turns", hand() / 360
    yield "hundred_steps", hand(steps=100)
    yield "anticlockwise", 360 - hand(), -hand()
    yield "below_0", hand() - 360
    yield "from_3_o_clock", 450 - hand(), 90 - hand(), hand() - 90
    yield "neighbouring_clock", hand(pair=2) % 360, hand(pair=2), hand(pair=4)
    yield "exponent_i_over_d", hand(width=36) % 360, hand(width=36)
    yield "column_3", hand(pair=1) % 360, hand(pair=1)


def read(angles, first=-1, step=-1, whole=np.round, end=round):
    """Return the position of a row from its angles, read from the slowest clock to the fastest."""
    guess, clocks = one_clock(angles, first), zip(angular_frequencies(64), angles, strict=True)
    for rate, angle in list(clocks)[::step]:
        guess = (angle + tau * whole((rate * guess - angle) / tau)) / rate
    return end(guess)


def one_clock(angles, pair):
    """Return the position that one clock shows in its first turn, not rounded."""
    return angles[pair] / angular_frequencies(64)[pair]


def code_of(position, d_model, decimals):
    """Return the case that gives one rounded row to the student's function."""
    code = positional_encoding(1, d_model, start=position)[0].round(decimals)
    return Case((code,), f"PE({position}) of {d_model} columns, to {decimals} decimals")


@cache
def rows_of(seq_len):
    """Return the table in which mistakes search for a row."""
    return positional_encoding(seq_len, 64)


CODES = [(p, 64, 9) for p in (4_321, 0, 1, 9_999)] + [(p, 64, 2) for p in (2_718, 6_283, 9_876)]


@exercise(CODES, code_of)
def read_position(code):
    sine, cosine = code[0::2], code[1::2]
    signed = np.arctan2(sine, cosine)
    clockwise, other_way = signed % tau, np.arctan2(cosine, sine) % tau
    position = read(clockwise)
    yield "right", position
    first, last = one_clock(clockwise, 0), one_clock(clockwise, -1)
    quarter, height = np.arctan(sine / cosine), np.arcsin(np.clip(sine, -1, 1))

    def off(found):
        return found.item() - position if found.size == 1 else np.inf

    yield "fastest_clock", np.round(first), np.floor(first), np.round(one_clock(signed, 0)), first
    yield "slowest_clock", np.round(last), np.floor(last), np.round(one_clock(quarter, -1)), last
    yield "cosine_first", read(other_way), *(np.round(one_clock(other_way, k)) for k in (0, -1))
    yield "quotient", read(quarter), read(quarter % tau)
    yield "sine_alone", read(height), read(height % tau)
    for angles in (signed, clockwise):
        yield "fast_to_slow", *(read(angles, first, step=1) for first in (0, -1))
        yield "turns_cut_off", *(read(angles, whole=np.floor, end=end) for end in (round, float))
    yield "short_table", *(np.argmax(rows_of(n) @ code) for n in (1_000, 9_999))
    yield "off_by_one", position + 1, position - 1
    yield "cut_off", lambda found: off(found) in (0, -1)
    yield "not_rounded", lambda found: abs(off(found)) < 0.5
