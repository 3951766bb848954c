"""What lesson 03 asks: the base."""

from __future__ import annotations

import math

from posenc_helpers.encoding import wavelengths
from posenc_helpers.lessons.exercise import EXPONENT, Exercise, cases, near, unused
from posenc_helpers.lessons.prediction import Prediction
from posenc_helpers.reach import EULER_GAMMA

HALF_A_TURN = "You took half a turn. A full turn is 2π radians."
NO_TAU = "You forgot the 2π. A full turn is 2π radians."

LONGEST_WAVELENGTH = Exercise(
    name="longest_wavelength",
    question=(
        "Write a function of d_model and base that returns the longest wavelength in tokens. "
        "Two decimals are enough."
    ),
    right="It is a little less than 2π times the base, because the last exponent is (d - 2)/d.",
    hint="What is the number of the last pair? Put it into the wavelength of pair i, 2π b^(2i/d).",
    solution="""\
def longest(d_model, base):
    last = d_model // 2 - 1
    return 2 * np.pi * base ** (2 * last / d_model)


check.longest_wavelength(longest)""",
    cases=cases(
        (128, 10_000), (18, 10_000), (4, 100), (2, 10_000), (512, 500_000.0), names="d_model base"
    ),
    expected=lambda d_model, base: wavelengths(d_model, base)[-1],
    within=0.01,  # two decimals, rounded or cut off, both pass ...
    relative=1e-4,  # ... and so do fewer for long ones; the nearest mistake is off by a hundredth
    mistakes={
        "You took the exponent 1 for the last pair. Pairs count from 0, so the last is "
        "i = d/2 - 1 and its exponent (d - 2)/d.": lambda d, b: math.tau * b,
        "You used the last column instead of the last pair: exponent (d - 1)/d. It is 2i/d with "
        "i = d/2 - 1.": lambda d, b: math.tau * b ** ((d - 1) / d),
        NO_TAU: lambda d, b: b ** ((d - 2) / d),
        EXPONENT: lambda d, b: math.tau * b ** ((d / 2 - 1) / d),
        "That is the smallest frequency ω. The wavelength is 2π/ω.": (
            lambda d, b: b ** (-(d - 2) / d),
            lambda d, b: b ** (-(d - 2) / d) / math.tau,
        ),
        "That is the shortest wavelength, that of pair 0. It is the same for every base.": math.tau,
        HALF_A_TURN: lambda d, b: math.pi * b ** ((d - 2) / d),
        unused("base"): lambda d, b: math.tau * 1e4 ** ((d - 2) / d),
    },
)

SMALLEST_BASE = Exercise(
    name="smallest_base",
    question=(
        "At which base does the slowest clock take exactly 5,000 tokens for a turn, at "
        "d_model 512? Give it to 2 decimals."
    ),
    right=(
        "With any smaller base, even the slowest clock wraps within 5,000 tokens. With 10,000 it "
        "is far from doing so."
    ),
    hint="Set 2π b^((d - 2)/d) equal to 5,000. Divide by 2π, then take the right root.",
    solution="""\
answer = (5_000 / (2 * np.pi)) ** (512 / 510)
check.smallest_base(answer)""",
    expected=(5_000 / math.tau) ** (512 / 510),
    decimals=2,
    mistakes={
        "You took 1 for the exponent of the last pair. It is (d - 2)/d = 510/512.": (
            5_000 / math.tau
        ),
        "You raised to the power 510/512. To solve for b, take the inverse of this exponent.": (
            (5_000 / math.tau) ** (510 / 512)
        ),
        "You took the exponent 511/512 for the last pair. It is (d - 2)/d.": (
            (5_000 / math.tau) ** (512 / 511)
        ),
        NO_TAU: (5_000 ** (512 / 510), 5_000),
        "You multiplied by 2π. The wavelength is 2π times the power of b, so divide.": (
            (5_000 * math.tau) ** (512 / 510)
        ),
        "You let the turn take one token more or less. It should take exactly 5,000.": (
            (4_999 / math.tau) ** (512 / 510),
            (5_001 / math.tau) ** (512 / 510),
        ),
        HALF_A_TURN: (5_000 / math.pi) ** (512 / 510),
    },
)

HALF_TURN_BASE = Exercise(
    name="half_turn_base",
    question=(
        "At which base does the boundary i* lie at half of the pairs, i* = d/4, for a window of "
        "1,000 tokens? Give it to 1 decimal."
    ),
    right="Half of the clocks turn within the window, half don't. The width d has dropped out.",
    hint="Put i* = d/4 into the formula for i*. Then what fraction of ln b is ln(L/2π)?",
    solution="""\
answer = (1_000 / (2 * np.pi)) ** 2
check.half_turn_base(answer)""",
    expected=(1_000 / math.tau) ** 2,
    decimals=1,
    mistakes={
        "You took the root. ln(L/2π) is half of ln b, so b is the square.": (
            (1_000 / math.tau) ** 0.5
        ),
        "You forgot the 2π. The boundary has ln(L/2π), not ln L.": 1_000**2,
        "At that base all pairs turn. Only half of them should: i* = d/4, not d/2.": (
            1_000 / math.tau
        ),
        "You doubled. Half of a logarithm is the logarithm of the square root, not of a half.": (
            2 * 1_000 / math.tau,
            2 * (1_000 / math.tau) ** 2,
        ),
        "That is the base for a quarter of the pairs. i* runs to d/2, and d/4 is half of that.": (
            (1_000 / math.tau) ** 4
        ),
        "You multiplied by 2π. The boundary has L divided by 2π.": (1_000 * math.tau) ** 2,
        HALF_A_TURN: (1_000 / math.pi) ** 2,
    },
)

