"""What the first line and the facts of each picture say, computed by the formulas and NumPy.

Each function has the name of the plot function that it tests. It takes a drawing and its settings.
It returns the first line with placeholders, the values of the placeholders, and the facts. A fact
is a text, the values of its numbers, or a pattern followed by these values. Only what the settings
do not say is read from `drawing`, such as which of several positions are drawn.
"""

import itertools
import math

import numpy as np

import posenc_helpers as pe
from tests.figures.reading import says

SIZES = {"bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
WAVES = ("sine", math.sin), ("cosine", math.cos)
SMALL = 1e-12
FALLS = math.exp(-np.euler_gamma)  # of the base, where the law of similarity crosses 0


def speeds(d_model, base=1e4):
    """Return the radians per token of each pair, one at a time."""
    return np.array([base ** (-2 * i / d_model) for i in range(d_model // 2)])


def codes(positions, d_model, base=1e4):
    """Return the codes of positions, a row each, by the formula."""
    angles = np.multiply.outer(positions, speeds(d_model, base))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), d_model)


def similarity(distances, d_model, base):
    """Return k of each distance as the mean of cosines, one clock at a time."""
    turns = (np.cos(speed * np.array(distances)) for speed in speeds(d_model, base))
    return sum(turns) / (d_model // 2)


def turning(seq_len, d_model, base):
    """Return how many pairs make a full turn in `seq_len` tokens."""
    return int(np.sum(seq_len * speeds(d_model, base) >= math.tau * (1 - 1e-13)))


def s(*counts):
    """Return the ending of a verb, which is "s" if one of the counts is 1."""
    return "s" * (1 in counts)


def several(count):
    """Return the ending of a noun, which is "s" unless the count is 1."""
    return "s" * (count != 1)


def cell(rows, columns, high, wide):
    """Return what a cell shows in an image of this height and width in pixels."""
    sizes = math.ceil(rows / high), math.ceil(columns / wide)
    one = ("the mean of {} × {} values", *sizes) if max(sizes) > 1 else "one value"
    return {"one cell of the picture": one}


def means(of):
    """Return the first line and its values if the cells of a picture are means."""
    one = of["one cell of the picture"]
    return None if one == "one value" else ("Each cell is the mean of {} × {}", one[1:])


def softmax(scores):
    """Return the weights of each row of scores."""
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


# ------------------------------------------------------------------------------- order of words


def head(vectors, d_model, base, gain, asked):
    """Return the weights and outputs of a head."""
    places = np.arange(len(vectors))
    x = vectors if asked else vectors + gain * codes(places, d_model, base)
    scores = x @ x.T / np.sqrt(d_model)
    if asked:  # the query is the code of the previous position
        scores = 8 * gain**2 * codes(places - 1, d_model, base) @ codes(places, d_model, base).T
    weights = softmax(scores)
    return weights, weights @ x


def plot_swap(_, sentence, first, second, followed, d_model, base, gain, ask_for_the_word_before):
    asked, words, word = ask_for_the_word_before, sentence.split(), sentence.split()[followed]
    order = [*range(len(words))]
    if words[first] != words[second]:
        order[first], order[second] = second, first
    swapped, place = [words[k] for k in order], order.index(followed)
    vectors, found = pe.word_vectors(words, d_model), []
    for row, at in (([*range(len(words))], followed), (order, place)):
        weights, outputs = head(vectors[row], d_model, base, gain, asked)
        found.append((weights[at], outputs[at], row[at - 1] if at else None))
    (weights, output, _), (then, changed, _) = found
    norm, beside = np.linalg.norm, [one for one in found if one[2] is not None]
    cosines = [y @ vectors[k] / norm(y) / norm(vectors[k]) for _, y, k in beside]
    shares = [row[at - 1] for row, at in ((weights, followed), (then, place)) if at]
    change = norm(changed - output) / norm(output)
    names = ["none" if k is None else words[k] for *_, k in found]
    takes = []
    for row, weight in ((words, weights), (swapped, then)):
        listed = [f"{{share}} from {row[k]}" for k in np.flatnonzero(weight >= 0.005)]
        takes.append((", ".join(listed), *weight[weight >= 0.005]))
    line, values = "No output differs: both sentences are one bag of words", []
    if words == swapped:
        line = f"“{words[first]}” and “{words[first]}” are one word, so nothing changes"
    elif asked and max(np.ptp(weights), np.ptp(then)) < SMALL:
        line, values = f"“{word}” takes {{share}} from each word in both sentences", weights[:1]
    elif asked:
        line = {
            (True, True): "takes {share} from “%s”, and after the swap it takes {share} from “%s”",
            (True, False): "takes {share} from “%s”, and after the swap it has no word before it",
            (False, True): "has no word before it, and after the swap it takes {share} from “%s”",
            (False, False): "has no word before it in both sentences",
        }[followed > 0, place > 0]
        if followed and place and names[0] == names[1]:
            line = "takes {share} from “%s”, the word before it in both sentences"
        count = line.count("%s")
        line = f"“{word}” {line % tuple([words[k] for *_, k in beside][:count])}"
        values = shares[:count]
    elif change >= 1e-4:
        line = f"The output of “{word}” changes by {{label}} % of its length"
        values = [100 * change]
    elif change >= SMALL:
        line = f"The output of “{word}” changes by less than 0.01 %"
    elif gain:
        line = f"The output of “{word}” stays the same"
    return line, values, {
        "swapped": f"{words[first]} ↔ {words[second]}",
        f"“{word}” takes": takes[0],
        "after the swap": takes[1],
        f"word before “{word}”": ", after the swap ".join(names),
        "taken from the word before": shares if shares else "",
        "its cosine with the output": cosines if cosines else "",
        f"change of the output of “{word}”": change if change > SMALL else "none, or rounding",
    }  # fmt: skip


def plot_who_bit_whom(_, sentence, followed):
    words = sentence.split()
    alone = head(pe.word_vectors(words, 16), 16, 1, 0, False)[0]
    looks = head(np.eye(len(words), 64), 64, 1e4, 1, True)[0].argmax(axis=1)
    line = f"“{words[followed]}” looks at “{words[looks[followed]]}”"
    return line + (", the word before it" if followed else ", and has no word before it"), [], {
        "largest share without codes": alone.max(),
        f"with codes, words 0 to {len(words) - 1} look most at": looks,
    }  # fmt: skip


def written(written_as):
    """Return the codes of 64 positions, a row each, as one of the six stops has them."""
    binary = [[int(digit) for digit in reversed(f"{p:06b}")] for p in range(64)]
    # π times slower than digits: 2π 2^k, not 2 2^k
    hands = [[w(p / 2**k) for k in range(6) for w in (math.sin, math.cos)] for p in range(64)]
    random = np.random.default_rng(0)
    return {
        "binary digits": binary,
        "Gray code": [[a ^ b for a, b in zip(row, [*row[1:], 0], strict=True)] for row in binary],
        "random numbers": random.uniform(-1, 1, (64, 12)),
        "waves": [row[::2] for row in hands],
        "hands": hands,
        "any rotation": rotated(64, 12),
    }[written_as]


def rotated(count, width, seed=0):
    """Return the products of a random vector with the powers of a random rotation."""
    random = np.random.default_rng(seed)
    rotation, start = np.linalg.qr(random.normal(size=(width, width)))[0], random.normal(size=width)
    powers = [np.linalg.matrix_power(rotation, p) @ start for p in range(count)]
    return np.array(powers) * np.sqrt(width / 2 / (start @ start))


def missed(codes):
    """Return by how much the best single move misses each next code, by projection."""
    codes = np.asarray(codes, dtype=float)
    before = np.column_stack([codes[:-1], np.ones(len(codes) - 1)])
    left, sizes, _ = np.linalg.svd(before, full_matrices=False)
    spanned = left[:, sizes > 1e-9 * sizes[0]]
    return np.linalg.norm(codes[1:] - spanned @ (spanned.T @ codes[1:]), axis=1)


def plot_invention(_, written_as, position):
    misses = missed(written(written_as))
    misses[misses < SMALL] = 0
    line = {
        "binary digits": "For binary digits, the best single move misses by {} on average",
        "Gray code": "Gray code never carries, yet the best move misses by {} on average",
        "random numbers": "For random numbers, the best single move misses by {} on average",
        "waves": "Waves are smooth, yet the best move misses by {} on average",
        "hands": "With its cosine, each wave is a hand, and one move makes every step",
        "any rotation": "Any rotation looks like noise, yet one move makes every step",
    }[written_as]
    worst = int(np.flatnonzero(misses > misses.max() - 1e-9)[0])
    return line, [misses.mean()] if misses.any() else [], {
        "mean miss": misses.mean(),
        "worst miss": ("{} → {}: {}", worst, worst + 1, misses[worst]),
        "this miss": ("{} → {}: {}", position, position + 1, misses[position]),
    }  # fmt: skip


def plot_hidden_hands(_, codes):
    """Find hands in the eigenvalues of a move that misses no step, by the pseudo-inverse."""
    turns = []
    for rows in (codes, np.column_stack([codes, np.ones(len(codes))])):
        move = np.linalg.pinv(rows[:-1], rcond=1e-12) @ rows[1:]
        if len(rows) > rows.shape[1] + 1 and np.allclose(rows[:-1] @ move, rows[1:], 0, 1e-9):
            angles = np.degrees(np.angle(np.linalg.eigvals(move)))
            turns = sorted((one for one in angles if 1e-4 < one < 179.999), reverse=True)
            break
    if not turns:
        known = "degrees per token of those drawn"
        return "This table hides no hands", [], {"hands": 0, known: "none"}
    some = [turns[k] for k in sorted({round(k) for k in np.linspace(0, len(turns) - 1, 8)})]
    count, ends = len(turns), [turns[-1], turns[0]] if len(turns) > 1 else turns
    line = f"This table hides {{}} hand{several(count)}, which turn{s(count)} by {{label}}° "
    facts = {"hands": count, "degrees per token of those drawn": some}
    return line + "to {label}° " * (count > 1) + "per token", [count, *ends], facts


# ------------------------------------------------------------------------------------- one number


def plot_microscope(_, position, column, seq_len, d_model, base):
    pair, (name, wave) = column // 2, WAVES[column % 2]
    omega = base ** (-2 * pair / d_model)
    angle = omega * position
    line = f"The {name} of pair {{}} at position {{}} is {{}}"
    return line, [pair, position, wave(angle)], {
        "pair": ("{}: columns {} and {}", pair, 2 * pair, 2 * pair + 1),
        "exponent 2i/d": 2 * pair / d_model,
        "speed ω": ("{} radians per token", omega),
        "wavelength": ("{} tokens", math.tau / omega),
        "angle ω·p": ("{} radians", angle),
        "sine": math.sin(angle),
        "cosine": math.cos(angle),
        **cell(seq_len, d_model, 372, 292),
    }  # fmt: skip


def plot_columns(_, columns, seq_len, d_model, base):
    lengths = [math.tau * base ** (2 * (j // 2) / d_model) for j in columns]
    line = "Each column is a wave; λ is its length in tokens"
    return line, [], {"wavelength of each column": lengths}


def plot_chirps(_, positions, d_model, base):
    omega, changes = speeds(d_model, base), []
    for p in positions:
        signs = [sine > 0 for speed in omega if (sine := math.sin(speed * p))]
        changes.append(sum(one != other for one, other in itertools.pairwise(signs)))
    silent = min(positions) > 0 and max(positions) * omega[-1] < 0.1 and omega[0] > omega[-1]
    line = "Along a row, the sines slow down and fall silent"
    line = line if silent else "Each row shows the sines of all pairs"
    return line, [], {"sign changes at each position": changes}


def plot_sum(_, words, table, labels):
    total = np.add(words, table)
    ends = {"lowest value of the input": total.min(), "highest": total.max()}
    return "Each input is a word plus its position", [], ends


# ----------------------------------------------------------------------------------------- clocks


def who(turns):
    """Return in words which hands have made a full turn."""
    done, count = sum(t >= 1 - 1e-13 for t in turns), len(turns)
    if 1 < done < count:
        return f"the {done:,} fastest hands have made a full turn"
    which = "no" if not done else "the" if count == 1 else "every"
    return f"{which if done in (0, count) else 'only the fastest'} hand has made a full turn"


def misfits(hands, candidates, omega):
    """Return the root mean square distance of each candidate's hands from these hands."""
    squares = np.zeros(len(candidates))
    for (x, y), speed in zip(hands, omega, strict=True):
        squares += (np.sin(speed * candidates) - x) ** 2 + (np.cos(speed * candidates) - y) ** 2
    return np.sqrt(squares / len(omega))


def plot_clock_wall(drawing, position, seq_len, d_model, base, noise):
    omega = speeds(d_model, base)
    hands = np.column_stack([np.sin(omega * position), np.cos(omega * position)])
    hands += noise * np.random.default_rng(0).normal(size=hands.shape)
    allowed = math.sqrt(2) * noise * math.sqrt(1 + 3 * math.sqrt(2 / d_model)) + 1e-6
    line, window = drawing.fit_title.get_text(), drawing.misfit.get_xdata()
    part = len(window) < seq_len  # of a long text, those near the position
    assert position in window and len(window) >= min(seq_len, 2_000)
    fits = window[misfits(hands, window, omega) <= allowed]
    count, ends = len(fits), (window[0], window[-1]) if part else (seq_len,)
    template = f"{{}} position{several(count)} fit{s(count)} the hands"
    if part:
        says(line, f"From {{}} to {{}}, {template}", *ends, count)
    elif count == 1:
        says(line, "Only position {} fits all hands", fits[0])
    else:
        says(line, template, count)
    some, more, turns = fits[:6], " …" * (count > 6), omega * position / math.tau
    of = " to ".join(["{}"] * len(ends))
    return f"Position {{}}: {who(turns)}", [position], {
        "positions that fit the hands": (
            f"{{}} of {of} ({', '.join(['{}'] * len(some))}{more})", count, *ends, *some
        ),
        "first clock: one turn in": ("{} tokens", math.tau / omega[0]),
        "last clock": ("{} tokens", math.tau / omega[-1]),
        "turns so far": ("{} and {}", turns[0], turns[-1]),
        "clocks drawn": ("{} of {}", min(16, len(omega)), len(omega)),
    }  # fmt: skip


def plot_places_left(_, position, seq_len, d_model, base, within):
    left, counts, omega = {*range(seq_len)}, [], speeds(d_model, base)[::-1]
    for speed in omega:
        off = {q: abs(math.remainder(speed * (q - position), math.tau)) for q in left}
        left = {q for q in left if off[q] <= math.radians(within)}
        counts.append(len(left))
    facts = {"one turn in": math.tau / omega, "left after each clock": counts}
    line = "Only {} of {} positions fits every clock"
    line = "{} of {} positions fit every clock" if len(left) > 1 else line
    return line, [len(left), seq_len], facts


# ------------------------------------------------------------------------------------- shifts


def arc_line(pair, arcs):
    part = ", drawn in part" if max(map(abs, arcs)) > 12 * math.tau else ""
    return f"The arc of pair {{}} is {{}}° at every position{part}", [pair, math.degrees(arcs[0])]


def plot_shift(drawing, position, shift, pair, seq_len, d_model, base):
    omega, ends = speeds(d_model, base)[pair], np.array([position, position + shift])
    angle = omega * shift
    name = "largest difference between prediction and truth"
    gap = drawing.facts(**drawing.settings)[name]
    assert gap == "rounding" or 1e-12 <= gap.values[0] < 1e-15 * (abs(shift) + max(ends) + 9)
    here, there = (a - 360 * (a >= 359.95) for a in np.degrees(np.mod(omega * ends, math.tau)))
    way = [" anticlockwise", "", " clockwise"][np.sign(shift) + 1]
    return *arc_line(pair, [angle]), {
        "arc ω·Δ": (f"{{}}°{way}", abs(math.degrees(angle))),
        "in turns": abs(angle) / math.tau,
        "hand at p": ("{}°", here),
        "hand at p + Δ": ("{}°", there),
        "cosine and sine of its block": ("{} and {}", math.cos(angle), math.sin(angle)),
        name: gap if gap == "rounding" else gap.values[0],
    }


def plot_shift_on_clocks(_, positions, shift, pairs, d_model, base):
    arcs = [speeds(d_model, base)[pair] * shift for pair in pairs]
    return *arc_line(pairs[0], arcs), {"arc of each pair": np.degrees(arcs)}


# ------------------------------------------------------------------------------------- tables


def complete(count, d_model):
    """Return a line on how many pairs make a full turn, and its values."""
    pairs = d_model // 2
    return f"{{}} of {{}} pair{several(pairs)} make{s(count, pairs)} a full turn", [count, pairs]


def plot_heatmap(_, table, start, transpose, cmap, size):
    (rows, columns), (wide, high) = table.shape, np.multiply(size, 100) - (216, 105)
    one = cell(columns, rows, high, wide) if transpose else cell(rows, columns, high, wide)
    words = f"{{}} position{several(rows)} by {{}} column{several(columns)}", [rows, columns]
    return *(means(one) or words), {"lowest value": table.min(), "highest": table.max(), **one}


def plot_linked_heatmap(drawing, position, column, seq_len, d_model, base, start):
    count, pairs = turning(seq_len, d_model, base), d_model // 2
    waves, (line, values) = math.tau / speeds(d_model, base), complete(count, d_model)
    line += f", {'left' if base >= 1 else 'right'} of the dots"
    if count in (0, pairs):
        line, values = f"{'Every' if count else 'No'} pair makes a full turn", []
    angles = np.unique(np.linspace(0, seq_len - 1, 1_001).round())[:, np.newaxis] + start
    angles = angles * speeds(d_model, base)
    moves = np.concatenate([np.ptp(np.sin(angles), axis=0), np.ptp(np.cos(angles), axis=0)])
    # In half a turn a hand moves by 1 or more along each axis.
    moves[np.tile(np.ptp(angles, axis=0) > math.pi, 2)] = 1
    facts = drawing.facts(**drawing.settings)
    frozen, unit = facts["columns that move less than 0.1"].values[0], facts["table"].split()[1]
    assert sum(moves < 0.1 - 1e-5) <= frozen <= sum(moves < 0.1 + 1e-5)
    return line, values, {
        "value": codes([position], d_model, base)[0, column],
        "shortest wavelength λ": ("{} tokens", min(waves)),
        "longest λ": ("{} tokens", max(waves)),
        "pairs that make a full turn": ("{} of {}", count, pairs),
        "columns that move less than 0.1": ("{} of {}", frozen, d_model),
        "table": (f"{{}} {unit}", 8 * seq_len * d_model / SIZES[unit]),
        **cell(seq_len, d_model, 262, 494),
    }  # fmt: skip


def plot_two_bases(_, seq_len, d_model, base_a, base_b):
    facts, pairs, counts = {}, d_model // 2, []
    for side, base in (("A", base_a), ("B", base_b)):
        omega = speeds(d_model, base)
        counts.append(turning(seq_len, d_model, base))
        facts |= {
            f"{side}: gear ratio": base ** (2 / d_model) if pairs > 1 else "none",
            f"{side}: longest λ": ("{} tokens", math.tau / min(omega)),
            f"{side}: hands that make a full turn": ("{} of {}", counts[-1], pairs),
            f"{side}: distance of neighbours": math.hypot(*(np.cos(omega) - 1), *np.sin(omega)),
        }
    line = f"{{}} of {{}} hand{several(pairs)} make{s(counts[0], pairs)} a full turn"
    line += " in both tables" if counts[0] == counts[1] else " in A, {} in B"
    values = counts[0], pairs, *counts[1 : 1 + (counts[0] != counts[1])]
    return line, values, {**facts, **cell(seq_len, d_model, 206, 318)}


def plot_frequencies(_, bases, d_model):
    slowest = [base ** (2 / d_model - 1) for base in bases]
    return "On a logarithmic axis, every base is a straight line", [], {"slowest pair": slowest}


# -------------------------------------------------------------------------------- similarities


def minus(number):
    return f"{number:,}".replace("-", "−")


def signed(offset):
    return "+" * (offset > 0) + minus(offset)


def plot_attention_head(drawing, position, offset, seq_len, d_model, base, sharpness):
    keys, target = [*drawing.keys], position + offset
    assert position in keys and len(keys) == min(seq_len, 128) and keys[-1] < seq_len
    assert target in keys or not 0 <= target < seq_len or abs(offset) > 20
    away = [[q - p - offset for q in keys] for p in keys]
    weights = softmax(sharpness * d_model / 2 * similarity(away, d_model, base))
    row, at_target = weights[position - keys[0]], similarity(offset, d_model, base)
    near, count, line = int(np.sum(row > 0.9 * row.max())), len(keys), drawing.title.get_text()
    if near == 1:
        alone = int(line.split(" at ")[1].split(":")[0].replace(",", ""))
        assert row[alone - keys[0]] > row.max() - SMALL
        line = "osition {} looks most at {}: {share}"
        line = f"P{line} of its attention" if count == seq_len else f"Of {count} keys, p{line}"
        values = [position, alone, row.max()]
    else:
        most, nearly = "most " * (near < count), "nearly " * (sharpness > 0)
        line = f"Position {{}} looks {most}at {{}} of {{}} keys, {nearly}alike"
        values = [position, near, count]

    def on(*several):
        beyond = ("not among the keys" if 0 <= p < seq_len else "no such position" for p in several)
        words = ["{}" if p in keys else none for p, none in zip(several, beyond, strict=True)]
        return ", ".join(words), *(row[p - keys[0]] for p in several if p in keys)

    targets = [weights[p - keys[0], p + offset - keys[0]] for p in keys if p + offset in keys]
    near_by = position - 1, position, position + 1
    return line, values, {
        "keys": ("{}, from position {} on", count, keys[0]),
        f"k({signed(offset)})": at_target,
        "distance of the two codes": math.sqrt(d_model * max(0, 1 - at_target)),
        "largest attention": row.max(),
        f"attention on the target, {minus(target)}": on(target),
        f"attention on {', '.join(map(minus, near_by))}": on(*near_by),
        "least on a target, all rows drawn": min(targets, default="no targets"),
    }  # fmt: skip


def plot_directions(_, position, offset, d_model, base, around):
    scores = similarity([-1, 1, -1 - offset, 1 - offset], d_model, base)
    line = f"The query rotated by {signed(offset)} scores {{}} at p − 1 and {{}} at p + 1"
    return line, scores[2:], {"as it is, at p − 1 and p + 1": scores[:2], "rotated": scores[2:]}


def plot_letting_go(drawing, d_model, base):
    pairs, quarters = d_model // 2, math.pi / 2 / speeds(d_model, base)[[0, -1]]
    note, _, _ = drawing.figure.texts[0].get_text().partition(", up")
    says(note, "Cosines of {} of {} pairs", min(8, pairs), pairs)
    line = "The fastest hand turns a quarter in {} tokens, the slowest in {}"
    return line, quarters, {
        "first and last pair turn a quarter in": ("{} and {} tokens", *quarters),
        "similarity k at 1, 100 and 10,000 tokens": similarity([1, 100, 10_000], d_model, base),
    }  # fmt: skip


def plot_reach(_, bases, d_model):
    steps = [math.sqrt(d_model * (1 - similarity(1, d_model, base))) for base in bases]
    ends, low, high = [base * FALLS for base in bases], min(bases), max(bases)
    line = "Base {label} has {label} times the reach of {label}, with neighbours {share} closer"
    values = high, high / low, low, 1 - min(steps) / max(steps)
    if low == high:
        line, values = "At base {label} the reach is {label} tokens", (low, low * FALLS)
    return line, values, {"reach of each base": ends, "distance of neighbours": steps}
