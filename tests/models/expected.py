"""What the pictures of the topics say, computed by the formulas as in tests/figures."""

import math

import numpy as np
import pytest

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.learned import positions as learned
from posenc_helpers.models.longer.heads import found_at, scores_by_distance, stored_head
from posenc_helpers.models.training import run as training
from tests.figures.expected import cell, codes, s, several, softmax, speeds
from tests.models.definitions import exact
from tests.models.test_invariants import missed_by

TABLE = learned.learned_positions()
ROWS = TABLE[learned.FIRST : learned.LAST]
CIRCLES = learned.circles(ROWS)
TURNS = [circle.wavelength for circle in CIRCLES]

# ------------------------------------------------------------------------------- one sum, read


def few(count):
    return [(k * count + count // 2) // min(count, 20) for k in range(min(count, 20))]


class Sums:
    """Words, codes, and what is read from their sums as the nearest of each."""

    def __init__(self, seq_len, d_model, base, vocab_size):
        self.words = np.random.default_rng(1706).normal(size=(512, 512))[:vocab_size, :d_model]
        self.codes = codes(np.arange(seq_len), d_model, base)
        self.pairs = [(w, p) for w in few(vocab_size) for p in few(seq_len)]
        self.tried = (
            "words {} of {}, positions {} of {}",
            min(vocab_size, 20), vocab_size, min(seq_len, 20), seq_len,
        )  # fmt: skip

    def read(self, size, pairs):
        """Return which words and which positions are read at this size."""
        sums = np.array([size * self.words[w] + self.codes[p] for w, p in pairs])
        lists = size * self.words, self.codes
        return np.transpose([((r**2).sum(1) - 2 * sums @ r.T).argmin(1) for r in lists])

    def shares(self, size):
        """Return the shares of words and of positions that are read correctly."""
        return (self.read(size, self.pairs) == self.pairs).mean(axis=0)

    def room(self, fact):
        """Return at which sizes a fact says that 90 % of both are read, and assert it."""
        if fact == "none":
            return fact
        least, most = [*fact.values, 1e9][:2]
        assert least < most and ("any size" in fact) == (most == 1e9)
        assert self.shares(least * 1.0001)[0] >= 0.9 <= self.shares(most * 0.9999)[1]
        assert least == 0 or self.shares(least * 0.9999)[0] < 0.9
        assert most == 1e9 or self.shares(most * 1.0001)[1] < 0.9
        return fact.values


def plot_word_and_position(drawing, position, seq_len, d_model, base, word_std, vocab_size):
    sums = Sums(seq_len, d_model, base, vocab_size)
    shares, (word, place) = sums.shares(word_std), sums.read(word_std, [(0, position)])[0]
    lengths = word_std * np.linalg.norm(sums.words[0]), np.linalg.norm(sums.codes[position])
    room, count = drawing.facts(**drawing.settings)["90 % of both at word_std"], len(sums.pairs)
    line = f"The position is right in {{share}} of {{}} sum{several(count)}, the word in {{share}}"
    assert room != "none" or min(shares) < 0.9
    return line, [shares[1], count, shares[0]], {
        "90 % of both at word_std": sums.room(room),
        "length of word, code": lengths,
        "position read from this sum": ("{} (right: {})", place, position),
        "word read from it": ("{} (right: {})", word, 0),
        "tried": sums.tried,
    }  # fmt: skip


def plot_reading(drawing, d_models, seq_len, base, vocab_size):
    facts, found = {}, drawing.facts(**drawing.settings)
    for d_model in d_models:
        sums, name = Sums(seq_len, d_model, base, vocab_size), f"90 % of both at d_model {d_model}"
        facts[name] = sums.room(found[name])
    line = "no size leaves" if found[name] == "none" else f"sizes {found[name]} leave"
    for size in ("0.01", "10"):
        shares = sums.shares(float(size))[::-1]
        facts[f"right positions and words of size {size} at d_model {d_model}"] = shares
    return f"At d_model {{}}, {line} room for both", [d_model], {**facts, "tried": sums.tried}


# ----------------------------------------------------------------------------- bugs and batches


def plot_museum(_, seq_len, d_model):
    tables = (exact(name, range(seq_len), d_model, 1e4, floats=True) for name in BUGS)
    counts = [sum(not by <= 1 for by in missed_by(table).values()) for table in tables]
    bad = sum(map(bool, counts))
    line = f"{{}} × {{}}: {{}} of 14 bugs fail{s(bad)} at least one invariant"
    facts = {one.title: ("fails {}", n) for one, n in zip(BUGS.values(), counts, strict=True)}
    return line, [seq_len, d_model, bad], facts


def plot_batch(_, padding, ids_by, start, seq_len, d_model, base):
    lengths, slots = [seq_len, -(-5 * seq_len // 8), -(-3 * seq_len // 8)], np.arange(seq_len)
    wrong, facts, count = 0, {}, sum(lengths)
    for k, length in enumerate(lengths):
        own = slots - (seq_len - length if padding == "left" else 0)
        there, own = (own >= 0) & (own < length), own + start
        ids = {"slot": slots + start, "mask": own, "text": 0 * own + start + k}[ids_by]
        words = " ".join("{}" if seen else "–" for seen in there)
        facts[f"position_ids of {'ABC'[k]}"] = words, *ids[there]
        wrong += np.sum(ids[there] != own[there])
    line = f"{{}} of {{}} token{several(count)} get{s(wrong)} the code of a wrong position"
    first, second = codes([0, int(ids_by != "text")], d_model, base)
    return line, [wrong, count], {
        **facts,
        "tokens with the code of a wrong position": ("{} of {}", wrong, count),
        "similarity of the first two tokens of A": (
            first @ second / (d_model / 2) if seq_len > 1 else "–"
        ),
        "next position of each, alone": np.add(lengths, start),
    }  # fmt: skip


# ----------------------------------------------------------------------------------------- turns


def plot_rotary(_, position, distance, pair, d_model, base, partial_rotary_factor):
    width = max(int(d_model * partial_rotary_factor) // 2 * 2, 2)
    omega = speeds(width, base)
    arcs = [omega[i] * distance if i < len(omega) else 0 for i in (0, pair, len(omega) - 1)]
    score = 1 - width / d_model + width / d_model * np.cos(omega * distance).mean()
    line = "Key ● at position {}, query ◆ at {}: the score is {} of d/2"
    return line, [position, position + distance, score], {
        "arcs, from left to right": ("{}°, {}°, {}°", *np.degrees(arcs)),
        "score / (d/2)": score,
        "columns that rotate": ("{} of {}", width, d_model),
    }  # fmt: skip


def plot_common_shift(_, furthest, distance, d_model, base):
    random = np.random.default_rng(8)
    query, key = random.normal(scale=0.5, size=(2, d_model))
    matrix = random.normal(scale=d_model**-0.5, size=(d_model, d_model))
    near, far = (codes(np.arange(furthest + 1) + p, d_model, base) for p in (distance, 0))
    both = [one @ matrix @ other for one, other in zip(near, far, strict=True)]
    parts = np.array([query @ matrix @ far.T, near @ matrix @ key, both])
    changes = parts - parts[:, :1]
    names = "word · code", "code · word", "code · code"
    facts = {
        name: ("from {} to {}", one.min(), one.max())
        for name, one in zip(names, changes, strict=True)
    }
    line = "Parts of the added score change by up to {}, the rotated score stays"
    stays = {"word · word": "stays", "both rotated": "stays"}
    return line, [np.abs(changes).max()], {**facts, **stays}


# ------------------------------------------------------------------------------------ training


def often(share):
    """Return in words how often answers are right."""
    if share >= 0.95 or share < 0.025:
        return "nearly always" if share > 0.5 else "hardly ever"
    times = round(10 * share)
    words = f"about {times} time{'s' * (times > 1)} in 10"
    return words if share > 0.1 else "as by guessing"


def plot_training(drawing, clocks, mask, seq_len, d_model, base, step, trained):
    at, last, far = min(step // 10 * 10, trained), 2 * seq_len - 1, seq_len + seq_len // 12
    one = training.Run(clocks, mask, d_model, base, seq_len).finish(at)
    text, wanted = one._tests()
    weights, answers = one.head.weights(text), one.head.answers(text)
    right, row = (answers == wanted).mean(axis=0), weights[0, last]
    inside, beyond = often(right[1:seq_len].mean()), often(right[far:].mean())
    kept = range(d_model // 2)[training.CLOCKS[clocks]]
    turns = [seq_len * base ** (-2 * i / d_model) / math.tau for i in kept]
    seen = "words up to it" if mask else f"{last + 1} words"
    line = f"The head is right {inside} below position {seq_len}, {beyond} from {far} on"
    line = line if trained else f"Before training, each word looks equally at all {seen}"
    same = np.flatnonzero(row > 0.9999 * max(row))
    where = ("at {}", same[0]) if len(same) == 1 else ("at each of {} keys", len(same))
    return line, [], {
        "clocks that turn twice in the window": (
            "{} of {}", sum(turn >= 2 - 1e-12 for turn in turns), len(kept)
        ),
        "step shown": ("{} of {} trained", at, trained),
        f"right below position {seq_len}": inside,
        f"right from {far} on": beyond,
        f"in the text shown {last} looks most": where,
        "with weight": pytest.approx([row.max()], abs=1e-5),
        **cell(2 * seq_len, 2 * seq_len, 350, 350),
    }  # fmt: skip


# ------------------------------------------------------------------------- what a model learned


def found(rows, count=10):
    """Return wavelengths, hands, the share of the next row that one matrix explains, and radii."""
    around = rows - rows.mean(axis=0)
    points = around @ np.linalg.eigh(around.T @ around)[1][:, -count:]
    step = np.linalg.pinv(points[:-1]) @ points[1:]
    values, vectors = np.linalg.eig(step)
    order = [k for k in np.argsort(-np.angle(values)) if values[k].imag > 1e-9]
    off = points[1:] - points[:-1] @ step
    explained = 1 - (off**2).sum() / (points[1:] ** 2).sum()
    radii = []
    for value, vector in zip(*[part.T for part in np.linalg.eig(step.T)], strict=True):
        plane = np.stack([vector.real, vector.imag], axis=1)
        radius = np.linalg.norm(points @ plane @ np.linalg.pinv(plane), axis=1)
        radii += [(-np.angle(value), radius)] * int(value.imag > 1e-9)
    radii = [radius for _, radius in sorted(radii, key=lambda one: one[0])]
    return 2 * np.pi / np.angle(values[order]), points @ vectors[:, order], explained, radii


def attention(words, start, off=()):
    """Return the weights of the head by the formulas, without the planes of some circles."""
    stored = learned.arrays()
    known = stored["words"].tolist()
    rows = TABLE[start : start + len(words)]
    for k in off:
        for direction in CIRCLES[k].plane:
            rows = rows - np.outer((rows - CIRCLES[k].centre) @ direction, direction)
    x = stored["word_vectors"][[known.index(word) for word in words]] + rows + stored["token_type"]
    x = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-12)
    x = x * stored["norm_weight"] + stored["norm_bias"]
    query, key = (x @ stored[f"{n}_weight"].T + stored[f"{n}_bias"] for n in ("query", "key"))
    return softmax(query @ key.T / np.sqrt(32))


def plot_learned_head(_, sentence, start, text, off):
    words = (text or sentence).split()
    weights, values = attention(words, start, off), []
    line = "The word at position {} has no word before it"
    if len(words) > 1:
        values = [np.diag(weights, -1).mean()]
        line = "From position {} on, {share} of the attention is on the word before"
    return line, [start + len(values), *values], {
        "attention on the word before": values or "no such word",
        "on the word itself": np.diag(weights).mean(),
        "chance": 1 / len(words),
        "circles that are on": [turn for k, turn in enumerate(TURNS) if k not in off] or "none",
    }  # fmt: skip


def plot_learned_circles(drawing, rows, count):
    lengths, _, _, radii = found(np.asarray(rows), count)
    spread = [one.std() / one.mean() for one in radii[:7]]
    ends = [min(spread), max(spread)][: 1 + (" to " in drawing.title.get_text())] if spread else []
    shares = " to ".join(["{share}"] * len(ends))
    return f"The radius varies by {shares}" if ends else "No row is on a circle", ends, {
        "one turn of each circle in": pytest.approx(lengths[:7], rel=1e-4),
        "its radius varies by": pytest.approx(spread, rel=1e-3),
    }  # fmt: skip


def slowed(begins, ends, scale):
    """Return the speed of each of 32 pairs, and how much of it is kept, one at a time."""
    own, ends = [160 ** (-2 * i / 64) for i in range(32)], max(begins, ends)
    turns = [64 * omega / (2 * np.pi) for omega in own]
    kept = [n >= ends if not begins < n < ends else (n - begins) / (ends - begins) for n in turns]
    return own, [share + (1 - share) / scale for share in kept]


def by_distance(task, seed, omega):
    """Return the score of each word with each other, 0 to 255 tokens back, at these speeds."""
    head = stored_head(task, seed)
    head.positions.frequencies = np.array(omega)
    return scores_by_distance(head)


def leads(scores):
    """Return by how much marked words lead over nearer plain words, 64 to 255 tokens back."""
    marked, plain = scores[0, 8:].mean(axis=0), scores[0, :8].max(axis=0)
    return np.array([marked[back] - plain[1 : back + 1].max() for back in range(64, 256)])


def plot_longer_text(_, scale, ramp_begins, ramp_ends, seed):
    own, kept = slowed(ramp_begins, ramp_ends, scale)
    omega = np.multiply(own, kept)
    lead, near = (by_distance(task, seed, omega) for task in ("far", "near"))
    lead = leads(lead)
    line = "Marked words lead at {} of 192 new distances"
    return line, [sum(lead > 0)], {
        "pairs that are slowed": ("{} of {}", sum(np.array(kept) < 1 - 1e-12), 32),
        "distances beyond training at which marked words lead": sum(lead > 0),
        "minimum lead there": min(lead),
        "the previous word: highest score, tokens back": near.mean(axis=(0, 1))[1:].argmax() + 1,
    }  # fmt: skip


def plot_old_angles(_):
    """Compute each angle by itself; pairs from 15 on make less than one turn in 64 tokens."""
    own, facts, medians = slowed(0.01, 0.01, 1)[0], {}, []
    for name, fast, slow in (
        ("no pair", lambda back: back, lambda back: back),
        ("only fast pairs", lambda back: back % 64, lambda back: back),
        ("only slow pairs", lambda back: back, lambda back: back / 4),
        ("all, new mixture", lambda back: back % 64, lambda back: back / 4),
        ("all, old mixture", lambda back: back / 4, lambda back: back / 4),
    ):
        angles = np.array([
            [omega * (fast if i < 15 else slow)(back) for i, omega in enumerate(own)]
            for back in range(256)
        ])  # fmt: skip
        found = [found_at(stored_head("far", seed), angles, seed) for seed in range(4)]
        medians.append(np.median(found))
        facts[name] = "{share} to {share}, median {share}", min(found), max(found), medians[-1]
    line = "Slow pairs at old angles: {share} found; fast pairs: {share}; none: {share}"
    return line, [medians[2], medians[1], medians[0]], facts
