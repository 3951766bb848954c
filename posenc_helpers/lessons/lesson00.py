"""The right and the wrong answers to the exercises of `00.md`."""

import numpy as np

from posenc_helpers import rivals
from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import exercise
from posenc_helpers.lessons.tournament import EACH, NUMBERS, SHORT, table_of
from posenc_helpers.wording import number


def attended(*order):
    """Return the attention outputs of a sentence, in this order of its words, and the order."""
    words = "we saw you and they saw us".split()[: len(order)]
    return self_attention(word_vectors(words, 16))[1][list(order)], list(order)


LONGEST, NEAREST = 4.0, 0.1 - 1e-9  # greatest norm of a code, least distance of two codes
MISS = 0.05  # worst miss of the best move: a share of the mean step and of any distance


def wishes(codes):
    """Yield (name of the mistake, whether the wish is met, its name, measure) for each wish."""
    short, long = table_of(codes)
    differ = np.abs(short - long[:SHORT]).max(axis=1)
    where = f"position {np.argmax(differ)} has another code in a text of {SHORT} words"
    same = differ.max() < 1e-9
    yield "length", same, "The same in every text", "" if same else where
    norm = np.linalg.norm(long, axis=1).max()
    yield "drowns", norm <= LONGEST + 1e-6, "Short enough", f"the longest norm is {number(norm, 3)}"
    apart, (first, second) = closest(long)
    pair = f"the closest two, {first} and {second}, are {number(apart, 3)} apart"
    yield "alike", apart >= NEAREST, "All different", pair
    step, misses = np.linalg.norm(np.diff(long, axis=0), axis=1).mean(), rivals.misses(long)
    mean, worst = (number(one * (one > 1e-9), 3) for one in (misses.mean(), misses.max()))
    by = f"the best single move misses by {mean} on average and by {worst} at most"
    steps = f"{by}, and a step is {number(step, 3)} long on average"
    met = misses.max() <= MISS * min(step, apart) + 1e-9
    yield "moves", met, "The same move at every step", steps


def closest(codes):
    """Return the smallest distance between two codes, and their positions."""
    norms = (codes**2).sum(axis=1)
    squares = norms[:, np.newaxis] + norms - 2 * codes @ codes.T
    squares[np.tril_indices(len(codes))] = np.inf
    pair = np.unravel_index(np.argmin(squares.round(9)), squares.shape)
    return np.linalg.norm(codes[pair[0]] - codes[pair[1]]), pair


def unmet(codes):
    """Return the name of the first mistake of codes for EACH, or None."""
    if isinstance(fault := table_of(codes), str):
        return fault
    return next((name for name, met, *_ in wishes(codes) if not met), None)


def on_each_wish(codes):
    """Return a line for each wish: whether it is met, and what was measured."""
    if isinstance(table_of(codes), str):
        return ""
    return "\n".join(
        f"Wish {k}. {wish}: {'yes' if met else 'no'}{', ' * bool(measured)}{measured}."
        for k, (_, met, wish, measured) in enumerate(wishes(codes), start=1)
    )


@exercise(EACH, examine=unmet, remark=on_each_wish)
def invented_code(p, seq_len):
    yield "right", positional_encoding(1, NUMBERS, start=p)[0]
    yield "sixteen", p
    yield "huge", np.full(NUMBERS, 1e300)
    yield "length", np.full(NUMBERS, p / seq_len)
    yield "drowns", np.full(NUMBERS, p)
    yield "alike", np.full(NUMBERS, p / 10_000), np.eye(NUMBERS)[p % NUMBERS]
    yield "moves", p >> np.arange(NUMBERS) & 1, np.random.default_rng(p).uniform(-1, 1, NUMBERS)


@exercise([(1, 2, 0, 3, 4), (4, 0, 1, 2, 3), (2, 4, 6, 0, 3, 1, 5)], attended, within=1e-6)
def reordered_outputs(output, order):
    back = np.argsort(order)
    columns = output[:, back]
    yield "right", output[back]
    yield "new_order", output
    yield "other_way", output[order]
    yield "columns", columns, np.hstack([columns, output[:, len(order) :]])
    yield "order_unused", output[[0, 4, 2, 3, 1]]
    yield "attention_again", self_attention(output[back])[1], self_attention(output)[1]
