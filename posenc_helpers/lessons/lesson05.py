"""What lesson 05 asks: a shift is a rotation."""

from __future__ import annotations

import math

import numpy as np

from posenc_helpers.encoding import positional_encoding, shift_encoding
from posenc_helpers.lessons.exercise import EXPONENT, Case, Exercise, cases, near, recipe
from posenc_helpers.lessons.prediction import Prediction


def _block(angle, signs=(1, -1)):
    """Return [[cos, sin], [-sin, cos]] of an angle, with these signs before the two sines."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return [[cosine, signs[0] * sine], [signs[1] * sine, cosine]]


SHIFT_BLOCK = Exercise(
    name="shift_block",
    question=(
        "Write a function of omega, in radians per token, and shift, in tokens, that returns the "
        "2 by 2 block that turns the column (sin ωp, cos ωp) into (sin ω(p + Δ), cos ω(p + Δ)), "
        "where Δ is the shift."
    ),
    right="The block turns the hand clockwise by ω·Δ, and p does not appear in it.",
    hint=(
        "Write the two addition formulas one below the other. The first row holds the factors of "
        "sin ωp and of cos ωp in sin(ωp + ωΔ), the second row those in cos(ωp + ωΔ)."
    ),
    solution="""\
def shift_block(omega, shift):
    c, s = np.cos(omega * shift), np.sin(omega * shift)
    return np.array([[c, s], [-s, c]])


check.shift_block(shift_block)""",
    cases=cases((0.1, 10), (0.5, 3), (1.0, -2), (0.25, 1), (0.01, 2.5), names="omega shift"),
    expected=lambda omega, shift: _block(omega * shift),
    within=1e-6,
    mistakes={
        "Your block turns the other way, back by Δ. The matrix in most mathematics books has the "
        "minus at the upper right and turns anticlockwise, because x is the cosine there. Here x "
        "is the sine, the hand turns clockwise, and the minus is at the lower left.": (
            lambda omega, shift: _block(-omega * shift)
        ),
        "You turn by Δ radians, whatever the clock. In Δ tokens this clock turns by ω·Δ.": (
            lambda omega, shift: _block(shift),
            lambda omega, shift: _block(-shift),
        ),
        "You turn by ω, which is right for one token. In Δ tokens the clock turns by ω·Δ.": (
            lambda omega, shift: _block(omega),
            lambda omega, shift: _block(-omega),
        ),
        "One of the two sines needs a minus: cos(a + b) is cos a cos b minus sin a sin b.": (
            lambda omega, shift: _block(omega * shift, (1, 1))
        ),
        "There is one minus too many: sin(a + b) is sin a cos b plus cos a sin b.": (
            lambda omega, shift: _block(omega * shift, (-1, -1))
        ),
        "Sine and cosine have changed places. For Δ = 0 nothing moves, so the block has to be the "
        "identity there: ones on the diagonal.": lambda omega, shift: _block(
            math.pi / 2 - omega * shift
        ),
        "You mixed up degrees and radians. NumPy works in radians, and so does ω.": (
            lambda omega, shift: _block(math.radians(omega * shift)),
            lambda omega, shift: _block(math.degrees(omega * shift)),
        ),
    },
)


@recipe
def _row(position, d_model):
    row = positional_encoding(1, d_model, start=position)[0]
    return Case((row,), f"PE({position}) of d_model {d_model}")


def _shifted(offset, base=10_000.0):
    return lambda row: shift_encoding(row, offset, base)


def _as_columns_of_halves(row):
    """Treat the first half of the columns as sines and the second half as cosines."""
    half = len(row) // 2
    pairs = np.stack([row[:half], row[half:]], axis=1).reshape(-1)
    turned = shift_encoding(pairs, -3)
    return np.concatenate([turned[0::2], turned[1::2]])


THREE_BACK = Exercise(
    name="three_back",
    question=(
        "Write a function that takes one row PE(p), base 10,000, and returns the row three tokens "
        "before it, PE(p - 3). The function is not told p. Its d_model is the length of the row."
    ),
    right="You moved every hand back by its own angle, without knowing where it pointed.",
    hint=(
        "Build the matrix of a shift by minus three for the length of the row, and multiply. "
        "Or turn each pair by its own block: row[0::2] are the sines, row[1::2] the cosines."
    ),
    solution="""\
def three_back(row):
    angle = -3 * 10_000 ** (-np.arange(0, len(row), 2) / len(row))
    sines, cosines = row[0::2], row[1::2]
    moved = np.empty(len(row))
    moved[0::2] = sines * np.cos(angle) + cosines * np.sin(angle)
    moved[1::2] = cosines * np.cos(angle) - sines * np.sin(angle)
    return moved


