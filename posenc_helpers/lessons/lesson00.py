"""The right and the wrong answers to the exercises of `00.md`."""

import numpy as np

from posenc_helpers.attention import self_attention, word_vectors
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import exercise


def attended(*order):
    """Return the outputs of a sentence whose words came in this order, and the order."""
    words = "we saw you and they saw us".split()[: len(order)]
    return self_attention(word_vectors(words, 16))[1][list(order)], list(order)


NUMBERS, LONG = 16, 1_000  # in a code; positions of a long text
LONGEST, NEAREST = 4.0, 0.1 - 1e-9  # norm of a code, distance of two
HERE = [(p, 5) for p in range(5)]  # in a short text, then the same and more in a long one
THERE = [(p, LONG) for p in (*range(130), *range(255, 259), *range(500, 514), LONG - 1)]


def unmet(codes):
    """Return the name of the first requirement that codes of HERE and THERE miss, or None."""
    codes = [np.squeeze(code) for code in codes]
    if any(code.shape != (NUMBERS,) for code in codes):
        return "sixteen"
    short, codes = np.array(codes[: len(HERE)]), np.array(codes[len(HERE) :])
    if np.abs(codes[: len(HERE)] - short).max() > 1e-9:
        return "length"
    if np.linalg.norm(codes, axis=1).max() > LONGEST + 1e-9:
        return "drowns"
    apart = np.linalg.norm(codes[:, np.newaxis] - codes, axis=2)
    np.fill_diagonal(apart, np.inf)
    if np.diag(apart, k=1).min() < NEAREST:
        return "step"
    return "again" if apart.min() < NEAREST else None


def steps_of(codes):
    """Return how much longer one step of codes of HERE and THERE is than another, in words."""
    codes = dict(zip(HERE + THERE, map(np.squeeze, codes), strict=True))
    pairs = ((codes[p, LONG], codes.get((p + 1, LONG))) for p, _ in THERE)
    steps = [np.linalg.norm(after - before) for before, after in pairs if after is not None]
    ratio = max(steps) / min(steps)
    text = f"Longest ÷ shortest step: {max(steps):.2f} ÷ {min(steps):.2f} = {ratio:.1f}. "
    if ratio < 1.05:
        return (
            text
            + "So the next word is equally far away wherever it was tried, as with the hands below."
        )
    return text + (
        f"So the next word is {ratio:.1f} times as far away in one place as in another. "
        "Can all steps be equal? The picture below tries."
    )


@exercise(HERE + THERE, examine=unmet, remark=steps_of)
def invented_code(p, seq_len):
    yield "right", positional_encoding(1, NUMBERS, start=p)[0]
    yield "sixteen", p
    yield "length", np.full(NUMBERS, p / seq_len)
    yield "drowns", np.full(NUMBERS, p)
    yield "step", np.full(NUMBERS, p / 10_000)
    yield "again", np.eye(NUMBERS)[p % NUMBERS]


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