BASE_FOR_REACH = Exercise(
    name="base_for_reach",
    question=(
        "What is the smallest base whose law 1 - (ln Δ + γ)/ln b stays above 0 up to a distance "
        "of 8,192 tokens? Give it to the nearest whole number."
    ),
    right=(
        "The base for a reach of L tokens is 1.781 L. By the law, similarity then falls throughout "
        "the text."
    ),
    hint="The law is 0 at Δ = b e^(-γ). Set that equal to 8,192 and solve for b.",
    solution="""\
answer = 8_192 * np.exp(np.euler_gamma)
check.base_for_reach(answer)""",
    expected=8_192 * math.exp(EULER_GAMMA),
    within=1.0,  # the nearest whole number, or the one below or above
    mistakes={
        "You multiplied by e^(-γ). That is the reach of the base 8,192. Here you know the "
        "reach and look for the base.": 8_192 * math.exp(-EULER_GAMMA),
        "You added γ to the base. It belongs to the logarithm, so it multiplies the base by "
        "e^γ.": near(8_192 + EULER_GAMMA, 0.3),
        "You left out γ. The law is 0 where ln Δ + γ = ln b, so the reach is less than b.": 8_192,
        "You made the longest wavelength equal to the text. A clock that makes one turn in it is "
        "too fast: similarity is 0 long before.": (
            8_192 / math.tau,
            (8_192 / math.tau) ** (512 / 510),
            (8_192 / math.tau) ** (128 / 126),
        ),
        "You multiplied or divided by γ itself. It belongs to the logarithm: the factor is e^γ.": (
            8_192 * EULER_GAMMA,
            8_192 / EULER_GAMMA,
            8_192 * (1 + EULER_GAMMA),
        ),
        "You read the crossing off the true curve, at about 0.62 b. Use the law.": (
            near(8_192 / 0.617, 200)
        ),
    },
)

EXERCISES = (LONGEST_WAVELENGTH, SMALLEST_BASE, HALF_TURN_BASE, BASE_FOR_REACH)

PREDICTIONS = (
    Prediction(
        name="which_base",
        question=(
            "Your texts have up to 2,000 tokens, and d_model is 512. You want a position twice as "
            "far away to have the less similar code, throughout the text. Which base would you "
            "take?"
        ),
        replies={
            "100: its clocks are faster, so positions differ more.": (
                "Positions do differ more, and neighbours most of all. But from about 56 tokens "
                "on, similarity no longer tells near from far."
            ),
            "10,000.": (
                "Its similarity falls up to about 5,600 tokens, so it covers the text. A larger "
                "base would bring neighbours closer together, and gain distances that do not occur."
            ),
            "100 million: the larger, the better.": (
                "It covers the text many times over: similarity falls up to about 56 million "
                "tokens. But you pay for it: neighbours are 2.67 apart, and 3.71 with 10,000. And "
                "its flatter curve orders fewer of the distances in your text."
            ),
        },
        right=1,
        try_it=(
            "set `d_model` to 512 and `seq_len` to 2,000, then drag `base A`. The triangle has to "
            "stay to the right of the dotted line."
        ),
    ),
    Prediction(
        name="fastest_pair",
        question="You raise the base from 10⁴ to 10⁸. What happens to the fastest pair, pair 0?",
        replies={
            "It gets faster.": (
                "The base spreads the speeds further apart. It does so downward: the fastest "
                "pair stays where it is, and the others fall behind."
            ),
            "It gets slower.": (
                "That is so for every other pair. Pair 0 has the exponent 0, so the base does "
                "not affect it."
            ),
            "Nothing.": (
                "Its exponent is 0, and b⁰ = 1 for every base. Pair 0 always turns by one radian "
                "per token."
            ),
        },
        right=2,
        try_it="drag `base B` from end to end and look at the first column.",
    ),
    Prediction(
        name="period",
        question=(
            "d_model is 512 and the base 10,000. You go from position 0 to position 62,832, which "
            "is 2π · 10,000 tokens away. Is the code of position 0 back?"
        ),
        replies={
            "Yes: by then the clocks are back at 12.": (
                "The slowest clock takes 60,611 tokens, and it is a little past 12 by then. But "
                "each of the other 255 clocks is somewhere else."
            ),
            "No: a code is back only if all clocks are back at once.": (
                "At position 62,832 the clocks point in all directions, and the code is less "
                "similar to that of position 0 than the code of position 1 is."
            ),
            "No: no clock has made a full turn by then.": (
                "All 256 have, and the fast ones thousands of times. They are not back at the same "
                "moment."
            ),
        },
        right=1,
        try_it=(
            "in the explorer, set `d_model` to 512 and follow a similarity curve to the right. Far "
            "out it is a ripple around 0 and never comes back to 1."
        ),
    ),
)