check.three_back(three_back)""",
    cases=(_row(10, 4), _row(3, 6), _row(0, 8), _row(77, 16), _row(1_000, 64)),
    expected=_shifted(-3),
    within=1e-6,
    mistakes={
        "That is three tokens later, PE(p + 3). For three tokens earlier Δ is negative, and the "
        "hands turn anticlockwise.": _shifted(3),
        "You moved by one token. Turn by three times as much.": (_shifted(-1), _shifted(1)),
        "You turned all pairs by the same angle. Each pair has its own speed ω, from its own "
        "exponent.": _shifted(-3, base=1.0),
        EXPONENT: _shifted(-3, base=100.0),
        "You treated the first half of the columns as sines and the second as cosines. Here they "
        "alternate: `row[0::2]` and `row[1::2]`.": _as_columns_of_halves,
        "You moved the columns of the row. A shift leaves each number in its pair and turns the "
        "pairs.": (
            lambda row: np.roll(row, 3),
            lambda row: np.roll(row, -3),
        ),
        "You subtracted three from the numbers. The encoding is not a straight line in p: a shift "
        "is linear in the vector PE(p), not in p.": lambda row: row - 3,
        "That is the row itself. Every hand has to turn back.": lambda row: row,
    },
)

COMPOSED_SHIFT = Exercise(
    name="composed_shift",
    question=(
        "You multiply PE(p) by the matrix M for a shift by 5, the result by it again, and that "
        "result by the transpose of the matrix for a shift by 3. You get PE(p + Δ). "
        "Which whole number is Δ?"
    ),
    right="Shifts add, and the transpose of a shift leads back.",
    hint=(
        "What does a product of two shifts do to a hand? "
        "And what does the transpose of a rotation do?"
    ),
    solution="""\
answer = 5 + 5 - 3
check.composed_shift(answer)""",
    expected=7,
    mistakes={
        "You multiplied the shifts. The matrices are multiplied, and then the angles add.": (
            75,
            -75,
            25,
            22,
            28,
            near(25 / 3, 0.1),
        ),
        "You treated the transpose as a shift forward. It swaps the two sines of each block, and "
        "so turns back.": 13,
        "You left the transpose out. It is a shift, too.": 10,
        "You counted the first shift once. You make it twice.": (2, 8),
        "You have the right distance in the wrong direction.": -7,
    },
)


def _r2_of_sine_alone(shift, omega=0.1, seq_len=1_000):
    """Return the R² of the best straight line from sin(omega p) to sin(omega (p + shift))."""
    angle = omega * np.arange(seq_len)
    return np.corrcoef(np.sin(angle), np.sin(angle + omega * shift))[0, 1] ** 2


WORST_SHIFT = Exercise(
    name="worst_shift",
    question=(
        "Take ω = 0.1 and the positions 0 to 999. For which whole shift Δ from 1 to 30 does the "
        "sine alone tell you least about the sine Δ tokens later? That is, for which is the R² of "
        "the best straight line smallest?"
    ),
    right=(
        "That is the whole number nearest to a quarter of a turn. There the new sine is the old "
        "cosine, and the old sine says nothing about it."
    ),
    hint=(
        "R² is nearly the square of cos ωΔ. Where is that 0? "
        "Or compute R² for each shift from 1 to 30, as the lesson does for one."
    ),
    solution="""\
sine = np.sin(0.1 * np.arange(1_030))
later = [sine[shift : shift + 1_000] for shift in range(1, 31)]
r2 = [np.corrcoef(sine[:1_000], one)[0, 1] ** 2 for one in later]
answer = 1 + np.argmin(r2)
check.worst_shift(answer)""",
    expected=lambda: min(range(1, 31), key=_r2_of_sine_alone),
    mistakes={
        "That is about half a turn. There the sine has changed its sign and nothing else, so a "
        "straight line predicts it almost perfectly.": (31, 30, 32),
        "That is one radian. R² is 0.296 there, and it falls further.": 10,
        "That is one too small. A quarter of a turn lies between two whole numbers: compare both. "
        "If you looked through a list that begins with Δ = 1, add 1 to the index.": 15,
        "A quarter of a turn is right, but Δ is a whole number of tokens. Compare both "
        "neighbours.": near(5 * math.pi, 0.06),
        "That is where R² is largest. Look for the smallest.": 1,
    },
)

EXERCISES = (SHIFT_BLOCK, THREE_BACK, COMPOSED_SHIFT, WORST_SHIFT)

PREDICTIONS = (
    Prediction(
        name="arc",
        question=(
            "On the clock of pair 1 you see two hands: one for position 4, one for position "
            "7, three tokens later. Now you go to positions 900 and 903. What happens to the arc "
            "between the two hands?"
        ),
        replies={
            "It grows with the position.": (
                "The angle of each hand grows with the position. The arc is their difference, "
                "and what both have gained cancels out."
            ),
            "It depends on where the hands happen to point.": (
                "Sine and cosine change by different amounts at different places, so this is "
                "tempting. The hand itself turns at one constant speed."
            ),
            "It stays the same.": (
                "The angles of the hands are ω·p and ω·(p + 3). The difference is 3ω, and p is "
                "gone. Both hands turn together."
            ),
        },
        right=2,
        try_it="drag `position` from one end to the other. Then move `shift`.",
    ),
    Prediction(
        name="double_shift",
        question=(
            "A matrix M takes the encoding of any position to the encoding three tokens "
            "later. Which matrix takes it six tokens ahead?"
        ),
        replies={
            "2 M: every number is doubled.": (
                "2 M makes every hand twice as long and turns it by the same arc as before. "
                "But every pair of the encoding has length 1."
            ),
            "M M: the shift by three, applied twice.": (
                "Three tokens ahead and three more make six. Every arc doubles, and the numbers "
                "in the matrix are the cosines and sines of these arcs."
            ),
            "None: it would have to depend on the position.": (
                "One matrix does it for every position, because each hand turns by the same "
                "arc wherever it points."
            ),
        },
        right=1,
        try_it="set `shift` to 3, then to 6, and compare the arcs and the blocks.",
    ),
)
