"""The right and the wrong answers to the exercises of `12.md`."""

from inspect import signature
from math import isclose, sqrt, tau

import numpy as np

from posenc_helpers.encoding import angular_frequencies, positional_encoding, wavelengths
from posenc_helpers.lessons.exercise import COMMAS, Case, agree, exercise
from posenc_helpers.lessons.shared import chosen
from posenc_helpers.wording import number


def padded(side, lengths):
    """Return the case of the mask of several texts, padded to the longest of them."""
    short, slots = np.array(lengths)[:, np.newaxis], np.arange(max(lengths))
    mask = slots < short if side == "right" else slots >= slots.size - short
    return Case((mask.astype(int),), f"texts of {lengths} tokens, padded on the {side}")


@exercise([("left", [5, 3, 1]), ("right", [4, 2]), ("left", [6, 6, 2, 4])], padded, within=1e-6)
def ids_from_mask(mask):
    counted = np.cumsum(mask, axis=1)
    slots = np.tile(np.arange(mask.shape[1]), (len(mask), 1))
    places = mask * (counted - 1)
    yield "right", places, places + 1 - mask, np.maximum(counted - 1, 0)
    yield "from_1", mask * counted, counted
    yield "below_0", counted - 1, places - (1 - mask)
    yield "slots", mask * slots, slots
    yield "from_text_to_text", mask * (np.cumsum(mask, axis=0) - 1)
    yield "no_axis", np.cumsum(mask), np.cumsum(mask) - 1
    yield "lengths", mask.sum(axis=1), mask.sum(axis=1, keepdims=True)
    yield "unchanged", mask
    tokens = mask == 1
    yield (
        "padding",
        lambda found: found.shape == mask.shape and agree(found[tokens], places[tokens], 1e-6),
    )


# Each function is an error: what a text gives at a place, and what the formula gives there. The
# errors come from widely read tutorials and their comments, shortened and without names. Most of
# what each text says is right.


def _value(d_model, position, column, base=1e4):
    return float(positional_encoding(1, d_model, base, start=position)[0, column])


def power_of_fraction(d_model, position, pair):
    return (position / 1e4) ** (2 * pair / d_model), position / 1e4 ** (2 * pair / d_model)


def by_position(d_model, position, column):
    wave = column // 2 * 2 + position % 2
    return _value(d_model, position, wave), _value(d_model, position, column)


def counted_from_1(d_model, column):
    return _value(d_model, 1, column), _value(d_model, 0, column)


def longest_turn(d_model):
    return 22_500.0, wavelengths(d_model)[-1]


def base_without_effect(d_model, base, position, column):
    return _value(d_model, position, column), _value(d_model, position, column, base)


def lowest_speed(d_model):
    return 1e4, 1 / angular_frequencies(d_model)[-1]


def doubled_exponent(d_model, position, column):
    return _value(d_model, position, column, 1e4**2), _value(d_model, position, column)


CLAIMS = {  # by number: the error, and the reply in `12.md` where both agree
    1: (power_of_fraction, "position_1"),
    2: (by_position, "even_or_odd"),
    3: (counted_from_1, "slow_clock"),
    4: (longest_turn, "width"),
    5: (base_without_effect, "same_base"),
    6: (lowest_speed, ""),
    7: (doubled_exponent, "first_columns"),
}


def examine_claim(answer) -> str | None:
    """Return why a row of numbers does not refute the claim that it begins with, or None.

    If the text and the formula agree, this is the name of the reply in `12.md`.
    """
    error = round(answer[0], 6) if answer.size else 0
    if error not in CLAIMS:
        return f"The first number says which error you refute: 1 to {len(CLAIMS)}."
    (claim, agreeing), d_model = CLAIMS[error], answer[1] if answer.size > 1 else 0
    limits = {  # minimum, maximum and step of each number that says where
        "d_model": (2, 1_024, 2),
        "base": (1, 1_000_000, 0),
        "position": (int(error == 1), 100_000, 1),  # error 1 has no value at 0
        "pair": (0, d_model / 2 - 1, 1),
        "column": (0, d_model - 1, 1),
    }
    where = signature(claim).parameters
    wanted = [f"{error:g}", *where, "what the text gives", "what the paper's formula gives"]
    if answer.size != len(wanted):
        more = f" {COMMAS}" * (answer.size > len(wanted))
        return f"For error {error:g} give {len(wanted)} numbers: {', '.join(wanted)}.{more}"
    numbers = zip(where, answer[1:], strict=False)
    place = [chosen(name, value, *limits[name]) for name, value in numbers]
    (theirs, ours), (published, paper) = answer[-2:], claim(*place)
    if _close(theirs, paper) and _close(ours, published) and not _close(theirs, published):
        return "You exchanged the two values: first what the text gives, then the paper's formula."
    for what, yours, right in ("text", theirs, published), ("paper's formula", ours, paper):
        if _close(yours, right):
            continue
        if any(isclose(yours * turn, right, rel_tol=1e-4) for turn in (tau, 1 / tau)):
            return "two_pi"
        if any(yours == round(right, places) for places in (1, 2, 3)):
            return f"{yours:g} is rounded. Give it to four decimal places."
        return f"The {what} gives something else at this place. Yours is {number(yours)}."
    return agreeing if abs(published - paper) <= (1_000 if error == 4 else 0.001) else None


def _close(one, other):
    """Return whether two numbers agree to four digits, or to four decimals."""
    return isclose(one, other, rel_tol=1e-4, abs_tol=1e-4)


@exercise(examine=examine_claim)
def published_error():
    yield "right", [1, 4, 2, 1, 2e-4**0.5, 0.02]
    yield ("two_pi",)
    yield from ((agreeing,) for _, agreeing in CLAIMS.values() if agreeing)


def batch_and_table(texts, tokens, d_model):
    """Return a random batch and a table of 16 positions."""
    x = np.random.default_rng(texts).normal(size=(texts, tokens, d_model)).round(2)
    return x, positional_encoding(16, d_model)


# In the last case each text has one token, so a row for each text and all rows fit its shape too.
@exercise([(2, 1, 6), (3, 5, 8), (4, 4, 6), (1, 7, 4)], batch_and_table, within=1e-6)
def token_axis(x, table):
    texts, tokens, d_model = x.shape
    codes = table[:tokens]
    yield "right", x + codes
    yield "row_of_text", x + table[:texts, np.newaxis]
    for name, rows in ("row_of_text", texts), ("all_rows", len(table)):
        yield name, lambda found, n=rows: tokens == 1 and agree(found, x + table[:n], 1e-6)
    yield "from_1", x + table[1 : tokens + 1]
    yield "one_row", x + table[tokens], x + table[texts], x + table[0]
    yield "codes_alone", 0 * x + codes, codes
    yield "multiplied", x * sqrt(d_model) + codes
    yield "unchanged", x
