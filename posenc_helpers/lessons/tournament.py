"""Compare the student's own code of lesson 00 with four others, in lessons 04, 05 and 08."""

import re

import numpy as np

from posenc_helpers import rivals
from posenc_helpers.checks import OneOf
from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons import check
from posenc_helpers.lessons.exercise import Feedback

NUMBERS, LONG, SHORT = 16, 1_000, 5  # in a code, then positions of a long and of a short text
LARGEST = 1e6  # of one number
EACH = [(p, SHORT) for p in range(SHORT)] + [(p, LONG) for p in range(LONG)]
TRAINED = 200  # positions that the trained head reads
MEASURES = {
    "shaken": lambda codes: f"{rivals.found_when_shaken(codes):.0%}",
    "miss": lambda codes: f"{rivals.misses(codes).mean():.2f}",
    "learned once": lambda codes: f"{rivals.learned_once(codes[:TRAINED])[1]:.0%}",
}


def table_of(codes):
    """Return the codes of EACH as tables of both texts, or the name of the mistake in them."""
    codes = [np.squeeze(code) for code in codes]
    if len(codes) < len(EACH):
        return "unread"
    if any(code.shape != (NUMBERS,) for code in codes):
        return "sixteen"
    if not np.all(np.abs(codes) <= LARGEST):
        return "huge"
    return np.array(codes[:SHORT]), np.array(codes[SHORT:])


def tournament(my_code, *measures):
    """Return a table of your code and four others: 16 numbers for each of 1,000 positions.

    `measures` are the columns. "shaken" is the share of positions that are found after noise of 0.5
    on each number. "miss" is by how much the best single move misses the next code on average.
    "learned once" is how often a head that was trained at half of 200 positions is right at the
    others.

    Above the table are those of the first three wishes that your code fails, because a longer code,
    for example, is easier to find. Raises ValueError for other measures. If `my_code` gives no
    table, returns the reply of its check.
    """
    for measure in measures:
        OneOf(MEASURES).check("measures", measure)
    reply = check.invented_code(my_code)
    if isinstance(tables := table_of(reply.found), str):
        return reply
    rows = {
        "your code": tables[1],
        "binary digits": rivals.binary_digits(LONG, NUMBERS),
        "random numbers": rivals.random_numbers(LONG, NUMBERS),
        "any rotation": rivals.any_rotation(LONG, NUMBERS),
        "hands": positional_encoding(LONG, NUMBERS),
    }
    lines = [" " * 16 + "".join(f"{measure:>14}" for measure in measures)]
    for name, table in rows.items():
        lines.append(f"{name:16}" + "".join(f"{MEASURES[one](table):>14}" for one in measures))
    return Feedback("hint", "Your code and four others" + _unmet(reply.text), "\n".join(lines))


def _unmet(reply):
    """Return the lines of the reply on wishes 1 to 3 that the code fails, and why they matter."""
    unfair = re.findall(r"^Wish [123]\..*: no.*$", reply, re.MULTILINE)
    why = ". The comparison is not fair, because your code fails a wish:"
    return "\n\n".join([why, *unfair]) if unfair else ":"
