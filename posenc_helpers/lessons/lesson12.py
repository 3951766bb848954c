"""The right and the wrong answers to the exercises of `12.md`."""

from math import sqrt

import numpy as np

from posenc_helpers.encoding import positional_encoding
from posenc_helpers.lessons.exercise import Case, agree, exercise
from posenc_helpers.models.rope.rotary import rotate


def batch_and_table(texts, tokens, d_model):
    """Return a random batch and a table of 16 positions."""
    x = np.random.default_rng(texts).normal(size=(texts, tokens, d_model)).round(2)
    return x, positional_encoding(16, d_model)


@exercise([(3, 5, 8), (4, 4, 6), (1, 7, 4), (6, 2, 8)], batch_and_table, within=1e-6)
def token_axis(x, table):
    texts, tokens, d_model = x.shape
    codes = table[:tokens]
    yield "right", x + codes
    yield "row_of_text", x + table[:texts, np.newaxis]
    yield "from_1", x + table[1 : tokens + 1]
    yield "codes_alone", 0 * x + codes, codes
    yield "multiplied", x * sqrt(d_model) + codes
    yield "unchanged", x


def padded(side, lengths, *new):
    """Return the case of a mask of texts padded to the longest, and of the tokens since, if any."""
    short, slots = np.array(lengths)[:, np.newaxis], np.arange(max(lengths))
    mask = slots < short if side == "right" else slots >= slots.size - short
    label = f"texts of {lengths} tokens, padded on the {side}" + "".join(f", new={n}" for n in new)
    return Case((mask.astype(int), *new), label)


@exercise([("left", [5, 3, 1]), ("right", [4, 2]), ("left", [6, 6, 2, 4])], padded, within=1e-6)
def ids_from_mask(mask):
    counted = np.cumsum(mask, axis=1)
    slots = np.tile(np.arange(mask.shape[1]), (len(mask), 1))
    yield "right", mask * (counted - 1)
    yield "from_1", mask * counted
    yield "padding_not_0", lambda found: agree(mask * found, mask * (counted - 1), 1e-6)
    yield "slots", mask * slots, slots
    yield "from_text_to_text", mask * (np.cumsum(mask, axis=0) - 1)
    yield "unchanged", mask


CONTINUED = [("left", [5, 3, 1], 2), ("right", [4, 2], 0), ("left", [6, 6, 2], 7)]


@exercise(CONTINUED, padded, within=1e-6)
def next_position(mask, new):
    tokens, slots = mask.sum(axis=1), np.full(len(mask), mask.shape[1])
    yield "right", tokens + new
    yield "zero", lambda found: not found.any()
    yield "slots", slots + new, mask.shape[1] + new
    yield "last_token", tokens + new - 1
    yield "no_new_tokens", tokens


def cached(count, head_dim, dropped):
    """Return the case of a cache of turned keys of which some are dropped."""
    keys = np.random.default_rng(count).normal(size=(count, head_dim)).round(2)
    cache = rotate(keys, np.arange(count), pairing="halves")
    return Case((cache, dropped), f"{count} keys of {head_dim} columns, dropped={dropped}")


@exercise([(10, 8, 4), (6, 16, 1), (12, 4, 7)], cached, within=1e-6)
def kept_keys(cache, dropped):
    kept = cache[dropped:]
    on = np.full(len(kept), dropped)
    yield "right", rotate(kept, -on, pairing="halves")
    yield "not_turned", kept
    yield "wrong_way", rotate(kept, on, pairing="halves")
    yield "turned_twice", rotate(kept, np.arange(len(kept)), pairing="halves")
    yield "neighbours", rotate(kept, -on)
    yield "last_dropped", cache[:-dropped], rotate(cache[:-dropped], -on, pairing="halves")
    yield "all_kept", rotate(cache, np.full(len(cache), -dropped), pairing="halves"), cache
