"""What lesson 11 asks: a base chosen and defended, and a published error refuted."""

from __future__ import annotations

import math

from posenc_helpers.lessons.claims import examine_claim
from posenc_helpers.lessons.examined import Examined, whole_within
from posenc_helpers.lessons.prediction import Prediction
from posenc_helpers.tradeoff import BASES, ENOUGH, score_bases

SHORTEST, LONGEST = 64, 1_024
QUIETEST, LOUDEST = 0.1, 1.0
WIDTH = 128


def _examine_choice(answer):
    """Return why the choice of a base for a length and a noise is not good enough, or None."""
    if answer.size != 3:
        return "Give three numbers as one list: seq_len, noise, base."
    seq_len = whole_within(answer[0], SHORTEST, LONGEST)
    if seq_len is None:
        return f"`seq_len` comes first: a whole number from {SHORTEST} to {LONGEST:,}."
    if not QUIETEST <= answer[1] <= LOUDEST:
        return f"The noise comes second: a number from {QUIETEST:g} to {LOUDEST:g}."
    if not 1 <= answer[2] <= BASES[-1]:
        return f"The base comes third: a number from 1 to {BASES[-1]:,.0f}."
    return _loss(seq_len, float(answer[1]), float(answer[2]))


def _loss(seq_len, noise, base):
    """Return what a base loses against the best of the grid, or None if that is little."""
    grid = score_bases(seq_len, WIDTH, noise)
    yours = score_bases(seq_len, WIDTH, noise, [base])[:, 0]
    best = int(grid[2].argmax())
    share = yours[2] / grid[2, best]
    if share >= ENOUGH:
        return None
    found = f"Your base gets {math.floor(100 * share)} % of the best score."
    too_small = base < BASES[best]
    return " ".join([found, *_reasons(too_small, yours, grid[:, best])])


def _reasons(too_small, yours, best):
    """Yield what is lost: reach with a small base, reading and a steep curve with a large one."""
    read, order = (
        f"{100 * one:.0f} % of {what}, and the best base {100 * other:.0f} %."
        for one, other, what in zip(yours, best, ("the positions", "the distances"), strict=False)
    )
    if too_small:
        yield f"It reads well and lacks reach: it orders {order}"
        return
    yield "It pays too much for reach."
    if best[0] - yours[0] > 0.01:
        yield f"Its codes stand closer together: it reads {read}"
    if best[1] - yours[1] > 0.01:
        yield f"Its curve is flatter and sooner lost in noise: it orders {order}"


CHOOSE_BASE = Examined(
    name="choose_base",
    question=(
        "Choose a length from 64 to 1,024 and a noise from 0.1 to 1, or take those that you were "
        "given. Which base do you choose, at d_model 128? Give seq_len, noise and base as a list."
    ),
    right=(
        "Your base gets at least 95 % of the best score on the grid. Now defend it: say what it "
        "gives up, and for what."
    ),
    hint=(
        "Move the sliders of the explorer to your length and your noise, then `base` until the "
        "dot is in the band. Start where the base is the length."
    ),
    solution="""\
# The base that is as large as the text is long, or a round number near it.
answer = [512, 0.5, 600]
check.choose_base(answer)""",
    expected=[512, 0.5, 600],
    mistakes={},
    examine=_examine_choice,
)

PUBLISHED_ERROR = Examined(
    name="published_error",
    question=(
        "Choose one of the six errors and refute it. Give a list: the number of the error, the "
        "place, what the text gives there, what the paper's formula gives there."
    ),
    right=(
        "One place is enough to refute a formula. Now say it fairly: what is right in the text, "
        "and why its readers did not notice?"
    ),
    hint=(
        "Compute both values at some place, as the text prints it and as the paper does. If they "
        "agree, ask why, and move to where that reason does not hold."
    ),
    solution="""\
d_model, p, i = 4, 2, 1
text = (p / 10_000) ** (2 * i / d_model)
paper = p / 10_000 ** (2 * i / d_model)
answer = [1, d_model, p, i, text, paper]
check.published_error(answer)""",
    expected=[1, 4, 2, 1, 2e-4**0.5, 0.02],
    mistakes={},
    examine=examine_claim,
)

EXERCISES = (CHOOSE_BASE, PUBLISHED_ERROR)

PREDICTIONS = (
    Prediction(
        name="best_base",
        question=(
            "Texts have 256 tokens, d_model is 128, and every column of a code gets some noise "
            "(standard deviation 0.5). You want to read the position from a noisy code, and to "
            "tell which of two positions is nearer. Which base does both best?"
        ),
        replies={
            "3: the codes stand furthest apart.": (
                "It reads 100 % of the positions right. But its reach is less than two tokens: of "
                "the distances it orders 56 % right, little more than a coin would."
            ),
            "300: about the length of the text.": (
                "It reads 98 % and orders 95 %. Its reach, 168 tokens, is longer than half of the "
                "text, and codes stand no closer together than they have to."
            ),
            "10,000: the paper's.": (
                "It is a good base and not the best: it reads 95 % and orders 91 %. Its reach of "
                "5,615 tokens is paid for, and your texts never use it."
            ),
            "A million: the larger, the safer.": (
                "It reads 90 % and orders 87 %. Larger is not safer: the codes move closer "
                "together, and a flatter curve is sooner lost in noise."
            ),
        },
        right=1,
        try_it="drag `base` from end to end. The title says what share of the best score you get.",
    ),
    Prediction(
        name="wider_model",
        question=(
            "One base is best for 256 tokens at d_model 128. Now d_model is 512. What happens to "
            "the best base?"
        ),
        replies={
            "It grows: a wider model has a longer range.": (
                "The reach is 0.56 times the base, and d_model does not occur in it. More columns "
                "are more clocks between the same two speeds."
            ),
            "It stays, and other bases come close to it.": (
                "The reach does not depend on d_model, so the best base stays at about the length. "
                "But with four times as many clocks noise does less harm: at d_model 512 the "
                "paper's base gets 99 % of the best score, and at 128 it gets 88 %."
            ),
            "It shrinks: wide codes are far apart anyway.": (
                "They are, and so a large base has less to lose. Nothing pulls the best base down: "
                "a smaller one still lacks reach."
            ),
        },
        right=1,
        try_it="press “the paper's base” and drag `d_model` from 16 to 512.",
    ),
)
